"""The kernel that scans tensors along an axis: one pass over memory, with what is carried from tile to tile."""

from collections.abc import Sequence
from typing import Any

from npusim.frontend import MLIRTemplateKernel
from npusim.mlir_templates.common.body_template import MLIRBodyTemplate
from npusim.mlir_templates.common.kernel_writer import Part, Writer, identity
from npusim.mlir_templates.scan.columns import ColumnScan, Combine
from npusim.mlir_templates.scan.segments import SegmentScan
from npusim.mlir_templates.scan.space import ScanProblem, ScanSpace
from npusim.mlir_templates.scan.tiling import ScanTiling


class MLIRScanTemplate(MLIRBodyTemplate[ScanTiling]):
    """Inclusive scan of row-major tensors (outer, n, inner) along their middle axis.

    Args:
        input_nodes: the tensors, whose elements with the same index are scanned together.
        layout: of the first result.
        others: buffers of the other results.
        combine: what is scanned.
        problem: what the tiles depend on.
    """

    def __init__(
        self, input_nodes: Sequence[Any], layout: Any, others: Sequence[Any], combine: Combine, problem: ScanProblem
    ) -> None:
        super().__init__("scan", input_nodes, layout, others)
        self.combine, self.problem = combine, problem

    def space(self, kernel: MLIRTemplateKernel) -> ScanSpace:
        """Shapes of the tiles."""
        return ScanSpace(self.problem, kernel.machine)

    def body(self, kernel: MLIRTemplateKernel, sizes: Sequence[str], mapping: ScanTiling) -> list[str]:
        """Lines of the function's body."""
        text = _ColumnText if mapping.rows == 0 else _RowText
        return text(kernel, self.combine, mapping, sizes).lines()


class _Text:
    """What both ways to scan share: transfers of parts of the tensors."""

    def __init__(self, kernel: MLIRTemplateKernel, combine: Combine, tiling: ScanTiling, sizes: Sequence[str]) -> None:
        self.kernel, self.combine, self.tiling = kernel, combine, tiling
        self.outer, self.length, self.inner = sizes
        self.writer = Writer()
        self.column_scan = ColumnScan(self.writer, combine, tiling)

    def transfer(self, tensor: str, tiles: Sequence[Part], view: tuple[str, list[str], list[str]]) -> None:
        """Loads (`X`) or stores (`Y`) tiles; `view` is (offset, sizes, strides) of what lies inside the tensor."""
        w, (offset, sizes, strides) = self.writer, view
        for i, tile in enumerate(tiles):
            type_ = f"memref<?x?x{tile.element}, strided<[?, 1], offset: ?>>"
            place = f"offset: [{offset}], sizes: [{', '.join(sizes)}], strides: [{', '.join(strides)}]"
            name = w.define(
                f"memref.reinterpret_cast %{tensor}{i} to {place} : {self.kernel.dram_type(f'{tensor}{i}')} to {type_}"
            )
            if tensor == "X":
                w.lines.append(f'"npu.dma_load"({name}, {tile.name}) : ({type_}, {tile.type}) -> ()')
            else:
                w.lines.append(f'"npu.dma_store"({tile.name}, {name}) : ({tile.type}, {type_}) -> ()')

    def left(self, size: str, start: str, most: int) -> str:
        """Elements from `start` on that a tile holds."""
        return self.writer.calculate("minsi", self.writer.calculate("subi", size, start), most)

    def is_zero(self, index: str) -> str:
        return self.writer.define(f"arith.cmpi eq, {index}, {self.writer.index(0)} : index")


class _ColumnText(_Text):
    """Columns of the tensor are columns of the tiles."""

    def lines(self) -> list[str]:
        w, t = self.writer, self.tiling
        self.column_scan.allocate(slots=2)
        with (
            w.loop(0, self.outer, parallel=True) as matrix,
            w.loop(0, self.inner, t.width, parallel=True) as column,
            w.loop(0, self.length, t.length) as start,
        ):
            view = self._view(matrix, start, column)
            self.transfer("X", self.column_scan.columns, view)
            self.column_scan.scan(self.is_zero(start))
            self.transfer("Y", self.column_scan.columns, view)
        return w.lines

    def _view(self, matrix: str, start: str, column: str) -> tuple[str, list[str], list[str]]:
        w, t = self.writer, self.tiling
        row = w.calculate("addi", w.calculate("muli", matrix, self.length), start)
        offset = w.calculate("addi", w.calculate("muli", row, self.inner), column)
        sizes = [self.left(self.length, start, t.length), self.left(self.inner, column, t.width)]
        return offset, sizes, [self.inner, "1"]


class _RowText(_Text):
    """Rows of the tensor are cut into segments, which the cross-lane unit turns into columns and back."""

    def lines(self) -> list[str]:
        w, t = self.writer, self.tiling
        natural = [
            Part(f"%natural{i}", f"memref<{t.rows}x{t.chunk}x{e}, 1>", e) for i, e in enumerate(self.combine.elements)
        ]
        segment_scan = SegmentScan(w, self.combine, t, natural)
        self.column_scan.allocate(slots=1)
        for part in natural:
            w.allocate(part.name, part.type, t.lane_axis, slots=2)
        if t.segments > 1:
            segment_scan.allocate()
        with w.loop(0, self.outer, t.rows, parallel=True) as row, w.loop(0, self.length, t.chunk) as start:
            view = self._view(row, start)
            self.transfer("X", natural, view)
            self._turn([segment_scan.segments(part) for part in natural], to_columns=True)
            first = self.is_zero(start)
            self.column_scan.scan(first if t.segments == 1 else None)
            self._turn([segment_scan.segments(part) for part in natural], to_columns=False)
            if t.segments > 1:
                segment_scan.scan(self.column_scan.carry, first)
            self.transfer("Y", natural, view)
        return w.lines

    def _view(self, row: str, start: str) -> tuple[str, list[str], list[str]]:
        w, t = self.writer, self.tiling
        offset = w.calculate("addi", w.calculate("muli", row, self.length), start)
        sizes = [self.left(self.outer, row, t.rows), self.left(self.length, start, t.chunk)]
        return offset, sizes, [self.length, "1"]

    def _turn(self, segments: Sequence[Part], to_columns: bool) -> None:
        turned = "affine_map<(d0, d1) -> (d1, d0)>"
        for whole, columns in zip(segments, self.column_scan.columns, strict=True):
            pair = [(whole, identity(2)), (columns, turned)]
            (source, source_map), (target, target_map) = pair if to_columns else pair[::-1]

            def body(x: str, _: str, element: str = whole.element) -> None:
                self.column_scan.write_yield([x], [element])

            self.writer.generic([source_map, target_map], 2, [source], [target], body)
