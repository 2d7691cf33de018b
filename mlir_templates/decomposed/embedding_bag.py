"""Bags of embeddings (`nn.EmbeddingBag`) and their gradients, with the auxiliary results that accelerators have.

Operators return the bags, the bag of every index, the number of indices in every bag (without padding), and for
maxima the indices they come from.
"""

import math

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten
_SUM, _MEAN, _MAX = 0, 1, 2
Results = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]


def _bags(indices: torch.Tensor, offsets: torch.Tensor, count: int) -> torch.Tensor:
    """Bag of every index."""
    element = torch.arange(indices.shape[0], device=indices.device, dtype=offsets.dtype)
    return torch.searchsorted(offsets[:count].contiguous(), element, right=True) - 1


@register_decomposition(aten._embedding_bag.default, aten._embedding_bag_forward_only.default)
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
) -> Results:
    count = offsets.shape[0] - int(include_last_offset)
    bags = _bags(indices, offsets, count)
    used = indices != padding_idx
    sizes = torch.zeros_like(offsets, dtype=indices.dtype).index_add(0, bags, used.to(indices.dtype))
    rows = weight[indices]
    if mode == _MAX:
        output, sources = _maxima(weight, indices, rows, bags, used, count)
        return output, bags.to(indices.dtype), sizes, sources
    if per_sample_weights is not None:
        rows = rows * per_sample_weights[:, None]
    wide = torch.promote_types(weight.dtype, torch.float32)
    total = torch.zeros(count, weight.shape[1], dtype=wide, device=weight.device)
    total = total.index_add(0, bags, torch.where(used[:, None], rows, 0).to(wide))
    if mode == _MEAN:
        total = total / sizes[:count, None].clamp(min=1)
    return total.to(weight.dtype), bags.to(indices.dtype), sizes, indices.new_empty(0)


def _maxima(
    weight: torch.Tensor, indices: torch.Tensor, rows: torch.Tensor, bags: torch.Tensor, used: torch.Tensor, count: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Maxima of the bags (0 where a bag is empty) and the index each came from, the first one of equals."""
    rows = torch.where(used[:, None], rows, -math.inf)
    places = bags[:, None].expand(rows.shape)
    start = weight.new_full((count, weight.shape[1]), -math.inf)
    maxima = start.scatter_reduce(0, places, rows, "amax")
    element = torch.arange(rows.shape[0], device=rows.device)[:, None].expand(rows.shape)
    candidate = torch.where((rows == maxima.gather(0, places)) & used[:, None], element, rows.shape[0])
    first = torch.full_like(maxima, rows.shape[0], dtype=torch.int64).scatter_reduce(0, places, candidate, "amin")
    exists = first < rows.shape[0]
    sources = torch.where(exists, torch.cat([indices, indices.new_zeros(1)])[first], 0)
    return torch.where(exists, maxima, 0), sources.to(indices.dtype)


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
    rows = grad[offset2bag].to(wide)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights[:, None]
    if scale_grad_by_freq:
        frequency = indices.new_zeros(num_weights).index_add(0, indices, torch.ones_like(indices))
        rows = rows / frequency[indices][:, None]
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
    per_sample_weights: torch.Tensor | None,
    padding_idx: int = -1,
) -> torch.Tensor:
    if sparse:
        return NotImplemented
    return embedding_bag_dense_backward(
        grad,
        indices,
        offset2bag,
        bag_size,
        maximum_indices,
        num_weights,
        scale_grad_by_freq,
        mode,
        per_sample_weights,
        padding_idx,
    )


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
    """The rows that are used, scaled down to the largest norm that is allowed."""
    norm = torch.linalg.vector_norm(weight, norm_type, dim=1)
    flat = indices.flatten()
    used = torch.zeros_like(norm, dtype=torch.int32).scatter(0, flat, torch.ones_like(flat, dtype=torch.int32))
    too_long = (used > 0) & (norm > max_norm)
    return weight * torch.where(too_long, max_norm / (norm + 1e-7), 1)[:, None]
