"""Tiles in the scratchpad and the dimensions they cover."""

from dataclasses import dataclass

import sympy
from npusim.frontend.codegen.graph import dtypes
from npusim.simulator.ir.dialect import HOST


@dataclass(frozen=True)
class TiledDim:
    """A dimension of the domain cut into tiles.

    Attributes:
        tile: elements of a tile along it.
        offset: SSA name of the tile's first element, None when one tile covers the dimension.
        reduction: whether it is reduced.
        exact: whether every tile lies inside the dimension entirely.
        stepped: tiles have one element along it whatever happens: addresses need not be linear in it.
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
        """Index of the tile's first element; the symbol stands for `offset`."""
        return (sympy.S.Zero if self.offset is None else self.symbol) + self.begin

    @property
    def may_begin_before(self) -> bool:
        """Whether a tile may begin before the dimension does."""
        return self.begin < 0


@dataclass(frozen=True)
class Tile:
    """A scratchpad tile.

    Attributes:
        name: SSA name.
        element: MLIR element type.
        dims: the dimension of the domain each axis runs over.
        shape: its sizes.
        strides: of a part of another tile; None for a tile of its own.
        offset: of a part of another tile: its first element there.
    """

    name: str
    element: str
    dims: tuple[int, ...]
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None = None
    offset: int = 0

    @property
    def type(self) -> str:
        layout = ""
        if self.strides is not None:
            start = f", offset: {self.offset}" if self.offset else ""
            layout = f", strided<{list(self.strides)}{start}>"
        return f"memref<{'x'.join(map(str, self.shape))}x{self.element}{layout}, 1>"


@dataclass(frozen=True)
class Allocation:
    """An npu.alloc: a tile, which axis lies across the lanes, and its copies; `host`: it watches a kernel."""

    tile: Tile
    lane_axis: int
    slots: int
    host: bool = False

    @property
    def line(self) -> str:
        attributes = f"lane_axis = {self.lane_axis} : i64, lane_stride = 1 : i64, slots = {self.slots} : i64"
        attributes += f", {HOST}" if self.host else ""
        return f'{self.tile.name} = "npu.alloc"() {{{attributes}}} : () -> {self.tile.type}'

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
