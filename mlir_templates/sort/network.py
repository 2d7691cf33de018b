"""The text of a sorting network on tiles: compare-exchanges of whole rows, so that every lane sorts its columns.

A key is one or more i64 elements, compared as a tuple. Keys are in two tiles: `natural`, with rows of the tensor, and
`columns`, where a column holds a segment of a row. Exchanges over short distances are in `columns`, where both keys are
in the same lane; those over a segment or more in `natural`, between whole segments; the cross-lane unit moves keys
between the two. Blocks are sorted in ascending and descending order in turn (Batcher, Sorting networks and their
applications, AFIPS 1968); descending order is ascending order of complemented keys, or an exchange with its two
positions swapped.
"""

from collections.abc import Sequence

import torch
from npusim.frontend.mlir_writer.indices import Number
from npusim.frontend.mlir_writer.memory import Memref, join_axes, part, split_axes, tile
from npusim.frontend.template.elements import Element
from npusim.frontend.template.writer import Writer
from npusim.mlir_templates.sort.tiling import SortTiling

LARGEST = 2**63 - 1
"""The key for padding, the largest one."""


class SortNetwork:
    """Sorts the keys of one tile.

    Args:
        writer: receives the text.
        tiling: shapes of the tiles.
        count: i64 elements of a key.
        prefix: prefix of the tiles' names.
    """

    def __init__(self, writer: Writer, tiling: SortTiling, count: int, prefix: str = "") -> None:
        self.writer, self.tiling = writer, tiling
        self.natural = key_tiles(f"{prefix}natural", (tiling.rows, tiling.chunk), count)
        self.columns = key_tiles(f"{prefix}columns", (tiling.length, tiling.width), count)

    def allocate(self, slots: int = 1) -> None:
        """Allocates the tiles at the top of the function, transferred ones with `slots` slots."""
        for natural in self.natural:
            self.writer.allocate(natural, self.tiling.natural_lanes, slots)
        for columns in self.columns:
            self.writer.allocate(columns, lane_axis=1)

    # -- the network

    def sort(self) -> None:
        """Sorts the rows of `natural` in ascending order."""
        t = self.tiling
        self.transpose(to_columns=True)
        if t.segments > 1:
            self.complement_columns(1)
        self.sort_columns()
        if t.segments > 1:
            self._merge_segments()
        self.transpose(to_columns=False)

    def sort_columns(self) -> None:
        """Sorts the columns of `columns` in ascending order."""
        t, w = self.tiling, self.writer
        with w.loop(0, t.length, t.block) as base:
            downwards = w.any_bit(base, t.block & (t.length - 1))
            self.sort_block(base, downwards)
        with w.loop(t.block.bit_length() - 1, t.length.bit_length() - 1) as level:
            reach = w.calculate("shli", 1, level)
            self.merge_columns(level, w.calculate("andi", w.calculate("shli", reach, 1), t.length - 1))

    def _merge_segments(self) -> None:
        """Prints the levels of the network beyond a segment."""
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
        """Sorts bitonic rows of `natural`."""
        t = self.tiling
        if t.segments > 1:
            self._exchange_segments(t.segments // 2)
        self.transpose(to_columns=True)
        self.merge_columns(t.length.bit_length() - 2, 0)
        self.transpose(to_columns=False)

    def _exchange_segments(self, reach: Number) -> None:
        """Exchanges over `reach` segments, half of that, ... one segment."""
        t, w = self.tiling, self.writer
        distance = t.segments // 2
        while distance:
            pairs = [self._halves(natural, distance * t.length) for natural in self.natural]
            if isinstance(reach, int):
                self._exchange(pairs)
            else:
                with w.when(w.compare("sge", reach, distance)):
                    self._exchange(pairs)
            distance //= 2

    def _halves(self, natural: Memref, distance: int) -> tuple[Memref, Memref]:
        """Views of the lower and upper elements of pairs that are `distance` apart in a tile `natural`."""
        flat = join_axes(self.writer, natural, [2])
        pairs = flat.shape[0] // (2 * distance)
        view = split_axes(self.writer, flat, [[pairs, 2, distance]])
        size = (pairs, 1, distance)
        return part(self.writer, view, [0, 0, 0], size), part(self.writer, view, [0, 1, 0], size)

    def merge_columns(self, level: Number, direction: Number) -> None:
        """Exchanges over 2**level, ..., 2, 1 rows of `columns`; descending where row number & `direction` is not 0."""
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

    def _exchange_far(self, exponent: str, direction: Number) -> None:
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
            sides = [[self.rows_from(columns, at, t.block) for at in places] for columns in self.columns]
            self._exchange([(one, other) for one, other in sides])

    def rows_from(self, columns: Memref, at: str, count: int) -> Memref:
        """`count` rows of one of the tiles `columns`."""
        return part(self.writer, columns, [at, 0], [count, self.tiling.width])

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
        """Exchanges over a distance within every `period` rows of a block, except the first and last `skipped`
        distances of each period.
        """
        w, t = self.writer, self.tiling
        first, second = skipped, skipped + 1
        lower = w.choose(downwards, second, first)
        upper = w.choose(downwards, first, second)
        periods, units = t.block // period, period // distance
        pairs = units // 2 - skipped
        if pairs == 0:
            return
        sides = []
        for columns in self.columns:
            rows = self.rows_from(columns, base, t.block)
            view = split_axes(w, rows, [[periods, units, distance], [t.width]])
            every_second = (periods, pairs, distance, t.width), (1, 2, 1, 1)
            sides.append([part(w, view, [0, at, 0, 0], *every_second) for at in (lower, upper)])
        self._exchange([(one, other) for one, other in sides])

    # -- what happens to elements

    def _exchange(self, pairs: Sequence[tuple[Memref, Memref]]) -> None:
        """Puts the smaller of two keys into the first position and the larger one into the second."""
        self.writer.pointwise([], [side for pair in pairs for side in pair], self.smaller_and_larger)

    def smaller_and_larger(self, *elements: Element) -> list[Element]:
        """For every element of two keys, that of the smaller and that of the larger key."""
        return self._sorted(list(zip(elements[::2], elements[1::2], strict=True)))

    def smaller(self, *elements: Element) -> list[Element]:
        """The elements of the smaller of two keys; `elements` are those of the first key, then of the second."""
        half = len(elements) // 2
        return self._sorted(list(zip(elements[:half], elements[half:], strict=True)))[::2]

    def _sorted(self, pairs: Sequence[tuple[Element, Element]]) -> list[Element]:
        at = self.writer.at
        if len(pairs) == 1:
            ((x, y),) = pairs
            return [at.minimum(x, y), at.maximum(x, y)]
        swap = self._follows(pairs)
        return [at.select(swap, *order) for x, y in pairs for order in ((y, x), (x, y))]

    def _follows(self, pairs: Sequence[tuple[Element, Element]]) -> Element:
        """Whether the first of two keys is larger."""
        at, (x, y), rest = self.writer.at, pairs[0], pairs[1:]
        larger = at.greater(x, y)
        if not rest:
            return larger
        equal = at.equal(x, y)
        return at.either(larger, at.both(equal, self._follows(rest)))

    def complement_columns(self, *masks: Number) -> None:
        """Complements the keys of columns whose number has a bit in common with an odd number of the masks."""
        w = self.writer
        names = [w.index(mask) for mask in masks]

        def body(*elements: Element) -> list[Element]:
            column = w.at.loop_index(1)
            flags = [w.any_bit(column, name) for name in names]
            odd = flags[0] if len(flags) == 1 else w.conditions("xori", *flags)
            flip = Element(w.define(f"arith.extsi {odd} : i1 to i64"), torch.int64)
            return [w.at.differ(x, flip) for x in elements]

        w.pointwise([], self.columns, body)

    def complement(self, tiles: Sequence[Memref]) -> None:
        """Complements all keys of some tiles."""
        at = self.writer.at

        def body(*elements: Element) -> list[Element]:
            flip = at.constant(-1, torch.int64)
            return [at.differ(x, flip) for x in elements]

        self.writer.pointwise([], tiles, body)

    def transpose(self, to_columns: bool) -> None:
        """Moves the keys from `natural` to `columns`, or back."""
        for natural, columns in zip(self.natural, self.columns, strict=True):
            pair = (self._segments(natural), "sr"), (columns, "rs")
            source, target = pair if to_columns else pair[::-1]
            self.writer.generic("sr", [source], [target], lambda x, _: [x])

    def _segments(self, natural: Memref) -> Memref:
        """A tile `natural` as a matrix with one row per segment."""
        t = self.tiling
        if t.segments == 1:
            return natural
        return join_axes(self.writer, split_axes(self.writer, natural, [[t.rows], [t.segments, t.length]]), [2, 1])


def key_tiles(name: str, shape: Sequence[int], count: int) -> list[Memref]:
    """Tiles for the elements of keys."""
    return [tile(f"%{name}{i}", shape, "i64") for i in range(count)]
