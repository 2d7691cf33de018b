"""Layers as Gemmini's library runs them on its RTL: what a mapping means there, and the kernels that do the same."""
