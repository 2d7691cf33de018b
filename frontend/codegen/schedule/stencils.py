"""Loads of one tensor at constant distances, as the taps of a pool's window: a block with a halo holds them all.

Element `step * i + tap` of a dimension is read by iteration `i`, for several taps. Loaded one by one, taps move
the tensor once each; a block of the tile's elements and their neighbours moves it once, and every tap is a strided
part of that block.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Protocol

import sympy
import torch
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.access import Access
from npusim.frontend.codegen.graph.box_masks import Box
from npusim.frontend.codegen.graph.buffers import Environment
from npusim.frontend.codegen.graph.dag import Graph, Value
from npusim.frontend.codegen.graph.domain import Dim
from npusim.frontend.codegen.graph.sizes import Sizes

MOST_STEPS, MOST_STRIDED = 8, 3
"""Elements from one iteration to the next up to which a block pays, and innermost dimensions that may have several."""


@dataclass(frozen=True)
class Axis:
    """The elements of a tensor along one dimension of the loops.

    Attributes:
        stride: elements of memory between two of them.
        step: elements from one iteration to the next.
        taps: the first and the last that iteration 0 reads.
        inside: first and end of the elements that the tensor has; None where none are masked.
    """

    stride: sympy.Expr
    step: int
    taps: tuple[int, int]
    inside: tuple[int, int] | None

    @property
    def has_halo(self) -> bool:
        """Whether neighbouring iterations, or one iteration at several taps, read the elements between."""
        return self.step > 1 or self.taps[0] < self.taps[1]

    @property
    def overlaps(self) -> bool:
        """Whether neighbouring iterations read an element both; else strided transfers do (`interleaved_access`)."""
        return self.taps[1] - self.taps[0] >= self.step

    def extent(self, iterations: int) -> int:
        """Elements from the first to the last that some neighbouring iterations read."""
        return self.step * (iterations - 1) + self.taps[1] - self.taps[0] + 1

    def moved(self, iterations: int) -> int:
        """Elements of them that the tensor has, for all iterations of the loop."""
        return self.extent(iterations) if self.inside is None else self.inside[1] - self.inside[0]


@dataclass(frozen=True)
class Stencil:
    """Loads that parts of one block serve.

    Attributes:
        dims, axes: the dimensions of the loops that they move along, as in their `Access`.
        origin: address of element 0 along all axes.
        pad: the constant that masked loads give; None if there are none, or their values are not used.
        taps: of each load, by its number: the element along every axis that iteration 0 reads.
    """

    buffer: str
    dtype: torch.dtype
    dims: tuple[int, ...]
    axes: tuple[Axis, ...]
    origin: sympy.Expr
    pad: Value | None
    taps: Mapping[int, tuple[int, ...]]

    @property
    def element(self) -> str:
        """MLIR element type in memory."""
        return dtypes.mlir_element(self.dtype)

    @property
    def halo(self) -> frozenset[int]:
        """Dimensions along which tiles overlap."""
        return frozenset(d for d, axis in zip(self.dims, self.axes, strict=True) if axis.has_halo)

    def moved(self, sizes: Iterable[int]) -> int:
        """Elements that blocks move, apart from the halos between them, in loops of these sizes."""
        whole = dict(enumerate(sizes))
        return prod(axis.moved(whole[d]) for d, axis in zip(self.dims, self.axes, strict=True))

    def elements(self, tiles: Mapping[int, int]) -> int:
        """Elements of the block for a tile."""
        return prod(axis.extent(tiles[d]) for d, axis in zip(self.dims, self.axes, strict=True))


class Loads(Protocol):
    """What is known about loads before there are tiles (`Placement`)."""

    def access(self, index: sympy.Expr) -> Access | None: ...
    def mask_box(self, load: Value) -> Box | None: ...
    def padded_by(self, load: Value) -> Value | None: ...

    @property
    def environment(self) -> Environment: ...


def find_stencils(graph: Graph, loads: Loads, dims: Sequence[Dim], sizes: Sizes) -> list[Stencil]:
    """Groups of loads whose windows overlap from one iteration to the next, in the order of their first loads."""
    groups: dict[object, list[Value]] = {}
    for load in (v for v in graph.live() if v.op == "load"):
        access = loads.access(load.index)
        if access is not None and access.dims and loads.mask_box(load) is not None:
            groups.setdefault((load.buffer, access.dims, access.strides), []).append(load)
    found = [_stencil(group, loads, dims, sizes) for group in groups.values() if len(group) > 1]
    return [
        stencil
        for stencil in found
        if stencil is not None
        and any(axis.overlaps for axis in stencil.axes)
        and _is_in_memory(stencil, dims, loads.environment.extent(stencil.buffer))
    ]


def _is_in_memory(stencil: Stencil, dims: Sequence[Dim], extent: sympy.Expr) -> bool:
    """Whether the first and the last element of all blocks are known to be the tensor's: corners of a window may be
    read by no load.
    """
    first = end = stencil.origin
    for d, axis in zip(stencil.dims, stencil.axes, strict=True):
        inside = axis.inside or (axis.taps[0], axis.step * (dims[d].size - 1) + axis.taps[1] + 1)
        first, end = first + axis.stride * inside[0], end + axis.stride * (inside[1] - 1)
    if first.is_Integer and end.is_Integer and sympy.sympify(extent).is_Integer:
        return bool(first >= 0 and end < extent)
    corners = {tuple(axis.taps[side] for axis in stencil.axes) for side in (0, 1)}
    return corners <= set(stencil.taps.values()) and all(axis.inside is None for axis in stencil.axes)


def _stencil(group: Sequence[Value], loads: Loads, dims: Sequence[Dim], sizes: Sizes) -> Stencil | None:
    accesses = [access for load in group if (access := loads.access(load.index)) is not None]
    pads = {pad.args[2].attributes[0]: pad.args[2] for load in group if (pad := loads.padded_by(load)) is not None}
    distances = [sizes.simplify(access.offset - accesses[0].offset) for access in accesses]
    if len(pads) > 1 or not all(distance.is_Integer for distance in distances) or len(set(distances)) == 1:
        return None
    boxes = [box for load in group if (box := loads.mask_box(load)) is not None]
    pad = next(iter(pads.values()), None)
    found = (
        _with_steps(steps, group, accesses[0], [int(x) for x in distances], boxes, pad, dims)
        for steps in _steps(accesses[0], dims)
    )
    whole = {number: sizes.hint(dim.size) for number, dim in enumerate(dims)}
    return min((s for s in found if s is not None), key=lambda s: s.elements(whole), default=None)


def _steps(access: Access, dims: Sequence[Dim]) -> Iterator[tuple[int, ...]]:
    """Steps along every axis that its stride allows; 1 where sizes are symbolic."""
    options = []
    for number, (d, stride) in enumerate(zip(access.dims, access.strides, strict=True)):
        most = MOST_STEPS if len(access.dims) - number <= MOST_STRIDED and dims[d].size.is_Integer else 1
        options.append([n for n in range(1, most + 1) if n == 1 or (stride.is_Integer and int(stride) % n == 0)])
    return itertools.product(*options)


def _with_steps(
    steps: Sequence[int],
    group: Sequence[Value],
    access: Access,
    distances: Sequence[int],
    boxes: Sequence[Box],
    pad: Value | None,
    dims: Sequence[Dim],
) -> Stencil | None:
    """The stencil, given the elements between iterations along every axis; None if they do not explain distances and
    masks.
    """
    strides = [stride / step if step > 1 else stride for stride, step in zip(access.strides, steps, strict=True)]
    taps = [_taps(distance, strides) for distance in distances]
    if None in taps:
        return None
    axes = []
    for number, (d, stride, step) in enumerate(zip(access.dims, strides, steps, strict=True)):
        along = [tap[number] for tap in taps if tap is not None]
        axis = _axis(dims[d], stride, step, along, [(b.lower.get(d, []), b.upper.get(d, [])) for b in boxes])
        if axis is None:
            return None
        axes.append(axis)
    numbered = {load.number: tap for load, tap in zip(group, taps, strict=True) if tap is not None}
    return Stencil(group[0].buffer, group[0].dtype, access.dims, tuple(axes), access.offset, pad, numbered)


def _taps(distance: int, strides: Sequence[sympy.Expr]) -> tuple[int, ...] | None:
    """A distance in memory as elements along every axis, nearest first from the outermost axis inwards."""
    taps = []
    for stride in strides:
        tap = 0
        if distance and stride.is_Integer and stride > 0:
            tap = (2 * distance + int(stride)) // (2 * int(stride))
            distance -= tap * int(stride)
        taps.append(tap)
    return tuple(taps) if distance == 0 else None


Bounds = tuple[Sequence[sympy.Expr], Sequence[sympy.Expr]]


def _axis(dim: Dim, stride: sympy.Expr, step: int, taps: Sequence[int], bounds: Sequence[Bounds]) -> Axis | None:
    """An axis whose elements inside the tensor agree with all masks; None if there is no such range."""
    ends = min(taps), max(taps)
    if not any(lower or upper for lower, upper in bounds):
        return Axis(stride, step, ends, None)
    if not dim.size.is_Integer or not all(b.is_Integer for pair in bounds for side in pair for b in side):
        return None
    size = int(dim.size)
    least_first, most_first, least_end, most_end = [], [], [], []
    for tap, (lower, upper) in zip(taps, bounds, strict=True):
        begin, end = max([0, *map(int, lower)]), min([size, *map(int, upper)])
        most_first.append(step * begin + tap)
        least_end.append(step * (end - 1) + tap + 1)
        if begin > 0:
            least_first.append(step * (begin - 1) + tap + 1)
        if end < size:
            most_end.append(step * end + tap)
    first, last = min(most_first), max(least_end)
    if first < max(least_first, default=first) or last > min(most_end, default=last) or last <= first:
        return None
    return Axis(stride, step, ends, (first, last))
