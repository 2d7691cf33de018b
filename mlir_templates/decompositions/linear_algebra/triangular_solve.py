"""`torch.linalg.solve_triangular` as products: the matrix is inverted, blocks of doubling size at once.

Let X be the inverse of the blocks of s x s on the diagonal, zero elsewhere, and C the blocks of the matrix that are
below the diagonal inside of those of 2s x 2s. Then X - X C X is the inverse of the blocks of 2s x 2s (Higham, Accuracy
and Stability of Numerical Algorithms, 2nd edition, section 14.2).
"""

from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from torch import Tensor


@register_decomposition(torch.ops.aten.linalg_solve_triangular.default)
def solve_triangular(
    matrix: Tensor, other: Tensor, *, upper: bool, left: bool = True, unitriangular: bool = False
) -> Any:
    """X (..., n, k) of `matrix` X = `other`; of X `matrix` = `other` (..., k, n) if not `left`."""
    if matrix.is_complex() or matrix.dtype not in (torch.float32, torch.float64):
        return NotImplemented
    inverse = _inverse(matrix.mT, unitriangular).mT if upper else _inverse(matrix, unitriangular)
    return inverse @ other if left else other @ inverse


def _inverse(matrix: Tensor, has_ones: bool) -> Tensor:
    """The inverse of the lower triangle of matrices (..., n, n), whose diagonal is 1 if it `has_ones`."""
    size = matrix.shape[-1]
    index = torch.arange(size, device=matrix.device)
    row, column = index.unsqueeze(-1), index
    identity = (row == column).to(matrix.dtype)
    diagonal = matrix.new_ones([]) if has_ones else matrix.diagonal(dim1=-2, dim2=-1).unsqueeze(-1)
    inverse = (identity / diagonal).expand(matrix.shape)
    block = 1
    while block < size:
        is_added = ((row ^ column) // block == 1) & (row > column)
        added = torch.where(is_added, matrix, 0)
        inverse = inverse - inverse @ added @ inverse
        block *= 2
    return inverse
