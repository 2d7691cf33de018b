"""Mappings of products that skip tiles of the weights: rows of a tile, and the size of skipped tiles.

The more rows a tile of the left operand has, the less often the weights are read: the default is as many as fit. The
estimate assumes that no tile is skipped.
"""

from collections.abc import Iterator
from math import ceil
from typing import Any

from npusim.frontend.mapping import FileEntry
from npusim.frontend.mapping.mapping_file import entry_at
from npusim.mlir_templates.common.cost_model import halvings, round_up
from npusim.mlir_templates.gemm.problem import ROW_MULTIPLE, GemmTiling, Product
from npusim.mlir_templates.gemm.tiling import GemmSpace, tiles_entry
from npusim.scheduler import MappingStrategy
from npusim.simulator.machine import Machine

_MOST_ROWS = 1024
_SLOTS = (2, 3, 1)


class SkippingSpace(GemmSpace):
    """Rows of a tile of the left operand; the tiles of the weights are fixed by the flags that the lowering made.

    Args:
        tile: rows and columns of the right operand that are skipped together, one flag each.
        note_bytes: bytes of the flags per lane.
    """

    family = "zero_skipping"

    def __init__(self, product: Product, machine: Machine, tile: tuple[int, int], note_bytes: float) -> None:
        super().__init__(product, machine)
        self.tile, self.note_bytes = tile, note_bytes

    def describe(self) -> str:
        """For messages."""
        return "a matrix product that skips tiles of zeros"

    def candidates(self) -> Iterator[GemmTiling]:
        """The tilings, most rows first."""
        for slots in _SLOTS:
            for rows in halvings(self._most_rows(_MOST_ROWS), ROW_MULTIPLE):
                yield self._tiling(rows, self.tile, slots)

    def _most_rows(self, limit: int) -> int:
        """The rows of a tile, at most `limit`; one row is not padded, as fused epilogues have no loop over it."""
        m = self.product.m
        return 1 if m == 1 else min(limit, round_up(m, ROW_MULTIPLE))

    @staticmethod
    def _tiling(rows: int, tile: tuple[int, int], slots: int) -> GemmTiling:
        return GemmTiling(rows, tile[1], tile[0], m_outer=True, k_resident=False, slots=slots)

    def default(self) -> GemmTiling:
        """As many rows as fit."""
        return self.first_fitting()

    def scratchpad_bytes(self, mapping: GemmTiling) -> int:
        """Bytes per lane, flags included."""
        return super().scratchpad_bytes(mapping) + ceil(self.note_bytes / self.product.scratchpad_share)

    def from_entry(self, entry: FileEntry) -> GemmTiling:
        """TILE_M; optional: SLOTS, and TILE_N and TILE_K, which the lowering reads (`skipped_tile`)."""
        rows, tile = entry.integer("TILE_M"), _skipped(entry, self.tile)
        return self._tiling(min(rows, self._most_rows(rows)), tile, entry.integer("SLOTS", default=2))

    def to_entry(self, mapping: GemmTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        return tiles_entry(mapping)


def skipped_tile(key: str, machine: Machine, strategy: MappingStrategy) -> tuple[int, int]:
    """Rows and columns of the weights that are skipped together: a mapping file's, else the size of all arrays.

    Args:
        key: the product's shape in mapping files, `M_N_K`.

    Raises:
        MappingError: the file's TILE_K or TILE_N is no valid tile size.
    """
    default = machine.systolic_rows, machine.systolic_columns * machine.systolic_arrays
    entry = entry_at(SkippingSpace.family, key, strategy)
    return default if entry is None else _skipped(entry, default)


def _skipped(entry: FileEntry, default: tuple[int, int]) -> tuple[int, int]:
    height, width = default
    return entry.integer("TILE_K", default=height), entry.integer("TILE_N", default=width)
