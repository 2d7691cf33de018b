"""Tile sizes, the order of loops, and where values of a kernel are computed."""
