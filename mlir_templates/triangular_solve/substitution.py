"""The kernel that solves systems of small triangular matrices, row by row, for many right-hand sides at once.

A row of the result is subtracted from the rows that are not solved yet, so it reads no element outside of the triangle,
and what is not finite in a row or column of the right-hand sides reaches no other ones than in exact substitution.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import torch
from npusim.frontend import MLIRTemplate, MLIRTemplateKernel
from npusim.frontend.mapping.space import USABLE_SCRATCHPAD
from npusim.frontend.mlir_writer.memory import part
from npusim.frontend.template.elements import Element
from npusim.frontend.template.writer import Writer
from npusim.mlir_templates.common.cost_model import positive_hint

BLOCK = 32
"""The most rows of a system that one kernel solves."""
_MOST_COLUMNS, _FEW_COLUMNS = 512, 32
"""The most right-hand sides of a tile where they, or where systems are across the lanes."""

TEXT = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }} {{ kernel.def_kernel(inputs=[A, B], outputs=[Y], names_str="A, B, Y") }} {
  {{ kernel.def_local_vars() }}
  {{ kernel.def_tile("matrix", {"batch": t.batch, "row": t.rows, "step": t.rows}, of="A", lane_axis=t.matrix_lanes) }}
  {{ kernel.def_tile("sides", {"batch": t.batch, "row": t.rows, "column": t.columns}, of="B", lane_axis=t.lanes) }}
  {{ kernel.def_tile("solved", {"batch": t.batch, "column": t.columns}, of="B", lane_axis=t.lanes, slots=1) }}
  {{ kernel.for_loop("batch", BATCH, t.batch, parallel=True) }}
    {{ kernel.for_loop("column", WIDTH, t.columns, parallel=True) }}
      {{ kernel.dma_load("A", "matrix", ["batch", "row", "step"]) }}
      {{ kernel.dma_load("B", "sides", ["batch", "row", "column"]) }}
      {{ steps.substitute() }}
      {{ kernel.dma_store("sides", "Y", ["batch", "row", "column"]) }}
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
  return
}
"""


class MLIRSubstitutionTemplate(MLIRTemplate):
    """X (batch, n, k) of A X = B.

    Args:
        matrix: A (batch, n, n), n at most `BLOCK`; only one triangle is used.
        sides: B (batch, n, k).
        layout: of X, row-major.
        upper: which triangle.
        has_ones: the diagonal is 1, whatever A has there.
    """

    any_strides = True

    def __init__(self, matrix: Any, sides: Any, layout: Any, *, upper: bool, has_ones: bool) -> None:
        super().__init__("triangular_solve", [matrix, sides], layout)
        self.upper, self.has_ones = upper, has_ones

    def render(
        self,
        kernel: MLIRTemplateKernel,
        template_buffer_node: Any = None,
        epilogue_nodes: list[Any] | None = None,
        **_: Any,
    ) -> str:
        """The kernel's MLIR."""
        self.output_node = template_buffer_node
        matrix, sides = self.input_nodes
        batch, length, width = sides.get_size()
        for axis in ("row", "step"):
            kernel.walk_whole(axis, length)
        options = {
            "A": matrix,
            "B": sides,
            "BATCH": batch,
            "WIDTH": width,
            "t": _tiles(sides, kernel),
            "steps": _Steps(kernel, length, self.upper, self.has_ones),
        }
        return self.fill_in(kernel, TEXT, options)


@dataclass(frozen=True)
class SubstitutionTiling:
    """Sizes of the tiles, and what lies across the lanes: `column` or `batch`.

    Attributes:
        batch: systems.
        rows: of a system.
        columns: right-hand sides of a system.
        lanes: the axis of the right-hand sides across the lanes.
    """

    batch: int
    rows: int
    columns: int
    lanes: str

    @property
    def matrix_lanes(self) -> str:
        """The axis of the matrices across the lanes."""
        return "row" if self.lanes == "column" else "batch"

    def bytes_per_lane(self, lanes: int, element_bytes: int) -> int:
        """Bytes per lane of all tiles, with two slots for transferred ones."""
        across, row = (self.columns, self.batch) if self.lanes == "column" else (self.batch, self.columns)
        sides = ceil(across / lanes) * row
        matrix = ceil(self.rows * self.batch / lanes) * self.rows
        return element_bytes * (2 * matrix + (2 * self.rows + 1) * sides)


def _tiles(sides: Any, kernel: MLIRTemplateKernel) -> SubstitutionTiling:
    """The tiles in which the lanes are used best: across a system's right-hand sides, or across systems."""
    machine, lanes = kernel.machine, kernel.vector_lane
    batch, length, width = (positive_hint(size) for size in sides.get_size())
    rows = min(BLOCK, length) if not sides.get_size()[1].free_symbols else BLOCK
    columns = ceil(min(width, max(lanes, _MOST_COLUMNS)) / lanes) * lanes
    by_column = SubstitutionTiling(1, rows, columns, "column")
    by_system = SubstitutionTiling(lanes, rows, min(width, _FEW_COLUMNS), "batch")
    used, whole = USABLE_SCRATCHPAD
    fits = by_system.bytes_per_lane(lanes, sides.get_dtype().itemsize) <= (
        machine.scratchpad_bytes_per_lane * used // whole
    )
    return by_system if fits and ceil(batch / lanes) * width < batch * ceil(width / lanes) else by_column


class _Steps:
    """Prints the substitution in a tile."""

    def __init__(self, kernel: MLIRTemplateKernel, length: Any, upper: bool, has_ones: bool) -> None:
        self.kernel, self.length, self.upper, self.has_ones = kernel, length, upper, has_ones
        self.writer = Writer(kernel.size)

    def substitute(self) -> str:
        """Solves row by row, the first one or, of an upper triangle, the last one first."""
        w, end = self.writer, self.kernel.size(self.length)
        with w.loop(0, end) as step:
            row = w.calculate("subi", w.calculate("subi", end, step), 1) if self.upper else step
            self._solve(row)
            self._eliminate(row)
        return w.take()

    def _solve(self, row: str) -> None:
        """Divides a row by the diagonal's element."""
        w, sides, matrix, solved = self.writer, *(self.kernel.tile(name) for name in ("sides", "matrix", "solved"))
        systems, columns = solved.shape
        values = part(w, sides, [0, row, 0], [systems, 1, columns], without=[1])
        diagonal = part(w, matrix, [0, row, row], [systems, 1, 1], without=[1, 2])

        def body(*given: Element) -> Sequence[Element]:
            value = given[-2] if self.has_ones else w.at.div(given[-2], given[0])
            return value, value

        inputs = [] if self.has_ones else [(diagonal, "b")]
        w.generic("bc", inputs, [(values, "bc"), (solved, "bc")], body)

    def _eliminate(self, row: str) -> None:
        """Subtracts a solved row, times the matrix's column, from the rows that are not solved."""
        w, sides, matrix, solved = self.writer, *(self.kernel.tile(name) for name in ("sides", "matrix", "solved"))
        systems, rows, _ = sides.shape
        column = part(w, matrix, [0, 0, row], [systems, rows, 1], without=[2])

        def body(factor: Element, solution: Element, old: Element) -> Sequence[Element]:
            place, at = (w.at.from_index(x, torch.int64) for x in (w.at.loop_index(1), row))
            is_left = w.at.less(place, at) if self.upper else w.at.greater(place, at)
            return [w.at.select(is_left, w.at.sub(old, w.at.mul(factor, solution)), old)]

        w.generic("brc", [(column, "br"), (solved, "bc")], [(sides, "brc")], body)
