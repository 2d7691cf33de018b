"""Sorting, topk, kthvalue and what Inductor makes of sorts. Importing this package registers their lowerings."""

from npusim.mlir_templates.sorting import lowering

__all__ = ["lowering"]
