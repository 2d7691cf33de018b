"""Entries of the operation table for `linalg` operations."""

from dataclasses import asdict, dataclass, field
from typing import Any

from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.contraction import Contraction, array_cost, as_contraction
from npusim.simulator.timing.cost.scratchpad_traffic import array_bytes, moved_bytes, vector_bytes
from npusim.simulator.timing.cost.structured import Operand, Structured
from npusim.simulator.timing.cost.vector import VectorCost, body_cost, vector_cost
from npusim.simulator.timing.table import Buffer, Operation, OperationTable


@dataclass
class Accesses:
    """Buffers one entry reads, overwrites and updates."""

    reads: list[int] = field(default_factory=list)
    overwrites: list[int] = field(default_factory=list)
    updates: list[int] = field(default_factory=list)

    def as_fields(self) -> dict[str, tuple[int, ...]]:
        """The fields of an `Operation`, without duplicates, in order of first occurrence."""
        overwrites = tuple(dict.fromkeys(self.overwrites))
        updates = tuple(dict.fromkeys(index for index in self.updates if index not in overwrites))
        return {"reads": tuple(dict.fromkeys(self.reads)), "overwrites": overwrites, "updates": updates}


def add_compute(table: OperationTable, loops: Structured, machine: Machine, line: int) -> list[int]:
    """Adds the entries of one `linalg` operation and returns their indices in execution order.

    Raises:
        CompileError: the body has an operation without a cost.
    """
    contraction = as_contraction(loops, machine)
    if contraction is not None:
        return [table.add(_array_entry(loops, contraction, machine, line))]
    return _Stages(table, loops, machine, line).add()


def add_clear(table: OperationTable, loops: Structured, line: int) -> int:
    """Adds the entry of a fill with zero that only resets the arrays' accumulators: one cycle of their control."""
    entry: dict[str, Any] = {
        "unit": "scalar",
        "kind": "clear",
        "label": f"clear accumulator {_shape(loops)}",
        "source_line": line,
        "occupancy_cycles": 1,
        **_accesses(loops).as_fields(),
    }
    return table.add(Operation(**entry))


def _array_entry(loops: Structured, contraction: Contraction, machine: Machine, line: int) -> Operation:
    cost = array_cost(contraction, machine)
    extents = "x".join(str(extent) for extent in (contraction.m, contraction.n, contraction.k))
    batch = f"{contraction.batch}x" if contraction.batch > 1 else ""
    entry: dict[str, Any] = {
        "unit": "array",
        "kind": "contraction",
        "label": f"{loops.name} {batch}{extents} {contraction.input_types[0]}",
        "source_line": line,
        "arithmetic_operations": contraction.macs,
        "element_type": min(contraction.input_types, key=lambda name: machine.systolic_rows_per_cycle[name]),
        "scratchpad_bytes": array_bytes(contraction, cost, machine),
        **asdict(cost),
        **_accesses(loops).as_fields(),
    }
    return Operation(**entry)


def _accesses(loops: Structured) -> Accesses:
    accesses = Accesses()
    for operand in loops.inputs:
        if operand.tile is not None and operand.used:
            accesses.reads.append(operand.tile.buffer)
    for output in loops.outputs:
        _write(accesses, output, loops)
    return accesses


def _write(accesses: Accesses, output: Operand, loops: Structured) -> None:
    """Records a write: outputs that are overwritten entirely use the next slot, others the current one."""
    assert output.tile is not None
    if output.used:
        accesses.reads.append(output.tile.buffer)
    every_element = None not in output.axes and len(set(output.axes)) == len(output.axes)
    renames = output.tile.slots > 1 or output.tile.buffer not in accesses.reads
    if output.tile.whole and every_element and not output.used and renames:
        accesses.overwrites.append(output.tile.buffer)
    else:
        accesses.updates.append(output.tile.buffer)


