"""Operators in terms of matrix products."""
