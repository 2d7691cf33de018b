"""Mappings of scans."""

from collections.abc import Iterable, Iterator
from math import ceil
from typing import Any

from npusim.frontend.mapping import FileEntry, MappingSpace
from npusim.mlir_templates.common.cost_model import ceil_power
from npusim.mlir_templates.scan.cost import CombineWork, ScanCost, ScanProblem
from npusim.mlir_templates.scan.tiling import BLOCK, ScanTiling
from npusim.simulator.machine import Machine

_WIDTHS = (64, 128, 256, 512, 1024, 2048, 4096)
_TILES = tuple(2**exponent for exponent in range(10, 19))
_SMALL_TILES = tuple(2**exponent for exponent in range(6, 10))
_SEGMENTS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class ScanSpace(MappingSpace[ScanTiling]):
    """Shapes of tiles: columns in memory order or, without an inner axis, rows divided into segments."""

    family = "scan"
    file_key = "OUTER_LENGTH_INNER"

    def __init__(self, problem: ScanProblem, work: CombineWork, machine: Machine) -> None:
        self.problem, self.work, self.machine = problem, work, machine
        self.key = f"{problem.outer}_{problem.length}_{problem.inner}"

    @property
    def by_rows(self) -> bool:
        """Whether the scanned elements are contiguous."""
        return self.problem.inner == 1

    def candidates(self) -> Iterable[ScanTiling]:
        """Tiles of all widths and volumes, each once; small ones where the scratchpad has no room for others."""
        usual = dict.fromkeys(self._tiles(_WIDTHS, _TILES))
        return usual if any(map(self.fits, usual)) else dict.fromkeys(self._tiles((16,), _SMALL_TILES))

    def _tiles(self, widths: tuple[int, ...], volumes: tuple[int, ...]) -> Iterator[ScanTiling]:
        for width in widths:
            for elements in volumes:
                length = max(1, elements // width)
                if not self.by_rows:
                    yield self._column_tile(length, width)
                    continue
                for segments in (s for s in _SEGMENTS if s <= width):
                    yield self._row_tile(width // segments, segments, length)

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
        return mapping.bytes_per_lane(self.machine.vector_lanes, round(4 * sum(self.work.words)))

    def estimate_cycles(self, mapping: ScanTiling) -> float:
        """Cycles by the cost model (`scan.cost`)."""
        return ScanCost(self.problem, self.work, mapping, self.machine).cycles()

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
