"""Memory of a simulated program: addresses, allocations over time, tensors for the CMEM, NumPy arrays."""
