"""Embedding bags (`nn.EmbeddingBag`) and their gradients, with the auxiliary results of PyTorch on accelerators.

Operators return the bags, the bag of every index, the number of indices per bag (without padding), and for maxima the
indices they come from.
"""

from functools import partial
from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.segment_reduce import (
    is_worth_sorting,
    segment_maxima,
    segment_of_each,
    segment_sums,
    sums_by_index,
)

aten = torch.ops.aten
_SUM, _MEAN, _MAX = 0, 1, 2
Results = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]


def _sizes(indices: torch.Tensor, offsets: torch.Tensor, padding_idx: int) -> torch.Tensor:
    """Number of indices per offset, without padding; also for the last offset if it is the end (then 0)."""
    ends = torch.cat([offsets[1:], offsets.new_full((1,), indices.shape[0])])
    if padding_idx < 0:
        return (ends - offsets).to(indices.dtype)
    before = torch.nn.functional.pad(torch.cumsum(indices != padding_idx, 0), (1, 0))
    return (before[ends] - before[offsets]).to(indices.dtype)


@register_decomposition(aten._embedding_bag.default)
def embedding_bag(
    weight: torch.Tensor,
    indices: torch.Tensor,
    offsets: torch.Tensor,
    scale_grad_by_freq: bool = False,
    mode: int = _SUM,
    sparse: bool = False,
    per_sample_weights: torch.Tensor | None = None,
    include_last_offset: bool = False,
    padding_idx: int = -1,
    sources_apart: bool = False,
) -> Results:
    """Embedding bags; with `sources_apart` a separate, removable kernel computes the indices of maxima."""
    closed = include_last_offset
    bags = segment_of_each(offsets[1 : offsets.shape[0] - int(closed)], indices.shape[0]).to(indices.dtype)
    sizes = _sizes(indices, offsets, padding_idx)
    options: dict[str, Any] = {"closed": closed, "padding_index": padding_idx, "checks": True}
    if mode != _MAX:
        sums = segment_sums(weight, indices, offsets, per_sample_weights, mean=mode == _MEAN, **options)
        return sums, bags, sizes, indices.new_empty(0)
    maxima, sources = segment_maxima(weight, indices, offsets, **options)
    if sources_apart:
        maxima, _ = segment_maxima(weight, indices, offsets, sources=False, **options)
    return maxima, bags, sizes, sources


register_decomposition(aten._embedding_bag_forward_only.default)(partial(embedding_bag, sources_apart=True))


@register_decomposition(aten._embedding_bag_dense_backward.default)
def embedding_bag_dense_backward(
    grad: torch.Tensor,
    indices: torch.Tensor,
    offset2bag: torch.Tensor,
    bag_size: torch.Tensor,
    maximum_indices: torch.Tensor,
    num_weights: int,
    scale_grad_by_freq: bool,
    mode: int,
    per_sample_weights: torch.Tensor | None,
    padding_idx: int = -1,
) -> torch.Tensor:
    wide = torch.promote_types(grad.dtype, torch.float32)
    zeros = torch.zeros(num_weights, grad.shape[1], dtype=wide, device=grad.device)
    if mode == _MAX:
        filled = (bag_size[: grad.shape[0], None] > 0).to(wide)
        return zeros.scatter_add(0, maximum_indices.to(torch.int64), grad.to(wide) * filled).to(grad.dtype)
    if mode == _MEAN:
        grad = grad / bag_size[: grad.shape[0], None].clamp(min=1).to(grad.dtype)
    factors = None if per_sample_weights is None else per_sample_weights.to(wide)
    if scale_grad_by_freq:
        frequency = indices.new_zeros(num_weights).index_add(0, indices, torch.ones_like(indices))[indices]
        factors = 1 / frequency.to(wide) if factors is None else factors / frequency
    if is_worth_sorting(num_weights, grad.shape[1], indices.shape[0], grad.dtype):
        places = torch.where(indices != padding_idx, indices, -1)
        return sums_by_index(grad, places, num_weights, rows=offset2bag, factors=factors)
    rows = grad[offset2bag].to(wide)
    rows = rows if factors is None else rows * factors[:, None]
    rows = torch.where((indices != padding_idx)[:, None], rows, 0)
    return zeros.index_add(0, indices, rows).to(grad.dtype)


@register_decomposition(aten._embedding_bag_backward.default)
def embedding_bag_backward(
    grad: torch.Tensor,
    indices: torch.Tensor,
    offsets: torch.Tensor,
    offset2bag: torch.Tensor,
    bag_size: torch.Tensor,
    maximum_indices: torch.Tensor,
    num_weights: int,
    scale_grad_by_freq: bool,
    mode: int,
    sparse: bool,
    *others: Any,
) -> torch.Tensor:
    if sparse:
        return NotImplemented
    bags = offset2bag, bag_size, maximum_indices
    return embedding_bag_dense_backward(grad, indices, *bags, num_weights, scale_grad_by_freq, mode, *others)


@register_decomposition(aten._embedding_bag_per_sample_weights_backward.default)
def embedding_bag_per_sample_weights_backward(
    grad: torch.Tensor,
    weight: torch.Tensor,
    indices: torch.Tensor,
    offsets: torch.Tensor,
    offset2bag: torch.Tensor,
    mode: int,
    padding_idx: int = -1,
) -> torch.Tensor:
    product = (grad[offset2bag] * weight[indices]).sum(1)
    return torch.where(indices != padding_idx, product, 0)


@register_decomposition(aten.embedding_renorm.default)
def embedding_renorm(weight: torch.Tensor, indices: torch.Tensor, max_norm: float, norm_type: float) -> torch.Tensor:
    """Scales the used rows down to a norm of at most `max_norm`."""
    norm = torch.linalg.vector_norm(weight, norm_type, dim=1)
    flat = indices.flatten()
    used = torch.zeros_like(norm, dtype=torch.int32).scatter(0, flat, torch.ones_like(flat, dtype=torch.int32))
    too_long = (used > 0) & (norm > max_norm)
    return weight * torch.where(too_long, max_norm / (norm + 1e-7), 1)[:, None]
