"""Simulations: loading and launching kernels for their values and time."""
