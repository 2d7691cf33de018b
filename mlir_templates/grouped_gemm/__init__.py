"""Grouped matrix products (mixtures of experts)."""
