"""Attention that a program writes out as two products and a softmax, as one operator."""
