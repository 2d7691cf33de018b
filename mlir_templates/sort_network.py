"""The text of a sorting network on tiles: exchanges of whole rows, so that every lane sorts a column of its own.

A key is one or more i64 elements, compared as a tuple. Keys lie in two tiles: `natural`, rows of the tensor as they
are, and `columns`, where a column holds a segment of a row. Exchanges over short distances happen in `columns`, where
both partners are in the same lane; those over a segment or more in `natural`, where they are whole segments apart; the
cross-lane unit moves keys between the two. Blocks are sorted upwards and downwards in turn (Batcher, Sorting networks
and their applications, AFIPS 1968). A block downwards is a block upwards of complemented keys, or an exchange whose
two places are swapped.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from npusim.mlir_templates.sort_tiling import SortTiling

LARGEST = 2**63 - 1
"""What keys are padded with: no key is larger."""


@dataclass(frozen=True)
class Part:
    """A view of a tile: its name and type."""

    name: str
    type: str


class Writer:
    """Lines of a kernel, index arithmetic and loops."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._numbers = itertools.count()

    def define(self, operation: str) -> str:
        """Writes an operation; the name of its result."""
        name = f"%x{next(self._numbers)}"
        self.lines.append(f"{name} = {operation}")
        return name

    def allocate(self, name: str, type_: str, lane_axis: int, slots: int = 1) -> None:
        """A tile."""
        self.lines.append(
            f'{name} = "npu.alloc"() {{lane_axis = {lane_axis} : i64, slots = {slots} : i64}} : () -> {type_}'
        )

    def index(self, value: int | str) -> str:
        """An index as an SSA name; names stay as they are."""
        return value if isinstance(value, str) else self.define(f"arith.constant {value} : index")

    def calculate(self, operation: str, left: int | str, right: int | str) -> str:
        """`arith.<operation>` of two indices."""
        return self.define(f"arith.{operation} {self.index(left)}, {self.index(right)} : index")

    def any_bit(self, value: int | str, mask: int | str) -> str:
        """Whether two indices have a set bit in common."""
        return self.define(f"arith.cmpi ne, {self.calculate('andi', value, mask)}, {self.index(0)} : index")

    def choose(self, condition: str, then: int | str, otherwise: int | str) -> str:
        """One of two indices."""
        return self.define(f"arith.select {condition}, {self.index(then)}, {self.index(otherwise)} : index")

    @contextmanager
    def loop(self, start: int | str, end: int | str, step: int | str = 1, parallel: bool = False) -> Iterator[str]:
        """A loop; gives its variable."""
        bounds = [self.index(x) for x in (start, end, step)]
        name = f"%l{next(self._numbers)}"
        self.lines.append(f"scf.for {name} = {bounds[0]} to {bounds[1]} step {bounds[2]} {{")
        yield name
        self.lines.append("} {npu.parallel}" if parallel else "}")

    @contextmanager
    def when(self, condition: str) -> Iterator[None]:
        """A branch."""
        self.lines.append(f"scf.if {condition} {{")
        yield
        self.lines.append("}")

    def generic(
        self, maps: Sequence[str], rank: int, inputs: Sequence[Part], outputs: Sequence[Part], body: Callable[..., None]
    ) -> None:
        """A pointwise `linalg.generic` on i64 tiles; `body` gets the names of all elements and writes the yield."""
        names = [f"%e{next(self._numbers)}" for _ in (*inputs, *outputs)]
        kinds = ", ".join(['"parallel"'] * rank)
        ins = _operands("ins", inputs)
        self.lines.append(
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}}"
            f"{ins}{_operands('outs', outputs)} {{"
        )
        self.lines.append(f"^bb0({', '.join(f'{name}: i64' for name in names)}):")
        body(*names)
        self.lines.append("}")


def _operands(kind: str, parts: Sequence[Part]) -> str:
    if not parts:
        return ""
    return f" {kind}({', '.join(p.name for p in parts)} : {', '.join(p.type for p in parts)})"


def _identity(rank: int) -> str:
    dims = ", ".join(f"d{i}" for i in range(rank))
    return f"affine_map<({dims}) -> ({dims})>"


