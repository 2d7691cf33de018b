"""Scans of rows whose segments have been scanned: combines each segment with the total of the segments before it."""

from collections.abc import Sequence

from npusim.frontend.mlir_writer.memory import Memref, join_axes, part, split_axes, tile
from npusim.frontend.template.writer import Writer
from npusim.mlir_templates.scan.columns import Combine, ScanWriter
from npusim.mlir_templates.scan.tiling import ScanTiling


class SegmentScan(ScanWriter):
    """Scans the tiles `%natural0`, ... (rows, segments * length)."""

    def __init__(self, writer: Writer, combine: Combine, tiling: ScanTiling, natural: Sequence[Memref]) -> None:
        super().__init__(writer, combine)
        self.tiling, self.natural = tiling, natural
        self._totals, self._other = (
            [tile(f"%{name}{i}", (tiling.rows, tiling.segments), e) for i, e in enumerate(combine.carried)]
            for name in ("sums", "other_sums")
        )
        self._carry = [tile(f"%row_carry{i}", [tiling.rows], e) for i, e in enumerate(combine.carried)]

    def allocate(self) -> None:
        """Allocates the tiles of totals and carries."""
        for totals in (*self._totals, *self._other):
            self.writer.allocate(totals, 1)
        for carry in self._carry:
            self.writer.allocate(carry, 0)

    def scan(self, totals_of_columns: Sequence[Memref], first: str) -> None:
        """Combines every segment with the total of the elements before it.

        Args:
            totals_of_columns: the total of every segment (rows * segments).
            first: SSA name (i1) that tells whether the tile is the first of its rows.
        """
        w, t = self.writer, self.tiling
        self.copy([self._by_rows(totals) for totals in totals_of_columns], self._totals)
        with w.when(w.negation(first)):
            self._take_carry()
        sums = self._scanned_totals()
        earlier = [self._columns_of(totals, 0, t.segments - 1) for totals in sums]
        later = [self._segments_of(natural, 1, t.segments - 1) for natural in self.natural]
        self.combine_into(earlier, later, ["d0", "d1"])
        self.copy([self._column(totals, t.segments - 1) for totals in sums], self._carry)

    def _take_carry(self) -> None:
        """Combines the carry of the previous tile with the first segment and its total."""
        self.combine_into(self._carry, [self._column(totals, 0) for totals in self._totals])
        later = [self._segments_of(natural, 0, 1) for natural in self.natural]
        self.combine_into(self._carry, later, ["d0"])

    def _scanned_totals(self) -> list[Memref]:
        """Inclusive scan of the segments' totals (Hillis and Steele, Data parallel algorithms, CACM 1986)."""
        source, target, distance = self._totals, self._other, 1
        count = self.tiling.segments
        while distance < count:
            self.copy(source, target)
            earlier = [self._columns_of(totals, 0, count - distance) for totals in source]
            later = [self._columns_of(totals, distance, count - distance) for totals in target]
            self.combine_into(earlier, later)
            source, target, distance = target, source, 2 * distance
        return source

    # -- parts of tiles

    def _columns_of(self, totals: Memref, start: int, count: int) -> Memref:
        return part(self.writer, totals, [0, start], [self.tiling.rows, count])

    def _column(self, totals: Memref, at: int) -> Memref:
        return part(self.writer, totals, [0, at], [self.tiling.rows, 1], without=[1])

    def _split(self, natural: Memref) -> Memref:
        """A tile of rows with a separate axis for the segments."""
        t = self.tiling
        return split_axes(self.writer, natural, [[t.rows], [t.segments, t.length]])

    def _segments_of(self, natural: Memref, start: int, count: int) -> Memref:
        t = self.tiling
        return part(self.writer, self._split(natural), [0, start, 0], [t.rows, count, t.length])

    def _by_rows(self, totals: Memref) -> Memref:
        """The totals of all segments, with a separate axis for the rows."""
        return split_axes(self.writer, totals, [[self.tiling.rows, self.tiling.segments]])

    def segments(self, natural: Memref) -> Memref:
        """A tile of rows as a matrix with one row per segment."""
        return natural if self.tiling.segments == 1 else join_axes(self.writer, self._split(natural), [2, 1])
