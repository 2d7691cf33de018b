"""Average pooling with large, overlapping windows, and its gradient: sums over windows, one dimension after the other.

Window o begins at o * stride - padding. The windows that contain element i are contiguous too, so the gradient is a sum
over ranges of windows.
"""

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import Any

import torch
from npusim.frontend.inductor.tracing_api import guard_or_false
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.decompositions.pooling.adaptive_pooling import LARGEST_UNROLLED_WINDOW

aten = torch.ops.aten
_FORWARD: dict[int, Any] = {2: aten.avg_pool2d, 3: aten.avg_pool3d}
_BACKWARD: dict[int, Any] = {2: aten.avg_pool2d_backward, 3: aten.avg_pool3d_backward}
_LARGEST_OVERLAP = {2: LARGEST_UNROLLED_WINDOW, 3: 8}
"""The most windows per element for Inductor's gradient, which unrolls them; 18 in 3-D compile for 20 s."""


class _Dimension:
    """Windows along one dimension of some extent."""

    def __init__(self, extent: int, count: int, kernel: int, stride: int, padding: int) -> None:
        self.extent, self.count, self.kernel, self.stride, self.padding = extent, count, kernel, stride, padding

    def windows(self, device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
        """Start and end of every window, clipped to the tensor."""
        start = torch.arange(self.count, device=device) * self.stride - self.padding
        return start.clamp(min=0), (start + self.kernel).clamp(max=self.extent)

    def padded_lengths(self, device: torch.device) -> torch.Tensor:
        """Length of every window, padding included."""
        start = torch.arange(self.count, device=device) * self.stride - self.padding
        return (start + self.kernel).clamp(max=self.extent + self.padding) - start

    def owners(self, device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
        """Start and end of the range of windows that contain each element."""
        place = torch.arange(self.extent, device=device) + self.padding
        first = (place - self.kernel + self.stride).clamp(min=0) // self.stride
        return first, (place // self.stride + 1).clamp(max=self.count)


def _sums(x: torch.Tensor, dim: int, start: torch.Tensor, end: torch.Tensor, largest: int) -> torch.Tensor:
    """Sums of x[start:end] along a dimension for every pair of start and end."""
    place = start[:, None] + torch.arange(largest, device=x.device)
    inside = place < end[:, None]
    parts = x.index_select(dim, place.clamp(max=x.shape[dim] - 1).flatten()).unflatten(dim, place.shape)
    shape = [1] * parts.dim()
    shape[dim : dim + 2] = place.shape
    return torch.where(inside.view(shape), parts, 0).sum(dim + 1)


def _each(values: Sequence[int], rank: int) -> list[int]:
    return list(values) * (rank if len(values) == 1 else 1)


def _dimensions(extents: Any, counts: Any, kernel: Any, stride: Any, padding: Any) -> list[_Dimension]:
    return [_Dimension(*sizes) for sizes in zip(extents, counts, kernel, stride, padding, strict=True)]


def _divisors(dims: list[_Dimension], count_include_pad: bool, device: torch.device, dtype: torch.dtype) -> Any:
    """The divisors of the sums, broadcastable to the result."""
    result = torch.ones((), dtype=dtype, device=device)
    for dim in dims:
        start, end = dim.windows(device)
        length = dim.padded_lengths(device) if count_include_pad else end - start
        result = result[..., None] * length.to(dtype)
    return result


def _arguments(rank: int, kernel: Any, stride: Any, padding: Any) -> tuple[list[int], list[int], list[int]]:
    kernel = _each(kernel, rank)
    return kernel, _each(stride, rank) if stride else kernel, _each(padding, rank)


def _clipped(extents: Sequence[int], kernel: list[int], stride: list[int], padding: list[int]) -> Any:
    """Kernel and stride where windows larger than the padded tensor, of which ceil mode allows one, end with it."""
    whole = [extent + 2 * pad for extent, pad in zip(extents, padding, strict=True)]
    larger = [guard_or_false(size > room) for size, room in zip(kernel, whole, strict=True)]
    if not any(larger):
        return None
    sizes = zip(larger, whole, kernel, stride, strict=True)
    return list(zip(*((room, room) if clips else (size, step) for clips, room, size, step in sizes), strict=True))


def _wide(dtype: torch.dtype) -> torch.dtype:
    return torch.float32 if dtype in (torch.float16, torch.bfloat16) else dtype


def _pool(
    rank: int,
    x: torch.Tensor,
    kernel_size: Any,
    stride: Any = (),
    padding: Any = (0,),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Any:
    kernel, steps, pads = _arguments(rank, kernel_size, stride, padding)
    if clipped := _clipped(x.shape[-rank:], kernel, steps, pads):
        return _FORWARD[rank](x, *clipped, pads, ceil_mode, count_include_pad, divisor_override)
    if prod(kernel) <= LARGEST_UNROLLED_WINDOW or kernel == steps or guard_or_false(x.numel() == 0):
        return NotImplemented
    extents = x.shape[-rank:]
    counts = [_count(*sizes, ceil_mode) for sizes in zip(extents, kernel, steps, pads, strict=True)]
    dims, value = _dimensions(extents, counts, kernel, steps, pads), x.to(_wide(x.dtype))
    for number, dim in enumerate(dims, start=x.dim() - rank):
        value = _sums(value, number, *dim.windows(x.device), dim.kernel)
    divisor = divisor_override or _divisors(dims, count_include_pad, x.device, value.dtype)
    return torch.div(value, divisor, rounding_mode=None if x.is_floating_point() else "trunc").to(x.dtype)


def _count(extent: int, kernel: int, stride: int, padding: int, ceil_mode: bool) -> int:
    """Number of windows along a dimension; in ceil mode the last must begin inside the tensor or its left padding."""
    room = extent + 2 * padding - kernel
    count = (room + (stride - 1 if ceil_mode else 0)) // stride + 1
    return count - 1 if ceil_mode and (count - 1) * stride >= extent + padding else count


def _gradient(
    rank: int,
    grad: torch.Tensor,
    x: torch.Tensor,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> Any:
    kernel, steps, pads = _arguments(rank, kernel_size, stride, padding)
    if clipped := _clipped(x.shape[-rank:], kernel, steps, pads):
        return _BACKWARD[rank](grad, x, *clipped, pads, ceil_mode, count_include_pad, divisor_override)
    overlap = prod(-(-size // step) for size, step in zip(kernel, steps, strict=True))
    is_small = overlap <= _LARGEST_OVERLAP[rank]
    has_short_windows = ceil_mode and count_include_pad and divisor_override is None
    if guard_or_false(x.numel() == 0) or (is_small and not has_short_windows):
        is_spelt_out = len(kernel_size) == len(stride) == len(padding) == rank
        ours = (kernel, steps, pads, ceil_mode, count_include_pad, divisor_override)
        return NotImplemented if is_spelt_out else _BACKWARD[rank](grad, x, *ours)
    dims = _dimensions(x.shape[-rank:], grad.shape[-rank:], kernel, steps, pads)
    value = grad.to(_wide(grad.dtype))
    value = value / (divisor_override or _divisors(dims, count_include_pad, x.device, value.dtype))
    if is_small:
        # Inductor's formula counts windows that end beyond the padding as whole.
        return _BACKWARD[rank](value, x.to(value.dtype), kernel, steps, pads, ceil_mode, True, 1).to(x.dtype)
    for number, dim in enumerate(dims, start=x.dim() - rank):
        value = _sums(value, number, *dim.owners(x.device), -(-dim.kernel // dim.stride))
    return value.to(x.dtype)


for _rank in (2, 3):
    register_decomposition(_FORWARD[_rank].default)(partial(_pool, _rank))
    register_decomposition(_BACKWARD[_rank].default)(partial(_gradient, _rank))