class SortNetwork:
    """Sorts the keys of one tile.

    Args:
        writer: where the text goes.
        tiling: shapes of the tiles.
        count: tiles that hold one key each.
    """

    def __init__(self, writer: Writer, tiling: SortTiling, count: int) -> None:
        self.writer, self.tiling = writer, tiling
        self.natural = [f"%natural{i}" for i in range(count)]
        self.columns = [f"%columns{i}" for i in range(count)]
        self.natural_type = f"memref<{tiling.rows}x{tiling.chunk}xi64, 1>"
        self.columns_type = f"memref<{tiling.length}x{tiling.width}xi64, 1>"

    def allocate(self) -> None:
        """The tiles, at the top of the function."""
        lanes = self.tiling.natural_lanes
        for name in self.natural:
            self.writer.allocate(name, self.natural_type, lanes)
        for name in self.columns:
            self.writer.allocate(name, self.columns_type, 1)

    # -- the network

    def sort(self) -> None:
        """Sorts the rows of `natural` upwards."""
        t, w = self.tiling, self.writer
        self.transpose(to_columns=True)
        if t.segments > 1:
            self.complement_columns(1)
        with w.loop(0, t.length, t.block) as base:
            downwards = w.any_bit(base, t.block & (t.length - 1))
            self._sort_block(base, downwards)
        with w.loop(t.block.bit_length() - 1, t.length.bit_length() - 1) as level:
            reach = w.calculate("shli", 1, level)
            self._merge_columns(level, w.calculate("andi", w.calculate("shli", reach, 1), t.length - 1))
        if t.segments > 1:
            self._merge_segments()
        self.transpose(to_columns=False)

    def _merge_segments(self) -> None:
        """Levels of the network that are longer than a segment."""
        t, w = self.tiling, self.writer
        with w.loop(0, t.segments.bit_length() - 1) as level:
            reach = w.calculate("shli", 1, level)
            following = w.calculate("andi", w.calculate("shli", reach, 1), t.segments - 1)
            self.complement_columns(w.calculate("andi", reach, t.segments - 1), following)
            self.transpose(to_columns=False)
            self._exchange_segments(reach)
            self.transpose(to_columns=True)
            self._merge_columns(t.length.bit_length() - 2, 0)

    def merge(self) -> None:
        """Sorts rows of `natural` that go up and then down, or the other way round."""
        t = self.tiling
        if t.segments > 1:
            self._exchange_segments(t.segments // 2)
        self.transpose(to_columns=True)
        self._merge_columns(t.length.bit_length() - 2, 0)
        self.transpose(to_columns=False)

    def _exchange_segments(self, reach: int | str) -> None:
        """Exchanges over `reach` segments, half of that, ... one segment."""
        t, w = self.tiling, self.writer
        distance = t.segments // 2
        while distance:
            parts = [self._halves(name, distance * t.length) for name in self.natural]
            if isinstance(reach, int):
                self._exchange(parts, 3)
            else:
                with w.when(w.define(f"arith.cmpi sge, {reach}, {w.index(distance)} : index")):
                    self._exchange(parts, 3)
            distance //= 2

    def _halves(self, name: str, distance: int) -> tuple[Part, Part]:
        """Elements of `natural` that are a distance apart."""
        rows, chunk = self.tiling.rows, self.tiling.chunk
        pairs = rows * chunk // (2 * distance)
        flat = self.writer.define(
            f"memref.collapse_shape {name} [[0, 1]] : {self.natural_type} into {_flat(rows, chunk)}"
        )
        shape = f"memref<{pairs}x2x{distance}xi64, 1>"
        view = self.writer.define(
            f"memref.expand_shape {flat} [[0, 1, 2]] output_shape [{pairs}, 2, {distance}] : "
            f"{_flat(rows, chunk)} into {shape}"
        )
        return self._half(view, shape, (pairs, distance), 0), self._half(view, shape, (pairs, distance), 1)

    def _half(self, view: str, type_: str, size: tuple[int, int], side: int) -> Part:
        pairs, distance = size
        result = (
            f"memref<{pairs}x1x{distance}xi64, strided<[{2 * distance}, {distance}, 1], offset: {side * distance}>, 1>"
        )
        name = self.writer.define(
            f"memref.subview {view}[0, {side}, 0] [{pairs}, 1, {distance}] [1, 1, 1] : {type_} to {result}"
        )
        return Part(name, result)

    def _merge_columns(self, level: int | str, direction: int | str) -> None:
        """Exchanges over 2**level, ..., 2, 1 rows of `columns`; downwards where a row's number has a bit of
        `direction`.
        """
        t, w = self.tiling, self.writer
        far = t.block.bit_length() - 1
        if t.length > t.block:
            steps = w.calculate("addi", w.calculate("subi", level, far), 1)
            with w.loop(0, steps) as step:
                self._exchange_far(w.calculate("subi", level, step), direction)
        with w.loop(0, t.length, t.block) as base:
            downwards = w.any_bit(base, direction)
            distance = t.block // 2
            while distance:
                self._exchange_in_block(base, downwards, distance, t.block)
                distance //= 2

    def _exchange_far(self, exponent: str, direction: int | str) -> None:
        """Exchanges of blocks of rows over 2**exponent rows."""
        t, w = self.tiling, self.writer
        distance = w.calculate("shli", 1, exponent)
        inside = w.calculate("subi", distance, 1)
        with w.loop(0, t.length // 2, t.block) as place:
            above = w.calculate("shli", w.calculate("shrui", place, exponent), w.calculate("addi", exponent, 1))
            first = w.calculate("addi", above, w.calculate("andi", place, inside))
            second = w.calculate("addi", first, distance)
            downwards = w.any_bit(first, direction)
            places = w.choose(downwards, second, first), w.choose(downwards, first, second)
            self._exchange([tuple(self._rows(name, at, t.block) for at in places) for name in self.columns], 2)

    def _rows(self, name: str, at: str, count: int) -> Part:
        width = self.tiling.width
        type_ = f"memref<{count}x{width}xi64, strided<[{width}, 1], offset: ?>, 1>"
        view = self.writer.define(
            f"memref.subview {name}[{at}, 0] [{count}, {width}] [1, 1] : {self.columns_type} to {type_}"
        )
        return Part(view, type_)

    def _sort_block(self, base: str, downwards: str) -> None:
        """Batcher's odd-even merge sort of a block of rows: one operation per step."""
        block, reach = self.tiling.block, 1
        while reach < block:
            self._exchange_in_block(base, downwards, reach, block)
            distance = reach // 2
            while distance:
                self._exchange_in_block(base, downwards, distance, 2 * reach, skipped=1)
                distance //= 2
            reach *= 2

    def _exchange_in_block(self, base: str, downwards: str, distance: int, period: int, skipped: int = 0) -> None:
        """Exchanges over a distance within every `period` rows of a block, without the first and the last
        `skipped` distances of them.
        """
        w, t = self.writer, self.tiling
        first, second = skipped, skipped + 1
        lower = w.choose(downwards, second, first)
        upper = w.choose(downwards, first, second)
        periods, units = t.block // period, period // distance
        pairs = units // 2 - skipped
        size = (periods, pairs, distance, t.width)
        if pairs == 0:
            return
        parts = []
        for name in self.columns:
            rows = self._rows(name, base, t.block)
            outer = units * distance * t.width
            grouped = f"strided<[{outer}, {distance * t.width}, {t.width}, 1], offset: ?>"
            type_ = f"memref<{periods}x{units}x{distance}x{t.width}xi64, {grouped}, 1>"
            shape = f"[{periods}, {units}, {distance}, {t.width}]"
            view = w.define(
                f"memref.expand_shape {rows.name} [[0, 1, 2], [3]] output_shape {shape} : {rows.type} into {type_}"
            )
            parts.append((self._units(view, type_, size, outer, lower), self._units(view, type_, size, outer, upper)))
        self._exchange(parts, 4)

    def _units(self, view: str, type_: str, size: tuple[int, int, int, int], outer: int, at: str) -> Part:
        """Every second unit of the periods of a block, from one on."""
        periods, pairs, distance, width = size
        strided = f"strided<[{outer}, {2 * distance * width}, {width}, 1], offset: ?>"
        result = f"memref<{periods}x{pairs}x{distance}x{width}xi64, {strided}, 1>"
        name = self.writer.define(
            f"memref.subview {view}[0, {at}, 0, 0] [{periods}, {pairs}, {distance}, {width}] [1, 2, 1, 1] : "
            f"{type_} to {result}"
        )
        return Part(name, result)

    # -- what happens to elements

    def _exchange(self, parts: Sequence[tuple[Part, ...]], rank: int) -> None:
        """Puts the smaller of two keys into the first place and the larger one into the second."""
        self.writer.generic(
            [_identity(rank)] * (2 * len(parts)), rank, [], [p for pair in parts for p in pair], self.exchange_body
        )

    def exchange_body(self, *elements: str) -> None:
        """Yields the smaller key's and the larger key's element for every pair of elements."""
        w = self.writer
        pairs = list(zip(elements[::2], elements[1::2], strict=True))
        if len(pairs) == 1:
            ((x, y),) = pairs
            results = [w.define(f"arith.{op} {x}, {y} : i64") for op in ("minsi", "maxsi")]
        else:
            swap = self._follows(pairs)
            results = []
            for x, y in pairs:
                results.append(w.define(f"arith.select {swap}, {y}, {x} : i64"))
                results.append(w.define(f"arith.select {swap}, {x}, {y} : i64"))
        w.lines.append(f"linalg.yield {', '.join(results)} : {', '.join(['i64'] * len(results))}")

    def _follows(self, pairs: Sequence[tuple[str, str]]) -> str:
        """Whether the first key of two comes after the second."""
        w = self.writer
        (x, y), rest = pairs[0], pairs[1:]
        larger = w.define(f"arith.cmpi sgt, {x}, {y} : i64")
        if not rest:
            return larger
        equal = w.define(f"arith.cmpi eq, {x}, {y} : i64")
        tie = w.define(f"arith.andi {equal}, {self._follows(rest)} : i1")
        return w.define(f"arith.ori {larger}, {tie} : i1")

    def complement_columns(self, *masks: int | str) -> None:
        """Complements the keys of columns whose number shares a bit with an odd number of the masks."""
        w = self.writer
        names = [w.index(mask) for mask in masks]

        def body(*elements: str) -> None:
            column = w.define("linalg.index 1 : index")
            flags = [w.any_bit(column, name) for name in names]
            odd = flags[0] if len(flags) == 1 else w.define(f"arith.xori {flags[0]}, {flags[1]} : i1")
            flip = w.define(f"arith.extsi {odd} : i1 to i64")
            self._yield_flipped(elements, flip)

        parts = [Part(name, self.columns_type) for name in self.columns]
        w.generic([_identity(2)] * len(parts), 2, [], parts, body)

    def complement_natural(self) -> None:
        """Complements all keys."""
        w = self.writer

        def body(*elements: str) -> None:
            self._yield_flipped(elements, w.define("arith.constant -1 : i64"))

        parts = [Part(name, self.natural_type) for name in self.natural]
        w.generic([_identity(2)] * len(parts), 2, [], parts, body)

    def _yield_flipped(self, elements: Sequence[str], flip: str) -> None:
        results = [self.writer.define(f"arith.xori {x}, {flip} : i64") for x in elements]
        self.writer.lines.append(f"linalg.yield {', '.join(results)} : {', '.join(['i64'] * len(results))}")

    def transpose(self, to_columns: bool) -> None:
        """Moves the keys from `natural` to `columns`, or back."""
        for natural, columns in zip(self.natural, self.columns, strict=True):
            pair = [
                (self._segments(natural), _identity(2)),
                (Part(columns, self.columns_type), "affine_map<(d0, d1) -> (d1, d0)>"),
            ]
            (source, source_map), (target, target_map) = pair if to_columns else pair[::-1]
            self.writer.generic([source_map, target_map], 2, [source], [target], self._copy)

    def _copy(self, source: str, _: str) -> None:
        self.writer.lines.append(f"linalg.yield {source} : i64")

    def _segments(self, name: str) -> Part:
        """`natural` with a row for every segment."""
        t, define = self.tiling, self.writer.define
        if t.segments == 1:
            return Part(name, self.natural_type)
        split = f"memref<{t.rows}x{t.segments}x{t.length}xi64, 1>"
        shape = f"[{t.rows}, {t.segments}, {t.length}]"
        view = define(
            f"memref.expand_shape {name} [[0], [1, 2]] output_shape {shape} : {self.natural_type} into {split}"
        )
        type_ = f"memref<{t.width}x{t.length}xi64, 1>"
        return Part(define(f"memref.collapse_shape {view} [[0, 1], [2]] : {split} into {type_}"), type_)


def _flat(rows: int, chunk: int) -> str:
    return f"memref<{rows * chunk}xi64, 1>"
