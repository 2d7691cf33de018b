"""Packs a contraction's factors for register tiles: widened, contiguous, spread over cache sets."""

from dataclasses import dataclass, replace
from math import prod
from typing import Any

from npusim.simulator.functional.vectorize.builder import Builder, Offset, register_lanes
from npusim.simulator.functional.vectorize.contraction import Contraction
from npusim.simulator.functional.vectorize.copies import SMALLEST_BLOCK, copy_nest, emit_copy
from npusim.simulator.functional.vectorize.nest import Access

Value = Any
Loop = tuple[int, int]
"""A loop of the nest and its number of iterations."""
Chunk = tuple[int, int, int]
"""Part of a loop: first iteration, iteration after the last, iterations per step."""


@dataclass(frozen=True)
class RowBlock:
    """A block of rows of the output.

    Attributes:
        first, end: the first row and the row after the last, numbers or run-time values.
        step: rows of one register tile; divides the block.
        most: upper bound of the number of rows.
    """

    first: Value | int
    end: Value | int
    step: int
    most: int


_ROW_PADDING = 16  # elements after each packed row: rows that start a power of two apart would share few cache sets


@dataclass(frozen=True)
class Factor:
    """A factor as the register tiles read it, in a buffer or in place.

    Attributes:
        access: the memref; its strides are per loop of the nest.
        start: address of the first element at the current position of the outer loops.
        block_stride: elements from one register tile to the next, per row or lane in between.
        row_stride: elements between neighbouring rows of one register tile.
    """

    access: Access
    start: Offset
    block_stride: int = 0
    row_stride: int = 0

    def moved(self, start: Offset) -> "Factor":
        """The factor with another start."""
        return replace(self, start=start)


def pack_panels(builder: Builder, contraction: Contraction, at: Offset, chunk: Chunk, loops: list[Loop]) -> Factor:
    """Copies the factor that is read along lanes, for the given reduction loops, panel by panel."""
    operand, element = contraction.lanes, contraction.output.element_type
    first, last, lanes = chunk
    sizes, count = [n for _, n in loops], (last - first) // lanes
    dense, extent = _row_major([count, *sizes], register_lanes(lanes))
    dims, lane_stride = [d for d, _ in loops], operand.access.strides[contraction.lane_dim]
    buffer = builder.buffer("panels" if first == 0 else "last panel", extent, element)
    # The loop over lanes becomes two, panels and lanes within one. Reduction steps are outside: whole rows are read.
    source = (*(operand.access.strides[d] for d in dims), lane_stride * lanes, lane_stride)
    nest = copy_nest(
        Access(operand.access.value, operand.access.element_type, 0, source),
        Access(buffer, element, 0, (*dense[1:], dense[0], 1)),
        (*sizes, count, lanes),
    )
    begin = [builder.advance(at, first, lane_stride), Offset(None)]
    emit_copy(builder, nest, begin, operand.extension)
    strides = [0] * len(contraction.sizes)
    for d, stride in zip(dims, dense[1:], strict=True):
        strides[d] = stride
    per_lane = dense[0] // lanes
    return Factor(Access(buffer, element, 0, tuple(strides)), Offset(None, -first * per_lane), per_lane)


def pack_rows(builder: Builder, contraction: Contraction, at: Offset, block: RowBlock, loops: list[Loop]) -> Factor:
    """Copy the factor that lanes share, for a block of rows and the given reduction loops.

    The rows of a register tile are interleaved, so that it reads one stream, unless that means gathering elements.

    Args:
        at: address of the factor's row 0.
    """
    access, rows = contraction.broadcast.access, block.step
    row_stride, step = access.strides[contraction.row_dim], access.strides[loops[-1][0]]
    if row_stride == 1 or (step == 1 and min(rows, loops[-1][1]) >= SMALLEST_BLOCK):
        inner, tile = _row_major([n for _, n in loops], rows)
        per_row, within = tile // rows, 1
    else:
        inner, per_row = _row_major([n for _, n in loops], 1)
        per_row += _ROW_PADDING
        within = per_row
    return _pack_tiles(builder, contraction, at, block, loops, inner, per_row, within)


def _pack_tiles(
    builder: Builder,
    contraction: Contraction,
    at: Offset,
    block: RowBlock,
    loops: list[Loop],
    inner: list[int],
    per_row: int,
    within: int,
) -> Factor:
    """Copy one register tile's rows after the other to a buffer with the given strides of loops and rows."""
    operand, element, row_dim = contraction.broadcast, contraction.output.element_type, contraction.row_dim
    strides = [0] * len(contraction.sizes)
    for (d, _), stride in zip(loops, inner, strict=True):
        strides[d] = stride
    target = Access(builder.buffer("rows", per_row * block.most, element), element, 0, tuple(strides))
    dims, step = [d for d, _ in loops], operand.access.strides[row_dim]
    source = replace(operand.access, strides=(step, *(operand.access.strides[d] for d in dims)))
    copy = replace(target, strides=(within, *inner))
    nest = copy_nest(source, copy, (block.step, *(n for _, n in loops)))
    start = _negative(builder, block.first, per_row)
    with builder.loop(block.first, block.end, block.step) as (row, *_):
        begin = [builder.advance(at, row, step), builder.advance(start, row, per_row)]
        emit_copy(builder, nest, begin, operand.extension)
    return Factor(target, start, per_row, within)


def _negative(builder: Builder, first: Value | int, per_row: int) -> Offset:
    """The address that row 0 would have in a block's buffer."""
    if isinstance(first, int):
        return Offset(None, -first * per_row)
    zero = builder.index(0)
    return builder.advance(Offset(None), builder.op("arith.subi", builder.index_type, [zero, first]), per_row)


def _row_major(sizes: list[int], innermost: int) -> tuple[list[int], int]:
    """Row-major strides with the given innermost stride, and the extent."""
    strides = [innermost * prod(sizes[i + 1 :]) for i in range(len(sizes))]
    return strides, innermost * prod(sizes)
