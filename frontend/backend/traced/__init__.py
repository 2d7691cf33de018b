"""What tracing a program for the device must know that PyTorch knows of its own devices only."""
