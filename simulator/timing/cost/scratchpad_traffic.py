"""Bytes that operations read from and write to the scratchpad; for energy, not for time."""

from collections.abc import Iterable
from math import ceil

from npusim.simulator.machine import Machine, element_bits
from npusim.simulator.timing.cost.contraction import ArrayCost, Contraction
from npusim.simulator.timing.cost.structured import Operand, Structured

_ACCUMULATOR_BYTES = 4


def vector_bytes(loops: Structured) -> int:
    """Bytes of vector operations: every input once, every output once, and again if its old value is read."""
    read = [*loops.inputs, *(output for output in loops.outputs if output.used)]
    return sum(_bytes(operand) for operand in (*read, *loops.outputs))


def moved_bytes(operands: Iterable[Operand]) -> int:
    """Bytes of moves between lanes: operands are read and written once."""
    return 2 * sum(_bytes(operand) for operand in operands)


def array_bytes(contraction: Contraction, cost: ArrayCost, machine: Machine) -> int:
    """Bytes of contractions: a fold reads weights and streamed rows, and accumulates a row of partial sums per row.

    Folds narrower than the array read only the used part of the reduction, but all columns.
    """
    rows, columns = min(contraction.k, machine.systolic_rows), machine.systolic_columns
    width = max(element_bits(element_type) for element_type in contraction.input_types) // 8
    streamed = ceil(contraction.macs / (rows * columns))
    return (cost.folds * rows * columns + streamed * rows) * width + 2 * streamed * columns * _ACCUMULATOR_BYTES


def _bytes(operand: Operand) -> int:
    if operand.tile is None:
        return 0
    return operand.tile.elements * element_bits(operand.tile.element_type) // 8
