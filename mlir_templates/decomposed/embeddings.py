"""Embeddings whose gradient is asked for as a sparse tensor: the values are those of any embedding."""

from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.embedding.default)
def embedding(
    weight: torch.Tensor,
    indices: torch.Tensor,
    padding_idx: int = -1,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Any:
    return aten.embedding(weight, indices, padding_idx, scale_grad_by_freq) if sparse else NotImplemented
