"""The lines of the segment reduction kernel.

For every block of segments the vector unit computes the positions of their indices, and a gather loads the indices.
Then, strip by strip, gathers load rows of the table, and each step adds them to (or takes the maximum with) a tile with
a row per segment of the strip. Missing indices are -1: their rows are not loaded. Every result is stored once.
Neighbouring positions of a segment are contiguous in memory and in the tiles, so that a request loads several indices.
Axes are g: strip, q: step, b: segment, j: position of the step.

Factors and source indices are read with the rows: from tiles of the block if segments are across the lanes; if columns
are, a gather with stride 0 broadcasts them to all lanes.
"""

from collections.abc import Mapping
from typing import Any

import torch
from npusim.frontend.codegen.graph.buffers import number_check
from npusim.frontend.codegen.graph.dtypes import is_float, signed_dtype
from npusim.frontend.codegen.record.index_origins import operator_origin
from npusim.frontend.inductor.api import V
from npusim.frontend.mlir_writer import loops
from npusim.frontend.mlir_writer.indices import Index, applied
from npusim.frontend.mlir_writer.memory import Memref, element_of
from npusim.frontend.template.elements import Element
from npusim.mlir_templates.segment_reduce.tiles import Axes, SegmentTiles
from npusim.simulator.ir.dialect import HOST, CheckIndexOp

_STRIPS = ("g", "b")
_WINDOWS = ("g", "q", "b", "j")
_ROWS = ("b", "j", "d")
_RESULTS = ("b", "d")
_OFFSETS = "offsets must begin with 0, must not decrease, and must not exceed the number of indices"


