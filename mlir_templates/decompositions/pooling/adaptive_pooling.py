"""Adaptive pooling in three dimensions and, with large windows, in two; gradients of the averages.

Window o of n_out windows over n_in elements is [floor(o * n_in / n_out), ceil((o + 1) * n_in / n_out)). Element i lies
in the windows [floor(i * n_out / n_in), ceil((i + 1) * n_out / n_in)): the same formula with the roles exchanged, so
the gradient is a sum over adaptive windows too.
"""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.inductor.tracing_api import free_unbacked_symbols, guard_or_false, guard_or_true
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten

LARGEST_UNROLLED_WINDOW = 25
"""The largest window (elements) that Inductor's lowerings of pooling support in all cases."""


def _windows(extent: int, count: int, device: torch.device) -> tuple[torch.Tensor, torch.Tensor, int]:
    """First element and length of every window, and the largest possible length."""
    number = torch.arange(count, device=device)
    start = number * extent // count
    end = ((number + 1) * extent + count - 1) // count
    largest = extent // count if guard_or_false(extent % count == 0) else -(-extent // count) + 1
    return start, end - start, largest if guard_or_true(largest <= extent) else extent


def _window_sums(x: torch.Tensor, dim: int, count: int) -> torch.Tensor:
    """Sums over the `count` adaptive windows of a dimension."""
    extent = x.shape[dim]
    start, length, largest = _windows(extent, count, x.device)
    offset = torch.arange(largest, device=x.device)
    place = (start[:, None] + offset).clamp(max=extent - 1)
    parts = x.index_select(dim, place.flatten()).unflatten(dim, (count, largest))
    inside = _along(offset < length[:, None], dim, x.dim() + 1)
    return torch.where(inside, parts, 0).sum(dim + 1)


def _along(values: torch.Tensor, dim: int, rank: int) -> torch.Tensor:
    """A tensor with its dimensions at `dim`, `dim` + 1, ... of a broadcastable tensor of rank `rank`."""
    shape = [1] * rank
    shape[dim : dim + values.dim()] = values.shape
    return values.view(shape)


def _wide(x: torch.Tensor) -> torch.Tensor:
    return x.float() if x.dtype in (torch.float16, torch.bfloat16) else x


def _averages(x: torch.Tensor, output_size: Sequence[int]) -> torch.Tensor:
    result = _wide(x)
    for dim, count in enumerate(output_size, start=x.dim() - len(output_size)):
        extent = result.shape[dim]
        _, length, _ = _windows(extent, count, x.device)
        result = _window_sums(result, dim, count) / _along(length, dim, result.dim()).to(result.dtype)
    return result.to(x.dtype)


def _gradient(grad: torch.Tensor, x: torch.Tensor, dims: int) -> torch.Tensor:
    result = _wide(grad)
    for dim in range(x.dim() - dims, x.dim()):
        _, length, _ = _windows(x.shape[dim], grad.shape[dim], x.device)
        result = _window_sums(result / _along(length, dim, result.dim()).to(result.dtype), dim, x.shape[dim])
    return result.to(x.dtype)


@register_decomposition(aten._adaptive_avg_pool3d.default)
def adaptive_avg_pool3d(x: torch.Tensor, output_size: Sequence[int]) -> torch.Tensor:
    if guard_or_false(x.numel() == 0) or 0 in output_size:
        return x.new_zeros([*x.shape[:-3], *output_size])
    return _averages(x, output_size)


@register_decomposition(aten._adaptive_avg_pool2d.default)
def adaptive_avg_pool2d(x: torch.Tensor, output_size: Sequence[int]) -> Any:
    return _averages(x, output_size) if _has_large_windows(x, output_size) else NotImplemented


def _has_large_windows(x: torch.Tensor, output_size: Sequence[int]) -> bool:
    """Whether Inductor's lowering would fall back to the host, guard on a data-dependent size or compare symbols."""
    if guard_or_false(x.numel() == 0) or 0 in output_size:
        return False
    if free_unbacked_symbols(x.shape[-2:]) or any(isinstance(count, torch.SymInt) for count in output_size):
        return True
    largest = [-(-(extent + count - 1) // count) for extent, count in zip(x.shape[-2:], output_size, strict=True)]
    return bool(largest[0] * largest[1] > LARGEST_UNROLLED_WINDOW)


@register_decomposition(aten._adaptive_avg_pool2d_backward.default)
def adaptive_avg_pool2d_backward(grad: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    return torch.zeros_like(x) if 0 in (grad.numel(), x.numel()) else _gradient(grad, x, 2)


@register_decomposition(aten._adaptive_avg_pool3d_backward.default)
def adaptive_avg_pool3d_backward(grad: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    return torch.zeros_like(x) if 0 in (grad.numel(), x.numel()) else _gradient(grad, x, 3)


# -- maxima


@register_decomposition(aten.adaptive_max_pool3d.default)
def adaptive_max_pool3d(x: torch.Tensor, output_size: Sequence[int]) -> tuple[torch.Tensor, torch.Tensor]:
    """Maxima and their flat indices in the three dimensions, the first of equal elements."""
    return _maxima(x, output_size)


@register_decomposition(aten.adaptive_max_pool2d.default)
def adaptive_max_pool2d(x: torch.Tensor, output_size: Sequence[int]) -> Any:
    return _maxima(x, output_size) if _has_large_windows(x, output_size) else NotImplemented


def _maxima(x: torch.Tensor, output_size: Sequence[int]) -> tuple[torch.Tensor, torch.Tensor]:
    rank = len(output_size)
    sizes = x.shape[-rank:]
    places = torch.arange(sizes.numel(), device=x.device).view(sizes).expand(x.shape)
    if 0 in (x.numel(), *output_size):
        empty = [*x.shape[:-rank], *output_size]
        return x.new_zeros(empty), places.new_zeros(empty)
    values = x
    for dim in range(x.dim() - 1, x.dim() - rank - 1, -1):  # innermost first: the first of equal elements wins
        values, places = _window_maxima(values, places, dim, output_size[dim - x.dim()])
    return values, places


def _window_maxima(x: torch.Tensor, places: torch.Tensor, dim: int, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Maxima over the adaptive windows of a dimension, and the elements of `places` at the maxima."""
    extent = x.shape[dim]
    start, length, largest = _windows(extent, count, x.device)
    # A window repeats its last element beyond its end, which changes neither maximum nor index.
    offset = torch.minimum(torch.arange(largest, device=x.device), length[:, None] - 1)
    source = (start[:, None] + offset).flatten()
    parts = x.index_select(dim, source).unflatten(dim, (count, largest))
    candidates = places.index_select(dim, source).unflatten(dim, (count, largest))
    best = parts.argmax(dim + 1, keepdim=True)
    return parts.gather(dim + 1, best).squeeze(dim + 1), candidates.gather(dim + 1, best).squeeze(dim + 1)
