"""Tiles of scans."""

from dataclasses import dataclass

BLOCK = 16
"""Elements of a block, which are scanned in sequence; all blocks of a tile are scanned in parallel."""
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