class _Stages:
    """Up to three entries: operands move between lanes, the vector unit computes, results move or are combined.

    Values pass between the stages in registers, each represented by a buffer of 0 bytes.
    """

    def __init__(self, table: OperationTable, loops: Structured, machine: Machine, line: int) -> None:
        self._table, self._loops, self._machine, self._line = table, loops, machine, line
        self._cost: VectorCost = vector_cost(loops, body_cost(loops, machine), machine)
        self._entries: list[int] = []

    def add(self) -> list[int]:
        moved = self._moved_value() if self._cost.vector_cycles and self._cost.moved else None
        if moved is not None:
            self._relayout(Accesses(self._buffers_of_moved(), [moved]))
        if self._cost.vector_cycles:
            self._vector(moved)
        else:
            self._relayout(_accesses(self._loops))
        return self._entries

    def _vector(self, moved: int | None) -> None:
        accesses = _accesses(self._loops)
        if moved is not None:
            kept = [operand for i, operand in enumerate(self._loops.inputs) if i not in self._cost.moved]
            outputs = [output for output in self._loops.outputs if output.used]
            accesses.reads = [operand.tile.buffer for operand in (*kept, *outputs) if operand.tile is not None]
            accesses.reads.append(moved)
        if not self._cost.reduction_cycles:
            self._add("vector", "vector", self._cost.vector_cycles, self._cost.latency_cycles, accesses)
            return
        partial = self._register("partial result")
        inputs = Accesses(accesses.reads, [partial])
        self._add("vector", "vector", self._cost.vector_cycles, self._cost.latency_cycles, inputs)
        self._combine(Accesses([partial], accesses.overwrites, accesses.updates))

    def _combine(self, accesses: Accesses) -> None:
        latency = self._cost.reduction_latency_cycles
        self._add("cross_lane", "lane_reduction", self._cost.reduction_cycles, latency, accesses)

    def _relayout(self, accesses: Accesses) -> None:
        latency = self._machine.cross_lane_latency_cycles
        self._add("cross_lane", "relayout", self._cost.relayout_cycles, latency, accesses)

    def _add(self, unit: str, kind: str, occupancy: int, latency: int, accesses: Accesses) -> None:
        work = self._cost.arithmetic_operations if unit == "vector" else 0
        peak = self._machine.vector_elements_per_cycle * self._machine.vector_alus
        entry: dict[str, Any] = {
            "unit": unit,
            "kind": kind,
            "label": f"{self._loops.name} {_shape(self._loops)}",
            "source_line": self._line,
            "occupancy_cycles": occupancy,
            "latency_cycles": latency,
            "arithmetic_operations": work,
            "ideal_cycles": work / peak,
            "scratchpad_bytes": self._scratchpad_bytes(unit),
            "cross_lane_elements": self._exchanged(kind),
            **accesses.as_fields(),
        }
        self._entries.append(self._table.add(Operation(**entry)))

    def _scratchpad_bytes(self, unit: str) -> int:
        if unit == "vector":
            return vector_bytes(self._loops)
        return moved_bytes(self._loops.inputs[i] for i in self._cost.moved)

    def _exchanged(self, kind: str) -> int:
        elements = {"relayout": self._cost.relayout_elements, "lane_reduction": self._cost.result_elements}
        return elements.get(kind, 0)

    def _buffers_of_moved(self) -> list[int]:
        tiles = [self._loops.inputs[i].tile for i in self._cost.moved]
        return [tile.buffer for tile in tiles if tile is not None]

    def _moved_value(self) -> int:
        return self._register("moved operand")

    def _register(self, what: str) -> int:
        return self._table.add_buffer(Buffer(f"{what} of {self._loops.name} (line {self._line})", 2, 0))


def _shape(loops: Structured) -> str:
    tile = loops.outputs[0].tile
    assert tile is not None
    sizes = "x".join(str(size) for size in loops.ranges) or "1"
    return f"{sizes} {tile.element_type}"
