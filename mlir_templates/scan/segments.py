"""Scanning rows of tiles whose segments have been scanned: what the segments before it add up to goes into each."""

from collections.abc import Sequence

from npusim.mlir_templates.common.kernel_writer import Part, Writer, identity
from npusim.mlir_templates.scan.columns import Combine, ScanWriter
from npusim.mlir_templates.scan.tiling import ScanTiling


class SegmentScan(ScanWriter):
    """Works on tiles `%natural0`, ... (rows, segments * length)."""

    def __init__(self, writer: Writer, combine: Combine, tiling: ScanTiling, natural: Sequence[Part]) -> None:
        super().__init__(writer, combine)
        self.tiling, self.natural = tiling, natural
        self._totals, self._other = (
            [self._tile(f"%{name}{i}", e) for i, e in enumerate(combine.carried)] for name in ("sums", "other_sums")
        )
        self._carry = [
            Part(f"%row_carry{i}", f"memref<{tiling.rows}x{e}, 1>", e) for i, e in enumerate(combine.carried)
        ]

    def _tile(self, name: str, element: str) -> Part:
        return Part(name, f"memref<{self.tiling.rows}x{self.tiling.segments}x{element}, 1>", element)

    def allocate(self) -> None:
        """The tiles of totals and carries."""
        for part in (*self._totals, *self._other):
            self.writer.allocate(part.name, part.type, 1)
        for part in self._carry:
            self.writer.allocate(part.name, part.type, 0)

    def scan(self, totals_of_columns: Sequence[Part], first: str) -> None:
        """Takes what comes before every segment into it.

        Args:
            totals_of_columns: what every segment adds up to (rows * segments).
            first: whether nothing comes before the tile (i1).
        """
        w, t = self.writer, self.tiling
        self.copy([self._by_rows(part) for part in totals_of_columns], self._totals, 2)
        with w.when(w.define(f"arith.xori {first}, {w.define('arith.constant true')} : i1")):
            self._take_carry()
        totals = self._scanned_totals()
        earlier = [self._columns_of(part, 0, t.segments - 1) for part in totals]
        later = [self._segments_of(part, 1, t.segments - 1) for part in self.natural]
        self.combine_into(earlier, later, ["affine_map<(d0, d1, d2) -> (d0, d1)>", identity(3)])
        self.copy([self._column(part, t.segments - 1) for part in totals], self._carry, 1)

    def _take_carry(self) -> None:
        """What is carried from the tile before goes into the first segment and its total."""
        self.combine_into(self._carry, [self._column(part, 0) for part in self._totals], [identity(1)] * 2)
        later = [self._segments_of(part, 0, 1) for part in self.natural]
        self.combine_into(self._carry, later, ["affine_map<(d0, d1, d2) -> (d0)>", identity(3)])

    def _scanned_totals(self) -> list[Part]:
        """Totals of all segments up to each (Hillis and Steele, Data parallel algorithms, CACM 1986)."""
        source, target, distance = self._totals, self._other, 1
        count = self.tiling.segments
        while distance < count:
            self.copy(source, target, 2)
            earlier = [self._columns_of(part, 0, count - distance) for part in source]
            later = [self._columns_of(part, distance, count - distance) for part in target]
            self.combine_into(earlier, later, [identity(2)] * 2)
            source, target, distance = target, source, 2 * distance
        return source

    # -- parts of tiles

    def _columns_of(self, part: Part, start: int, count: int) -> Part:
        t = self.tiling
        type_ = f"memref<{t.rows}x{count}x{part.element}, strided<[{t.segments}, 1], offset: {start}>, 1>"
        place = f"{part.name}[0, {start}] [{t.rows}, {count}] [1, 1]"
        return Part(self.writer.define(f"memref.subview {place} : {part.type} to {type_}"), type_, part.element)

    def _column(self, part: Part, at: int) -> Part:
        t = self.tiling
        type_ = f"memref<{t.rows}x{part.element}, strided<[{t.segments}], offset: {at}>, 1>"
        place = f"{part.name}[0, {at}] [{t.rows}, 1] [1, 1]"
        return Part(self.writer.define(f"memref.subview {place} : {part.type} to {type_}"), type_, part.element)

    def _split(self, part: Part) -> Part:
        """A tile of rows with an axis for the segments."""
        t = self.tiling
        shape = [t.rows, t.segments, t.length]
        type_ = f"memref<{'x'.join(map(str, shape))}x{part.element}, 1>"
        view = self.writer.define(
            f"memref.expand_shape {part.name} [[0], [1, 2]] output_shape {shape} : {part.type} into {type_}"
        )
        return Part(view, type_, part.element)

    def _segments_of(self, part: Part, start: int, count: int) -> Part:
        t, view = self.tiling, self._split(part)
        strides = f"strided<[{t.chunk}, {t.length}, 1], offset: {start * t.length}>"
        type_ = f"memref<{t.rows}x{count}x{t.length}x{part.element}, {strides}, 1>"
        place = f"{view.name}[0, {start}, 0] [{t.rows}, {count}, {t.length}] [1, 1, 1]"
        return Part(self.writer.define(f"memref.subview {place} : {view.type} to {type_}"), type_, part.element)

    def _by_rows(self, part: Part) -> Part:
        """Totals of all segments, with an axis for the rows."""
        t = self.tiling
        type_ = f"memref<{t.rows}x{t.segments}x{part.element}, 1>"
        shape = f"[{t.rows}, {t.segments}]"
        name = self.writer.define(
            f"memref.expand_shape {part.name} [[0, 1]] output_shape {shape} : {part.type} into {type_}"
        )
        return Part(name, type_, part.element)

    def segments(self, part: Part) -> Part:
        """A tile of rows as a matrix with a row for every segment."""
        t = self.tiling
        if t.segments == 1:
            return part
        view = self._split(part)
        type_ = f"memref<{t.width}x{t.length}x{part.element}, 1>"
        name = self.writer.define(f"memref.collapse_shape {view.name} [[0, 1], [2]] : {view.type} into {type_}")
        return Part(name, type_, part.element)
