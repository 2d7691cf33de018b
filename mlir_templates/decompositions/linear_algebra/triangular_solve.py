"""`torch.linalg.solve_triangular` by substitution, block by block.

Systems of a few rows are solved by a kernel of their own; what they contribute to the further rows is a product.
"""

from math import prod
from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.triangular_solve.lowering import substitute
from npusim.mlir_templates.triangular_solve.substitution import BLOCK
from torch import Tensor


@register_decomposition(torch.ops.aten.linalg_solve_triangular.default)
def solve_triangular(
    matrix: Tensor, other: Tensor, *, upper: bool, left: bool = True, unitriangular: bool = False
) -> Any:
    """X (..., n, k) of `matrix` X = `other`; of X `matrix` = `other` (..., k, n) if not `left`."""
    if matrix.is_complex() or matrix.dtype not in (torch.float32, torch.float64):
        return NotImplemented
    if not left:
        return solve_triangular(matrix.mT, other.mT, upper=not upper, unitriangular=unitriangular).mT
    batch = torch.broadcast_shapes(matrix.shape[:-2], other.shape[:-2])
    matrices, sides = (_as_batch(x, batch) for x in (matrix, other))
    return _solve(matrices, sides, upper, unitriangular).reshape(*batch, *other.shape[-2:])


def _as_batch(x: Tensor, batch: Any) -> Tensor:
    """Matrices with one dimension for the batch."""
    return x.expand(*batch, *x.shape[-2:]).reshape(prod(batch), *x.shape[-2:])


def _solve(matrix: Tensor, sides: Tensor, upper: bool, has_ones: bool) -> Tensor:
    """X (b, n, k) of `matrix` (b, n, n) X = `sides`: one half of the rows, then the other half."""
    size = matrix.shape[-1]
    if size <= BLOCK:
        return substitute(matrix, sides, upper=upper, has_ones=has_ones)
    half = BLOCK
    while 2 * half < size:
        half *= 2
    first, last = slice(None, half), slice(half, None)
    known, unknown = (last, first) if upper else (first, last)
    solved = _solve(matrix[:, known, known], sides[:, known], upper, has_ones)
    others = torch.baddbmm(sides[:, unknown], matrix[:, unknown, known], solved, alpha=-1)
    parts = [solved, _solve(matrix[:, unknown, unknown], others, upper, has_ones)]
    return torch.cat(parts[::-1] if upper else parts, 1)
