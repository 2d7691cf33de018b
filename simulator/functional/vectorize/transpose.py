"""Copies that turn a strided operand into a contiguous one, through square blocks in registers."""

from collections.abc import Callable
from typing import Any

from npusim.simulator.functional.vectorize.builder import Builder, Offset
from npusim.simulator.functional.vectorize.nest import Access
from npusim.simulator.functional.vectorize.planner import chunks
from npusim.simulator.mlir import ir

Value = Any
Convert = Callable[[Value], Value]

_BLOCK = 16


def emit_transposed_copy(
    builder: Builder,
    source: Access,
    at: Offset,
    row_stride: int,
    target: Access,
    to: Offset,
    target_stride: int,
    rows: int,
    columns: Value | int,
    convert: Convert,
) -> None:
    """target[c * target_stride + r] = convert(source[r * row_stride + c]) for r < rows, c < columns.

    Full blocks are loaded along columns, transposed in registers and stored along rows; what is left over is gathered.
    """
    for first, last, width in chunks(rows, _BLOCK):
        for row in range(first, last, width):
            start = builder.advance(at, row, row_stride)
            _strip(builder, source, start, row_stride, target, builder.advance(to, row, 1), target_stride, width, columns, convert)


def _strip(
    builder: Builder,
    source: Access,
    at: Offset,
    row_stride: int,
    target: Access,
    to: Offset,
    target_stride: int,
    rows: int,
    columns: Value | int,
    convert: Convert,
) -> None:
    """The copy for at most one block of rows."""
    in_blocks = _whole_blocks(builder, columns) if rows == _BLOCK else 0
    if in_blocks != 0:
        with builder.loop(0, in_blocks, _BLOCK) as (column, *_):
            block_at, block_to = builder.advance(at, column, 1), builder.advance(to, column, target_stride)
            _block(builder, source, block_at, row_stride, target, block_to, target_stride, convert)
    if isinstance(columns, int) and columns == in_blocks:
        return
    with builder.loop(in_blocks, columns, 1) as (column, *_):
        value = builder.gather(source, builder.advance(at, column, 1), row_stride, rows)
        builder.store(convert(value), target, builder.advance(to, column, target_stride))


def _whole_blocks(builder: Builder, columns: Value | int) -> Value | int:
    """The largest multiple of the block size that is not above `columns`."""
    if isinstance(columns, int):
        return columns - columns % _BLOCK
    return builder.op("arith.andi", builder.index_type, [columns, builder.index(-_BLOCK)])


def _block(
    builder: Builder, source: Access, at: Offset, row_stride: int, target: Access, to: Offset, target_stride: int, convert: Convert
) -> None:
    rows = [builder.load(source, builder.advance(at, row, row_stride), _BLOCK) for row in range(_BLOCK)]
    for column, value in enumerate(transpose_block(builder, rows)):
        builder.store(convert(value), target, builder.advance(to, column, target_stride))


def transpose_block(builder: Builder, rows: list[Value]) -> list[Value]:
    """The columns of a square block given by its rows (a power of two of them).

    Each of log2(n) rounds exchanges, between rows that are `distance` apart, the lanes whose number has that bit set in one and clear in the other.
    """
    count = len(rows)
    distance = 1
    while distance < count:
        low, high = _exchange_masks(count, distance)
        following = list(rows)
        for i in range(count):
            if not i & distance:
                pair = [rows[i], rows[i + distance]]
                following[i] = _shuffle(builder, pair, low)
                following[i + distance] = _shuffle(builder, pair, high)
        rows, distance = following, distance * 2
    return rows


def _exchange_masks(count: int, distance: int) -> tuple[list[int], list[int]]:
    low = [lane if not lane & distance else lane - distance + count for lane in range(count)]
    high = [lane + distance if not lane & distance else lane + count for lane in range(count)]
    return low, high


def _shuffle(builder: Builder, pair: list[Value], mask: list[int]) -> Value:
    return builder.op("vector.shuffle", pair[0].type, pair, {"mask": ir.DenseI64ArrayAttr.get(mask)})
