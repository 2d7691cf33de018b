"""The kernel that scans tensors along an axis: one pass over memory, with a carry from tile to tile."""

from collections.abc import Sequence
from typing import Any

from npusim.frontend import MLIRTemplateKernel
from npusim.frontend.mlir_writer.indices import Number
from npusim.frontend.mlir_writer.memory import Memref, tile, view
from npusim.mlir_templates.common.body_template import MLIRBodyTemplate
from npusim.mlir_templates.common.steps import Steps
from npusim.mlir_templates.scan.columns import ColumnScan, Combine
from npusim.mlir_templates.scan.cost import ScanProblem
from npusim.mlir_templates.scan.segments import SegmentScan
from npusim.mlir_templates.scan.space import ScanSpace
from npusim.mlir_templates.scan.tiling import ScanTiling
from npusim.simulator.ir.dialect import DmaLoadOp, DmaStoreOp

Part = tuple[str, list[str], list[Number]]
"""Offset, sizes and strides of the part of a tensor that a tile holds."""

COLUMNS = """
  {{ text.allocate() }}
  {{ text.loop("matrix", text.outer) }}
    {{ text.loop("column", text.inner, t.width) }}
      {{ text.loop("start", text.length, t.length) }}
        {{ text.load() }}
        {{ text.scan_columns() }}
        {{ text.store() }}
      {{ text.end() }}
    {{ text.end(parallel=True) }}
  {{ text.end(parallel=True) }}
"""

# The cross-lane unit transposes segments of rows to columns and back.
ROWS = """
  {{ text.allocate() }}
  {{ text.loop("row", text.outer, t.rows) }}
    {{ text.loop("start", text.length, t.chunk) }}
      {{ text.load() }}
      {{ text.turn(to_columns=True) }}
      {{ text.scan_columns() }}
      {{ text.turn(to_columns=False) }}
      {% if t.segments > 1 %}
      {{ text.scan_segments() }}
      {% endif %}
      {{ text.store() }}
    {{ text.end() }}
  {{ text.end(parallel=True) }}
"""


class MLIRScanTemplate(MLIRBodyTemplate[ScanTiling]):
    """Inclusive scan of row-major tensors (outer, n, inner) along their middle axis.

    Args:
        input_nodes: the tensors; elements with the same index are scanned together.
        layout: layout of the first result.
        others: buffers of the other results.
        combine: the combining function.
        problem: the sizes that the tiles depend on.
    """

    def __init__(
        self, input_nodes: Sequence[Any], layout: Any, others: Sequence[Any], combine: Combine, problem: ScanProblem
    ) -> None:
        super().__init__("scan", input_nodes, layout, others)
        self.combine, self.problem = combine, problem

    def space(self, kernel: MLIRTemplateKernel) -> ScanSpace:
        """Shapes of the tiles."""
        return ScanSpace(self.problem, self.combine.work(kernel.machine), kernel.machine)

    def body(self, kernel: MLIRTemplateKernel, sizes: Sequence[str], mapping: ScanTiling) -> tuple[str, Any]:
        """The template text of the function's body, and the printer of its steps."""
        source, steps = (COLUMNS, _ColumnSteps) if mapping.rows == 0 else (ROWS, _RowSteps)
        return source, steps(kernel, self.combine, mapping, sizes)


