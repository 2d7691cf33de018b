"""The top-k kernel: finds the first keys of sorted rows without sorting the rows.

Every segment of a row keeps its best keys so far in ascending order. New keys are sorted in descending order, so the
minima of pairs of a kept and a new key are the best of both; they are bitonic, so a merge sorts them. Work grows with
n * log(k)**2.
"""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend import MLIRTemplateKernel
from npusim.frontend.mlir_writer.memory import Memref
from npusim.frontend.mlir_writer.structured import fill
from npusim.mlir_templates.common.steps import Steps
from npusim.mlir_templates.sort.network import LARGEST, SortNetwork
from npusim.mlir_templates.sort.rows import KeyRows
from npusim.mlir_templates.sort.template import MLIRKeyTemplate
from npusim.mlir_templates.sort.tiling import FirstTiling
from npusim.mlir_templates.sort.top_k_space import FirstProblem, FirstSpace

FIRST = """
  {{ text.allocate() }}
  {{ text.loop("row", text.rows, t.rows) }}
    {{ text.clear() }}
    {{ text.loop("start", text.length, t.chunk) }}
      {{ text.load() }}
      {{ text.keep_best() }}
    {{ text.end() }}
    {{ text.store() }}
  {{ text.end(parallel=True) }}
"""


class MLIRTopKTemplate(MLIRKeyTemplate[FirstTiling]):
    """The first keys of each segment of rows of i64 keys, in ascending order: (rows, n) to (rows, segments * first).

    Args:
        problem: the sizes of the selection.
        segments: segments per row.
    """

    def __init__(
        self, input_nodes: Sequence[Any], layout: Any, others: Sequence[Any], problem: FirstProblem, segments: int
    ) -> None:
        super().__init__(input_nodes, layout, others)
        self.problem, self.segments = problem, segments

    def space(self, kernel: MLIRTemplateKernel) -> FirstSpace:
        """Shapes of the tiles."""
        return FirstSpace(self.problem, self.segments, kernel.machine)

    def body(self, kernel: MLIRTemplateKernel, sizes: Sequence[str], mapping: FirstTiling) -> tuple[str, Any]:
        """The text of the function's body, and its steps."""
        return FIRST, _FirstSteps(kernel, mapping, self.count, *sizes)


class _FirstSteps(Steps):
    """Prints the steps that the template's text calls."""

    def __init__(self, kernel: MLIRTemplateKernel, tiling: FirstTiling, count: int, rows: str, length: str) -> None:
        super().__init__(kernel)
        self.tiling, self.rows, self.length = tiling, rows, length
        self.new = SortNetwork(self.writer, tiling, count)
        self.best = SortNetwork(self.writer, tiling.of_best(), count, "best_")
        self.memory = KeyRows(kernel, self.writer, rows)

    def allocate(self) -> str:
        """Allocates the tiles of new keys and of the best keys so far."""
        self.new.allocate(slots=2)
        self.best.allocate()
        return self.writer.take()

    def clear(self) -> str:
        """Initialises the best keys with the largest key."""
        largest = self.writer.at.constant(LARGEST, torch.int64)
        for columns in self.best.columns:
            self.writer.line(fill(columns, largest.name))
        return self.writer.take()

    def load(self) -> str:
        """Loads new keys, one segment per column."""
        self.memory.load("X", self.new.natural, (self.walked["row"], self.walked["start"], self.length))
        self.new.transpose(to_columns=True)
        return self.writer.take()

    def keep_best(self) -> str:
        """Sorts new keys in descending order and keeps the best of them and of the kept keys."""
        w, t = self.writer, self.tiling
        if t.first > t.block:
            self.new.complement(self.new.columns)
            self.new.sort_columns()
            self.new.complement(self.new.columns)
            self._merge(self.new.columns)
            return w.take()
        downwards = w.define("arith.constant true")
        with w.loop(0, t.length, t.block) as base:
            self.new.sort_block(base, downwards)
            self._merge([self.new.rows_from(columns, base, t.block) for columns in self.new.columns])
        return w.take()

    def store(self) -> str:
        """Stores the best keys."""
        self.best.transpose(to_columns=False)
        place = (self.walked["row"], self.kernel.size(0), self.kernel.size(self.tiling.kept))
        self.memory.store("Y", self.best.natural, place)
        return self.writer.take()

    def _merge(self, new: Sequence[Memref]) -> None:
        """Merges new keys in descending order into the best keys."""
        self.writer.pointwise(new, self.best.columns, self.best.smaller)
        self.best.merge_columns(self.tiling.first.bit_length() - 2, 0)
