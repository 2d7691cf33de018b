"""Pooling, padding and resampling of images, and their gradients."""
