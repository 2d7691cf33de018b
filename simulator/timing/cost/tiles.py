"""The tiles behind operands, through views, and their distribution over the lanes."""

from dataclasses import dataclass, replace
from math import ceil, prod
from typing import Any

from npusim.simulator.errors import CompileError
from npusim.simulator.ir.kernel_views import AllocInfo


@dataclass(frozen=True)
class Tile:
    """An operand that is a tile or a part of one.

    Attributes:
        buffer: index in the operation table's buffers.
        shape: sizes of the operand itself.
        lane_axis: axis of the operand across the lanes; None when a view dropped it (one lane holds it all).
        lane_stride: consecutive indices of that axis in one lane.
        whole: the operand is the entire tile.
        slots: physical copies of the tile.
        element_type: in MLIR's spelling.
    """

    buffer: int
    shape: tuple[int, ...]
    lane_axis: int | None
    lane_stride: int
    whole: bool
    slots: int
    element_type: str

    @property
    def elements(self) -> int:
        """Number of elements of the operand."""
        return prod(self.shape)


def busiest_lane(size: int, lane_stride: int, lanes: int) -> int:
    """Number of indices of an axis of `size` in the fullest lane; index i is in lane (i // lane_stride) % lanes."""
    return min(size, ceil(size / (lanes * lane_stride)) * lane_stride)


class TileMap:
    """Finds the tile behind a value, after registration of the kernel's `npu.alloc` operations."""

    def __init__(self) -> None:
        self._tiles: dict[Any, Tile] = {}

    def add(self, value: Any, info: AllocInfo, buffer: int) -> None:
        """Registers the result of an `npu.alloc`."""
        axis = info.lane_axis if info.shape else None
        self._tiles[value] = Tile(buffer, info.shape, axis, info.lane_stride, True, info.slots, info.element_type)

    def resolve(self, value: Any) -> Tile:
        """The tile behind a memref of memory space 1.

        Raises:
            CompileError: the value is no `npu.alloc` and no view of one.
        """
        if value in self._tiles:
            return self._tiles[value]
        op = getattr(value.owner, "operation", None)
        name = op.name if op is not None else "a block argument"
        if op is None or name not in _VIEWS:
            raise CompileError(
                f"a tile of type {value.type} comes from {name}; only npu.alloc and views of it are understood"
            )
        tile = _VIEWS[name](self.resolve(op.operands[0]), op, tuple(value.type.shape))
        self._tiles[value] = tile
        return tile


def _subview(source: Tile, op: Any, shape: tuple[int, ...]) -> Tile:
    sizes = tuple(int(size) for size in op.attributes["static_sizes"])
    axes = kept_axes(sizes, shape)
    lane_axis = axes.index(source.lane_axis) if source.lane_axis in axes else None
    return replace(source, shape=shape, lane_axis=lane_axis, whole=source.whole and sizes == source.shape)


def kept_axes(sizes: tuple[int, ...], shape: tuple[int, ...]) -> list[int]:
    """Axes of `sizes` that a rank-reducing view of `shape` keeps; the dropped ones have size 1."""
    kept: list[int] = []
    for axis, size in enumerate(sizes):
        rest = shape[len(kept) :]
        if rest and size == rest[0] and _fits(sizes[axis + 1 :], rest[1:]):
            kept.append(axis)
    return kept


def _fits(sizes: tuple[int, ...], shape: tuple[int, ...]) -> bool:
    """Whether `shape` is `sizes` without some unit sizes."""
    if not sizes or not shape:
        return not shape and all(size == 1 for size in sizes)
    keeps = sizes[0] == shape[0] and _fits(sizes[1:], shape[1:])
    return keeps or (sizes[0] == 1 and _fits(sizes[1:], shape))


def _collapse(source: Tile, op: Any, shape: tuple[int, ...]) -> Tile:
    for axis, group in enumerate(_groups(op)):
        if source.lane_axis in group:
            inner = prod(source.shape[dim] for dim in group if dim > (source.lane_axis or 0))
            return replace(source, shape=shape, lane_axis=axis, lane_stride=source.lane_stride * inner)
    return replace(source, shape=shape, lane_axis=None)


def _expand(source: Tile, op: Any, shape: tuple[int, ...]) -> Tile:
    if source.lane_axis is None:
        return replace(source, shape=shape)
    group = _groups(op)[source.lane_axis]
    for dim in group:
        inner = prod(shape[other] for other in group if other > dim)
        if source.lane_stride % inner == 0:
            return replace(source, shape=shape, lane_axis=dim, lane_stride=source.lane_stride // inner)
    return replace(source, shape=shape, lane_axis=group[-1])


def _groups(op: Any) -> list[list[int]]:
    return [[int(dim.value) for dim in group] for group in op.attributes["reassociation"]]


def _cast(source: Tile, op: Any, shape: tuple[int, ...]) -> Tile:
    return source


_VIEWS = {
    "memref.subview": _subview,
    "memref.collapse_shape": _collapse,
    "memref.expand_shape": _expand,
    "memref.cast": _cast,
}
