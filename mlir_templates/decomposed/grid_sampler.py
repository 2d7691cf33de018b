"""Grid sampling in three dimensions, and the gradients of grid sampling in two and three.

Along every dimension a position reads a few taps (1 for nearest, 2 for linear, 4 for cubic), each with a place, a
weight and the weight's slope; a sample is the sum over all combinations of taps of the product of their weights.
Everything is summed in the input's dtype, float32 for narrow ones.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten
_LINEAR, _NEAREST = 0, 1
_ZEROS, _BORDER = 0, 1
_CUBIC = -0.75
"""The constant of the cubic convolution (Keys, 1981) that PyTorch uses."""


@dataclass
class _Tap:
    """One of the elements a position reads along one dimension: (N, P) tensors.

    Attributes:
        place: index of the element (int64), 0 where there is none.
        weight: 0 where there is none.
        slope: derivative of the weight by the grid's coordinate.
    """

    place: torch.Tensor
    weight: torch.Tensor
    slope: torch.Tensor


def _position(grid: torch.Tensor, size: int, align_corners: bool) -> tuple[torch.Tensor, float]:
    """Coordinates from -1 to 1 as positions among the elements, and the derivative."""
    scale = (size - 1) / 2 if align_corners else size / 2
    return grid * scale + (size - 1) / 2, scale


def _reflected(position: torch.Tensor, size: int, align_corners: bool) -> tuple[torch.Tensor, torch.Tensor]:
    low, span = (0.0, size - 1.0) if align_corners else (-0.5, float(size))
    if span == 0:
        return torch.zeros_like(position), torch.zeros_like(position)
    shifted = position - low
    distance = shifted.abs()
    rest, flips = torch.fmod(distance, span), torch.floor(distance / span)
    even = torch.remainder(flips, 2) == 0
    sign = torch.where(shifted < 0, -1.0, 1.0)
    return torch.where(even, rest + low, span + low - rest), torch.where(even, sign, -sign)


def _padded(position: torch.Tensor, size: int, padding: int, align_corners: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Positions after padding, and the derivative by the position before it."""
    slope = torch.ones_like(position)
    if padding == _ZEROS:
        return position, slope
    if padding != _BORDER:
        position, slope = _reflected(position, size, align_corners)
    inside = (position > 0) & (position < size - 1)
    return position.clamp(0, size - 1), torch.where(inside, slope, 0)


def _taps(coordinate: torch.Tensor, size: int, mode: int, padding: int, align_corners: bool) -> list[_Tap]:
    position, scale = _position(coordinate, size, align_corners)
    if mode not in (_LINEAR, _NEAREST):
        return _cubic_taps(position, scale, size, padding, align_corners)
    position, slope = _padded(position, size, padding, align_corners)
    slope = slope * scale
    if mode == _NEAREST:
        return [_made(position.round(), torch.ones_like(position), torch.zeros_like(position), size)]
    first = position.floor()
    part = position - first
    return [_made(first, 1 - part, -slope, size), _made(first + 1, part, slope, size)]


def _cubic_taps(position: torch.Tensor, scale: float, size: int, padding: int, align_corners: bool) -> list[_Tap]:
    first = position.floor()
    part = position - first
    taps = []
    for offset in (-1, 0, 1, 2):
        weight, slope = _cubic(part - offset)
        place, _ = _padded(first + offset, size, padding, align_corners)
        taps.append(_made(place, weight, slope * scale, size))
    return taps


def _cubic(distance: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Weight of an element at a distance from -2 to 2, and its derivative."""
    x, a = distance.abs(), _CUBIC
    near = ((a + 2) * x - (a + 3)) * x * x + 1, (3 * (a + 2) * x - 2 * (a + 3)) * x
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a, (3 * a * x - 10 * a) * x + 8 * a
    weight, slope = (torch.where(x <= 1, p, q) for p, q in zip(near, far, strict=True))
    return weight, slope * distance.sign()


def _made(place: torch.Tensor, weight: torch.Tensor, slope: torch.Tensor, size: int) -> _Tap:
    exists = (place >= 0) & (place < size)
    index = torch.where(exists, place, 0).to(torch.int64)
    return _Tap(index, torch.where(exists, weight, 0), torch.where(exists, slope, 0))


def _all_taps(x: torch.Tensor, grid: torch.Tensor, mode: int, padding: int, align_corners: bool) -> list[list[_Tap]]:
    """Taps of every spatial dimension, outermost first; the grid's last coordinate belongs to the outermost."""
    flat, sizes = grid.flatten(1, -2), x.shape[2:]
    return [
        _taps(flat[..., len(sizes) - 1 - d].to(_wide(x)), size, mode, padding, align_corners)
        for d, size in enumerate(sizes)
    ]


def _wide(x: torch.Tensor) -> torch.dtype:
    return torch.float32 if x.dtype in (torch.float16, torch.bfloat16) else x.dtype


def _combinations(x: torch.Tensor, taps: list[list[_Tap]]) -> Iterator[tuple[torch.Tensor, Sequence[_Tap]]]:
    """Flat index (N, C, P) of every combination of one tap per dimension, with the taps."""
    for chosen in itertools.product(*taps):
        flat = chosen[0].place
        for size, tap in zip(x.shape[3:], chosen[1:], strict=True):
            flat = flat * size + tap.place
        yield flat.unsqueeze(1).expand(-1, x.shape[1], -1), chosen


def _product(weights: Sequence[torch.Tensor]) -> torch.Tensor:
    result = math.prod(weights[1:], start=weights[0])
    return result.unsqueeze(1)


@register_decomposition(aten.grid_sampler_3d.default)
def grid_sampler_3d(x: torch.Tensor, grid: torch.Tensor, mode: int, padding: int, align_corners: bool) -> torch.Tensor:
    values = x.flatten(2).to(_wide(x))
    total = values.new_zeros([*x.shape[:2], grid[0, ..., 0].numel()])
    for index, chosen in _combinations(x, _all_taps(x, grid, mode, padding, align_corners)):
        total = total + values.gather(2, index) * _product([tap.weight for tap in chosen])
    return total.view(*x.shape[:2], *grid.shape[1:-1]).to(x.dtype)


@register_decomposition(aten.grid_sampler_2d_backward.default, aten.grid_sampler_3d_backward.default)
def grid_sampler_backward(
    grad: torch.Tensor,
    x: torch.Tensor,
    grid: torch.Tensor,
    mode: int,
    padding: int,
    align_corners: bool,
    output_mask: Sequence[bool],
) -> tuple[torch.Tensor | None, torch.Tensor]:
    """Gradients by the input (None where it is not asked for) and by the grid."""
    taps = _all_taps(x, grid, mode, padding, align_corners)
    values, incoming = x.flatten(2).to(_wide(x)), grad.flatten(2).to(_wide(x))
    by_input = torch.zeros_like(values)
    by_axis = [torch.zeros_like(incoming[:, 0]) for _ in taps]
    for index, chosen in _combinations(x, taps):
        weights = [tap.weight for tap in chosen]
        if output_mask[0]:
            by_input = by_input.scatter_add(2, index, incoming * _product(weights))
        pull = (values.gather(2, index) * incoming).sum(1)
        for d, tap in enumerate(chosen):
            by_axis[d] = by_axis[d] + pull * _product([*weights[:d], tap.slope, *weights[d + 1 :]]).squeeze(1)
    by_grid = torch.stack(by_axis[::-1], -1).view(grid.shape).to(grid.dtype)
    return by_input.view(x.shape).to(x.dtype) if output_mask[0] else None, by_grid
