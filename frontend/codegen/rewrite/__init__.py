"""Rewrites of a scalar graph before it is scheduled, each of which keeps its values."""
