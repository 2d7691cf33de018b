"""Accumulators: tiles that only contractions add to, from zero.

An array's result buffer needs no pass over its elements to start from zero: the first fold writes instead of adding. So
a `linalg.fill` with 0 of such a tile is an order to the array's control, not work for the vector unit; on the vector
unit it would also wait, in program order, behind the epilogue of the output tile before it.
"""

from collections.abc import Mapping
from typing import Any

from npusim.simulator.machine import Machine
from npusim.simulator.mlir import ir
from npusim.simulator.timing.contraction import as_contraction
from npusim.simulator.timing.structured import Structured


def accumulators(loops: Mapping[Any, Structured], others: frozenset[int], machine: Machine) -> frozenset[int]:
    """Buffers that contractions on the arrays write and nothing else but fills with zero.

    Args:
        loops: every `linalg` operation of the kernel.
        others: buffers that transfers or scalar stores write.
        machine: says what runs on the arrays.
    """
    results: set[int] = set()
    written: set[int] = set(others)
    for op, structured in loops.items():
        buffers = {output.tile.buffer for output in structured.outputs if output.tile is not None}
        if as_contraction(structured, machine) is not None:
            results |= buffers
        elif not fills_with_zero(op, structured):
            written |= buffers
    return frozenset(results - written)


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
