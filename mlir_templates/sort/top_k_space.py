"""Mappings of top-k selections.

Model of a tile, in core cycles: new keys are sorted block by block (or as whole columns), and each block is merged into
the best keys by an exchange and a merge; the cross-lane unit transposes new keys to columns. A kernel takes the longer
of its transfers and of this work, divided among the cores, between the first load and the last store; a step takes at
least half a load.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any

from npusim.frontend.mapping import FileEntry, MappingSpace
from npusim.frontend.mapping.mapping_file import entry_at
from npusim.mlir_templates.common.cost_model import ceil_power, floor_power
from npusim.mlir_templates.sort.space import NetworkCost, transfers_cycles
from npusim.mlir_templates.sort.tiling import (
    FIRST_BLOCK,
    FIRST_RUN,
    FirstTiling,
    choose_first_tiling,
)
from npusim.scheduler import MappingStrategy
from npusim.simulator.machine import Machine

_ROWS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096)
_RUNS = (16, 32, 64, 128, 256, 512)
_BLOCKS = (4, 8, 16, 32)
_WIDEST = 2**13
_SLOTS = 2
_LEAST_SHARE = 4
"""The least ratio of a segment's keys to its kept keys."""


@dataclass(frozen=True)
class FirstProblem:
    """The sizes of a top-k selection; hints where they are symbolic.

    Attributes:
        number: keys to select (k).
        count: i64 elements of a key.
    """

    rows: int
    length: int
    number: int
    count: int

    @property
    def first(self) -> int:
        """Keys that are kept per segment."""
        return ceil_power(max(2, self.number))

    @property
    def key(self) -> str:
        """The shape as a key of mapping files."""
        return f"{self.rows}_{self.length}_{self.number}"

    @property
    def most_segments(self) -> int:
        """The most segments per row; 0 if sorting is as good."""
        return floor_power(self.length // (_LEAST_SHARE * self.first))


class FirstSpace(MappingSpace[FirstTiling]):
    """Shapes of the tiles; the result's shape fixes the number of segments per row."""

    family = "top_k"
    file_key = "ROWS_KEYS_FIRST"

    def __init__(self, problem: FirstProblem, segments: int, machine: Machine) -> None:
        self.problem, self.segments, self.machine = problem, segments, machine
        self.key = problem.key

    def candidates(self) -> Iterable[FirstTiling]:
        """The usual tiling, unless a mapping file sets another number of segments, and other rows, runs and blocks."""
        usual = usual_tiling(self.problem, self.machine)
        known = [usual] if usual is not None and usual.segments == self.segments else []
        return dict.fromkeys([*known, *self._others()])

    def _others(self) -> Iterator[FirstTiling]:
        for rows in (r for r in _ROWS if r * self.segments <= _WIDEST):
            for block in _BLOCKS:
                for run in _RUNS:
                    yield self._tile(rows, block, run)

    def _tile(self, rows: int, block: int, run: int) -> FirstTiling:
        """A tiling that merges blocks if they are as long as the kept keys, else whole columns of that length."""
        first = self.problem.first
        block = min(block, first)
        run = max(run, block) if block == first else first
        rows = min(rows, ceil_power(self.problem.rows))
        return FirstTiling(rows, self.segments * run, self.segments, block, external=False, first=first)

    def scratchpad_bytes(self, mapping: FirstTiling) -> int:
        """Bytes per lane."""
        return mapping.bytes_per_lane(self.machine.vector_lanes) * self.problem.count

    def estimate_cycles(self, mapping: FirstTiling) -> float:
        """The model above."""
        p, t, machine = self.problem, mapping, self.machine
        new, best = NetworkCost(t, p.count, machine), NetworkCost(t.of_best(), p.count, machine)
        merge = best.exchange(t.first * t.width) + best.merge_columns(t.first.bit_length() - 2)
        whole = new.sort_columns() + 2 * new.exchange(t.length * t.width) + merge
        blocks = t.length / t.block * (new.sort_block() + merge)
        tiles, cores = ceil(p.rows / t.rows), min(machine.cores, ceil(p.rows / t.rows))
        load = machine.memory_latency_cycles + transfers_cycles(t.rows * t.chunk, p.count, cores, machine)
        step = max(new.transpose() + (whole if t.first > t.block else blocks), (load + new.transpose()) / _SLOTS)
        work = ceil(tiles / cores) * (ceil(p.length / t.chunk) * step + best.transpose())
        memory = transfers_cycles(p.rows * (p.length + t.kept), p.count, cores, machine)
        stored = machine.memory_latency_cycles + transfers_cycles(t.rows * t.kept, p.count, cores, machine)
        return max(load + work + stored, memory + 2 * machine.memory_latency_cycles)

    def from_entry(self, entry: FileEntry) -> FirstTiling:
        """TILE_ROWS; optional: SEGMENTS, which the lowering reads, BLOCK and RUN."""
        rows, block = entry.integer("TILE_ROWS"), entry.power("BLOCK", default=FIRST_BLOCK)
        entry.power("SEGMENTS", default=self.segments)
        return self._tile(rows, block, entry.power("RUN", default=FIRST_RUN))

    def to_entry(self, mapping: FirstTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        return {
            "TILE_ROWS": mapping.rows,
            "SEGMENTS": mapping.segments,
            "BLOCK": mapping.block,
            "RUN": mapping.length,
        }


def usual_tiling(problem: FirstProblem, machine: Machine) -> FirstTiling | None:
    """A tiling by fixed rules, which sets the segments; None if sorting whole rows is as good."""
    return choose_first_tiling(problem.rows, problem.length, problem.number, problem.count, machine)


def segments_of(problem: FirstProblem, machine: Machine, strategy: MappingStrategy) -> int:
    """Segments per row: a mapping file's, else the default's; 0 if sorting is better.

    Raises:
        MappingError: the file's SEGMENTS is no power of two.
    """
    chosen = usual_tiling(problem, machine)
    default = 0 if chosen is None else chosen.segments
    entry = entry_at(FirstSpace.family, problem.key, strategy)
    if entry is None:
        return default
    return min(entry.power("SEGMENTS", default=max(1, default)), problem.most_segments)
