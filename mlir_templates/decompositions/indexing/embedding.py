"""Embeddings with `sparse=True`, whose values do not differ from dense ones, and dense gradients of embeddings."""

from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.segment_reduce import is_worth_sorting, sums_by_index

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


@register_decomposition(aten.embedding_dense_backward.default)
def embedding_dense_backward(
    grad: torch.Tensor, indices: torch.Tensor, num_weights: int, padding_idx: int, scale_grad_by_freq: bool
) -> Any:
    """Sums rows by sorted index where sorting pays, else adds in memory (PyTorch's decomposition)."""
    rows = grad.reshape(indices.numel(), grad.shape[-1])
    if grad.is_complex() or not is_worth_sorting(num_weights, rows.shape[1], rows.shape[0], grad.dtype):
        return NotImplemented
    places = indices.reshape(-1)
    places = torch.where(places == padding_idx, -1, places)
    return sums_by_index(rows, places, num_weights, mean=scale_grad_by_freq)
