"""Runs Inductor's loop bodies and records what they compute as a scalar graph."""
