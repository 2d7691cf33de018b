"""Scatters, operators whose result's size depends on data, and views beyond an argument."""
