"""Estimated cost of values on the vector unit, before there is a kernel."""

from collections.abc import Iterable

from npusim.frontend.codegen.graph import mlir_ops
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.graph.dtypes import value_type
from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.op_classes import operation_class

_FREE = frozenset({"load", "const", "iter", "size", "inside", "reduce", "partial", "resident", "bitcast"})


def vector_slots(values: Iterable[Value], machine: Machine) -> float:
    """ALU issue slots that one vector of elements of all these values takes; a reduction counts as one operation."""
    return sum(_slots(value, machine) for value in values)


def _slots(value: Value, machine: Machine) -> float:
    if value.op == "reduce":
        return machine.vector_slots("simple", value_type(value.dtype))
    if value.op in _FREE:
        return 0.0
    operand = value.args[1] if value.op == "select" else value.args[0]
    text = mlir_ops.line(value.op, value.dtype, operand.dtype, ["x"] * len(value.args))
    kinds = {value_type(value.dtype), value_type(operand.dtype)} - {"i1"}
    return max(machine.vector_slots(operation_class(text.split()[0]), kind) for kind in kinds or {"i32"})


def vector_cycles(slots: float, loads: float, stores: float, machine: Machine) -> float:
    """Cycles per element of an operation with these issue slots, inputs and outputs."""
    slowest = max(
        slots / machine.vector_alus, loads / machine.vector_loads_per_cycle, stores / machine.vector_stores_per_cycle
    )
    return slowest / machine.vector_elements_per_cycle
