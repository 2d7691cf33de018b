"""The static operation table, passed to the engine once per kernel.

One entry per operation of the kernel's text, in text order; an operation that needs the cross-lane unit besides the
vector unit has one entry for each. Everything is plain integers and strings, in core cycles and bytes.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

_REPORT_FIELDS = frozenset({"element_type", "scratchpad_bytes", "cross_lane_elements", "ideal_cycles"})


@dataclass(frozen=True)
class Buffer:
    """A scratchpad tile, or a value in a register (then 0 bytes): a scalar that was loaded, or what passes between the
    two entries of one operation.

    Attributes:
        name: for messages and timelines.
        slots: physical copies.
        bytes: bytes of one copy over all lanes.
    """

    name: str
    slots: int
    bytes: int


@dataclass(frozen=True)
class Operation:
    """One entry of the table; the names are those of the engine's `Operation`.

    Attributes:
        unit: one of `npusim.simulator.engine.UNITS`.
        kind: `dma_load`, `dma_store`, `gather`, `scatter`, `contraction`, `vector`, `relayout`, `lane_reduction`,
            `clear`, `dram_read`, `dram_write`, `tile_read`, `tile_write` or `barrier`.
        label: operation and shape, for people.
        source_line: line of the kernel's text, 0 when unknown.
        element_bytes: bytes of one element that moves (DMA and scalar accesses), else 0.
        occupancy_cycles: cycles the unit is busy (0 for what the engine times itself: DMA, DRAM accesses, arrays).
        latency_cycles: cycles from the end of the occupancy to the result.
        folds: weight tiles to work through, shared out over the core's arrays by the engine.
        streamed_rows: cycles to stream the rows of one fold through an array.
        weight_load_rows: cycles to shift the weights of one fold into an array.
        drain_cycles: cycles from the last streamed row to the last result.
        reads: buffers read.
        overwrites: buffers written entirely (the write takes the next copy).
        updates: buffers written in part or accumulated into (the write goes to the current copy).
        combine: a store that reads memory before it writes.
        arithmetic_operations: multiply-accumulates on an array, ALU issue slots times elements on the vector unit.
        element_type: of a contraction's inputs, the slower one (for its energy).
        scratchpad_bytes: read from and written to the scratchpad by a compute unit (for its energy).
        cross_lane_elements: elements that go through the cross-lane unit (for its energy).
        ideal_cycles: cycles of that work at the peak rate of one core's arrays or vector ALUs (for the roofline bound).
    """

    unit: str
    kind: str
    label: str
    source_line: int = 0
    element_bytes: int = 0
    occupancy_cycles: int = 0
    latency_cycles: int = 0
    folds: int = 0
    streamed_rows: int = 0
    weight_load_rows: int = 0
    drain_cycles: int = 0
    reads: tuple[int, ...] = ()
    overwrites: tuple[int, ...] = ()
    updates: tuple[int, ...] = ()
    combine: bool = False
    arithmetic_operations: int = 0
    element_type: str = ""
    scratchpad_bytes: int = 0
    cross_lane_elements: int = 0
    ideal_cycles: float = 0.0

    def engine_fields(self) -> dict[str, Any]:
        """The fields of the engine's `Operation`, without those that only the report needs."""
        return {name: value for name, value in asdict(self).items() if name not in _REPORT_FIELDS}


@dataclass
class OperationTable:
    """The buffers and operations of one kernel, in the order of its text."""

    buffers: list[Buffer] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)

    def add_buffer(self, buffer: Buffer) -> int:
        """Appends a buffer and returns its index."""
        self.buffers.append(buffer)
        return len(self.buffers) - 1

    def add(self, operation: Operation) -> int:
        """Appends an operation and returns its index, which is slot 0 of its trace records."""
        self.operations.append(operation)
        return len(self.operations) - 1

    def make_wait(self, first: int, buffers: Sequence[int]) -> None:
        """The operations from number `first` on read these buffers as well."""
        if buffers:
            waiting = [replace(each, reads=(*each.reads, *buffers)) for each in self.operations[first:]]
            self.operations[first:] = waiting
