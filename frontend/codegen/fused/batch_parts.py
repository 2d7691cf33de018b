"""Parts of a template's batch by which epilogues read other tensors.

A mask of every sample that the sample's heads share is read at `b // heads` by products of samples times heads. Over
`b = heads * sample + head` the address is a stride, so that a tile of several products loads the mask once, in place of
gathering it. Such a tile holds whole parts, or lies inside of one.
"""

from collections.abc import Sequence
from dataclasses import replace

from npusim.frontend.codegen.fused.result_tiles import TileDim
from npusim.frontend.codegen.graph.sizes import Size
from npusim.frontend.mlir_writer.indices import applied
from npusim.frontend.mlir_writer.text import InsertionPoint


def holds_whole_parts(tile: int, parts: Sequence[Size]) -> bool:
    """Whether a tile of so many elements of the batch never lies in two parts without holding both."""
    left = tile
    for size in map(int, reversed(parts[1:])):
        if left % size:
            return size % left == 0
        left //= size
    return True


def tiles_of_parts(dim: TileDim, parts: Sequence[Size], point: InsertionPoint) -> list[TileDim]:
    """The parts of a tile of the batch that holds whole ones; offsets are written at `point`."""
    tiled: list[TileDim] = []
    left, below = dim.size, 1
    for number, extent in reversed(list(enumerate(parts))):
        size = left if number == 0 else min(left, int(extent))
        period = f" mod {extent}" if number else ""
        covers = number > 0 and size == int(extent)
        at = None if covers or dim.offset is None else applied(f"d0 floordiv {below}{period}", [dim.offset])
        offset = None if at is None else point.define(f"affine.apply {at}", "part")
        tiled.insert(0, replace(dim, size=size, extent=extent, offset=offset, stepped=size == 1))
        left, below = left // size, below * int(extent) if number else below
    return tiled
