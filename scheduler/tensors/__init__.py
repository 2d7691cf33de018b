"""Tensors on the simulated device: their memory, which lie in a core's memory, and values that nobody computed."""
