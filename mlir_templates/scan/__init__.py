"""Scans along an axis."""
