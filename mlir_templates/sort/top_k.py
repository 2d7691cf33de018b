"""The kernel that finds the first keys of sorted rows without sorting them.

Every segment of a row keeps its best keys so far, sorted upwards. New keys are sorted downwards, so that the smaller
ones of the pairs of a kept and a new key are the best of both; they go up and then down: half a network sorts them.
Work grows with n * log(k)**2.
"""

from collections.abc import Sequence
from typing import Any

from npusim.frontend import MLIRTemplateKernel
from npusim.mlir_templates.common.kernel_writer import Part, Writer, identity
from npusim.mlir_templates.sort.network import LARGEST, SortNetwork
from npusim.mlir_templates.sort.rows import KeyRows
from npusim.mlir_templates.sort.template import MLIRKeyTemplate
from npusim.mlir_templates.sort.tiling import FirstTiling
from npusim.mlir_templates.sort.top_k_space import FirstProblem, FirstSpace


class MLIRTopKTemplate(MLIRKeyTemplate[FirstTiling]):
    """The first keys of each segment of the rows of i64 keys: (rows, n) to (rows, segments * first), each segment
    sorted upwards.

    Args:
        problem: what is searched.
        segments: of a row.
    """

    def __init__(
        self, input_nodes: Sequence[Any], layout: Any, others: Sequence[Any], problem: FirstProblem, segments: int
    ) -> None:
        super().__init__(input_nodes, layout, others)
        self.problem, self.segments = problem, segments

    def space(self, kernel: MLIRTemplateKernel) -> FirstSpace:
        """Shapes of the tiles."""
        return FirstSpace(self.problem, self.segments, kernel.machine)

    def body(self, kernel: MLIRTemplateKernel, sizes: Sequence[str], mapping: FirstTiling) -> list[str]:
        """Lines of the function's body."""
        return _FirstText(kernel, mapping, self.count, *sizes).lines()


class _FirstText:
    """The body of the kernel."""

    def __init__(self, kernel: MLIRTemplateKernel, tiling: FirstTiling, count: int, rows: str, length: str) -> None:
        self.tiling, self.rows, self.length = tiling, rows, length
        self.writer = Writer()
        self.new = SortNetwork(self.writer, tiling, count)
        self.best = SortNetwork(self.writer, tiling.of_best(), count, "best_")
        self.memory = KeyRows(kernel, self.writer, rows, tiling.rows)

    def lines(self) -> list[str]:
        w, t = self.writer, self.tiling
        self.new.allocate(slots=2)
        self.best.allocate()
        stride = w.index(t.kept)
        with w.loop(0, self.rows, t.rows, parallel=True) as row:
            self._clear()
            with w.loop(0, self.length, t.chunk) as start:
                self.memory.load("X", self.new.natural, t.chunk, (row, start, self.length))
                self.new.transpose(to_columns=True)
                self._keep_best()
            self.best.transpose(to_columns=False)
            self.memory.store("Y", self.best.natural, t.kept, (row, w.index(0), stride))
        return w.lines

    def _clear(self) -> None:
        largest = self.writer.define(f"arith.constant {LARGEST} : i64")
        for name in self.best.columns:
            self.writer.lines.append(f"linalg.fill ins({largest} : i64) outs({name} : {self.best.columns_type})")

    def _keep_best(self) -> None:
        w, t = self.writer, self.tiling
        if t.first > t.block:
            self.new.complement(self.new.columns, self.new.columns_type)
            self.new.sort_columns()
            self.new.complement(self.new.columns, self.new.columns_type)
            self._merge([Part(name, self.new.columns_type) for name in self.new.columns])
            return
        downwards = w.define("arith.constant true")
        with w.loop(0, t.length, t.block) as base:
            self.new.sort_block(base, downwards)
            self._merge([self.new.rows_from(name, base, t.block) for name in self.new.columns])

    def _merge(self, new: list[Part]) -> None:
        """Takes new keys, sorted downwards, into the best ones."""
        best = [Part(name, self.best.columns_type) for name in self.best.columns]
        self.writer.generic([identity(2)] * (2 * len(new)), 2, new, best, self.best.smaller_body)
        self.best.merge_columns(self.tiling.first.bit_length() - 2, 0)
