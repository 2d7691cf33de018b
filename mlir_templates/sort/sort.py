"""The kernel that sorts rows of keys: whole rows in the scratchpad, or chunks that are then merged in memory by
exchanges between chunks. Time grows with n * log(n)**2.
"""

from collections.abc import Sequence
from typing import Any

from npusim.frontend import MLIRTemplateKernel
from npusim.frontend.mlir_writer import loops
from npusim.frontend.mlir_writer.memory import Memref
from npusim.mlir_templates.common.steps import Steps
from npusim.mlir_templates.sort.network import SortNetwork, key_tiles
from npusim.mlir_templates.sort.rows import KeyRows
from npusim.mlir_templates.sort.space import SortProblem, SortSpace
from npusim.mlir_templates.sort.template import MLIRKeyTemplate
from npusim.mlir_templates.sort.tiling import SortTiling

IN_SCRATCHPAD = """
  {{ text.allocate() }}
  {{ text.loop("row", text.rows, t.rows) }}
    {{ text.load("X") }}
    {{ text.sort() }}
    {{ text.store("Y") }}
  {{ text.end(parallel=True) }}
"""

# Chunks are sorted up and down in turn, then merged in memory over growing distances (W: workspace).
IN_MEMORY = """
  {{ text.allocate() }}
  {{ text.allocate_pair() }}
  {{ text.loop("row", text.rows, t.rows) }}
    {{ text.count_chunks() }}
    {{ text.loop("chunk", text.chunks) }}
      {{ text.load_chunk("X") }}
      {{ text.in_direction("sort") }}
      {{ text.store_chunk() }}
    {{ text.end() }}
    {{ text.loop("level", text.levels) }}
      {{ text.open_distances() }}
        {{ text.open_pairs() }}
          {{ text.loop("at", t.chunk, t.exchanged) }}
            {{ text.load_pair() }}
            {{ text.exchange_pair() }}
            {{ text.store_pair() }}
          {{ text.end() }}
        {{ text.end() }}
      {{ text.end() }}
      {{ text.find_direction() }}
      {{ text.loop("chunk", text.chunks) }}
        {{ text.load_chunk("W") }}
        {{ text.in_direction("merge") }}
        {{ text.store_chunk() }}
      {{ text.end() }}
    {{ text.end() }}
  {{ text.end() }}
"""


class MLIRSortTemplate(MLIRKeyTemplate[SortTiling]):
    """The rows of i64 keys (rows, n) in ascending order.

    Args:
        workspace: `rows * (2 * n + 2 * chunk)` keys if rows may not fit the scratchpad.
        problem: the sizes of the sort.
        chunk: keys of a row that a tile may hold.
    """

    def __init__(
        self,
        input_nodes: Sequence[Any],
        layout: Any,
        others: Sequence[Any],
        workspace: Sequence[Any],
        problem: SortProblem,
        chunk: int,
    ) -> None:
        super().__init__(input_nodes, layout, others, workspace)
        self.problem, self.chunk = problem, chunk

    def space(self, kernel: MLIRTemplateKernel) -> SortSpace:
        """Shapes of the tiles."""
        return SortSpace(self.problem, self.chunk, kernel.machine)

    def body(self, kernel: MLIRTemplateKernel, sizes: Sequence[str], mapping: SortTiling) -> tuple[str, Any]:
        """The text of the function's body, and its steps."""
        source = IN_MEMORY if mapping.external else IN_SCRATCHPAD
        return source, _SortSteps(kernel, mapping, self.count, *sizes)


