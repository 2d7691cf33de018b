"""Which values of a graph share memory, where PyTorch gives two of them one that a program keeps apart."""
