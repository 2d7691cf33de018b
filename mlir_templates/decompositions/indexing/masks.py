"""Indexing with masks among other indices, and searches for nonzero elements."""

import math
from collections.abc import Sequence

import torch
from npusim.frontend.inductor.tracing_api import guard_or_false
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten
Indices = Sequence[torch.Tensor | None]


def _is_mask(index: torch.Tensor | None) -> bool:
    return index is not None and index.dtype in (torch.bool, torch.uint8)


def _one_mask_only(indices: Indices) -> bool:
    """Whether the lowerings support the indices: one mask without other indices, or no mask."""
    return not any(map(_is_mask, indices)) or sum(index is not None for index in indices) == 1


def without_masks(indices: Indices) -> list[torch.Tensor | None]:
    """Replaces every mask by the coordinates of its true elements, one index per dimension of the mask."""
    plain: list[torch.Tensor | None] = []
    for index in indices:
        plain.extend(index.nonzero().unbind(1) if index is not None and _is_mask(index) else [index])
    return plain


def _leads(indices: Indices) -> bool:
    return _is_mask(indices[0])


@register_decomposition(aten.index.Tensor)
def index(x: torch.Tensor, indices: Indices) -> torch.Tensor:
    if not any(map(_is_mask, indices)) or (_one_mask_only(indices) and _leads(indices)):
        return NotImplemented
    return x[tuple(slice(None) if place is None else place for place in without_masks(indices))]


@register_decomposition(aten.index_put.default)
def index_put(x: torch.Tensor, indices: Indices, values: torch.Tensor, accumulate: bool = False) -> torch.Tensor:
    if _one_mask_only(indices):
        return NotImplemented
    return aten.index_put(x, without_masks(indices), values, accumulate)


@register_decomposition(aten.nonzero_static.default)
def nonzero_static(x: torch.Tensor, *, size: int, fill_value: int = -1) -> torch.Tensor:
    """Coordinates of the first `size` nonzero elements; remaining rows hold `fill_value`."""
    table = torch.full((size + 1, x.dim()), fill_value, device=x.device)
    if x.dim() == 0 or guard_or_false(x.numel() == 0):
        return table[:size]
    holds = (x != 0).flatten()
    place = torch.where(holds, holds.cumsum(0) - 1, size).clamp(max=size)  # the last row takes excess elements
    flat = torch.arange(x.numel(), device=x.device)
    sizes = list(x.shape)
    coordinates = torch.stack([flat // math.prod(sizes[d + 1 :]) % size for d, size in enumerate(sizes)], 1)
    return table.scatter(0, place[:, None].expand_as(coordinates), coordinates)[:size]


@register_decomposition(aten.masked_scatter.default)
def masked_scatter(x: torch.Tensor, mask: torch.Tensor, source: torch.Tensor) -> torch.Tensor:
    """The mask's true elements from a source, whose places are checked as those of other indices are: Inductor's own
    takes the last element of a source again that has fewer elements.
    """
    x, mask = torch.broadcast_tensors(x, mask)
    if guard_or_false(x.numel() == 0):
        return x.clone()
    holds = mask.flatten()
    first = 0
    if guard_or_false(source.numel() == 0):
        source, first = source.new_zeros(1), 1  # any true element is out of bounds
    place = torch.where(holds, holds.cumsum(0) - 1 + first, 0)
    return torch.where(holds, source.flatten()[place], x.flatten()).view(x.shape)


@register_decomposition(aten.masked_scatter_backward.default)
def masked_scatter_backward(grad: torch.Tensor, mask: torch.Tensor, sizes: Sequence[int]) -> torch.Tensor:
    """A tensor of zeros that begins with the gradients of the mask's true elements."""
    count = math.prod(sizes)
    holds = mask.expand(grad.shape).flatten()
    place = torch.where(holds, holds.cumsum(0) - 1, count).clamp(max=count)  # the last element takes the others
    return grad.new_zeros(count + 1).scatter(0, place, grad.flatten())[:count].view(sizes)