class _Steps(Steps):
    """Prints transfers of tiles, for scans of columns and of rows."""

    def __init__(self, kernel: MLIRTemplateKernel, combine: Combine, tiling: ScanTiling, sizes: Sequence[str]) -> None:
        super().__init__(kernel)
        self.combine, self.tiling = combine, tiling
        self.outer, self.length, self.inner = sizes
        self.column_scan = ColumnScan(self.writer, combine, tiling)

    @property
    def moved(self) -> Sequence[Memref]:
        """The tiles that are loaded and stored."""
        raise NotImplementedError

    def region(self) -> Part:
        """The part of the tensors that the tiles hold."""
        raise NotImplementedError

    def load(self) -> str:
        """Loads the tiles."""
        self._region = self.region()
        for i, each in enumerate(self.moved):
            self.writer.line(DmaLoadOp.text(view(self.writer, self.kernel.tensor(f"X{i}"), *self._region), each))
        return self.writer.take()

    def store(self) -> str:
        """Stores the tiles at the same positions of the results."""
        for i, each in enumerate(self.moved):
            self.writer.line(DmaStoreOp.text(each, view(self.writer, self.kernel.tensor(f"Y{i}"), *self._region)))
        return self.writer.take()

    def left(self, size: str, start: str, most: int) -> str:
        """The number of elements of the tile at `start`, at most `most`."""
        return self.writer.calculate("minsi", self.writer.calculate("subi", size, start), most)

    def is_first(self) -> str:
        """Whether the tile is the first along the scanned axis."""
        return self.writer.compare("eq", self.walked["start"], 0)


class _ColumnSteps(_Steps):
    """Prints scans whose tiles hold columns of the tensor."""

    @property
    def moved(self) -> Sequence[Memref]:
        return self.column_scan.columns

    def allocate(self) -> str:
        """The tiles."""
        self.column_scan.allocate(slots=2)
        return self.writer.take()

    def region(self) -> Part:
        w, t, at = self.writer, self.tiling, self.walked
        row = w.calculate("addi", w.calculate("muli", at["matrix"], self.length), at["start"])
        offset = w.calculate("addi", w.calculate("muli", row, self.inner), at["column"])
        sizes = [self.left(self.length, at["start"], t.length), self.left(self.inner, at["column"], t.width)]
        return offset, sizes, [self.inner, 1]

    def scan_columns(self) -> str:
        """Scans the columns, with the carry from the previous tile."""
        self.column_scan.scan(self.is_first())
        return self.writer.take()


class _RowSteps(_Steps):
    """Prints scans of rows, which are divided into segments."""

    def __init__(self, kernel: MLIRTemplateKernel, combine: Combine, tiling: ScanTiling, sizes: Sequence[str]) -> None:
        super().__init__(kernel, combine, tiling, sizes)
        shape = tiling.rows, tiling.chunk
        self.natural = [tile(f"%natural{i}", shape, element) for i, element in enumerate(combine.elements)]
        self.segment_scan = SegmentScan(self.writer, combine, tiling, self.natural)

    @property
    def moved(self) -> Sequence[Memref]:
        return self.natural

    def allocate(self) -> str:
        """The tiles."""
        self.column_scan.allocate(slots=1)
        for natural in self.natural:
            self.writer.allocate(natural, self.tiling.lane_axis, slots=2)
        if self.tiling.segments > 1:
            self.segment_scan.allocate()
        return self.writer.take()

    def region(self) -> Part:
        w, t, at = self.writer, self.tiling, self.walked
        offset = w.calculate("addi", w.calculate("muli", at["row"], self.length), at["start"])
        sizes = [self.left(self.outer, at["row"], t.rows), self.left(self.length, at["start"], t.chunk)]
        return offset, sizes, [self.length, 1]

    def turn(self, to_columns: bool) -> str:
        """Moves segments of rows to columns, or back."""
        segments = [self.segment_scan.segments(natural) for natural in self.natural]
        for rows, columns in zip(segments, self.column_scan.columns, strict=True):
            pair = (rows, "sr"), (columns, "rs")
            source, target = pair if to_columns else pair[::-1]
            self.writer.generic("sr", [source], [target], lambda x, _: [x])
        return self.writer.take()

    def scan_columns(self) -> str:
        """Scans each segment by itself (whole rows if they are one segment)."""
        self._first = self.is_first()
        self.column_scan.scan(self._first if self.tiling.segments == 1 else None)
        return self.writer.take()

    def scan_segments(self) -> str:
        """Combines every segment with the total of the elements before it."""
        self.segment_scan.scan(self.column_scan.carry, self._first)
        return self.writer.take()
