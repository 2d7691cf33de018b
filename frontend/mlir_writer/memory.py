"""Tensors, tiles and views of them, as values with a type; transfers and accesses of their elements."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import prod

from npusim.frontend.mlir_writer.indices import Number
from npusim.frontend.mlir_writer.text import InsertionPoint
from npusim.simulator.errors import KernelError
from npusim.simulator.ir.memref_type import MemRefType, row_major

Groups = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Memref:
    """A tensor, a tile, or a view of one: its SSA name and its type."""

    name: str
    type: MemRefType

    @property
    def element(self) -> str:
        """MLIR element type."""
        return self.type.element

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of a tile."""
        if not self.type.is_static:
            raise KernelError(f"{self.name} of type {self.type} has no static shape: it is no tile")
        return self.type.shape  # type: ignore[return-value]


def tile(name: str, shape: Sequence[int], element: str) -> Memref:
    """A whole tile."""
    return Memref(name, MemRefType.tile(shape, element))


def element_of(
    point: InsertionPoint, memref: Memref, indices: Sequence[str], stem: str = "x", marks: Sequence[str] = ()
) -> str:
    """Loads one element; the name of its value."""
    if len(indices) != memref.type.rank:
        raise KernelError(f"memref.load of {memref.name} of rank {memref.type.rank} with {len(indices)} indices")
    attributes = f" {{{', '.join(marks)}}}" if marks else ""
    return point.define(f"memref.load {memref.name}[{', '.join(indices)}]{attributes} : {memref.type}", stem)


# -- views


def view(
    point: InsertionPoint,
    tensor: Memref,
    offset: Number,
    sizes: Sequence[Number],
    strides: Sequence[Number],
    element: str | None = None,
    stem: str = "view",
) -> Memref:
    """A strided view of a tensor: sizes and strides in elements, per axis; `element` overrides the element type.

    One without elements begins where the tensor does: MLIR refuses an offset before it.
    """
    offset = 0 if 0 in sizes else offset
    kind = tensor.element if element is None else element
    type_ = MemRefType(_static(sizes), kind, _static(strides), _static([offset])[0])
    return Memref(_cast(point, tensor, offset, sizes, strides, type_, stem), type_)


def with_extent(point: InsertionPoint, tensor: Memref, count: Number) -> Memref:
    """A tensor of unknown extent as one of `count` elements."""
    return Memref(_cast(point, tensor, 0, [count], [1], tensor.type, "whole"), tensor.type)


def _cast(
    point: InsertionPoint,
    tensor: Memref,
    offset: Number,
    sizes: Sequence[Number],
    strides: Sequence[Number],
    type_: MemRefType,
    stem: str,
) -> str:
    at = f"offset: [{offset}], sizes: [{listed(sizes)}], strides: [{listed(strides)}]"
    return point.define(f"memref.reinterpret_cast {tensor.name} to {at} : {tensor.type} to {type_}", stem)


def part(
    point: InsertionPoint,
    whole: Memref,
    offsets: Sequence[Number],
    sizes: Sequence[int],
    steps: Sequence[int] | None = None,
    without: Collection[int] = (),
    stem: str = "part",
) -> Memref:
    """A part of a tile: along every axis where it begins, its elements, and the distance between them.

    Args:
        without: axes of one element that the part does not have.
    """
    steps = [1] * len(sizes) if steps is None else steps
    if not len(offsets) == len(sizes) == len(steps) == whole.type.rank:
        given = f"{len(offsets)} offsets, {len(sizes)} sizes and {len(steps)} steps"
        raise KernelError(f"a part of {whole.name} of rank {whole.type.rank} with {given}")
    type_ = _type_of_part(whole.type, offsets, sizes, steps, without)
    lists = " ".join(f"[{listed(numbers)}]" for numbers in (offsets, sizes, steps))
    return Memref(point.define(f"memref.subview {whole.name}{lists} : {whole.type} to {type_}", stem), type_)


def _type_of_part(
    whole: MemRefType, offsets: Sequence[Number], sizes: Sequence[int], steps: Sequence[int], without: Collection[int]
) -> MemRefType:
    kept = [axis for axis in range(whole.rank) if axis not in without]
    start = whole.offset
    for offset, stride in zip(offsets, whole.steps, strict=True):
        known = start is not None and isinstance(offset, int) and stride is not None
        start = start + offset * stride if known else None  # type: ignore[operator]
    strides = tuple(None if stride is None else stride * steps[a] for a, stride in enumerate(whole.steps))
    return MemRefType(
        tuple(sizes[axis] for axis in kept), whole.element, tuple(strides[axis] for axis in kept), start, whole.space
    )


def split_axes(point: InsertionPoint, whole: Memref, shape: Groups, stem: str = "split") -> Memref:
    """A tile with more axes: per axis of the tile the sizes of the axes that it is split into."""
    groups = [list(sizes) for sizes in shape]
    if [prod(sizes) for sizes in groups] != list(whole.shape):
        raise KernelError(f"axes of {whole.name} of type {whole.type} cannot be split into {groups}")
    strides: list[int | None] = []
    for sizes, stride in zip(groups, whole.type.steps, strict=True):
        strides += [None if stride is None else stride * (inner or 0) for inner in row_major(sizes)]
    sizes = [size for group in groups for size in group]
    layout = None if whole.type.strides is None else tuple(strides)
    type_ = MemRefType(tuple(sizes), whole.element, layout, whole.type.offset, whole.type.space)
    text = f"memref.expand_shape {whole.name} {_association(groups)} output_shape {sizes} : {whole.type} into {type_}"
    return Memref(point.define(text, stem), type_)


def join_axes(point: InsertionPoint, whole: Memref, counts: Sequence[int]) -> Memref:
    """A tile without gaps with fewer axes; `counts`: how many neighbouring axes each new axis joins."""
    axes = iter(whole.shape)
    groups = [[next(axes) for _ in range(count)] for count in counts]
    if whole.type.strides is not None or sum(counts) != whole.type.rank:
        raise KernelError(f"axes of {whole.name} of type {whole.type} cannot be joined in groups of {list(counts)}")
    type_ = MemRefType.tile([prod(sizes) for sizes in groups], whole.element)
    text = f"memref.collapse_shape {whole.name} {_association(groups)} : {whole.type} into {type_}"
    return Memref(point.define(text, "joined"), type_)


def _association(groups: Groups) -> str:
    """Which axes belong together: `[[0, 1], [2]]`."""
    places = iter(range(sum(map(len, groups))))
    return str([[next(places) for _ in group] for group in groups])


def listed(numbers: Sequence[Number]) -> str:
    """Numbers and SSA names between commas."""
    return ", ".join(map(str, numbers))


def _static(numbers: Sequence[Number]) -> tuple[int | None, ...]:
    """Numbers in a memref's layout; None for values known only at run time."""
    return tuple(number if isinstance(number, int) else None for number in numbers)