class SegmentReduceText(SegmentTiles):
    """Prints the steps that the template's text calls."""

    def allocate(self) -> str:
        """Allocates the tiles and defines views for gathers of single elements."""
        self._allocate()
        self._flat_views = {name: self._flat(name) for name in "IOF" if name in self.kernel.named_nodes}
        return self.writer.take()

    def find_segments(self) -> str:
        """Finds the starts and lengths of the block's segments, and the longest segment of every strip."""
        t, offsets = self.tiles, self._flat_views.get("O")
        for name, distance in (("starts", 0), ("ends", 1)):
            if offsets is None:
                self._compute(_STRIPS, [], [(name, _STRIPS)], lambda old, n=distance: [self._multiple(old.dtype, n)])
                continue
            number = [("places", _STRIPS)]
            self._compute(_STRIPS, [], number, lambda old, n=distance: [self._segment_number(old.dtype, n)])
            self._gather(offsets, t["places"], t[name], 0)
        if "excess" in t:
            self._check_offsets()
        inputs = [("starts", _STRIPS), ("ends", _STRIPS)]
        self._compute(_STRIPS, inputs, [("lengths", _STRIPS)], self._length)
        self._fill("longest", 0)
        longest = [("longest", ("g",))]
        self._compute(_STRIPS, [("lengths", _STRIPS)], longest, lambda n, most: [self.at.maximum(n, most)])
        return self.writer.take()

    def find_indices(self) -> str:
        """Loads the indices at the first positions of the segments, and counts them if needed."""
        self._find_indices(self.tiles, self.kernel.size(0))
        if self.segments.counts_indices:
            self._fill("counts", 0)
            self._count(self.tiles["positions"], self.tiles["counts"])
        return self.writer.take()

    def open_strips(self) -> str:
        """Opens the loop over the block's nonempty strips; `b` is the first segment of a strip."""
        t, w = self.tiling, self.writer
        end = applied(f"{t.strips}, (s0 - d0) ceildiv {t.segments}", ["%block"], [self.kernel.size(self.count)])
        w.line(loops.affine("%g", 0, f"min {end}"))
        w.line(f"%b = affine.apply {applied(f'd0 + {t.segments} * d1', ['%block', '%g'])}")
        self.kernel.walk("b", self.count, t.segments)
        longest = Element(element_of(w, self.tiles["longest"], ["%g"]), signed_dtype(self.tiles["longest"].element))
        self._longest = self.at.to_index(longest)
        return w.take()

    def open_windows(self) -> str:
        """Opens the loop over windows of a strip's segments; loads indices that are not in the tiles."""
        self._window = self.writer.open_loop(0, self._longest, self.tiling.window)
        self._find_again(self._window, self._longest)
        return self.writer.take()

    def open_steps(self) -> str:
        """Opens the loop over the steps of a window."""
        t, w = self.tiling, self.writer
        left = w.calculate("minsi", w.calculate("subi", self._longest, self._window), t.window)
        self._step = w.open_loop(0, w.calculate("ceildivsi", left, t.step))
        return w.take()

    def gather_rows(self) -> str:
        """Gathers the rows of a step."""
        indices = self._of_step("indices", self._step)
        self._gather(self._table(), indices, self.tiles["rows"], self._neutral())
        return self.writer.take()

    def take_in(self) -> str:
        """Adds the gathered rows to the accumulator, or takes the maximum."""
        t, w = self.tiles, self.writer
        rows, accumulator = (t["rows"], _ROWS), (t["accumulator"], _RESULTS)
        if self.segments.mode == "max":
            index = self._per_index("I", "indices", "numbers", self._step, -1)
            w.generic(_ROWS, [rows, index], [accumulator, (t["sources"], _RESULTS)], self._larger)
        elif self.segments.weighted:
            factor = self._per_index("F", "factors", "factors", self._step, 0)
            w.generic(_ROWS, [rows, factor], [accumulator], self._add_product)
        else:
            w.generic(_ROWS, [rows], [accumulator], lambda row, total: [self.at.add(total, self._wide(row, "X"))])
        return self.writer.take()

    def clear(self) -> str:
        """Initialises the accumulator."""
        self._fill("accumulator", self._neutral())
        if self.segments.mode == "max":
            self._fill("sources", -1)
        return self.writer.take()

    def finish(self) -> str:
        """Divides means by the number of indices; sets maxima of empty segments to 0."""
        t, w = self.tiles, self.writer
        accumulator = (t["accumulator"], _RESULTS)
        if self.segments.mode == "mean":
            count = self._of_strip("counts" if self.segments.counts_indices else "lengths", keep=False)
            w.generic(_RESULTS, [(count, ("b",))], [accumulator], lambda n, total: [self._divided(total, n)])
        if self.segments.mode == "max":
            w.generic(_RESULTS, [], [accumulator, (t["sources"], _RESULTS)], self._or_zero)
        return self.writer.take()

    def end(self) -> str:
        """Ends the innermost loop of `open_strips`, `open_windows` and `open_steps`."""
        return loops.END

    # -- where the segments and their indices are

    def _segment_number(self, dtype: torch.dtype, distance: int = 0) -> Element:
        """The number of the current segment plus `distance`."""
        w = self.writer
        strip, segment = self.at.loop_index(0), self.at.loop_index(1)
        first = w.calculate("addi", w.calculate("muli", strip, self.tiling.segments), "%block")
        return self.at.from_index(w.calculate("addi", w.calculate("addi", first, segment), distance), dtype)

    def _multiple(self, dtype: torch.dtype, distance: int) -> Element:
        """The start of a segment if all have equal length."""
        length = self._size(self.segments.length, dtype)
        return self.at.mul(self._segment_number(dtype, distance), length)

    def _length(self, start: Element, end: Element, old: Element) -> list[Element]:
        """Length of a segment; 0 beyond the last segment, or beyond the indices."""
        at, dtype = self.at, old.dtype
        number = self._segment_number(dtype)
        total, count = (self._size(size, dtype) for size in (self._indices(), self.count))
        zero = at.constant(0, dtype)
        length = at.maximum(at.sub(at.minimum(self._end(number, end, count, total), total), start), zero)
        return [at.select(at.less(number, count), length, zero)]

    def _end(self, number: Element, following: Element, count: Element, total: Element) -> Element:
        """The end of a segment: the start of the following one; of the last of `count` segments the number of indices,
        unless its end is given.
        """
        if self.segments.closed:
            return following
        at = self.at
        is_last = at.at_least(at.add(number, at.constant(1, number.dtype)), count)
        return at.select(is_last, total, following)

    def _check_offsets(self) -> None:
        """Checks on the host that the segments begin with the first index, follow each other, and end with the last."""

        def larger(start: Element, end: Element, most: Element) -> list[Element]:
            at, zero = self.at, self.at.constant(0, torch.int64)
            number, start = self._segment_number(torch.int64), at.convert(start, torch.int64)
            count, total = (self._size(size, torch.int64) for size in (self.count, self._indices()))
            end = self._end(number, at.convert(end, torch.int64), count, total)
            first = at.select(at.equal(number, zero), at.maximum(start, at.sub(zero, start)), zero)
            excess = at.maximum(at.maximum(at.sub(start, end), at.sub(end, total)), first)
            return [at.maximum(at.select(at.less(number, count), excess, zero), most)]

        inputs = [(self.tiles["starts"], _STRIPS), (self.tiles["ends"], _STRIPS)]
        self.writer.generic(_STRIPS, inputs, [(self.tiles["excess"], ("0",))], larger, [HOST])
        self._check_below(self.tiles["excess"], 1, None, _OFFSETS)

    def _check_below(self, largest: Memref, limit: Any, dim: int | None, message: str = "") -> None:
        origin = operator_origin(V.graph.get_buffer(self.kernel.buffer_name), dim, message)
        self.writer.line(
            CheckIndexOp.text(largest, Index(self.kernel.size(limit)), number=number_check(self.kernel, origin))
        )

    def _find_indices(self, tiles: Mapping[str, Memref], window: str) -> None:
        """Loads the indices (and factors) at the positions of a window; -1 behind a segment's end and for padding."""
        inputs = [(tiles["starts"], _STRIPS), (tiles["lengths"], _STRIPS)]
        positions, indices = tiles["positions"], tiles["indices"]
        self.writer.generic(
            _WINDOWS, inputs, [(positions, _WINDOWS)], lambda start, n, _: [self._position(start, n, window)]
        )
        self._gather(self._flat_views["I"], positions, indices, -1)
        if self.segments.checks:
            self._check_indices(positions, indices)
        if self.segments.padding_index >= 0:
            both = [(indices, _WINDOWS), (positions, _WINDOWS)]
            self.writer.generic(_WINDOWS, [], both, self._without_padding)
        if self.segments.weighted and self.tiling.segments_across_lanes:
            self._gather(self._flat_views["F"], positions, tiles["factors"], 0)

    def _check_indices(self, positions: Memref, indices: Memref) -> None:
        """Checks on the host that indices are rows of the table."""
        at, largest = self.at, self.tiles["largest"]

        def larger(position: Element, index: Element, most: Element) -> list[Element]:
            exists = at.at_least(position, at.constant(0, position.dtype))
            index = at.select(exists, at.convert(index, torch.int64), at.constant(0, torch.int64))
            return [at.maximum(index.as_dtype(torch.uint64), most.as_dtype(torch.uint64))]

        inputs = [(positions, _WINDOWS), (indices, _WINDOWS)]
        self.writer.generic(_WINDOWS, inputs, [(largest, ("0",))], larger, [HOST])
        self._check_below(largest, self.kernel.named_nodes["X"].get_size()[0], 0)

    def _position(self, start: Element, length: Element, window: str) -> Element:
        at, w = self.at, self.writer
        step, place = at.loop_index(1), at.loop_index(3)
        inside = w.calculate("addi", w.calculate("muli", step, self.tiling.step), place)
        distance = at.from_index(w.calculate("addi", inside, window), start.dtype)
        exists = at.less(distance, length)
        return at.select(exists, at.add(start, distance), at.constant(-1, start.dtype))

    def _without_padding(self, index: Element, position: Element) -> list[Element]:
        at = self.at
        is_padding = at.equal(index, at.constant(self.segments.padding_index, index.dtype))
        return [at.select(is_padding, at.constant(-1, x.dtype), x) for x in (index, position)]

    def _count(self, positions: Memref, counts: Memref) -> None:
        """Adds the indices of a window to the segments' counts."""
        at = self.at

        def counted(position: Element, count: Element) -> list[Element]:
            exists = at.at_least(position, at.constant(0, position.dtype))
            return [at.add(count, at.convert(exists, count.dtype))]

        self.writer.generic(_WINDOWS, [(positions, _WINDOWS)], [(counts, _STRIPS)], counted)

    # -- a strip

    def _find_again(self, window: str, length: str) -> None:
        """Loads the indices of later windows, and those of the first window again for later columns."""
        w = self.writer
        is_later, is_long = w.compare("ne", window, 0), w.compare("sgt", length, self.tiling.window)
        again = w.conditions("andi", is_long, w.compare("ne", "%d", 0))
        with w.when(w.conditions("ori", is_later, again)):
            names = ["starts", "lengths", "positions", "indices"]
            names += [name for name in ("factors", "counts") if name in self.tiles and not self._is_of_a_step(name)]
            strip = {name: self._of_strip(name, keep=True) for name in names}
            self._find_indices(strip, window)
            if self.segments.counts_indices:
                with w.when(w.compare("eq", "%d", 0)):
                    self._count(strip["positions"], strip["counts"])

    def _is_of_a_step(self, name: str) -> bool:
        return name == "factors" and not self.tiling.segments_across_lanes

    def _per_index(self, argument: str, held: str, gathered: str, step: str, pad: float) -> tuple[Memref, Axes]:
        """Factors or indices of the step: a part of the block's tile, or a tile that they are gathered into."""
        if self.tiling.segments_across_lanes:
            return self._of_step(held, step), _ROWS[:2]
        self._in_all_lanes(argument, gathered, step, pad)
        return self.tiles[gathered], _ROWS

    def _add_product(self, row: Element, factor: Element, total: Element) -> list[Element]:
        """A fused multiply-add; a contraction would load rows into the arrays for one factor each."""
        at, x, y = self.at, self._wide(row, "X"), self._wide(factor, "F")
        return [at.fma(x, y, total) if is_float(self.dtype) else at.add(total, at.mul(x, y))]

    def _larger(self, row: Element, index: Element, most: Element, source: Element) -> list[Element]:
        """Takes a segment's first row, even NaN, and later rows if they are larger, as in eager PyTorch. Missing rows
        are negative infinity with index -1, which changes nothing.
        """
        at = self.at
        is_first = at.less(source, at.constant(0, source.dtype))
        value = self._wide(row, "X")
        counts = at.either(is_first, at.greater(value, most))
        return [at.select(counts, value, most), at.select(counts, index, source)]

    def _divided(self, total: Element, count: Element) -> Element:
        at = self.at
        return at.div(total, at.convert(at.maximum(count, at.constant(1, count.dtype)), self.dtype))

    def _or_zero(self, most: Element, source: Element) -> list[Element]:
        """Replaces the maximum and the index of empty segments by 0."""
        at, zero = self.at, self.at.constant(0, source.dtype)
        nothing = at.constant(0, most.dtype)
        is_empty = at.less(source, zero)
        return [at.select(is_empty, nothing, most), at.select(is_empty, zero, source)]
