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
        lane_axes: axes of the operand across the lanes, several where a view splits the tile's lane axis, outermost
            first: their row-major index is that of the lane axis. None when a view dropped them: one lane holds it all.
        lane_stride: consecutive indices of the lane axis in one lane.
        whole: the operand is the entire tile.
        slots: physical copies of the tile.
        element_type: in MLIR's spelling.
    """

    buffer: int
    shape: tuple[int, ...]
    lane_axes: tuple[int, ...]
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
    """Finds the tile behind a value, after registration of the kernel's `npu.alloc` operations.

    Args:
        lanes: of the machine.
    """

    def __init__(self, lanes: int) -> None:
        self._lanes = lanes
        self._tiles: dict[Any, Tile] = {}

    def add(self, value: Any, info: AllocInfo, buffer: int) -> None:
        """Registers the result of an `npu.alloc`."""
        axes = (info.lane_axis,) if info.shape else ()
        self._tiles[value] = Tile(buffer, info.shape, axes, info.lane_stride, True, info.slots, info.element_type)

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
        tile = _VIEWS[name](self.resolve(op.operands[0]), op, tuple(value.type.shape), self._lanes)
        self._tiles[value] = tile
        return tile


def _subview(source: Tile, op: Any, shape: tuple[int, ...], lanes: int) -> Tile:
    sizes = tuple(int(size) for size in op.attributes["static_sizes"])
    axes = kept_axes(sizes, shape)
    lane_axes = tuple(axes.index(axis) for axis in source.lane_axes if axis in axes)
    return replace(source, shape=shape, lane_axes=lane_axes, whole=source.whole and sizes == source.shape)


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


def _collapse(source: Tile, op: Any, shape: tuple[int, ...], lanes: int) -> Tile:
    groups = _groups(op)
    lane_axes = tuple(axis for axis, group in enumerate(groups) if set(source.lane_axes).intersection(group))
    if not lane_axes:
        return replace(source, shape=shape)
    innermost = source.lane_axes[-1]
    inner = prod(source.shape[dim] for dim in groups[lane_axes[-1]] if dim > innermost)
    return replace(source, shape=shape, lane_axes=lane_axes, lane_stride=source.lane_stride * inner)


def _expand(source: Tile, op: Any, shape: tuple[int, ...], lanes: int) -> Tile:
    if not source.lane_axes:
        return replace(source, shape=shape)
    parts = [dim for axis in source.lane_axes for dim in _groups(op)[axis]]
    inner = {dim: prod(shape[other] for other in parts if other > dim) for dim in parts}
    last = next(dim for dim in _groups(op)[source.lane_axes[-1]] if source.lane_stride % inner[dim] == 0)
    turns = lanes * source.lane_stride  # steps of as many indices, or a multiple, stay in a lane
    lane_axes = tuple(dim for dim in parts if dim <= last and (dim == last or inner[dim] % turns))
    return replace(source, shape=shape, lane_axes=lane_axes, lane_stride=source.lane_stride // inner[last])


def _groups(op: Any) -> list[list[int]]:
    return [[int(dim.value) for dim in group] for group in op.attributes["reassociation"]]


def _cast(source: Tile, op: Any, shape: tuple[int, ...], lanes: int) -> Tile:
    return source


_VIEWS = {
    "memref.subview": _subview,
    "memref.collapse_shape": _collapse,
    "memref.expand_shape": _expand,
    "memref.cast": _cast,
}
