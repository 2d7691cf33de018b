"""Mappings of scans.

Model of a tile, in core cycles: all blocks of its columns are scanned in parallel, element by element, then their
totals block by block; one more operation combines columns and totals. The cross-lane unit transposes rows to columns
and back, and totals of segments are scanned in logarithmic steps. Tiles wait for each other's totals, so a kernel takes
the longer of its transfers and of this work, divided among the cores.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any

from npusim.frontend.mapping import FileEntry, RuledSpace
from npusim.mlir_templates.common.cost_model import bytes_per_cycle, ceil_power
from npusim.mlir_templates.scan.tiling import BLOCK, ScanTiling, choose_tiling
from npusim.simulator.machine import Machine

_WIDTHS = (64, 128, 256, 512, 1024, 2048, 4096)
_TILES = tuple(2**exponent for exponent in range(10, 19))
_SEGMENTS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
_SLOTS_PER_ELEMENT = 4
"""Issue slots of the vector unit per combined element: loads, the operation, stores."""


@dataclass(frozen=True)
class ScanProblem:
    """A scan of tensors (outer, length, inner) along their middle axis; hints where sizes are symbolic.

    Attributes:
        element_bytes: of all tensors together.
    """

    outer: int
    length: int
    inner: int
    element_bytes: int


class ScanSpace(RuledSpace[ScanTiling]):
    """Shapes of tiles: columns in memory order or, without an inner axis, rows divided into segments."""

    family = "scan"
    file_key = "OUTER_LENGTH_INNER"

    def __init__(self, problem: ScanProblem, machine: Machine) -> None:
        self.problem, self.machine = problem, machine
        self.key = f"{problem.outer}_{problem.length}_{problem.inner}"

    @property
    def by_rows(self) -> bool:
        """Whether the scanned elements are contiguous."""
        return self.problem.inner == 1

    def by_rules(self) -> ScanTiling:
        """The tiling by fixed rules."""
        p = self.problem
        return choose_tiling(p.outer, p.length, p.inner, p.element_bytes, self.machine)

    def others(self) -> Iterator[ScanTiling]:
        """Tiles of other widths and volumes."""
        return self._rows() if self.by_rows else self._columns()

    def _columns(self) -> Iterator[ScanTiling]:
        for width in _WIDTHS:
            for elements in _TILES:
                yield self._column_tile(max(1, elements // width), width)

    def _rows(self) -> Iterator[ScanTiling]:
        for width in _WIDTHS:
            for segments in (s for s in _SEGMENTS if s <= width):
                for elements in _TILES:
                    yield self._row_tile(width // segments, segments, max(1, elements // width))

    def _column_tile(self, length: int, width: int) -> ScanTiling:
        """A tile of columns, clipped to the tensor."""
        inner = ceil(self.problem.inner / BLOCK) * BLOCK
        return ScanTiling(0, 1, min(length, ceil_power(self.problem.length)), min(width, inner))

    def _row_tile(self, rows: int, segments: int, length: int) -> ScanTiling:
        whole = ceil_power(self.problem.length)
        rows, length = min(rows, ceil_power(self.problem.outer)), min(length, whole)
        segments = min(segments, ceil(whole / length))
        return ScanTiling(rows, segments, length, rows * segments)

    def scratchpad_bytes(self, mapping: ScanTiling) -> int:
        """Bytes per lane."""
        return mapping.bytes_per_lane(self.machine.vector_lanes, self.problem.element_bytes)

    def estimate_cycles(self, mapping: ScanTiling) -> float:
        """The model above."""
        p, t, machine = self.problem, mapping, self.machine
        if self.by_rows:
            matrices, tiles = ceil(p.outer / t.rows), ceil(p.length / t.chunk)
        else:
            matrices, tiles = p.outer * ceil(p.inner / t.width), ceil(p.length / t.length)
        rounds = ceil(matrices / machine.cores)
        work = rounds * tiles * self._tile_cycles(t)
        moved = 2 * p.outer * p.length * p.inner * p.element_bytes
        descriptors = 2 * rounds * tiles * machine.dma_descriptor_cycles
        memory = moved / bytes_per_cycle(machine, min(machine.cores, matrices)) + descriptors
        return max(work, memory) + self._tile_cycles(t) + 2 * machine.memory_latency_cycles

    def _tile_cycles(self, t: ScanTiling) -> float:
        """Cycles of the vector and the cross-lane unit for a tile."""
        column, totals = t.length * t.width, t.blocks * t.width
        cycles = t.block * self._operation(totals) + t.blocks * self._operation(t.width)
        cycles += self._operation(column) + self._operation(t.width)
        if self.by_rows:
            cycles += 2 * self._turn(t)
        if t.segments > 1:
            steps = (t.segments - 1).bit_length()
            cycles += 2 * steps * self._operation(t.width) + self._operation(column)
        return cycles

    def _turn(self, t: ScanTiling) -> float:
        """Cycles to transpose rows to columns, or back; those of a copy if rows are across the lanes."""
        elements, machine = t.length * t.width, self.machine
        if not t.lane_axis and t.segments == 1:
            return self._operation(elements)
        return elements * self._elements / machine.cross_lane_elements_per_cycle + machine.cross_lane_latency_cycles

    def _operation(self, elements: int) -> float:
        """Cycles of a pointwise operation that the next one waits for."""
        machine = self.machine
        busy = _SLOTS_PER_ELEMENT * self._elements * elements / machine.vector_elements_per_cycle
        return busy + machine.vector_latency_cycles

    @property
    def _elements(self) -> float:
        """Number of 4-byte words that are scanned together."""
        return max(1, self.problem.element_bytes / 4)

    def from_entry(self, entry: FileEntry) -> ScanTiling:
        """TILE_LENGTH, and TILE_WIDTH or, for rows, TILE_ROWS and optionally SEGMENTS."""
        length = entry.integer("TILE_LENGTH")
        if length > BLOCK and length % BLOCK:
            entry.refuse(f"key 'TILE_LENGTH' has the value {length}; above {BLOCK} it must be a multiple of {BLOCK}")
        if self.by_rows:
            return self._row_tile(entry.integer("TILE_ROWS"), entry.integer("SEGMENTS", default=1), length)
        return self._column_tile(length, entry.integer("TILE_WIDTH"))

    def to_entry(self, mapping: ScanTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        if self.by_rows:
            return {"TILE_LENGTH": mapping.length, "TILE_ROWS": mapping.rows, "SEGMENTS": mapping.segments}
        return {"TILE_LENGTH": mapping.length, "TILE_WIDTH": mapping.width}
