"""Fills that only clear an accumulator.

An array's result buffer starts from zero without a pass over its elements: the first fold writes instead of adding. So
a `linalg.fill` with 0 whose tile is next accessed by a contraction that accumulates into it is a control operation of
the array. On the vector unit it would also wait, in program order, for the epilogue of the previous output tile.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from npusim.simulator.ir.dialect import SCRATCHPAD, memory_space
from npusim.simulator.ir.mlir import ir
from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.contraction import as_contraction
from npusim.simulator.timing.cost.structured import Structured
from npusim.simulator.timing.cost.tiles import TileMap


def clearing_fills(
    operations: Sequence[Any], loops: Mapping[Any, Structured], tiles: TileMap, machine: Machine
) -> frozenset[Any]:
    """The fills among a kernel's operations that only clear an accumulator.

    Args:
        operations: all operations on tiles, in text order.
        loops: the `linalg` operations among them.
        tiles: the tiles of their operands.
        machine: determines which operations run on the arrays.
    """
    touched = [(op, set(_buffers(op, tiles))) for op in operations]
    found = set()
    for position, (op, _) in enumerate(touched):
        if op in loops and fills_with_zero(op, loops[op]):
            buffer = _output(loops[op])
            following = next((other for other, buffers in touched[position + 1 :] if buffer in buffers), None)
            if following in loops and _accumulates(loops[following], buffer, machine):
                found.add(op)
    return frozenset(found)


def fills_with_zero(op: Any, structured: Structured) -> bool:
    """Whether an operation is a `linalg.fill` of a whole tile with the constant 0."""
    tile = structured.outputs[0].tile
    return op.name == "linalg.fill" and tile is not None and tile.whole and _is_zero(op.operands[0])


def _is_zero(value: Any) -> bool:
    owner = getattr(value.owner, "operation", None)
    if owner is None or owner.name != "arith.constant":
        return False
    attribute = owner.attributes["value"]
    return isinstance(attribute, ir.FloatAttr | ir.IntegerAttr) and attribute.value == 0


def _accumulates(structured: Structured, buffer: int, machine: Machine) -> bool:
    return as_contraction(structured, machine) is not None and _output(structured) == buffer


def _output(structured: Structured) -> int:
    tile = structured.outputs[0].tile
    assert tile is not None
    return tile.buffer


def _buffers(op: Any, tiles: TileMap) -> Iterator[int]:
    for value in op.operands:
        if isinstance(value.type, ir.MemRefType) and memory_space(value.type) == SCRATCHPAD:
            yield tiles.resolve(value).buffer
