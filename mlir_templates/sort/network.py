"""The text of a sorting network on tiles: exchanges of whole rows, so that every lane sorts a column of its own.

A key is one or more i64 elements, compared as a tuple. Keys lie in two tiles: `natural`, rows of the tensor as they
are, and `columns`, where a column holds a segment of a row. Exchanges over short distances happen in `columns`, where
both siblings are in the same lane; those over a segment or more in `natural`, where they are whole segments apart; the
cross-lane unit moves keys between the two. Blocks are sorted upwards and downwards in turn (Batcher, Sorting networks
and their applications, AFIPS 1968). A block downwards is a block upwards of complemented keys, or an exchange whose
two places are swapped.
"""

from collections.abc import Sequence

from npusim.mlir_templates.common.kernel_writer import Part, Writer, identity
from npusim.mlir_templates.sort.tiling import SortTiling

LARGEST = 2**63 - 1
"""What keys are padded with: no key is larger."""


class SortNetwork:
    """Sorts the keys of one tile.

    Args:
        writer: where the text goes.
        tiling: shapes of the tiles.
        count: i64 elements of a key.
        prefix: of the tiles' names.
    """

    def __init__(self, writer: Writer, tiling: SortTiling, count: int, prefix: str = "") -> None:
        self.writer, self.tiling = writer, tiling
        self.natural = [f"%{prefix}natural{i}" for i in range(count)]
        self.columns = [f"%{prefix}columns{i}" for i in range(count)]
        self.natural_type = f"memref<{tiling.rows}x{tiling.chunk}xi64, 1>"
        self.columns_type = f"memref<{tiling.length}x{tiling.width}xi64, 1>"

    def allocate(self, slots: int = 1) -> None:
        """The tiles, at the top of the function; `slots` copies of those that are transferred."""
        for name in self.natural:
            self.writer.allocate(name, self.natural_type, self.tiling.natural_lanes, slots)
        for name in self.columns:
            self.writer.allocate(name, self.columns_type, 1)

    # -- the network

    def sort(self) -> None:
        """Sorts the rows of `natural` upwards."""
        t = self.tiling
        self.transpose(to_columns=True)
        if t.segments > 1:
            self.complement_columns(1)
        self.sort_columns()
        if t.segments > 1:
            self._merge_segments()
        self.transpose(to_columns=False)

    def sort_columns(self) -> None:
        """Sorts the columns of `columns` upwards."""
        t, w = self.tiling, self.writer
        with w.loop(0, t.length, t.block) as base:
            downwards = w.any_bit(base, t.block & (t.length - 1))
            self.sort_block(base, downwards)
        with w.loop(t.block.bit_length() - 1, t.length.bit_length() - 1) as level:
            reach = w.calculate("shli", 1, level)
            self.merge_columns(level, w.calculate("andi", w.calculate("shli", reach, 1), t.length - 1))

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
            self.merge_columns(t.length.bit_length() - 2, 0)

    def merge(self) -> None:
        """Sorts rows of `natural` that go up and then down, or the other way round."""
        t = self.tiling
        if t.segments > 1:
            self._exchange_segments(t.segments // 2)
        self.transpose(to_columns=True)
        self.merge_columns(t.length.bit_length() - 2, 0)
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

    def merge_columns(self, level: int | str, direction: int | str) -> None:
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
            self._exchange([tuple(self.rows_from(name, at, t.block) for at in places) for name in self.columns], 2)

    def rows_from(self, name: str, at: str, count: int) -> Part:
        """Some rows of one of the tiles `columns`."""
        width = self.tiling.width
        type_ = f"memref<{count}x{width}xi64, strided<[{width}, 1], offset: ?>, 1>"
        view = self.writer.define(
            f"memref.subview {name}[{at}, 0] [{count}, {width}] [1, 1] : {self.columns_type} to {type_}"
        )
        return Part(view, type_)

    def sort_block(self, base: str, downwards: str) -> None:
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
            rows = self.rows_from(name, base, t.block)
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
            [identity(rank)] * (2 * len(parts)), rank, [], [p for pair in parts for p in pair], self.exchange_body
        )

    def exchange_body(self, *elements: str) -> None:
        """Yields the smaller key's and the larger key's element for every pair of elements."""
        self._yield(self._smaller_and_larger(list(zip(elements[::2], elements[1::2], strict=True))))

    def smaller_body(self, *elements: str) -> None:
        """Yields the elements of the smaller one of two keys; the elements of one come before those of the other."""
        half = len(elements) // 2
        pairs = list(zip(elements[:half], elements[half:], strict=True))
        self._yield(self._smaller_and_larger(pairs)[::2])

    def _smaller_and_larger(self, pairs: Sequence[tuple[str, str]]) -> list[str]:
        w = self.writer
        if len(pairs) == 1:
            ((x, y),) = pairs
            return [w.define(f"arith.{op} {x}, {y} : i64") for op in ("minsi", "maxsi")]
        swap = self._follows(pairs)
        results = []
        for x, y in pairs:
            results.append(w.define(f"arith.select {swap}, {y}, {x} : i64"))
            results.append(w.define(f"arith.select {swap}, {x}, {y} : i64"))
        return results

    def _yield(self, results: Sequence[str]) -> None:
        self.writer.lines.append(f"linalg.yield {', '.join(results)} : {', '.join(['i64'] * len(results))}")

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
        w.generic([identity(2)] * len(parts), 2, [], parts, body)

    def complement(self, names: Sequence[str], type_: str) -> None:
        """Complements all keys of some tiles."""
        w = self.writer

        def body(*elements: str) -> None:
            self._yield_flipped(elements, w.define("arith.constant -1 : i64"))

        w.generic([identity(2)] * len(names), 2, [], [Part(name, type_) for name in names], body)

    def _yield_flipped(self, elements: Sequence[str], flip: str) -> None:
        self._yield([self.writer.define(f"arith.xori {x}, {flip} : i64") for x in elements])

    def transpose(self, to_columns: bool) -> None:
        """Moves the keys from `natural` to `columns`, or back."""
        for natural, columns in zip(self.natural, self.columns, strict=True):
            pair = [
                (self._segments(natural), identity(2)),
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
