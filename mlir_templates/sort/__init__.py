"""Sorting, topk, kthvalue and what Inductor makes of sorts."""
