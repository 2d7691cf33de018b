"""Operators of the device outside of compiled graphs, and PyTorch features that they need."""
