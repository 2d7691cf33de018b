"""Costs of operations on the units of a machine."""
