"""Mappings of grouped products: those of a batch of products with the groups' mean size."""

from collections.abc import Iterator
from math import ceil
from typing import Any

import torch
from npusim.frontend.mapping import FileEntry
from npusim.mlir_templates.gemm.operands import accumulation_dtype, computing_unit, operand
from npusim.mlir_templates.gemm.problem import GemmTiling, Matrix, Product
from npusim.mlir_templates.gemm.tiling import GemmSpace, tiles_entry
from npusim.mlir_templates.grouped_gemm.text import Groups
from npusim.simulator.machine import Machine


class GroupedSpace(GemmSpace):
    """The tilings of a grouped product: as for one product, but with the template's loop order."""

    family = "grouped_gemm"
    file_key = "GROUPS_M_N_K"

    def __init__(self, product: Product, machine: Machine, groups: Groups) -> None:
        super().__init__(product, machine)
        self.groups = groups
        self.key = f"{groups.count}_{groups.m}_{groups.n}_{groups.k}"

    @classmethod
    def of(cls, groups: Groups, left: Any, right: Any, dtype: torch.dtype, machine: Machine) -> "GroupedSpace":
        """Creates the space from the operands (Inductor nodes) and the result's dtype."""
        sizes = {"m": groups.m, "n": groups.n, "k": groups.k}
        sizes[groups.ragged] = max(1, ceil(sizes[groups.ragged] / groups.count))
        result = Matrix(dtype.itemsize, dtype.itemsize * groups.n)
        sums = accumulation_dtype(left.get_dtype())
        product = Product(
            m=sizes["m"],
            n=sizes["n"],
            k=sizes["k"],
            left=operand(left, None, machine.vector_lanes),
            right=operand(right, None, machine.vector_lanes),
            result=result,
            accumulator_bytes=sums.itemsize,
            k_is_static=groups.ragged != "k",
            batch=groups.count,
            shared_axis="n" if groups.ragged == "m" else "m",
            **computing_unit(machine, sums, left, right),
        )
        return cls(product, machine, groups)

    def candidates(self) -> Iterator[GemmTiling]:
        """Tilings in which cores share the outer loop and the operand with one matrix per group stays, in two slots:
        the next group's matrix is loaded meanwhile.
        """
        for tiling in super().candidates():
            shared = not tiling.resident and (not tiling.share_batch or self.machine.cores == 1)
            if shared and tiling.m_outer == (self.groups.ragged != "m" or not tiling.k_resident):
                yield tiling

    def default(self) -> GemmTiling:
        """The cheapest tiling; tiles of the ragged dimension exceed a mean group if that costs nothing."""
        return min(self.fitting(), key=lambda tiling: (self.estimate_cycles(tiling), -self._ragged_tile(tiling)))

    def _ragged_tile(self, tiling: GemmTiling) -> int:
        return tiling.sizes[self.groups.ragged]

    def from_entry(self, entry: FileEntry) -> GemmTiling:
        """TILE_M, TILE_N, TILE_K; optional: SLOTS."""
        m, n, k = (entry.integer(f"TILE_{axis}") for axis in "MNK")
        resident = self.product.k_is_static and k >= self.product.k
        m_outer = self.groups.ragged != "m" or not resident
        return GemmTiling(m, n, k, m_outer, resident, entry.integer("SLOTS", default=2), self.machine.cores == 1)

    def to_entry(self, mapping: GemmTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        return tiles_entry(mapping)
