"""Operators of the device outside of compiled graphs, and what PyTorch lacks for them."""
