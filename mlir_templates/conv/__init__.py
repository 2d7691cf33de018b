"""Convolutions of one to three dimensions, forward and transposed, and their gradients."""
