"""Mappings of products that skip tiles of the weights: rows of a tile, and what is skipped as a whole.

The more rows a tile of the left operand has, the less often the weights are read: the default is as many as fit. The
estimate is that of a product that skips nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any

from npusim.frontend.mapping import FileEntry, MappingSpace
from npusim.frontend.mapping.mapping_file import entry_at
from npusim.mlir_templates.common.cost_model import halvings, round_up
from npusim.mlir_templates.gemm.cost import estimate_cycles
from npusim.mlir_templates.gemm.problem import ROW_MULTIPLE, GemmTiling, Matrix, Product
from npusim.scheduler import MappingStrategy
from npusim.simulator.machine import Machine

_MOST_ROWS = 1024
_SLOTS = (2, 3, 1)


@dataclass(frozen=True)
class SkippingProblem:
    """What the mapping depends on.

    Attributes:
        product: the whole product; its result has the bytes of the accumulator.
        tile: rows and columns of the right operand that are skipped together: the notes are about these.
        note_bytes: of the notes, per lane.
        reserve: scales the scratchpad that tiles may fill.
    """

    product: Product
    tile: tuple[int, int]
    note_bytes: float
    reserve: float = 1.0


@dataclass(frozen=True)
class SkippingTiling:
    """Tile sizes, and copies of an operand's tile."""

    m: int
    n: int
    k: int
    slots: int = 2


class SkippingSpace(MappingSpace[SkippingTiling]):
    """Rows of a tile. The tiles of the weights are those that the lowering has had notes made of."""

    family = "zero_skipping"
    file_key = "M_N_K"

    def __init__(self, problem: SkippingProblem, machine: Machine) -> None:
        self.problem, self.machine = problem, machine
        self.key = skipping_key(problem.product.m, problem.product.n, problem.product.k)

    def describe(self) -> str:
        """For messages."""
        return "a matrix product that skips tiles of zeros"

    def candidates(self) -> Iterator[SkippingTiling]:
        """Many rows first."""
        (height, width), most = self.problem.tile, self._most_rows(_MOST_ROWS)
        for slots in _SLOTS:
            for rows in halvings(most, ROW_MULTIPLE):
                yield SkippingTiling(rows, width, height, slots)

    def _most_rows(self, limit: int) -> int:
        """A dimension of one element is not padded: fused epilogues have no loop over it."""
        m = self.problem.product.m
        return 1 if m == 1 else min(limit, round_up(m, ROW_MULTIPLE))

    def default(self) -> SkippingTiling:
        """As many rows as fit."""
        return self.first_fitting()

    def scratchpad_bytes(self, mapping: SkippingTiling) -> int:
        """Bytes per lane."""
        product, lanes = self.problem.product, self.machine.vector_lanes
        left = product.left.lane_bytes(mapping.m, mapping.k, lanes)
        operands = left + product.right.lane_bytes(mapping.k, mapping.n, lanes)
        wide = Matrix(product.accumulator_bytes + product.epilogue.tile_bytes, 0)
        results = 2 * wide.lane_bytes(mapping.m, mapping.n, lanes)
        return ceil((self.problem.note_bytes + mapping.slots * operands + results) / self.problem.reserve)

    def estimate_cycles(self, mapping: SkippingTiling) -> float:
        """Cycles if nothing is skipped."""
        tiling = GemmTiling(mapping.m, mapping.n, mapping.k, True, False, mapping.slots)
        return estimate_cycles(self.problem.product, tiling, self.machine)

    def from_entry(self, entry: FileEntry) -> SkippingTiling:
        """TILE_M; TILE_N and TILE_K, which the lowering has looked at (`skipped_tile`), and SLOTS may be left out."""
        m, (k, n) = entry.integer("TILE_M"), _skipped(entry, self.problem.tile)
        return SkippingTiling(min(m, self._most_rows(m)), n, k, entry.integer("SLOTS", default=2))

    def to_entry(self, mapping: SkippingTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        return {"TILE_M": mapping.m, "TILE_N": mapping.n, "TILE_K": mapping.k, "SLOTS": mapping.slots}


def skipping_key(m: int, n: int, k: int) -> str:
    """The shape in mapping files."""
    return f"{m}_{n}_{k}"


def skipped_tile(key: str, machine: Machine, strategy: MappingStrategy) -> tuple[int, int]:
    """Rows and columns of the weights that are skipped together: those of a mapping file, else what all arrays hold.

    Raises:
        MappingError: the file's TILE_K or TILE_N is no size of a tile.
    """
    default = machine.systolic_rows, machine.systolic_columns * machine.systolic_arrays
    entry = entry_at(SkippingSpace.family, key, strategy)
    return default if entry is None else _skipped(entry, default)


def _skipped(entry: FileEntry, default: tuple[int, int]) -> tuple[int, int]:
    height, width = default
    return entry.integer("TILE_K", default=height), entry.integer("TILE_N", default=width)
