"""Simulations: kernels are loaded and launched, and give values and time."""
