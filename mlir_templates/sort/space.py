"""Mappings of sorts.

Model of a tile, in core cycles: the network's exchanges in sequence, each over half of the tile's keys (or of a block
of rows); the cross-lane unit moves keys between rows and columns. Chunks that are merged in memory are loaded,
exchanged and stored once per distance, and then merged once more. All this is divided among the cores. Work and
transfers of tiles in one slot follow each other. With two slots a store overlaps with the sort of the next tile, and a
load with the last operations of the tile before: it is issued when no more are left than the vector unit's queue holds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any

from npusim.frontend.codegen.schedule.transfer_time import both_ways_cycles, bytes_per_cycle
from npusim.frontend.mapping import FileEntry, RuledSpace
from npusim.frontend.mapping.mapping_file import entry_at
from npusim.mlir_templates.common.cost_model import ceil_power
from npusim.mlir_templates.sort.tiling import BLOCK, KEY_BYTES, LARGEST_TILE, SortTiling, choose_tiling, double_buffered
from npusim.scheduler import MappingStrategy
from npusim.simulator.machine import Machine

_WIDTHS = (128, 256, 512, 1024, 2048, 4096)
_BLOCKS = (4, 8, 16)
_FASTER = 0.95
"""Estimated cycles, relative to those of the tiling by fixed rules, below which another one is taken."""
_SLOTS_PER_KEY = 4
"""Issue slots of the vector unit per exchange of two keys of 64 bits: loads, comparison, stores."""
_MOVES_PER_PAIR = 2
"""Moves between lanes per exchange of two keys in different lanes: a key there, and a result back."""


@dataclass(frozen=True)
class SortProblem:
    """The sizes of a sort; hints where they are symbolic.

    Attributes:
        count: i64 elements of a key.
        known: whether the length of rows is the same in every call.
    """

    rows: int
    length: int
    count: int
    known: bool = True

    @property
    def whole(self) -> int:
        """Keys of a chunk that holds a whole row."""
        return max(2, ceil_power(self.length))

    @property
    def key(self) -> str:
        """The shape as a key of mapping files."""
        return f"{self.rows}_{self.length}"


def transfers_cycles(keys: float, count: int, cores: int, machine: Machine) -> float:
    """Cycles to move keys of `count` elements."""
    return keys * count * KEY_BYTES / bytes_per_cycle(machine, cores)


class NetworkCost:
    """Cycles of the parts of a network, for keys of `count` elements in tiles of a shape."""

    def __init__(self, tiling: SortTiling, count: int, machine: Machine) -> None:
        self.tiling, self.count, self.machine = tiling, count, machine

    def exchange(self, pairs: float) -> float:
        """Cycles of one exchange of `pairs` pairs, latency included."""
        machine = self.machine
        chain = 1 if self.count == 1 else 2 * self.count  # a minimum; else comparisons, how they combine, a selection
        busy = _SLOTS_PER_KEY * self.count * pairs / machine.vector_elements_per_cycle
        return busy + machine.vector_latency_cycles + chain * machine.vector_op_latency_cycles("simple", "i64")

    def exchange_rows(self, rows: float) -> float:
        """Cycles of one exchange of `rows` rows of the columns, half with half: lanes without a column wait."""
        lanes = self.machine.vector_lanes
        return self.exchange(rows / 2 * ceil(self.tiling.width / lanes) * lanes)

    def transpose(self) -> float:
        """Cycles to transpose rows to columns, or back; those of a copy if rows are across the lanes."""
        t = self.tiling
        crosses = t.natural_lanes or t.segments > 1
        return self._moved(t.rows * t.chunk) if crosses else self.exchange(t.rows * t.chunk / 2)

    def exchange_segments(self, first: int) -> float:
        """Cycles of exchanges over 2**first, ..., 2, 1 segments: across lanes where no multiple of the lanes."""
        t, lanes = self.tiling, self.machine.vector_lanes
        pairs = t.rows * t.chunk / 2
        crossed = sum((t.length << step) % lanes != 0 for step in range(first + 1)) if t.natural_lanes else 0
        moved = 2 * _MOVES_PER_PAIR * pairs * self.count / self.machine.cross_lane_elements_per_cycle
        return (first + 1) * self.exchange(pairs) + crossed * moved

    def _moved(self, keys: float) -> float:
        """Cycles of the cross-lane unit to move keys, as halves of 32 bits."""
        machine = self.machine
        return 2 * keys * self.count / machine.cross_lane_elements_per_cycle + machine.cross_lane_latency_cycles

    def sort_columns(self) -> float:
        """Cycles to sort all columns."""
        t = self.tiling
        levels = range(_log(t.block), _log(t.length))
        return t.length / t.block * self.sort_block() + sum(self.merge_columns(level) for level in levels)

    def sort_block(self) -> float:
        """Cycles to sort a block of rows of the columns. A merge begins with exchanges of all rows; those over a part
        of its reach leave out as many rows at both ends.
        """
        block = self.tiling.block
        left_out = [0.5**by if by else 0.0 for level in range(_log(block)) for by in range(level + 1)]
        return sum(self.exchange_rows(block * (1 - part)) for part in left_out)

    def merge_columns(self, level: int) -> float:
        """Cycles of exchanges over 2**level, ..., 2, 1 rows."""
        t, far = self.tiling, _log(self.tiling.block)
        near = t.length / t.block * far * self.exchange_rows(t.block)
        return near + max(0, level - far + 1) * max(1, t.length / 2 / t.block) * self.exchange_rows(2 * t.block)

    def queued_operations(self) -> float:
        """Cycles of the last operations on a tile, as many as wait in the vector unit's queue."""
        return self.machine.unit_queue_depth * self.exchange_rows(self.tiling.block)

    def sort(self) -> float:
        """Cycles to sort a tile."""
        t = self.tiling
        levels, flipped = _log(t.segments), self.exchange(t.rows * t.chunk / 2)
        merged = levels * (2 * self.transpose() + self.merge_columns(_log(t.length) - 1) + flipped)
        exchanged = sum(self.exchange_segments(level) for level in range(levels))
        return self.sort_columns() + exchanged + merged + 2 * self.transpose()

    def merge(self) -> float:
        """Cycles to merge a tile of bitonic rows."""
        t = self.tiling
        exchanged = self.exchange_segments(_log(t.segments) - 1)
        return exchanged + 2 * self.transpose() + self.merge_columns(_log(t.length) - 1)


