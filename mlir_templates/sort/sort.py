"""The kernel that sorts rows of keys: in the scratchpad, or chunk by chunk and merged in memory by the network's
exchanges between chunks. Time grows with n * log(n)**2.
"""

from collections.abc import Sequence
from typing import Any

from npusim.frontend import MLIRTemplateKernel
from npusim.mlir_templates.common.kernel_writer import Part, Writer, identity
from npusim.mlir_templates.sort.network import SortNetwork
from npusim.mlir_templates.sort.rows import KeyRows
from npusim.mlir_templates.sort.space import SortProblem, SortSpace
from npusim.mlir_templates.sort.template import MLIRKeyTemplate
from npusim.mlir_templates.sort.tiling import SortTiling


class MLIRSortTemplate(MLIRKeyTemplate[SortTiling]):
    """The rows of i64 keys (rows, n), sorted upwards.

    Args:
        workspace: of rows that may not fit the scratchpad, `rows * (2 * n + 2 * chunk)` keys.
        problem: what is sorted.
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

    def body(self, kernel: MLIRTemplateKernel, sizes: Sequence[str], mapping: SortTiling) -> list[str]:
        """Lines of the function's body."""
        return _SortText(kernel, mapping, self.count, *sizes).lines()


class _SortText:
    """The body of the kernel: which keys are in the tiles when."""

    def __init__(self, kernel: MLIRTemplateKernel, tiling: SortTiling, count: int, rows: str, length: str) -> None:
        self.tiling, self.count, self.rows, self.length = tiling, count, rows, length
        self.writer = Writer()
        self.network = SortNetwork(self.writer, tiling, count)
        self.memory = KeyRows(kernel, self.writer, rows, tiling.rows)

    def lines(self) -> list[str]:
        w, t = self.writer, self.tiling
        self.network.allocate()
        if t.external:
            self._allocate_pieces()
        with w.loop(0, self.rows, t.rows, parallel=not t.external) as row:
            if t.external:
                self._sort_in_memory(row)
            else:
                self._load("X", (row, w.index(0), self.length))
                self.network.sort()
                self._store("Y", (row, w.index(0), self.length))
        return w.lines

    # -- rows of many chunks

    def _allocate_pieces(self) -> None:
        for name in (n for side in "ab" for n in self._pieces(side)):
            self.writer.allocate(name, self._piece_type, self.tiling.natural_lanes, slots=2)

    def _pieces(self, side: str) -> list[str]:
        return [f"%{side}{i}" for i in range(self.count)]

    @property
    def _piece_type(self) -> str:
        return f"memref<{self.tiling.rows}x{self.tiling.piece}xi64, 1>"

    def _sort_in_memory(self, row: str) -> None:
        """Sorts every chunk, up and down in turn, then merges in memory over longer and longer distances."""
        w, t = self.writer, self.tiling
        chunks = w.calculate("ceildivsi", self.length, t.chunk)
        levels = self._levels(chunks)
        chunks = w.calculate("shli", 1, levels)
        stride = w.calculate("muli", chunks, t.chunk)
        single = w.define(f"arith.cmpi eq, {levels}, {w.index(0)} : index")
        with w.loop(0, chunks) as chunk:
            start = w.calculate("muli", chunk, t.chunk)
            downwards = w.any_bit(chunk, w.choose(single, 0, 1))
            self._load("X", (row, start, self.length))
            self._complement_if(downwards)
            self.network.sort()
            self._complement_if(downwards)
            self._store_either(single, row, start, stride)
        with w.loop(0, levels) as level:
            direction = w.calculate("shli", 2, level)
            self._exchange_chunks(row, level, direction, chunks, stride)
            self._merge_chunks(row, direction, chunks, stride)

    def _levels(self, chunks: str) -> str:
        """Binary logarithm of a number of chunks, rounded up."""
        w, levels = self.writer, f"%levels{len(self.writer.lines)}"
        bounds = [w.index(x) for x in (0, 40, 1)]
        w.lines.append(
            f"{levels} = scf.for %bit = {bounds[0]} to {bounds[1]} step {bounds[2]} "
            f"iter_args(%sum = {bounds[0]}) -> (index) {{"
        )
        more = w.define(f"arith.cmpi sgt, {chunks}, {w.calculate('shli', 1, '%bit')} : index")
        following = w.calculate("addi", "%sum", w.choose(more, 1, 0))
        w.lines.append(f"scf.yield {following} : index")
        w.lines.append("}")
        return levels

    def _complement_if(self, condition: str) -> None:
        with self.writer.when(condition):
            self.network.complement(self.network.natural, self.network.natural_type)

    def _load(self, tensor: str, place: tuple[str, str, str]) -> None:
        self.memory.load(tensor, self.network.natural, self.tiling.chunk, place)

    def _store(self, tensor: str, place: tuple[str, str, str]) -> None:
        self.memory.store(tensor, self.network.natural, self.tiling.chunk, place)

    def _store_either(self, result: str, row: str, start: str, stride: str) -> None:
        """Stores a chunk to the result, or back to the workspace."""
        w = self.writer
        with w.when(result):
            self._store("Y", (row, start, self.length))
        with w.when(w.define(f"arith.xori {result}, {w.define('arith.constant true')} : i1")):
            self._store("W", (row, start, stride))

    def _exchange_chunks(self, row: str, level: str, direction: str, chunks: str, stride: str) -> None:
        """Exchanges between chunks that are 2**level, ..., 2, 1 chunks apart."""
        w, t = self.writer, self.tiling
        with w.loop(0, w.calculate("addi", level, 1)) as step:
            exponent = w.calculate("subi", level, step)
            distance = w.calculate("shli", 1, exponent)
            with w.loop(0, w.calculate("shrui", chunks, 1)) as place:
                above = w.calculate("shli", w.calculate("shrui", place, exponent), w.calculate("addi", exponent, 1))
                first = w.calculate("addi", above, w.calculate("andi", place, w.calculate("subi", distance, 1)))
                second = w.calculate("addi", first, distance)
                downwards = w.any_bit(first, w.calculate("andi", direction, w.calculate("subi", chunks, 1)))
                places = [w.choose(downwards, second, first), w.choose(downwards, first, second)]
                with w.loop(0, t.chunk, t.piece) as at:
                    self._exchange_pieces(row, [self._start(chunk, at) for chunk in places], stride)

    def _start(self, chunk: str, at: str) -> str:
        return self.writer.calculate("addi", self.writer.calculate("muli", chunk, self.tiling.chunk), at)

    def _exchange_pieces(self, row: str, starts: Sequence[str], stride: str) -> None:
        w, sides = self.writer, [self._pieces(side) for side in "ab"]
        for tiles, start in zip(sides, starts, strict=True):
            self.memory.load("W", tiles, self.tiling.piece, (row, start, stride))
        parts = [Part(name, self._piece_type) for pair in zip(*sides, strict=True) for name in pair]
        w.generic([identity(2)] * len(parts), 2, [], parts, self.network.exchange_body)
        for tiles, start in zip(sides, starts, strict=True):
            self.memory.store("W", tiles, self.tiling.piece, (row, start, stride))

    def _merge_chunks(self, row: str, direction: str, chunks: str, stride: str) -> None:
        """Sorts every chunk, which goes up and then down, in its direction."""
        w, t = self.writer, self.tiling
        last = w.define(f"arith.cmpi eq, {direction}, {chunks} : index")
        bit = w.calculate("andi", direction, w.calculate("subi", chunks, 1))
        with w.loop(0, chunks) as chunk:
            start = w.calculate("muli", chunk, t.chunk)
            downwards = w.any_bit(chunk, bit)
            self._load("W", (row, start, stride))
            self._complement_if(downwards)
            self.network.merge()
            self._complement_if(downwards)
            self._store_either(last, row, start, stride)
