"""Mappings of products with block sparse matrices: the columns of a tile of the dense matrix.

Whole blocks are read once per tile of columns: the default is as many columns as fit. The estimate is that of one
product of the mean length per block row.
"""

from collections.abc import Iterator
from typing import Any

from npusim.frontend.mapping import FileEntry
from npusim.mlir_templates.common.cost_model import halvings, round_up
from npusim.mlir_templates.gemm.problem import COLUMN_MULTIPLE, GemmTiling, Product
from npusim.mlir_templates.gemm.tiling import GemmSpace
from npusim.simulator.machine import Machine

_WIDEST_TILE = 512
_SLOTS = (2, 3, 1)


class BlockSpace(GemmSpace):
    """Columns of a tile.

    Args:
        product: the product of the mean block row: M is the height of a block, the batch are the block rows.
        block: rows and columns of a block.
        columns: columns of the whole sparse matrix.
    """

    family = "block_sparse"
    file_key = "M_N_K_BLOCK"

    def __init__(self, product: Product, machine: Machine, block: tuple[int, int], columns: int) -> None:
        super().__init__(product, machine)
        self.block = height, width = block
        self.key = f"{product.batch * height}_{product.n}_{columns}_{height}x{width}"

    def describe(self) -> str:
        """For messages."""
        return "a product of a block sparse matrix with blocks of {} by {}".format(*self.block)

    def candidates(self) -> Iterator[GemmTiling]:
        """The tilings, most columns first."""
        for slots in _SLOTS:
            for columns in halvings(self._most(_WIDEST_TILE), COLUMN_MULTIPLE):
                yield self._tiling(columns, slots)

    def _most(self, limit: int) -> int:
        return min(limit, round_up(self.product.n, COLUMN_MULTIPLE))

    def _tiling(self, columns: int, slots: int) -> GemmTiling:
        height, width = self.block
        return GemmTiling(height, columns, width, m_outer=True, k_resident=False, slots=slots)

    def default(self) -> GemmTiling:
        """As many columns as fit."""
        return self.first_fitting()

    def from_entry(self, entry: FileEntry) -> GemmTiling:
        """TILE_N; optional: SLOTS."""
        columns = entry.integer("TILE_N")
        return self._tiling(min(columns, self._most(columns)), entry.integer("SLOTS", default=2))

    def to_entry(self, mapping: GemmTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        return {"TILE_N": mapping.n, "SLOTS": mapping.slots}
