"""Attention that a program writes out, or calls with rows of different lengths."""
