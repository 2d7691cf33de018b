"""Variances: those of whole numbers are refused, and those of empty tensors, with their means, are NaN, as in eager
PyTorch. Inductor computes the former in whole numbers, and its running mean of the latter would be 0.
"""

import math
from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.inductor.tracing_api import guard_or_false
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.var_mean.correction)
def var_mean(
    x: torch.Tensor, dim: Sequence[int] | None = None, *, correction: float | None = None, keepdim: bool = False
) -> Any:
    if x.is_complex():  # the parts are real
        return NotImplemented
    reduced = [d % max(x.dim(), 1) for d in dim or range(x.dim())]
    if not any(guard_or_false(x.shape[d] == 0) for d in reduced if d < x.dim()):
        return NotImplemented
    shape = [1 if d in reduced else size for d, size in enumerate(x.shape) if keepdim or d not in reduced]
    nothing = x.new_full(shape, math.nan)
    return nothing, nothing.clone()


@register_decomposition(aten.var.correction, aten.std.correction)
def variance(x: torch.Tensor, *_: Any, **__: Any) -> Any:
    """Refuses what eager PyTorch refuses; the variance itself is Inductor's.

    Raises:
        RuntimeError: x is neither floating point nor complex.
    """
    if not (x.dtype.is_floating_point or x.dtype.is_complex):
        raise RuntimeError("std and var only support floating point and complex dtypes")
    return NotImplemented
