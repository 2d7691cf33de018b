"""Transposition of square blocks in registers."""

from typing import Any

from npusim.simulator.functional.vectorize.builder import Builder
from npusim.simulator.ir.mlir import ir

Value = Any


def transpose_block(builder: Builder, rows: list[Value]) -> list[Value]:
    """The columns of a square block given by its rows (a power of two of them).

    Each round exchanges groups of `distance` lanes between rows that are `distance` apart: lanes with that bit set in
    one row, and clear in the other. After all rounds lane and row numbers are exchanged.
    """
    distance = len(rows) // 2
    while distance:
        rows = _exchange(builder, rows, distance)
        distance //= 2
    return rows


def _exchange(builder: Builder, rows: list[Value], distance: int) -> list[Value]:
    low, high = _masks(len(rows), distance)
    following = list(rows)
    for i in range(len(rows)):
        if not i & distance:
            pair = [rows[i], rows[i + distance]]
            following[i] = _shuffle(builder, pair, low)
            following[i + distance] = _shuffle(builder, pair, high)
    return following


def _masks(count: int, distance: int) -> tuple[list[int], list[int]]:
    low = [lane if not lane & distance else lane - distance + count for lane in range(count)]
    high = [lane + distance if not lane & distance else lane + count for lane in range(count)]
    return low, high


def _shuffle(builder: Builder, pair: list[Value], mask: list[int]) -> Value:
    return builder.op("vector.shuffle", pair[0].type, pair, {"mask": ir.DenseI64ArrayAttr.get(mask)})
