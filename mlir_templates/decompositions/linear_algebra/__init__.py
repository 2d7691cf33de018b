"""Operators that are made of matrix products."""
