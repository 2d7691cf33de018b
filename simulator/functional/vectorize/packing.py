"""Copies of a contraction's factors that register tiles read fast: widened, contiguous, spread over cache sets."""

from dataclasses import dataclass, replace
from math import prod
from typing import Any

from npusim.simulator.functional.vectorize.builder import Builder, Offset, register_lanes
from npusim.simulator.functional.vectorize.contraction import Contraction
from npusim.simulator.functional.vectorize.copies import SMALLEST_BLOCK, copy_nest, emit_copy
from npusim.simulator.functional.vectorize.nest import Access
from npusim.simulator.functional.vectorize.planner import chunks

Value = Any
Loop = tuple[int, int]
"""A loop of the nest and its number of iterations."""
Chunk = tuple[int, int, int]
"""Part of a loop: first iteration, iteration after the last, iterations per step."""

_ROW_PADDING = 16  # elements after each packed row: rows that start a power of two apart would share few cache sets


@dataclass(frozen=True)
class Factor:
    """A factor as the register tiles read it, in a buffer or in place.

    Attributes:
        access: the memref; its strides are per loop of the nest.
        start: address of the element that the current position of the loops around stands for.
        block_stride: elements from one register tile to the next, per row or lane in between.
        row_stride: elements between neighbouring rows of one register tile.
    """

    access: Access
    start: Offset
    block_stride: int = 0
    row_stride: int = 0

    def moved(self, start: Offset) -> "Factor":
        """The same factor from another element on."""
        return replace(self, start=start)


def pack_panels(builder: Builder, contraction: Contraction, at: Offset, chunk: Chunk, loops: list[Loop]) -> Factor:
    """Copy the factor that is read along lanes, for the given reduction loops: one panel after the other."""
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


def pack_rows(
    builder: Builder, contraction: Contraction, at: Offset, rows: int, dims: tuple[int, ...], loops: list[Loop]
) -> Factor:
    """Copy the factor that lanes share, for all rows, for the given reduction loops and other parallel loops.

    The `rows` rows of one register tile become neighbours, so that it reads one stream; where making them so would mean
    gathering single elements, rows stay rows.
    """
    access = contraction.broadcast.access
    others = [(d, contraction.sizes[d]) for d in dims]
    row_stride, step = access.strides[contraction.row_dim], access.strides[loops[-1][0]]
    if row_stride == 1 or (step == 1 and min(rows, loops[-1][1]) >= SMALLEST_BLOCK):
        return _copy_blocks(builder, contraction, at, rows, others, loops)
    return _copy_rows(builder, contraction, at, others, loops)


def _row_major(sizes: list[int], innermost: int) -> tuple[list[int], int]:
    """Strides whose innermost is given, and the extent."""
    strides = [innermost * prod(sizes[i + 1 :]) for i in range(len(sizes))]
    return strides, innermost * prod(sizes)


def _copy_rows(builder: Builder, contraction: Contraction, at: Offset, others: list[Loop], loops: list[Loop]) -> Factor:
    operand, element = contraction.broadcast, contraction.output.element_type
    inner, row = _row_major([n for _, n in loops], 1)
    row += _ROW_PADDING
    around = [*others, (contraction.row_dim, contraction.sizes[contraction.row_dim])]
    outer, extent = _row_major([n for _, n in around], row)
    strides = [0] * len(contraction.sizes)
    for (d, _), stride in zip([*around, *loops], [*outer, *inner], strict=True):
        strides[d] = stride
    target = Access(builder.buffer("rows", extent, element), element, 0, tuple(strides))
    dims = [d for d, _ in (*around, *loops)]
    nest = copy_nest(operand.access.select(dims), target.select(dims), tuple(n for _, n in (*around, *loops)))
    emit_copy(builder, nest, [at, Offset(None)], operand.extension)
    return Factor(target, Offset(None), row, row)


def _copy_blocks(
    builder: Builder, contraction: Contraction, at: Offset, rows: int, others: list[Loop], loops: list[Loop]
) -> Factor:
    operand, element = contraction.broadcast, contraction.output.element_type
    size, row_dim = contraction.sizes[contraction.row_dim], contraction.row_dim
    inner, block = _row_major([n for _, n in loops], rows)
    outer, extent = _row_major([n for _, n in others], block * -(-size // rows))
    strides = [0] * len(contraction.sizes)
    for (d, _), stride in zip([*others, *loops], [*outer, *inner], strict=True):
        strides[d] = stride
    target = Access(builder.buffer("rows", extent, element), element, 0, tuple(strides))
    dims = [d for d, _ in (*others, *loops)]
    for first, last, width in chunks(size, rows):
        # the loop over rows becomes two: register tiles, and rows within one
        step = operand.access.strides[row_dim]
        source = Access(
            operand.access.value, operand.access.element_type, 0, _blocked(operand.access, dims, step, rows, step)
        )
        copy = Access(target.value, element, 0, _blocked(target, dims, block // rows, rows, 1))
        sizes = (*(n for _, n in others), *(n for _, n in loops))
        nest = copy_nest(source, copy, ((last - first) // width, *sizes, width))
        begin = [builder.advance(at, first, operand.access.strides[row_dim]), Offset(None, first * (block // rows))]
        emit_copy(builder, nest, begin, operand.extension)
    return Factor(target, Offset(None), block // rows, 1)


def _blocked(access: Access, dims: list[int], block_stride: int, rows: int, row_stride: int) -> tuple[int, ...]:
    """Strides over (register tiles, the given loops, rows within a tile)."""
    return (block_stride * rows, *(access.strides[d] for d in dims), row_stride)
