"""Scanning the columns of tiles: blocks of a column element by element, all blocks at once; then block by block.

What has been combined so far, the carry, is kept in float64 where float32 is scanned: the sum of a million elements is
as exact as that of sixteen.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from npusim.frontend.codegen.graph.dtypes import mlir_element
from npusim.frontend.codegen.record.scalar_function import ScalarFunction
from npusim.mlir_templates.common.kernel_writer import Part, Writer, identity
from npusim.mlir_templates.scan.tiling import ScanTiling


@dataclass(frozen=True)
class Combine:
    """What is scanned.

    Attributes:
        function: of the earlier elements, then the later ones, one per tensor.
        wide: the same in float64, or None.
        dtypes: of the tensors.
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


class _BodyNames:
    """Names of a body, from the kernel's writer."""

    def __init__(self, writer: Writer) -> None:
        self.fresh = writer.fresh


class ScanWriter:
    """Writes operations that combine tiles."""

    def __init__(self, writer: Writer, combine: Combine) -> None:
        self.writer, self.combine = writer, combine

    def combine_into(self, earlier: Sequence[Part], later: Sequence[Part], maps: Sequence[str]) -> None:
        """later = combine(earlier, later), computed in the wider one of their types.

        Args:
            maps: of the earlier and the later parts; the latter's is the identity.
        """
        count, wide = len(later), [part.element for part in earlier]

        def body(*names: str) -> None:
            values = [self.converted(x, p.element, w) for x, p, w in zip(names[count:], later, wide, strict=True)]
            found = self.apply(names[:count], values, wide)
            results = [self.converted(x, w, p.element) for x, p, w in zip(found, later, wide, strict=True)]
            self.write_yield(results, [part.element for part in later])

        rank = maps[1].split("->")[0].count("d")
        self.writer.generic([maps[0]] * count + [maps[1]] * count, rank, earlier, later, body)

    def apply(self, earlier: Sequence[str], later: Sequence[str], elements: Sequence[str]) -> list[str]:
        """Writes the function on elements of these types; the names of its results."""
        is_wide = self.combine.wide is not None and list(elements) == self.combine.carried
        function = self.combine.wide if is_wide and self.combine.wide is not None else self.combine.function
        lines, results = function.write(_BodyNames(self.writer), [*earlier, *later])  # type: ignore[arg-type]
        self.writer.lines += lines
        return results

    def write_yield(self, names: Sequence[str], elements: Sequence[str]) -> None:
        self.writer.lines.append(f"linalg.yield {', '.join(names)} : {', '.join(elements)}")

    def copy(self, sources: Sequence[Part], targets: Sequence[Part], rank: int) -> None:
        """Copies parts, from and to carries as needed."""
        for source, target in zip(sources, targets, strict=True):

            def body(x: str, _: str, source: Part = source, target: Part = target) -> None:
                self.write_yield([self.converted(x, source.element, target.element)], [target.element])

            self.writer.generic([identity(rank)] * 2, rank, [source], [target], body)

    def converted(self, name: str, source: str, target: str) -> str:
        """A float32 element as float64 or the other way round."""
        if source == target:
            return name
        operation = "extf" if target == "f64" else "truncf"
        return self.writer.define(f"arith.{operation} {name} : {source} to {target}")


