"""Scans of the columns of tiles: all blocks of a column in parallel, element by element; then block by block.

The carry, the combination of all elements so far, is float64 in scans of float32: the sum of a million elements is as
exact as that of sixteen.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from npusim.frontend.codegen.graph.dtypes import mlir_element
from npusim.frontend.codegen.record.scalar_function import ScalarFunction
from npusim.frontend.mlir_writer.indices import Number
from npusim.frontend.mlir_writer.memory import Memref, part, split_axes, tile
from npusim.frontend.template.elements import Element
from npusim.frontend.template.writer import Writer, axes_of
from npusim.mlir_templates.scan.cost import CombineWork
from npusim.mlir_templates.scan.tiling import ScanTiling
from npusim.simulator.machine import Machine


@dataclass(frozen=True)
class Combine:
    """The combining operation of a scan.

    Attributes:
        function: takes the earlier elements, then the later ones, one per tensor.
        wide: the function in float64, or None.
        dtypes: dtypes of the tensors.
    """

    function: ScalarFunction
    wide: ScalarFunction | None
    dtypes: tuple[torch.dtype, ...]

    @property
    def elements(self) -> list[str]:
        """Element types in memory."""
        return [mlir_element(dtype) for dtype in self.dtypes]

    @property
    def carried(self) -> list[str]:
        """Element types of carries."""
        return ["f64"] if self.wide is not None else self.elements

    def work(self, machine: Machine) -> CombineWork:
        """What combining takes on a machine."""
        words = tuple(dtype.itemsize / 4 for dtype in self.dtypes)
        if self.wide is None:
            return CombineWork(words, words, *self.function.work(machine))
        convert = machine.vector_slots("convert", "f64"), machine.vector_op_latency_cycles("convert", "f64")
        return CombineWork(words, (2.0,), *self.wide.work(machine), *convert)


class ScanWriter:
    """Writes operations that combine tiles."""

    def __init__(self, writer: Writer, combine: Combine) -> None:
        self.writer, self.combine = writer, combine

    def combine_into(self, earlier: Sequence[Memref], later: Sequence[Memref], axes: Sequence[str] = "") -> None:
        """later = combine(earlier, later), computed in the wider of their types.

        Args:
            axes: axes of `earlier` among the axes `d0`, `d1`, ... of `later`; default all.
        """
        count, loops = len(later), axes_of(later[0])

        def body(*elements: Element) -> list[Element]:
            before, after = elements[:count], elements[count:]
            values = [self.converted(x, y.dtype) for x, y in zip(after, before, strict=True)]
            return [self.converted(x, y.dtype) for x, y in zip(self.apply(before, values), after, strict=True)]

        self.writer.generic(loops, [(e, axes or loops) for e in earlier], [(x, loops) for x in later], body)

    def apply(self, earlier: Sequence[Element], later: Sequence[Element]) -> list[Element]:
        """Writes the combining function on elements and returns its results, of the same types."""
        is_wide = [mlir_element(x.dtype) for x in earlier] == self.combine.carried
        function = (self.combine.wide if is_wide else None) or self.combine.function
        lines, results = function.write(self.writer, [x.name for x in (*earlier, *later)])
        self.writer.add(lines)
        return [Element(name, x.dtype) for name, x in zip(results, earlier, strict=True)]

    def copy(self, sources: Sequence[Memref], targets: Sequence[Memref]) -> None:
        """Copies tiles, with conversions from and to the type of carries."""
        for source, target in zip(sources, targets, strict=True):
            self.writer.pointwise([source], [target], lambda x, old: [self.converted(x, old.dtype)])

    def converted(self, x: Element, dtype: torch.dtype) -> Element:
        """Converts an element between float32 and float64."""
        return self.writer.at.convert(x, dtype)


class ColumnScan(ScanWriter):
    """Scans tiles (length, width) along their first axis.

    The tiles are `%columns0`, ...; `%totals0`, ... (blocks, width) hold the combination up to the end of every block,
    `%carry0`, ... (width) up to the end of the tile.
    """

    def __init__(self, writer: Writer, combine: Combine, tiling: ScanTiling) -> None:
        super().__init__(writer, combine)
        self.tiling = tiling
        self.columns = self._tiles("columns", [tiling.length, tiling.width], combine.elements)
        self.carry = self._tiles("carry", [tiling.width], combine.carried)
        self._totals = self._tiles("totals", [tiling.blocks, tiling.width], combine.carried)

    def _tiles(self, name: str, shape: Sequence[int], elements: Sequence[str]) -> list[Memref]:
        return [tile(f"%{name}{i}", shape, e) for i, e in enumerate(elements)]

    def allocate(self, slots: int) -> None:
        """Allocates the tiles, the columns with `slots` slots."""
        for columns in self.columns:
            self.writer.allocate(columns, 1, slots)
        for totals in self._totals:
            self.writer.allocate(totals, 1)
        for carry in self.carry:
            self.writer.allocate(carry, 0)

    def scan(self, first: str | None) -> None:
        """Scans the columns.

        Args:
            first: SSA name (i1) that tells whether there is no carry from a previous tile; None: there is never one.
        """
        w, t = self.writer, self.tiling
        self._scan_blocks()
        if first is not None:
            with w.when(w.negation(first)):
                self._combine_with_carry()
        if t.blocks > 1:
            with w.loop(1, t.blocks) as block:
                before = w.calculate("subi", block, 1)
                earlier, later = ([self._total(totals, at) for totals in self._totals] for at in (before, block))
                self.combine_into(earlier, later)
            earlier = [self._leading_totals(totals) for totals in self._totals]
            later = [self._following_blocks(columns) for columns in self.columns]
            self.combine_into(earlier, later, ["d0", "d2"])
        self.copy([self._total(totals, w.index(t.blocks - 1)) for totals in self._totals], self.carry)

    def _scan_blocks(self) -> None:
        """Scans all blocks in parallel, element by element."""
        w, t = self.writer, self.tiling
        views = [self._blocks(columns) for columns in self.columns]
        self.copy([self._elements(view, w.index(0)) for view in views], self._totals)
        with w.loop(1, t.block) as at:
            elements = [self._elements(view, at) for view in views]
            self.writer.pointwise([], [*elements, *self._totals], self._take_up)

    def _take_up(self, *elements: Element) -> list[Element]:
        """Combines the running totals with the next elements: both become the result."""
        old, totals = elements[: len(elements) // 2], elements[len(elements) // 2 :]
        found = self.apply(totals, [self.converted(x, total.dtype) for x, total in zip(old, totals, strict=True)])
        return [*(self.converted(x, before.dtype) for x, before in zip(found, old, strict=True)), *found]

    def _combine_with_carry(self) -> None:
        """Combines the carry of the previous tile with the first block and its total."""
        start = self.writer.index(0)
        rows = [self._rows(columns, start) for columns in self.columns]
        self.combine_into(self.carry, rows, ["d1"])
        self.combine_into(self.carry, [self._total(totals, start) for totals in self._totals])

    # -- parts of tiles

    def _rows(self, columns: Memref, at: str) -> Memref:
        """The rows of a block."""
        return part(self.writer, columns, [at, 0], [self.tiling.block, self.tiling.width])

    def _total(self, totals: Memref, at: str) -> Memref:
        """The total of a block."""
        return part(self.writer, totals, [at, 0], [1, self.tiling.width], without=[0])

    def _leading_totals(self, totals: Memref) -> Memref:
        """The totals of all blocks but the last."""
        return part(self.writer, totals, [0, 0], [self.tiling.blocks - 1, self.tiling.width])

    def _following_blocks(self, columns: Memref) -> Memref:
        """All blocks but the first."""
        t = self.tiling
        return part(self.writer, self._blocks(columns), [1, 0, 0], [t.blocks - 1, t.block, t.width])

    def _blocks(self, columns: Memref) -> Memref:
        """The tile with a separate axis for the blocks."""
        t = self.tiling
        return split_axes(self.writer, columns, [[t.blocks, t.block], [t.width]])

    def _elements(self, blocks: Memref, at: Number) -> Memref:
        """One element of every block of every column."""
        return part(self.writer, blocks, [0, at, 0], [self.tiling.blocks, 1, self.tiling.width], without=[1])
