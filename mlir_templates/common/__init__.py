"""What kernels of several operator families are written with."""
