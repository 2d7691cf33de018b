"""Pointwise operators in terms of others."""
