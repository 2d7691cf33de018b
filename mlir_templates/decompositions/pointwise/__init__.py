"""Operators on single elements, in terms of others."""
