"""Mutated kernels and machine files."""
