"""A template's tiles, as what is fused into its kernel sees them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import prod

from npusim.frontend.codegen.graph.sizes import Size
from npusim.frontend.codegen.schedule.tiles import Tile
from npusim.frontend.mlir_writer.memory import Memref, split_axes
from npusim.frontend.mlir_writer.text import InsertionPoint
from npusim.simulator.ir.memref_type import MemRefType


@dataclass(frozen=True)
class TileDim:
    """One dimension of a template's output.

    Attributes:
        size: elements of the tile along it.
        extent: elements of the whole dimension.
        offset: SSA name of the index at which the tile starts, None for 0.
        reduced: whether epilogues reduce along it; the tile covers it then.
        stepped: the tile has no axis along it, the loop walks in steps of one.
        begin: of the tile's first element, counted from `offset`; below 0 it may lie before the tensor.
        exact: whether all tiles lie inside of the tensor; None: when `size` divides `extent`.
    """

    size: int
    extent: Size
    offset: str | None
    reduced: bool = False
    stepped: bool = False
    begin: int = 0
    exact: bool | None = None


@dataclass(frozen=True)
class ResidentTile:
    """A tile that holds a buffer's elements already.

    Attributes:
        axes: for each axis of the tile, the entry of `dims` it runs over.
        parts: of every axis of the tile, how many neighbouring ones of `axes` it is made up of; empty: one.
    """

    ssa: str
    element: str
    axes: tuple[int, ...]
    parts: tuple[int, ...] = ()

    def within(self, numbers: Sequence[Sequence[int]]) -> "ResidentTile":
        """The tile over other entries: `numbers` lists those that each of the present ones has become."""
        made = [numbers[axis] for axis in self.axes]
        return replace(self, axes=tuple(n for some in made for n in some), parts=tuple(map(len, made)))

    def memref(self, shape: Sequence[int], point: InsertionPoint) -> Tile:
        """The tile with these sizes of its `axes`; a view is written at `point` where axes are made up of several."""
        if all(count == 1 for count in self.parts):
            return Tile.whole(self.ssa, self.element, self.axes, tuple(shape))
        left = iter(shape)
        groups = [list(islice(left, count)) for count in self.parts]
        whole = Memref(self.ssa, MemRefType.tile([prod(group) for group in groups], self.element))
        return Tile.of(split_axes(point, whole, groups, "parts"), self.axes)
