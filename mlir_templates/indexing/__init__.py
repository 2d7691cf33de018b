"""Scatters, operators with data-dependent result sizes, and views beyond an argument."""
