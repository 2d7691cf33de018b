"""Estimated cost of values on the vector unit, before there is a kernel."""

from collections.abc import Callable, Iterable

from npusim.frontend.codegen.graph import mlir_ops
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.graph.dtypes import value_type
from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.op_classes import operation_class

COSTLY = 3
"""Cheap operations that are worth a tile of their own where a value varies along fewer dimensions than a loop."""

_STORED = frozenset({"load", "const", "reduce", "iter", "size", "inside", "resident"})
"""What is in a tile, or is no operation."""

_FREE = frozenset({"load", "const", "iter", "size", "inside", "reduce", "partial", "resident", "bitcast"})


def vector_slots(values: Iterable[Value], machine: Machine) -> float:
    """ALU issue slots that one vector of elements of all these values takes; a reduction counts as one operation."""
    return sum(_slots(value, machine) for value in values)


def effort(value: Value, of: Callable[[Value], int]) -> int:
    """Operations that computing a value from tiles takes, at most `COSTLY`.

    Args:
        of: gives the effort of an operand.
    """
    if value.op in _STORED:
        return 0
    own = COSTLY if value.op in mlir_ops.EXPENSIVE else 1
    return min(COSTLY, own + sum(of(operand) for operand in value.args))


def chain_cycles(values: Iterable[Value], machine: Machine) -> int:
    """Cycles of the longest chain of dependent operations among values, which are in topological order."""
    ready: dict[int, int] = {}
    for value in values:
        latency = max((machine.vector_op_latency_cycles(*key) for key in _table_keys(value)), default=0)
        ready[value.number] = latency + max((ready.get(arg.number, 0) for arg in value.args), default=0)
    return max(ready.values(), default=0)


def _slots(value: Value, machine: Machine) -> float:
    return max((machine.vector_slots(*key) for key in _table_keys(value)), default=0.0)


def _table_keys(value: Value) -> list[tuple[str, str]]:
    """(operation class, element type) of a value's operation for each type; empty for free operations."""
    if value.op == "reduce":
        return [("simple", value_type(value.dtype))]
    if value.op in _FREE:
        return []
    operand = value.args[1] if value.op == "select" else value.args[0]
    text = mlir_ops.line(value.op, value.dtype, operand.dtype, ["x"] * len(value.args))
    kinds = {value_type(value.dtype), value_type(operand.dtype)} - {"i1"}
    return [(operation_class(text.split()[0]), kind) for kind in kinds or {"i32"}]


def vector_cycles(slots: float, loads: float, stores: float, machine: Machine) -> float:
    """Cycles per element of an operation with these issue slots, inputs and outputs."""
    slowest = max(
        slots / machine.vector_alus, loads / machine.vector_loads_per_cycle, stores / machine.vector_stores_per_cycle
    )
    return slowest / machine.vector_elements_per_cycle
