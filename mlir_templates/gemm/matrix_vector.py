"""Matrix times vector as a matrix product with one column, which streams the matrix once.

Inductor's decomposition would be a reduction over the lanes.
"""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.mv.default)
def matrix_vector(matrix: torch.Tensor, vector: torch.Tensor) -> torch.Tensor:
    """`mv` of (N, K) and (K,)."""
    return torch.mm(matrix, vector.unsqueeze(1)).squeeze(1)


@register_decomposition(aten.addmv.default)
def matrix_vector_plus(
    addend: torch.Tensor, matrix: torch.Tensor, vector: torch.Tensor, *, beta: float = 1, alpha: float = 1
) -> torch.Tensor:
    """`addmv`: the addend broadcasts to the N results."""
    column = addend.expand(matrix.shape[0]).unsqueeze(1)
    return torch.addmm(column, matrix, vector.unsqueeze(1), beta=beta, alpha=alpha).squeeze(1)