class SortSpace(RuledSpace[SortTiling]):
    """Shapes of the tiles of a network.

    Args:
        problem: the sizes of the sort.
        chunk: the most keys of a row in a tile: the workspace has room for chunks of this size.
        machine: the machine.
    """

    family = "sort"
    file_key = "ROWS_KEYS"

    def __init__(self, problem: SortProblem, chunk: int, machine: Machine) -> None:
        self.problem, self.chunk, self.machine = problem, chunk, machine
        self.key = problem.key

    def by_rules(self) -> SortTiling | None:
        """The tiling by fixed rules; None if the workspace has no room for its chunks."""
        p = self.problem
        usual = choose_tiling(p.rows, p.length, p.count, self.machine, known=p.known)
        return usual if usual.chunk <= self.chunk else None

    def default(self) -> SortTiling:
        """The tiling by fixed rules, or the cheapest of known sizes where it is estimated to be faster by more than
        the estimate's error.
        """
        ruled = super().default()
        if not self.problem.known:
            return ruled
        best = min(self.fitting(), key=self.estimate_cycles)
        return best if self.estimate_cycles(best) < _FASTER * self.estimate_cycles(ruled) else ruled

    def others(self) -> Iterator[SortTiling]:
        """Tiles of other widths, rows and chunks."""
        chunks = [self.chunk] if self._holds_rows(self.chunk) else [self.chunk >> by for by in range(3)]
        for chunk in (c for c in chunks if c >= 2):
            for width in _WIDTHS:
                for segments in _powers(min(width, chunk)):
                    for block in _BLOCKS:
                        if width // segments * chunk <= LARGEST_TILE:
                            yield self._tile(width // segments, chunk, segments, block)

    def _tile(self, rows: int, chunk: int, segments: int, block: int) -> SortTiling:
        """A tiling, clipped to the rows."""
        chunk = max(2, min(chunk, self.chunk))
        segments = min(segments, chunk // 2)
        rows = min(rows, ceil_power(self.problem.rows))
        tiling = SortTiling(rows, chunk, segments, min(block, chunk // segments), not self._holds_rows(chunk))
        return double_buffered(tiling, self.problem.rows, self.problem.count, self.machine)

    def _holds_rows(self, chunk: int) -> bool:
        return self.problem.known and chunk >= self.problem.whole

    def scratchpad_bytes(self, mapping: SortTiling) -> int:
        """Bytes per lane."""
        return mapping.bytes_per_lane(self.machine.vector_lanes) * self.problem.count

    def estimate_cycles(self, mapping: SortTiling) -> float:
        """The model above."""
        p, machine, cost = self.problem, self.machine, NetworkCost(mapping, self.problem.count, self.machine)
        tiles = ceil(p.rows / mapping.rows)
        cores = 1 if mapping.external else min(machine.cores, tiles)
        chunks = ceil_power(ceil(p.length / mapping.chunk))
        keys = p.rows * max(p.length, chunks * mapping.chunk if chunks > 1 else 0)
        turns, levels = ceil(tiles / cores), _log(chunks)
        transfers = transfers_cycles(keys, p.count, cores, machine)
        work, steps = turns * chunks * (cost.sort() + levels * cost.merge()), (levels + 1) * 2 * transfers
        # of the first load, which waits for DRAM's commands too, and the last store
        latency = 2 * machine.memory_latency_cycles + machine.dram_command_latency_cycles
        if mapping.external:
            pairs = turns * chunks / 2 * mapping.chunk / mapping.exchanged
            exchanged = pairs * cost.exchange(mapping.rows * mapping.exchanged)
            return work + steps + _steps(chunks) * max(exchanged, 2 * transfers) + latency
        if mapping.slots == 1:
            return work + steps + latency
        load = transfers / turns
        late = max(0.0, load - cost.queued_operations())  # which shares the memory with the store of the tile before
        waiting = (turns - 1) * both_ways_cycles(late, late, machine, cores, 2 * cores * p.count)
        return max(work + waiting + 2 * load, steps + work / turns) + latency

    def from_entry(self, entry: FileEntry) -> SortTiling:
        """TILE_ROWS and TILE_KEYS, which the lowering reads too; optional: SEGMENTS and BLOCK."""
        rows, chunk = entry.integer("TILE_ROWS"), entry.power("TILE_KEYS")
        return self._tile(rows, chunk, entry.power("SEGMENTS", default=1), entry.power("BLOCK", default=BLOCK))

    def to_entry(self, mapping: SortTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        return {
            "TILE_ROWS": mapping.rows,
            "TILE_KEYS": mapping.chunk,
            "SEGMENTS": mapping.segments,
            "BLOCK": mapping.block,
        }


def largest_chunk(problem: SortProblem, machine: Machine, strategy: MappingStrategy) -> int:
    """The most keys of a row in a tile: a mapping file's, else the default's.

    Raises:
        MappingError: the file's TILE_KEYS is no power of two.
    """
    entry = entry_at(SortSpace.family, problem.key, strategy)
    if entry is not None:
        return min(max(2, entry.power("TILE_KEYS")), problem.whole)
    return choose_tiling(problem.rows, problem.length, problem.count, machine, known=problem.known).chunk


def _log(number: int) -> int:
    return number.bit_length() - 1


def _steps(number: int) -> int:
    """Exchanges in sequence that sort `number` keys, a power of two."""
    return _log(number) * (_log(number) + 1) // 2


def _powers(most: int) -> Iterator[int]:
    """1, 2, 4, ... up to `most`."""
    for exponent in range(most.bit_length()):
        yield 1 << exponent
