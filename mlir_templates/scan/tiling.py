"""Tiles of scans."""

from dataclasses import dataclass

from npusim.mlir_templates.common.cost_model import ceil_power, floor_power
from npusim.simulator.machine import Machine

BLOCK = 16
"""Elements of a block, which are scanned in sequence; all blocks of a tile are scanned in parallel."""
WIDTH, WIDEST = 256, 4096
"""Columns that are scanned in parallel: several vectors; and the most, for short columns."""
TILE = 2**16
"""Elements of a tile, small enough for the caches of the host."""
NARROWEST = 32
"""The narrowest contiguous inner axis that is scanned in memory order; narrower ones are transposed first."""


@dataclass(frozen=True)
class ScanTiling:
    """Shapes of a scan.

    Attributes:
        rows: rows in a tile; 0 if tiles hold columns of the tensor.
        segments: columns of a tile per row.
        length: elements of a column.
        width: columns of a tile.
    """

    rows: int
    segments: int
    length: int
    width: int

    @property
    def block(self) -> int:
        """Elements of a column's block, scanned in sequence."""
        return min(BLOCK, self.length)

    @property
    def blocks(self) -> int:
        """Blocks of a column."""
        return self.length // self.block

    @property
    def chunk(self) -> int:
        """Elements of a row in a tile."""
        return self.segments * self.length

    @property
    def lane_axis(self) -> int:
        """The axis of a tile of rows that lies across the lanes."""
        return int(self.chunk >= self.rows)

    def bytes_per_lane(self, lanes: int, element_bytes: int) -> int:
        """Bytes per lane of all tiles, with two slots for transferred ones."""
        columns = -(-self.width // lanes) * self.length
        natural = -(-max(self.rows, self.chunk) // lanes) * min(self.rows, self.chunk)
        slots = (1, 2) if self.rows else (2, 0)
        totals = -(-self.width // lanes) * (self.blocks + 1)
        segments = 2 * -(-self.segments // lanes) * self.rows + self.rows if self.segments > 1 else 0
        elements = slots[0] * columns + slots[1] * natural + 2 * (totals + segments)  # carries may be twice as wide
        return element_bytes * elements + 64 * 16


def choose_tiling(outer: int, length: int, inner: int, element_bytes: int, machine: Machine) -> ScanTiling:
    """Tiles for scanning the middle axis of a tensor (outer, length, inner).

    Args:
        outer, length, inner: at least 1; hints where they are symbolic. `inner` is 1 or at least `NARROWEST`.
        element_bytes: of all scanned tensors together.
    """
    elements = floor_power(TILE * 4 // max(4, element_bytes))
    capacity = machine.scratchpad_kib_per_lane * 1024
    while True:
        tiling = _columns(length, inner, elements) if inner > 1 else _rows(outer, length, elements)
        if elements <= 64 or tiling.bytes_per_lane(machine.vector_lanes, element_bytes) <= capacity:
            return tiling
        elements //= 2


def _columns(length: int, inner: int, elements: int) -> ScanTiling:
    width = min(-(-inner // BLOCK) * BLOCK, 2 * WIDTH, elements)
    return ScanTiling(0, 1, min(ceil_power(length), floor_power(max(1, elements // width))), width)


def _rows(rows: int, length: int, elements: int) -> ScanTiling:
    height = min(ceil_power(rows), max(WIDTH, min(WIDEST, elements // ceil_power(length))), elements)
    segments = max(1, min(WIDTH // height, ceil_power(length) // (2 * BLOCK), elements // height))
    column = min(ceil_power(length) // segments, max(1, elements // (height * segments)))
    if segments == 1 and height >= WIDTH:
        column = min(column, height // 2)  # rows are across the lanes: no transpose is needed
    return ScanTiling(height, segments, column, height * segments)
