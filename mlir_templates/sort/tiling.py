"""Tiles of the sorting network: the number and the shape of keys sorted in the scratchpad at once."""

from dataclasses import dataclass, replace

from npusim.mlir_templates.common.cost_model import ceil_power, floor_power
from npusim.simulator.machine import Machine

KEY_BYTES = 8
BLOCK, FIRST_BLOCK = 16, 8
"""Rows of an unrolled block: enough to hide the latency of the vector unit, few enough to compile quickly; the second
number is for top-k tiles that keep as few keys.
"""
SHORTEST_COLUMN = 16
"""The fewest keys of a column if a row has several: exchanges of shorter columns would mostly cross lanes."""
WIDTH = 512
"""Columns that are sorted in parallel: several elements per lane hide the latency of an exchange."""
LARGEST_CHUNK = 2**18
"""The most keys of a row in the scratchpad, limited by the host's caches."""
LARGEST_TILE = 2**19
TOP_K, FIRST_RUN, LONG_RUN = 2**13, 64, 128
"""Keys that are kept per tile, to keep the vector unit busy; keys of a segment per tile, for long transfers; the same
if blocks of more than `FIRST_BLOCK` keys are merged.
"""
FEWEST_KEYS = 2**15
"""The fewest keys of a tile of short rows: smaller transfers and operations would be latency-bound."""


@dataclass(frozen=True)
class SortTiling:
    """Shapes of a sort.

    Attributes:
        rows: rows of the tensor in a tile.
        chunk: keys of each row in a tile, a power of two.
        segments: columns per row, of `chunk / segments` keys each.
        block: keys of a column's block, which is sorted first by unrolled operations.
        external: whether rows are (or may be) longer than a chunk, so that chunks are merged in memory.
        slots: copies of the tile that is loaded and stored: with two the transfers of a tile overlap with the sort of
            another.
    """

    rows: int
    chunk: int
    segments: int
    block: int
    external: bool
    slots: int = 1

    @property
    def length(self) -> int:
        """Keys of a column."""
        return self.chunk // self.segments

    @property
    def width(self) -> int:
        """Columns of a tile."""
        return self.rows * self.segments

    @property
    def exchanged(self) -> int:
        """Keys of a row that two chunks exchange at a time."""
        return max(1, self.chunk // 4)

    @property
    def natural_lanes(self) -> int:
        """The axis of the tile `natural` across the lanes: the longer one."""
        return int(self.chunk >= self.rows)

    def bytes_per_lane(self, lanes: int) -> int:
        """Bytes per lane of the tiles of keys of one i64 element, those of exchanged chunks included."""
        natural = -(-max(self.chunk, self.rows) // lanes) * min(self.chunk, self.rows)
        columns = -(-self.width // lanes) * self.length
        pair = 4 * -(-self.exchanged // lanes) * self.rows if self.external else 0
        return KEY_BYTES * (self.slots * natural + columns + pair) + 64 * 6


@dataclass(frozen=True)
class FirstTiling(SortTiling):
    """Shapes of a top-k selection.

    Attributes:
        first: keys that are kept per segment, a power of two.
    """

    first: int = 1

    @property
    def kept(self) -> int:
        """Keys that are kept per row."""
        return self.segments * self.first

    def of_best(self) -> SortTiling:
        """Shapes of the tiles of kept keys."""
        return SortTiling(self.rows, self.kept, self.segments, min(FIRST_BLOCK, self.first), external=False)

    def bytes_per_lane(self, lanes: int) -> int:
        """Bytes per lane of the tiles of keys of one i64 element."""
        return super().bytes_per_lane(lanes) + self.of_best().bytes_per_lane(lanes)


def choose_first_tiling(rows: int, length: int, number: int, count: int, machine: Machine) -> FirstTiling | None:
    """Tiles for a top-k selection; None if sorting is as good. Arguments as for `choose_tiling`."""
    first = ceil_power(max(2, number))
    capacity = machine.scratchpad_kib_per_lane * 1024
    width = max(WIDTH, TOP_K // first)
    while width >= 1:
        tile_rows = min(ceil_power(rows), width)
        segments = min(width // tile_rows, floor_power(max(1, length // (4 * first))))
        for block, run in _blocks_and_runs(first, length // segments):
            tiling = FirstTiling(tile_rows, segments * run, segments, block, external=False, first=first)
            if tiling.bytes_per_lane(machine.vector_lanes) * count <= capacity:
                return tiling if 4 * tiling.kept <= length else None
        width //= 2
    return None


def _blocks_and_runs(first: int, length: int) -> list[tuple[int, int]]:
    """Blocks and runs of segments of a length, the best one first.

    Blocks of as many keys as are kept are merged one by one, so that a load brings several of them; longer ones take
    too long to compile: whole columns of that length are sorted and merged.
    """
    if first <= FIRST_BLOCK:
        return [(first, FIRST_RUN)]
    columns = (FIRST_BLOCK, first)
    if first > BLOCK:
        return [columns]
    return [(first, max(first, min(LONG_RUN, floor_power(length)))), columns]


def choose_tiling(rows: int, length: int, count: int, machine: Machine, *, known: bool) -> SortTiling:
    """Tiles for sorting rows.

    Args:
        rows, length: rows and keys in each, at least 1; hints where they are symbolic.
        count: i64 elements of a key.
        known: whether the length of rows is the same in every call.
    """
    whole, most = max(2, ceil_power(length)), LARGEST_TILE
    while True:
        tiling = _tiling(ceil_power(rows), whole, most, known)
        needed = tiling.bytes_per_lane(machine.vector_lanes) * count
        if needed <= machine.scratchpad_bytes_per_lane or tiling.rows * tiling.chunk <= 2:
            return double_buffered(tiling, rows, count, machine)
        most //= 2


def double_buffered(tiling: SortTiling, rows: int, count: int, machine: Machine) -> SortTiling:
    """The tiling with two slots where there are several tiles of whole rows and the scratchpad has room."""
    if tiling.external or tiling.rows >= rows:
        return tiling
    doubled = replace(tiling, slots=2)
    fits = doubled.bytes_per_lane(machine.vector_lanes) * count <= machine.scratchpad_bytes_per_lane
    return doubled if fits else tiling


def _tiling(rows: int, whole: int, most: int, known: bool) -> SortTiling:
    """Tiles of at most `most` keys for `rows` rows of `whole` keys, both powers of two."""
    chunk = min(whole, most, LARGEST_CHUNK)
    tile_rows = min(rows, max(WIDTH, FEWEST_KEYS // chunk), max(1, most // chunk))
    segments = max(1, min(WIDTH // tile_rows, chunk // SHORTEST_COLUMN))
    block = min(BLOCK, chunk // segments)
    return SortTiling(tile_rows, chunk, segments, block, external=not known or chunk < whole)
