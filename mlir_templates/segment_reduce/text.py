"""The lines of the kernel of bags.

For every block of bags the vector unit finds where each of their indices lies (`positions`), and a gather fetches them.
Then, strip by strip, gathers bring rows of the table, and each step adds them (or takes the larger ones) into a tile
with a row per bag of the strip. Indices that do not exist are -1: their rows are not fetched. Every result is stored
once. Neighbouring positions of a bag lie side by side, in memory and in the tiles (g: strip, q: step, b: bag,
j: position of the step), so that a request fetches several indices.

What there is per index besides rows is read with them, from tiles of the block where bags lie across the lanes. Where
columns do, a gather of rows whose elements are all the same element brings it into all lanes.
"""

from npusim.frontend.codegen.graph.buffers import number_check
from npusim.frontend.codegen.graph.dtypes import is_float
from npusim.frontend.codegen.record.index_origins import operator_origin
from npusim.frontend.inductor.api import V
from npusim.mlir_templates.common.kernel_writer import Part
from npusim.mlir_templates.segment_reduce.tiles import Axes, BagTiles
from npusim.simulator.ir.dialect import HOST

_STRIPS = ("g", "b")
_WINDOWS = ("g", "q", "b", "j")
_ROWS = ("b", "j", "d")
_RESULTS = ("b", "d")


