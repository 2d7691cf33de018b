"""Sums over the windows that contain each element of an image, by the element's position within a stride.

Elements s * q + r of a dimension with stride s lie, for one remainder r, under the same taps of the windows q + c, with
c the same for all q. So each remainder is a sum of shifted slices, at addresses that no value decides, and the
remainders are interleaved.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import prod
from typing import Any

import torch
from torch import Tensor

LARGEST_UNROLLED = 32
"""The most taps of a window, and elements of a stride, that are written out: 3 x 3 x 3 are."""


@dataclass(frozen=True)
class WindowDimension:
    """Windows along one dimension: `count` of them, of which number o has its tap t at o * stride - padding + t *
    dilation of an image's `extent` elements.
    """

    extent: int
    count: int
    kernel: int
    stride: int
    padding: int
    dilation: int

    @property
    def length(self) -> int:
        """Elements of each remainder; the last one of some may lie behind the image."""
        return -(-self.extent // self.stride)

    def first_windows(self, remainder: int) -> list[tuple[int, int]]:
        """The taps that elements of a remainder lie under, and the window of the first of them."""
        starts = ((tap, remainder + self.padding - tap * self.dilation) for tap in range(self.kernel))
        return [(tap, start // self.stride) for tap, start in starts if start % self.stride == 0]

    @property
    def padding_of_windows(self) -> tuple[int, int]:
        """How many windows before the first and behind the last one slices reach."""
        firsts = [first for remainder in range(self.stride) for _, first in self.first_windows(remainder)]
        return max(0, -min(firsts, default=0)), max(0, max(firsts, default=0) + self.length - self.count)


def window_dimensions(extents: Sequence[Any], counts: Sequence[Any], *geometry: Any) -> list[WindowDimension] | None:
    """Windows over the last dimensions of an image; None for symbolic sizes, and for more than is written out.

    Args:
        geometry: kernel, stride, padding and dilation as pooling operators take them.
    """
    kernel, stride, padding, dilation = geometry
    each = [_for_each(values, len(extents)) for values in (kernel, stride or kernel, padding, dilation)]
    if not all(isinstance(size, int) for size in (*extents, *counts)):
        return None
    if max(prod(each[0]), prod(each[1])) > LARGEST_UNROLLED:
        return None
    return [WindowDimension(*sizes) for sizes in zip(extents, counts, *each, strict=True)]


def _for_each(values: Any, rank: int) -> list[int]:
    each: list[int] = [values] if isinstance(values, int) else list(values)
    return each * rank if len(each) == 1 else each


@dataclass(frozen=True)
class Above:
    """Windows that contain the elements of some remainders at one tap.

    Attributes:
        tap: number of the tap in its window, row-major.
        firsts: the windows of the first element.
    """

    dimensions: Sequence[WindowDimension]
    remainders: Sequence[int]
    tap: int
    firsts: Sequence[int]
    device: torch.device

    def places(self) -> Tensor:
        """Flat places of the elements in the image: (..., lengths) when broadcast."""
        places = [r + each.stride * torch.arange(each.length, device=self.device) for each, r in self._each()]
        strides = [prod(each.extent for each in self.dimensions[dim + 1 :]) for dim in range(len(places))]
        ranks = range(len(places) - 1, -1, -1)
        parts = (p.view(-1, *[1] * rank) * stride for p, rank, stride in zip(places, ranks, strides, strict=True))
        return reduce(torch.add, parts)

    def of(self, padded: Tensor) -> Tensor:
        """What a tensor (..., counts), padded for all taps, has for these windows: (..., lengths)."""
        for dim, (each, first) in enumerate(zip(self.dimensions, self.firsts, strict=True), -len(self.dimensions)):
            padded = padded.narrow(dim, first + each.padding_of_windows[0], each.length)
        return padded

    def _each(self) -> Iterator[tuple[WindowDimension, int]]:
        return zip(self.dimensions, self.remainders, strict=True)


def sum_over_windows(
    dimensions: Sequence[WindowDimension], of_windows: Sequence[Tensor], term: Callable[..., Tensor]
) -> Tensor:
    """The sum of terms over all windows that contain an element, for every element: (..., extents).

    Args:
        of_windows: tensors (..., counts); windows outside have 0 in the first one and -1 in the others.
        term: gets a part of each of them, all (..., lengths), and what it stands above.
    """
    pads = [pad for each in reversed(dimensions) for pad in each.padding_of_windows]
    padded = [torch.constant_pad_nd(tensor, pads, -1 if n else 0) for n, tensor in enumerate(of_windows)]
    like = of_windows[0]
    none = like.new_zeros((*like.shape[: -len(dimensions)], *(each.length for each in dimensions)))
    sums = {}
    for remainders in product(*(range(each.stride) for each in dimensions)):
        above = _above(dimensions, remainders, like.device)
        terms = [term(*map(each.of, padded), each) for each in above]
        sums[remainders] = reduce(torch.add, terms) if terms else none
    return _interleaved(dimensions, sums)


def _above(dimensions: Sequence[WindowDimension], remainders: Sequence[int], device: torch.device) -> Iterator[Above]:
    each_dimension = (each.first_windows(r) for each, r in zip(dimensions, remainders, strict=True))
    for found in product(*each_dimension):
        tap = 0
        for each, (number, _) in zip(dimensions, found, strict=True):
            tap = tap * each.kernel + number
        yield Above(dimensions, remainders, tap, [first for _, first in found], device)


def _interleaved(dimensions: Sequence[WindowDimension], sums: dict[tuple[int, ...], Tensor]) -> Tensor:
    """The elements of all remainders in their order."""
    for axis in reversed(range(len(dimensions))):
        dim, each = axis - len(dimensions), dimensions[axis]
        groups = {key[:axis]: [sums[(*key[:axis], r)] for r in range(each.stride)] for key in sums}
        sums = {
            key: torch.stack(parts, dim=parts[0].dim() + dim + 1)
            .flatten(parts[0].dim() + dim, parts[0].dim() + dim + 1)
            .narrow(dim, 0, each.extent)
            for key, parts in groups.items()
        }
    return sums[()]
