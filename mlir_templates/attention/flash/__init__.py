"""Attention as one kernel, forward and backward: scores never leave the scratchpad."""
