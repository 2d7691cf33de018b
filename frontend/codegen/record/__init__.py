"""Runs Inductor's loop bodies and records their computation as a scalar graph."""