class BagText(BagTiles):
    """Writes one kernel."""

    def lines(self) -> list[str]:
        """The function's body."""
        t = self.tiling
        self._allocate()
        if self.bags.checks:
            self._allocate_check()
        flat = {name: self._flat(name) for name in "IOF" if name in self.kernel.named_nodes}
        self._print(self.kernel.for_loop("block", self.count, t.strips * t.bags, parallel=True))
        self._find_bags(flat.get("O"))
        self._find_indices(flat, self.parts, self._constant(0))
        if self.bags.counts_indices:
            self._fill("counts", "0")
            self._count(self.parts["positions"], self.parts["counts"])
        last = f"affine_map<(d0)[s0] -> ({t.strips}, (s0 - d0) ceildiv {t.bags})>"
        self._print(f"affine.for %g = 0 to min {last}(%block)[{self.kernel.size(self.count)}] {{")
        self._strip(flat)
        self._print("}")
        self._print(self.kernel.end_loop())
        return self.writer.lines

    # -- where the bags and their indices are

    def _find_bags(self, offsets: Part | None) -> None:
        """Where the bags of the block begin, their lengths, and the longest one of every strip."""
        p = self.parts
        for name, distance in (("starts", 0), ("ends", 1)):
            if offsets is None:
                self._compute(_STRIPS, [], [(name, _STRIPS)], lambda *_, n=distance: [self._multiple(n)])
                continue
            self._compute(_STRIPS, [], [("places", _STRIPS)], lambda *_, n=distance: [self._bag_number(p["places"], n)])
            self._gather(offsets, p["places"], p[name], "0")
        inputs = [("starts", _STRIPS), ("ends", _STRIPS)]
        self._compute(_STRIPS, inputs, [("lengths", _STRIPS)], self._length)
        self._fill("longest", "0")
        element = p["longest"].element
        self._compute(
            _STRIPS,
            [("lengths", _STRIPS)],
            [("longest", ("g",))],
            lambda length, most: [self.writer.define(f"arith.maxsi {length}, {most} : {element}")],
        )

    def _bag_number(self, like: Part, distance: int = 0) -> str:
        """The bag that a strip's loops are at, and `distance` more."""
        w = self.writer
        strip, bag = w.define("linalg.index 0 : index"), w.define("linalg.index 1 : index")
        first = w.calculate("addi", w.calculate("muli", strip, self._constant(self.tiling.bags)), "%block")
        number = w.calculate("addi", w.calculate("addi", first, bag), self._constant(distance))
        return w.define(f"arith.index_cast {number} : index to {like.element}")

    def _multiple(self, distance: int) -> str:
        """Where a bag begins when all are of equal length."""
        like = self.parts["starts"]
        length = self._as(self.kernel.size(self.bags.length), like.element)
        return self.writer.define(f"arith.muli {self._bag_number(like, distance)}, {length} : {like.element}")

    def _length(self, start: str, end: str, _: str) -> list[str]:
        """Of a bag; what lies beyond the last bag, or beyond the indices, has none."""
        w, like = self.writer, self.parts["lengths"]
        number = self._bag_number(like)
        total, count = (self._as(self.kernel.size(size), like.element) for size in (self._indices(), self.count))
        zero = w.define(f"arith.constant 0 : {like.element}")
        if not self.bags.closed:
            next_one = w.define(
                f"arith.addi {number}, {w.define(f'arith.constant 1 : {like.element}')} : {like.element}"
            )
            is_last = w.define(f"arith.cmpi sge, {next_one}, {count} : {like.element}")
            end = w.define(f"arith.select {is_last}, {total}, {end} : {like.element}")
        end = w.define(f"arith.minsi {end}, {total} : {like.element}")
        length = w.define(
            f"arith.maxsi {w.define(f'arith.subi {end}, {start} : {like.element}')}, {zero} : {like.element}"
        )
        exists = w.define(f"arith.cmpi slt, {number}, {count} : {like.element}")
        return [w.define(f"arith.select {exists}, {length}, {zero} : {like.element}")]

    def _find_indices(self, flat: dict[str, Part], p: dict[str, Part], window: str) -> None:
        """The indices (and factors) at the positions of a window; -1 where a bag has ended, and for padding."""
        inputs = [(p["starts"], _STRIPS), (p["lengths"], _STRIPS)]
        positions, indices = p["positions"], p["indices"]
        self._generic(_WINDOWS, inputs, [(positions, _WINDOWS)], lambda s, n, _: [self._position(s, n, window)])
        self._gather(flat["I"], positions, indices, "-1")
        if self.bags.checks:
            self._check_indices(positions, indices)
        if self.bags.padding_index >= 0:
            both = [(indices, _WINDOWS), (positions, _WINDOWS)]
            self._generic(_WINDOWS, [], both, self._without_padding)
        if self.bags.weighted and self.tiling.bags_across_lanes:
            self._gather(flat["F"], positions, p["factors"], self._zero("factors"))

    def _check_indices(self, positions: Part, indices: Part) -> None:
        """Finds an index that is no row of the table, on the host."""
        w, largest = self.writer, self.parts["largest"]

        def larger(position: str, index: str, most: str) -> list[str]:
            zero = w.define(f"arith.constant 0 : {positions.element}")
            exists = w.define(f"arith.cmpi sge, {position}, {zero} : {positions.element}")
            if indices.element != "i64":
                index = w.define(f"arith.extsi {index} : {indices.element} to i64")
            index = w.define(f"arith.select {exists}, {index}, {w.define('arith.constant 0 : i64')} : i64")
            return [w.define(f"arith.maxui {index}, {most} : i64")]

        inputs = [(positions, _WINDOWS), (indices, _WINDOWS)]
        self._generic(_WINDOWS, inputs, [(largest, ("0",))], larger, f", {HOST}")
        rows = self.kernel.size(self.kernel.named_nodes["X"].get_size()[0])
        number = number_check(self.kernel, operator_origin(V.graph.get_buffer(self.kernel.buffer_name), 0))
        types = f"({largest.type}, index) -> ()"
        self._print(f'"npu.check_index"({largest.name}, {rows}) {{number = {number} : i64}} : {types}')

    def _position(self, start: str, length: str, window: str) -> str:
        w, element = self.writer, self.parts["positions"].element
        step, place = w.define("linalg.index 1 : index"), w.define("linalg.index 3 : index")
        inside = w.calculate("addi", w.calculate("muli", step, self._constant(self.tiling.step)), place)
        distance = self._as(w.calculate("addi", inside, window), element)
        exists = w.define(f"arith.cmpi slt, {distance}, {length} : {element}")
        position = w.define(f"arith.addi {start}, {distance} : {element}")
        none = w.define(f"arith.constant -1 : {element}")
        return w.define(f"arith.select {exists}, {position}, {none} : {element}")

    def _without_padding(self, index: str, position: str) -> list[str]:
        w, p = self.writer, self.parts
        padding = w.define(f"arith.constant {self.bags.padding_index} : {p['indices'].element}")
        is_padding = w.define(f"arith.cmpi eq, {index}, {padding} : {p['indices'].element}")
        kept = []
        for value, element in ((index, p["indices"].element), (position, p["positions"].element)):
            none = w.define(f"arith.constant -1 : {element}")
            kept.append(w.define(f"arith.select {is_padding}, {none}, {value} : {element}"))
        return kept

    def _count(self, positions: Part, counts: Part) -> None:
        """Adds the indices of a window to the bags' counts."""
        w = self.writer

        def counted(position: str, count: str) -> list[str]:
            zero = w.define(f"arith.constant 0 : {positions.element}")
            exists = w.define(f"arith.cmpi sge, {position}, {zero} : {positions.element}")
            one = w.define(f"arith.extui {exists} : i1 to {counts.element}")
            return [w.define(f"arith.addi {count}, {one} : {counts.element}")]

        self._generic(_WINDOWS, [(positions, _WINDOWS)], [(counts, _STRIPS)], counted)

    # -- a strip

    def _strip(self, flat: dict[str, Part]) -> None:
        t, w = self.tiling, self.writer
        w.lines.append(f"%b = affine.apply affine_map<(d0, d1) -> (d0 + {t.bags} * d1)>(%block, %g)")
        self.kernel.walk("b", self.count, t.bags)
        element = self.parts["longest"].element
        longest = w.define(f"memref.load %longest[%g] : {self.parts['longest'].type}")
        length = w.define(f"arith.index_cast {longest} : {element} to index")
        self._print(self.kernel.for_loop("d", self.columns, t.columns))
        self._start()
        with w.loop(self._constant(0), length, self._constant(t.window)) as window:
            self._find_again(flat, window, length)
            left = w.calculate("minsi", w.calculate("subi", length, window), self._constant(t.window))
            steps = w.calculate("ceildivsi", left, self._constant(t.step))
            with w.loop(self._constant(0), steps, self._constant(1)) as step:
                indices = self._of_step("indices", step)
                self._gather(self._table(), indices, self.parts["rows"], self._neutral("rows"))
                self._take_in(step)
        self._finish()
        self._print(self.kernel.store_output("accumulator", ["b", "d"]))
        if "Z" in self.kernel.named_nodes:
            self._print(self.kernel.dma_store("sources", "Z", ["b", "d"]))
        self._print(self.kernel.end_loop())

    def _find_again(self, flat: dict[str, Part], window: str, length: str) -> None:
        """Looks up the indices of a later window, and those of the first one again for later columns."""
        w = self.writer
        zero, window_size = self._constant(0), self._constant(self.tiling.window)
        is_later = w.define(f"arith.cmpi ne, {window}, {zero} : index")
        is_long = w.define(f"arith.cmpi sgt, {length}, {window_size} : index")
        has_moved = w.define(f"arith.cmpi ne, %d, {zero} : index")
        again = w.define(f"arith.andi {is_long}, {has_moved} : i1")
        with w.when(w.define(f"arith.ori {is_later}, {again} : i1")):
            names = ["starts", "lengths", "positions", "indices"]
            names += [name for name in ("factors", "counts") if name in self.parts and not self._is_of_a_step(name)]
            strip = {name: self._of_strip(name, keep=True) for name in names}
            self._find_indices(flat, strip, window)
            if self.bags.counts_indices:
                with w.when(w.define(f"arith.cmpi eq, %d, {zero} : index")):
                    self._count(strip["positions"], strip["counts"])

    def _is_of_a_step(self, name: str) -> bool:
        return name == "factors" and not self.tiling.bags_across_lanes

    def _start(self) -> None:
        self._fill("accumulator", self._neutral("accumulator"))
        if self.bags.mode == "max":
            self._fill("sources", "-1")

    def _take_in(self, step: str) -> None:
        """Brings the gathered rows into the accumulator."""
        p = self.parts
        rows, accumulator = (p["rows"], _ROWS), (p["accumulator"], _RESULTS)
        if self.bags.mode == "max":
            index = self._per_index("I", "indices", "numbers", step, "-1")
            self._generic(_ROWS, [rows, index], [accumulator, (p["sources"], _RESULTS)], self._larger)
        elif self.bags.weighted:
            factor = self._per_index("F", "factors", "factors", step, self._zero("factors"))
            self._generic(_ROWS, [rows, factor], [accumulator], self._add_product)
        else:
            self._generic(_ROWS, [rows], [accumulator], self._add)

    def _per_index(self, argument: str, held: str, gathered: str, step: str, pad: str) -> tuple[Part, Axes]:
        """What belongs to the step's indices: part of a tile of the block, or a tile that it is gathered into."""
        if self.tiling.bags_across_lanes:
            return self._of_step(held, step), _ROWS[:2]
        self._in_all_lanes(argument, gathered, step, pad)
        return self.parts[gathered], _ROWS

    def _add(self, row: str, total: str) -> list[str]:
        suffix = "f" if is_float(self.dtype) else "i"
        return [self.writer.define(f"arith.add{suffix} {total}, {self._wide(row, 'X')} : {self.element}")]

    def _add_product(self, row: str, factor: str, total: str) -> list[str]:
        """A fused multiply-add: as a contraction the arrays would hold rows that only one factor each meets."""
        w, x, y = self.writer, self._wide(row, "X"), self._wide(factor, "F")
        if is_float(self.dtype):
            return [w.define(f"math.fma {x}, {y}, {total} : {self.element}")]
        return [w.define(f"arith.addi {total}, {w.define(f'arith.muli {x}, {y} : {self.element}')} : {self.element}")]

    def _larger(self, row: str, index: str, most: str, source: str) -> list[str]:
        """The first row of a bag counts whatever it is, later ones if they are larger, as in eager PyTorch: also NaN.
        Rows that do not exist are negative infinity, and their index is -1: taking one of them changes nothing.
        """
        w, element = self.writer, self.parts["indices"].element
        zero = w.define(f"arith.constant 0 : {element}")
        is_first = w.define(f"arith.cmpi slt, {source}, {zero} : {element}")
        value = self._wide(row, "X")
        exceeds = w.define(f"arith.cmpf ogt, {value}, {most} : {self.element}")
        counts = w.define(f"arith.ori {is_first}, {exceeds} : i1")
        return [
            w.define(f"arith.select {counts}, {value}, {most} : {self.element}"),
            w.define(f"arith.select {counts}, {index}, {source} : {element}"),
        ]

    def _finish(self) -> None:
        p = self.parts
        accumulator = (p["accumulator"], _RESULTS)
        if self.bags.mode == "mean":
            count = self._of_strip("counts" if self.bags.counts_indices else "lengths", keep=False)
            self._generic(_RESULTS, [(count, ("b",))], [accumulator], lambda n, total: [self._divided(total, n)])
        if self.bags.mode == "max":
            self._generic(_RESULTS, [], [accumulator, (p["sources"], _RESULTS)], self._or_zero)

    def _divided(self, total: str, count: str) -> str:
        w, element = self.writer, self.parts["lengths"].element
        one = w.define(f"arith.constant 1 : {element}")
        divisor = w.define(
            f"arith.sitofp {w.define(f'arith.maxsi {count}, {one} : {element}')} : {element} to {self.element}"
        )
        return w.define(f"arith.divf {total}, {divisor} : {self.element}")

    def _or_zero(self, most: str, source: str) -> list[str]:
        """Empty bags are 0, and so is their index."""
        w, element = self.writer, self.parts["indices"].element
        zero, nothing = w.define(f"arith.constant 0 : {element}"), w.define(f"arith.constant 0.0 : {self.element}")
        is_empty = w.define(f"arith.cmpi slt, {source}, {zero} : {element}")
        return [
            w.define(f"arith.select {is_empty}, {nothing}, {most} : {self.element}"),
            w.define(f"arith.select {is_empty}, {zero}, {source} : {element}"),
        ]
