"""Mappings of products with block sparse matrices: columns of the dense matrix that a block meets at a time.

Blocks are whole, and read once per tile of columns: the default is as many columns as fit. The estimate is that of one
product per block row, as long as the mean one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any

from npusim.frontend.mapping import FileEntry, MappingSpace
from npusim.mlir_templates.common.cost_model import halvings, round_up
from npusim.mlir_templates.gemm.cost import estimate_cycles
from npusim.mlir_templates.gemm.problem import COLUMN_MULTIPLE, GemmTiling, Matrix, Product
from npusim.simulator.machine import Machine

_WIDEST_TILE = 512
_SLOTS = (2, 3, 1)


@dataclass(frozen=True)
class BlockProblem:
    """What the mapping depends on.

    Attributes:
        product: of the mean block row: M are the rows of a block, a product of the batch is a block row.
        block: rows and columns of a block.
        columns: of the whole sparse matrix.
        reserve: scales the scratchpad that tiles may fill.
    """

    product: Product
    block: tuple[int, int]
    columns: int
    reserve: float = 1.0


@dataclass(frozen=True)
class BlockTiling:
    """Columns of a tile of the dense matrix, and copies of the operands' tiles."""

    n: int
    slots: int = 2


class BlockSpace(MappingSpace[BlockTiling]):
    """Columns of a tile."""

    family = "block_sparse"
    file_key = "M_N_K_BLOCK"

    def __init__(self, problem: BlockProblem, machine: Machine) -> None:
        self.problem, self.machine = problem, machine
        product, (height, width) = problem.product, problem.block
        self.key = f"{product.batch * height}_{product.n}_{problem.columns}_{height}x{width}"

    def describe(self) -> str:
        """For messages."""
        return "a product of a block sparse matrix with blocks of {} by {}".format(*self.problem.block)

    def candidates(self) -> Iterator[BlockTiling]:
        """Many columns first."""
        for slots in _SLOTS:
            for columns in halvings(self._most(_WIDEST_TILE), COLUMN_MULTIPLE):
                yield BlockTiling(columns, slots)

    def _most(self, limit: int) -> int:
        return min(limit, round_up(self.problem.product.n, COLUMN_MULTIPLE))

    def default(self) -> BlockTiling:
        """As many columns as fit."""
        return self.first_fitting()

    def scratchpad_bytes(self, mapping: BlockTiling) -> int:
        """Bytes per lane."""
        product, (height, width), lanes = self.problem.product, self.problem.block, self.machine.vector_lanes
        operands = product.left.lane_bytes(height, width, lanes) + product.right.lane_bytes(width, mapping.n, lanes)
        wide = Matrix(product.accumulator_bytes + product.epilogue.tile_bytes, 0)
        results = 2 * wide.lane_bytes(height, mapping.n, lanes)
        return ceil((mapping.slots * operands + results) / self.problem.reserve)

    def estimate_cycles(self, mapping: BlockTiling) -> float:
        """As if all block rows had the mean number of blocks."""
        height, width = self.problem.block
        tiling = GemmTiling(height, mapping.n, width, True, False, mapping.slots)
        return estimate_cycles(self.problem.product, tiling, self.machine)

    def from_entry(self, entry: FileEntry) -> BlockTiling:
        """TILE_N; SLOTS may be left out."""
        columns = entry.integer("TILE_N")
        return BlockTiling(min(columns, self._most(columns)), entry.integer("SLOTS", default=2))

    def to_entry(self, mapping: BlockTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        return {"TILE_N": mapping.n, "SLOTS": mapping.slots}
