"""The shared state of the lowering of operations to records."""

from dataclasses import dataclass, field
from typing import Any

from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.tiles import TileMap
from npusim.simulator.timing.records import RecordWriter
from npusim.simulator.timing.table import OperationTable


@dataclass
class LoweringState:
    """The state of the lowering of a module.

    Attributes:
        kernel: the kernel, for its tiles and its text.
        machine: determines the costs.
        addresses: simulated address of each tensor, `i64` values.
        writer: writes records at the insertion point.
        combined: whether the program computes values too.
        table: the operation table so far.
        tiles: the tiles so far.
        registers: the buffer that stands for the value of each `memref.load`.
    """

    kernel: KernelModule
    machine: Machine
    addresses: list[Any]
    writer: RecordWriter
    combined: bool
    table: OperationTable = field(default_factory=OperationTable, init=False)
    tiles: TileMap = field(init=False)
    registers: dict[Any, int] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.tiles = TileMap(self.machine.vector_lanes)
