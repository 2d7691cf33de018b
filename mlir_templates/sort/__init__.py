"""Sorting, topk, kthvalue, and Inductor's `ir.Sort`."""
