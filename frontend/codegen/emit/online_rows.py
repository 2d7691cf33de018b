"""Partial results per element of a chunk, kept while rows longer than a tile are streamed."""

import math
from collections.abc import Sequence

import sympy
from npusim.frontend.codegen.emit.row_reductions import Rows, combining
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.dag import Graph, Value
from npusim.frontend.codegen.graph.mlir_ops import line
from npusim.frontend.codegen.rewrite.online_reductions import DEVIATIONS, first_of
from npusim.frontend.codegen.schedule.placement import Plan
from npusim.frontend.codegen.schedule.tiles import Tile, TiledDim
from npusim.frontend.codegen.text.body import BodyWriter
from npusim.frontend.inductor.api import FloorDiv


class Stream:
    """One reduction: partial results that are combined after the loop over the chunks."""

    def __init__(self, rows: Rows, value: Value) -> None:
        self.rows, self.emitter, self.value = rows, rows.emitter, value
        self.builder = rows.emitter.builder
        self.tiles = [self._tile(str(value.attributes[0]))]

    def _tile(self, stem: str, neutral: Value | None = None) -> Tile:
        key = ("partial", stem, self.value.number)
        return self.rows.accumulator(self.value, self.rows.everything, key, f"partial_{stem}", neutral)

    def elements(self) -> Sequence[Value]:
        """The values that the partial results accumulate, one per tile; called inside the loop's body."""
        return [self.rows.guarded(self.value)]

    def combine(self, writer: BodyWriter, new: list[str], old: list[str]) -> list[str]:
        """Writes the tiles' new values, given the names of the elements and of the old values."""
        return combining([self.value])(writer, [*new, *old])

    def finish(self) -> None:
        """Combines the partial results of a row."""
        self.rows.combine_tile(self.value, self.tiles[0], self.emitter.in_order(self.rows.everything))


class _Pair(Stream):
    """Two reductions of one element."""

    def __init__(self, rows: Rows, value: Value) -> None:
        first = first_of(rows.graph, value)
        assert first is not None
        self.first, self.centre = first, rows.graph.values[value.attributes[2]]
        super().__init__(rows, value)

    def _held(self) -> list[Value]:
        """The partial results as values, after the loop."""
        held = []
        for place, tile in enumerate(self.tiles):
            held.append(self.rows.graph.value("partial", (), self.value.dtype, (self.value.number, place)))
            self.emitter.adopt(held[-1], tile)
        return held

    def _line(self, writer: BodyWriter, op: str, *names: str) -> str:
        return writer.emit(op, line(op, self.value.dtype, self.value.dtype, list(names)))


