"""Indexing operators in terms of others."""
