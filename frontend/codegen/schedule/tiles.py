"""Tiles in the scratchpad and the dimensions they cover."""

from dataclasses import dataclass

import sympy
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.mlir_writer.memory import Memref
from npusim.simulator.ir.dialect import HOST, AllocOp
from npusim.simulator.ir.memref_type import MemRefType


@dataclass(frozen=True)
class TiledDim:
    """A dimension of the domain cut into tiles.

    Attributes:
        tile: elements of a tile along it.
        offset: SSA name of the tile's first element, None when one tile covers the dimension.
        reduction: whether it is reduced.
        exact: whether every tile lies inside the dimension entirely.
        stepped: tiles always have one element along it, so addresses need not be linear in it.
        begin: of a tile's first element, counted from `offset`; below 0 the tile may begin before the dimension does.
    """

    symbol: sympy.Symbol
    size: sympy.Expr
    tile: int
    offset: str | None
    reduction: bool
    exact: bool
    stepped: bool = False
    begin: int = 0

    @property
    def start(self) -> sympy.Expr:
        """Index of the tile's first element, with a symbol for `offset`."""
        return (sympy.S.Zero if self.offset is None else self.symbol) + self.begin

    @property
    def may_begin_before(self) -> bool:
        """Whether a tile may begin before the dimension does."""
        return self.begin < 0


@dataclass(frozen=True)
class Tile(Memref):
    """A scratchpad tile, or a part of one.

    Attributes:
        dims: the dimension of the domain each axis runs over.
    """

    dims: tuple[int, ...]

    @classmethod
    def whole(cls, name: str, element: str, dims: tuple[int, ...], shape: tuple[int, ...]) -> "Tile":
        """A tile of its own."""
        return cls(name, MemRefType.tile(shape, element), dims)

    @classmethod
    def of(cls, memref: Memref, dims: tuple[int, ...]) -> "Tile":
        """A view of a tile."""
        return cls(memref.name, memref.type, dims)


@dataclass(frozen=True)
class Allocation:
    """An npu.alloc: a tile, the axis across the lanes, and its copies; `host`: only the host's checks use it."""

    tile: Tile
    lane_axis: int
    slots: int
    host: bool = False

    @property
    def line(self) -> str:
        marks = (HOST,) if self.host else ()
        return AllocOp.text(self.tile, lane_axis=self.lane_axis, lane_stride=1, slots=self.slots, marks=marks)

    def bytes_per_lane(self, lanes: int) -> int:
        """Scratchpad bytes in every lane, copies included; formula of docs/kernel_language.md."""
        if self.host:
            return 0
        return lane_bytes(self.tile.shape, self.tile.element, self.lane_axis, lanes) * self.slots


def lane_bytes(shape: tuple[int, ...], element: str, lane_axis: int, lanes: int) -> int:
    """Bytes of one copy of a tile in every lane (lane stride 1), rounded up to 64."""
    elements = -(-shape[lane_axis] // lanes)
    for axis, size in enumerate(shape):
        elements *= 1 if axis == lane_axis else size
    return -(-elements * dtypes.element_bytes(element) // 64) * 64