class Moments(_Pair):
    """A sum and a sum of squared deviations: the mean of an element's values so far and their deviations from it.

    Welford's update (Technometrics 4(3), 1962) per element, of differences from the element's first value, so that a
    mean far from 0 costs no digits; partial results are joined as by Chan, Golub and LeVeque (COMPSTAT 1982): n values
    with the mean m and deviations d have the deviations d + n (m - c)^2 from a centre c. Infinite values make the mean
    NaN, as they do in `torch.var_mean` on the CPU; a sum that is used for more than the centre is accumulated
    separately.
    """

    def __init__(self, rows: Rows, value: Value) -> None:
        super().__init__(rows, value)
        self.tiles = [self._tile("mean"), *self.tiles, self._tile("first")]
        self.masks = [rows.emitter.inside(d) for d in rows.ragged()]
        if self.masks:
            self.tiles.append(self._tile("count"))

    def elements(self) -> Sequence[Value]:
        self._begins = self._is_first_chunk()
        self._share = self._chunk_share() if self._is_even() else ""
        return [self.value.args[0]] * len(self.tiles)

    # -- scalars of a chunk

    def _loops(self) -> list[TiledDim]:
        return [self.emitter.plan.dims[d] for d in _reduction_loops(self.emitter.plan)]

    def _is_even(self) -> bool:
        """Whether all elements of a chunk have seen equally many values, except those beyond the data."""
        return all(dim.exact for dim in self._loops()[1:])

    def _number(self) -> str:
        """The number of chunks before this one."""
        chunk: sympy.Expr = sympy.S.Zero
        for dim in self._loops():
            chunk = chunk * FloorDiv(dim.size + dim.tile - 1, dim.tile) + FloorDiv(dim.symbol, dim.tile)
        return self.emitter.index.name(sympy.expand(chunk), self.emitter.levels[-1].block)

    def _is_first_chunk(self) -> str:
        zero = self.emitter.index.constant(0)
        return self._scalar("begins", f"arith.cmpi eq, {self._number()}, {zero} : index")

    def _chunk_share(self) -> str:
        """1 / number of chunks so far, this one included."""
        kind = dtypes.value_type(self.value.dtype)
        count = self._scalar("chunks", f"arith.addi {self._number()}, {self.emitter.index.constant(1)} : index")
        wide = self._scalar("chunks", f"arith.index_cast {count} : index to i64")
        real = self._scalar("chunks", f"arith.sitofp {wide} : i64 to {kind}")
        return self._scalar("share", f"arith.divf {self._one}, {real} : {kind}")

    def _scalar(self, stem: str, text: str) -> str:
        name = self.emitter.names.fresh(stem)
        self.emitter.levels[-1].block.line(f"{name} = {text}")
        return name

    @property
    def _one(self) -> str:
        return self.emitter.constant(self.builder.const(1, self.value.dtype))

    # -- partial results

    def combine(self, writer: BodyWriter, new: list[str], old: list[str]) -> list[str]:
        element, (mean, deviations, first) = new[0], old[:3]
        masks = [writer.name(mask) for mask in self.masks]
        begins = self._begins
        for mask in masks:
            begins = writer.emit("and", f"arith.andi {begins}, {mask} : i1")
        first = self._select(writer, begins, element, first)
        element = self._line(writer, "sub", element, first)
        for mask in masks:
            element = self._select(writer, mask, element, mean)
        counts = [self._counted(writer, count) for count in old[3:]]
        difference = self._line(writer, "sub", element, mean)
        following = self._line(writer, "fma", difference, self._share or self._own_share(writer, counts[0]), mean)
        rest = self._line(writer, "sub", element, following)
        return [following, self._line(writer, "fma", difference, rest, deviations), first, *counts]

    def _select(self, writer: BodyWriter, condition: str, yes: str, no: str) -> str:
        return writer.emit("sel", line("select", self.value.dtype, self.value.dtype, [condition, yes, no]))

    def _own_share(self, writer: BodyWriter, count: str) -> str:
        """1 / number of values that the element has seen; finite for an element that has seen none."""
        return self._line(writer, "div", self._one, self._line(writer, "maximum", count, self._one))

    def _counted(self, writer: BodyWriter, count: str) -> str:
        dtype, step = self.value.dtype, self.builder.const(1, self.value.dtype)
        for mask in self.masks:
            step = self.builder.where(mask, step, self.builder.const(0, dtype))
        return self._line(writer, "add", count, writer.name(step))

    def finish(self) -> None:
        b, (mean, deviations, first, *count) = self.builder, self._held()
        times = count[0] if count else b.const(self._chunks(), self.value.dtype)
        if self.emitter.resident(self.first) is None:
            self.rows.reduce(self.first, b.mul(times, b.add(first, mean)), self.rows.everything)
        shift = b.add(b.sub(first, self.centre), mean)
        self.rows.reduce(self.value, b.add(deviations, b.mul(times, b.mul(shift, shift))), self.rows.everything)

    def _chunks(self) -> int:
        return math.prod(int(dim.size) // dim.tile for dim in self._loops())


class Exponentials(_Pair):
    """The maximum of an element's values so far, and the sum of exponentials of differences from it.

    One exponential per value (Milakov and Gimelshein, Online normalizer calculation for softmax, 2018): of the smaller
    of the value and the maximum, minus the larger one. Where both are the same infinity, it is exp(0): the sum of a row
    whose maximum is not finite becomes NaN when partial results are joined.
    """

    def __init__(self, rows: Rows, value: Value) -> None:
        super().__init__(rows, value)
        lowest = self.builder.const(dtypes.combiner("max", value.dtype).neutral, value.dtype)
        self.tiles = [self._tile("max", lowest), *self.tiles]

    def elements(self) -> Sequence[Value]:
        return [self.builder.convert(self.rows.guarded(self.first), self.value.dtype)] * 2

    def combine(self, writer: BodyWriter, new: list[str], old: list[str]) -> list[str]:
        element, (largest, total), kind = new[0], old, dtypes.value_type(self.value.dtype)
        upper, lower = (self._line(writer, op, largest, element) for op in ("maximum", "minimum"))
        zero, one = (self.emitter.constant(self.builder.const(n, self.value.dtype)) for n in (0, 1))
        below = writer.emit("below", f"arith.minnumf {self._line(writer, 'sub', lower, upper)}, {zero} : {kind}")
        factor = self._line(writer, "exp", below)
        rises = writer.emit("rises", f"arith.cmpf ogt, {element}, {largest} : {kind}")
        scaled, longer = self._line(writer, "fma", total, factor, one), self._line(writer, "add", total, factor)
        chosen = line("select", self.value.dtype, self.value.dtype, [rises, scaled, longer])
        return [upper, writer.emit("sum", chosen)]

    def finish(self) -> None:
        b, (largest, total) = self.builder, self._held()
        everything = self.rows.everything
        self.rows.reduce(self.first, b.convert(largest, self.first.dtype), everything)
        self.rows.reduce(self.value, b.mul(total, b.float_op("exp", b.sub(largest, self.centre))), everything)


def _reduction_loops(plan: Plan) -> list[int]:
    """Reduction dimensions that take several tiles, outermost first."""
    return sorted((d for d, dim in enumerate(plan.dims) if dim.reduction and plan.depth[d]), key=plan.depth.__getitem__)


def online_rows_of(rows: Rows, reductions: Sequence[Value]) -> list[Stream]:
    """Partial results of one pass. The second of a pair gives the first one too, except a sum that has other uses."""
    found: list[Stream] = []
    seconds = [r for r in reductions if first_of(rows.graph, r) is not None]
    paired, needed = {id(first_of(rows.graph, r)) for r in seconds}, _needed_besides(rows.graph, seconds)
    for reduction in reductions:
        if reduction in seconds:
            found.append((Moments if reduction.attributes[1] == DEVIATIONS else Exponentials)(rows, reduction))
        elif id(reduction) not in paired or (reduction.attributes == ("sum",) and reduction.number in needed):
            found.append(Stream(rows, reduction))
    return found


def _needed_besides(graph: Graph, seconds: Sequence[Value]) -> set[int]:
    """Numbers of the values that are stored, or used for more than the centres of these reductions."""
    inside = {v.number for v in graph.reachable(graph.values[r.attributes[2]] for r in seconds)}
    others = [v for v in graph.live() if v.number not in inside]
    return {a.number for v in others for a in graph.operands(v)} | {s.value.number for s in graph.stores}


def accumulate_chunk(rows: Rows, streams: Sequence[Stream]) -> None:
    """Writes the operation that accumulates a chunk."""
    emitter, order = rows.emitter, rows.emitter.in_order(rows.everything)
    targets = [target for s in streams for target in zip(s.elements(), s.tiles, strict=True)]
    operands = emitter.prepare([value for value, _ in targets], rows.everything)

    def combine(writer: BodyWriter, names: list[str]) -> list[str]:
        results: list[str] = []
        for stream in streams:
            first, count = len(results), len(stream.tiles)
            new, old = (names[start : start + count] for start in (first, len(targets) + first))
            results += stream.combine(writer, new, old)
        return results

    emitter.generic(emitter.levels[-1].block, order, operands, targets, combine)