class _SortSteps(Steps):
    """Prints the steps that the template's text calls."""

    def __init__(self, kernel: MLIRTemplateKernel, tiling: SortTiling, count: int, rows: str, length: str) -> None:
        super().__init__(kernel)
        self.tiling, self.count, self.rows, self.length = tiling, count, rows, length
        self.network = SortNetwork(self.writer, tiling, count)
        self.memory = KeyRows(kernel, self.writer, rows)

    def allocate(self) -> str:
        """Allocates the tiles of the network."""
        self.network.allocate(self.tiling.slots)
        return self.writer.take()

    def load(self, tensor: str) -> str:
        """Loads whole rows."""
        self._load(tensor, self.kernel.size(0), self.length)
        return self.writer.take()

    def sort(self) -> str:
        """Sorts the rows."""
        self.network.sort()
        return self.writer.take()

    def store(self, tensor: str) -> str:
        """Stores whole rows."""
        self._store(tensor, self.kernel.size(0), self.length)
        return self.writer.take()

    def _load(self, tensor: str, start: str, stride: str) -> None:
        self.memory.load(tensor, self.network.natural, (self.walked["row"], start, stride))

    def _store(self, tensor: str, start: str, stride: str) -> None:
        self.memory.store(tensor, self.network.natural, (self.walked["row"], start, stride))

    # -- rows of many chunks

    def allocate_pair(self) -> str:
        """Allocates two tiles per element of a key, for parts of two chunks."""
        for tile in (*self._pair_tiles("a"), *self._pair_tiles("b")):
            self.writer.allocate(tile, self.tiling.natural_lanes, slots=2)
        return self.writer.take()

    def _pair_tiles(self, side: str) -> list[Memref]:
        return key_tiles(side, (self.tiling.rows, self.tiling.exchanged), self.count)

    def count_chunks(self) -> str:
        """Defines the number of chunks per row, a power of two; a single chunk is sorted directly to the result."""
        w, t = self.writer, self.tiling
        self.levels = self._levels(w.calculate("ceildivsi", self.length, t.chunk))
        self.chunks = w.calculate("shli", 1, self.levels)
        self._stride = w.calculate("muli", self.chunks, t.chunk)
        self._to_result = w.compare("eq", self.levels, 0)
        self._bit = w.choose(self._to_result, 0, 1)
        return w.take()

    def _levels(self, chunks: str) -> str:
        """Binary logarithm of a number of chunks, rounded up."""
        w = self.writer
        levels, total = w.fresh("levels"), w.fresh("sum")
        w.line(f"{levels} = {loops.summing('%bit', w.index(0), w.index(40), w.index(1), total)}")
        more = w.compare("sgt", chunks, w.calculate("shli", 1, "%bit"))
        following = w.calculate("addi", total, w.choose(more, 1, 0))
        w.line(f"scf.yield {following} : index")
        w.line(loops.END)
        return levels

    def load_chunk(self, tensor: str) -> str:
        """Loads a chunk of the tensor, or of the workspace."""
        w, chunk = self.writer, self.walked["chunk"]
        self._start = w.calculate("muli", chunk, self.tiling.chunk)
        self._downwards = w.any_bit(chunk, self._bit)
        self._load(tensor, self._start, self.length if tensor == "X" else self._stride)
        return w.take()

    def in_direction(self, step: str) -> str:
        """Sorts or merges the chunk in ascending order, or in descending order by complementing keys."""
        self._complement_if(self._downwards)
        (self.network.sort if step == "sort" else self.network.merge)()
        self._complement_if(self._downwards)
        return self.writer.take()

    def _complement_if(self, condition: str) -> None:
        with self.writer.when(condition):
            self.network.complement(self.network.natural)

    def store_chunk(self) -> str:
        """Stores a chunk to the result, or back to the workspace."""
        w = self.writer
        with w.when(self._to_result):
            self._store("Y", self._start, self.length)
        with w.when(w.negation(self._to_result)):
            self._store("W", self._start, self._stride)
        return w.take()

    def open_distances(self) -> str:
        """Opens the loop over distances of 2**level, ..., 2, 1 chunks."""
        w, level = self.writer, self.walked["level"]
        self._direction = w.calculate("shli", 2, level)
        step = w.open_loop(0, w.calculate("addi", level, 1))
        self._exponent = w.calculate("subi", level, step)
        self._distance = w.calculate("shli", 1, self._exponent)
        return w.take()

    def open_pairs(self) -> str:
        """Opens the loop over pairs of chunks at a distance; the first gets the smaller keys."""
        w, exponent = self.writer, self._exponent
        place = w.open_loop(0, w.calculate("shrui", self.chunks, 1))
        above = w.calculate("shli", w.calculate("shrui", place, exponent), w.calculate("addi", exponent, 1))
        first = w.calculate("addi", above, w.calculate("andi", place, w.calculate("subi", self._distance, 1)))
        second = w.calculate("addi", first, self._distance)
        downwards = w.any_bit(first, w.calculate("andi", self._direction, w.calculate("subi", self.chunks, 1)))
        self._pair = w.choose(downwards, second, first), w.choose(downwards, first, second)
        return w.take()

    def load_pair(self) -> str:
        """Loads a part of each chunk of the pair."""
        w, t = self.writer, self.tiling
        self._starts = [
            w.calculate("addi", w.calculate("muli", chunk, t.chunk), self.walked["at"]) for chunk in self._pair
        ]
        for side, start in zip("ab", self._starts, strict=True):
            self.memory.load("W", self._pair_tiles(side), (self.walked["row"], start, self._stride))
        return w.take()

    def exchange_pair(self) -> str:
        """Moves the smaller keys to the first part and the larger keys to the second."""
        pairs = zip(self._pair_tiles("a"), self._pair_tiles("b"), strict=True)
        self.writer.pointwise([], [tile for pair in pairs for tile in pair], self.network.smaller_and_larger)
        return self.writer.take()

    def store_pair(self) -> str:
        """Stores the parts back."""
        for side, start in zip("ab", self._starts, strict=True):
            self.memory.store("W", self._pair_tiles(side), (self.walked["row"], start, self._stride))
        return self.writer.take()

    def find_direction(self) -> str:
        """Defines the direction in which bitonic chunks of a level are merged; ascending at the last level."""
        w = self.writer
        self._to_result = w.compare("eq", self._direction, self.chunks)
        self._bit = w.calculate("andi", self._direction, w.calculate("subi", self.chunks, 1))
        return w.take()
