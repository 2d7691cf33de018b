"""What the lowering of operations to records shares."""

from dataclasses import dataclass, field
from typing import Any

from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.tiles import TileMap
from npusim.simulator.timing.records import RecordWriter
from npusim.simulator.timing.table import OperationTable


@dataclass
class LoweringState:
    """What has been made of a module so far, and where records are written.

    Attributes:
        kernel: the kernel; its tiles and its text are read.
        machine: prices the operations.
        addresses: simulated address of each tensor, `i64` values.
        writer: writes records at the insertion point.
        combined: the program computes the values, too.
        table: the table, which grows.
        tiles: the tiles seen.
    """

    kernel: KernelModule
    machine: Machine
    addresses: list[Any]
    writer: RecordWriter
    combined: bool
    table: OperationTable = field(default_factory=OperationTable, init=False)
    tiles: TileMap = field(default_factory=TileMap, init=False)