class ColumnScan(ScanWriter):
    """Scans tiles (length, width) along their first axis.

    The tiles are `%columns0`, ...; `%totals0`, ... (blocks, width) hold what has been combined up to the end of every
    block, `%carry0`, ... (width) up to the end of the tile.
    """

    def __init__(self, writer: Writer, combine: Combine, tiling: ScanTiling) -> None:
        super().__init__(writer, combine)
        self.tiling = tiling
        self.columns = self._tiles("columns", [tiling.length, tiling.width], combine.elements)
        self.carry = self._tiles("carry", [tiling.width], combine.carried)
        self._totals = self._tiles("totals", [tiling.blocks, tiling.width], combine.carried)

    def _tiles(self, name: str, shape: Sequence[int], elements: Sequence[str]) -> list[Part]:
        sizes = "x".join(map(str, shape))
        return [Part(f"%{name}{i}", f"memref<{sizes}x{e}, 1>", e) for i, e in enumerate(elements)]

    def allocate(self, slots: int) -> None:
        """The tiles; `slots` copies of the columns."""
        for part in self.columns:
            self.writer.allocate(part.name, part.type, 1, slots)
        for part in self._totals:
            self.writer.allocate(part.name, part.type, 1)
        for part in self.carry:
            self.writer.allocate(part.name, part.type, 0)

    def scan(self, first: str | None) -> None:
        """Scans the columns.

        Args:
            first: whether nothing is carried from the tile before (i1); None: never.
        """
        w, t = self.writer, self.tiling
        self._scan_blocks()
        if first is not None:
            with w.when(w.define(f"arith.xori {first}, {w.define('arith.constant true')} : i1")):
                self._combine_with_carry()
        if t.blocks > 1:
            with w.loop(1, t.blocks) as block:
                before = w.calculate("subi", block, 1)
                earlier, later = ([self._total(part, at) for part in self._totals] for at in (before, block))
                self.combine_into(earlier, later, [identity(1)] * 2)
            earlier = [self._leading_totals(part) for part in self._totals]
            later = [self._following_blocks(part) for part in self.columns]
            self.combine_into(earlier, later, ["affine_map<(d0, d1, d2) -> (d0, d2)>", identity(3)])
        self.copy([self._total(part, w.index(t.blocks - 1)) for part in self._totals], self.carry, 1)

    def _scan_blocks(self) -> None:
        """Scans all blocks at the same time, element by element."""
        w, t = self.writer, self.tiling
        views = [self._blocks(part) for part in self.columns]
        self.copy([self._elements(view, w.index(0)) for view in views], self._totals, 2)
        with w.loop(1, t.block) as at:
            elements = [self._elements(view, at) for view in views]
            count, wide = len(elements), self.combine.carried

            def body(*names: str) -> None:
                old, totals = names[:count], names[count:]
                later = [self.converted(x, p.element, e) for x, p, e in zip(old, elements, wide, strict=True)]
                found = self.apply(totals, later, wide)
                rounded = [self.converted(x, e, p.element) for x, p, e in zip(found, elements, wide, strict=True)]
                self.write_yield([*rounded, *found], [*(p.element for p in elements), *wide])

            w.generic([identity(2)] * (2 * count), 2, [], [*elements, *self._totals], body)

    def _combine_with_carry(self) -> None:
        """What is carried goes into the first block and its total."""
        start = self.writer.index(0)
        rows = [self._rows(part, start) for part in self.columns]
        self.combine_into(self.carry, rows, ["affine_map<(d0, d1) -> (d1)>", identity(2)])
        self.combine_into(self.carry, [self._total(part, start) for part in self._totals], [identity(1)] * 2)

    # -- parts of tiles

    def _rows(self, part: Part, at: str) -> Part:
        """The rows of a block."""
        t = self.tiling
        type_ = f"memref<{t.block}x{t.width}x{part.element}, strided<[{t.width}, 1], offset: ?>, 1>"
        return self._view(part, f"[{at}, 0] [{t.block}, {t.width}] [1, 1]", type_)

    def _total(self, part: Part, at: str) -> Part:
        """The total of a block."""
        width = self.tiling.width
        type_ = f"memref<{width}x{part.element}, strided<[1], offset: ?>, 1>"
        return self._view(part, f"[{at}, 0] [1, {width}] [1, 1]", type_)

    def _leading_totals(self, part: Part) -> Part:
        """The totals of all blocks but the last."""
        t = self.tiling
        type_ = f"memref<{t.blocks - 1}x{t.width}x{part.element}, strided<[{t.width}, 1]>, 1>"
        return self._view(part, f"[0, 0] [{t.blocks - 1}, {t.width}] [1, 1]", type_)

    def _following_blocks(self, part: Part) -> Part:
        """All blocks but the first."""
        t, view = self.tiling, self._blocks(part)
        size = t.block * t.width
        strides = f"strided<[{size}, {t.width}, 1], offset: {size}>"
        type_ = f"memref<{t.blocks - 1}x{t.block}x{t.width}x{part.element}, {strides}, 1>"
        return self._view(view, f"[1, 0, 0] [{t.blocks - 1}, {t.block}, {t.width}] [1, 1, 1]", type_)

    def _blocks(self, part: Part) -> Part:
        """The tile with an axis for the blocks."""
        t = self.tiling
        shape = [t.blocks, t.block, t.width]
        type_ = f"memref<{'x'.join(map(str, shape))}x{part.element}, 1>"
        view = self.writer.define(
            f"memref.expand_shape {part.name} [[0, 1], [2]] output_shape {shape} : {part.type} into {type_}"
        )
        return Part(view, type_, part.element)

    def _elements(self, view: Part, at: str) -> Part:
        """One element of every block of every column."""
        t = self.tiling
        type_ = f"memref<{t.blocks}x{t.width}x{view.element}, strided<[{t.block * t.width}, 1], offset: ?>, 1>"
        return self._view(view, f"[0, {at}, 0] [{t.blocks}, 1, {t.width}] [1, 1, 1]", type_)

    def _view(self, part: Part, place: str, type_: str) -> Part:
        name = self.writer.define(f"memref.subview {part.name}{place} : {part.type} to {type_}")
        return Part(name, type_, part.element)
