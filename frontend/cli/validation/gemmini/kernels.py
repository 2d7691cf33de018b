"""Kernels that move and compute what Gemmini's loop instructions do for a tiling, tile after tile.

Written here rather than by a template: the measured programs keep sums in the accumulators whatever the order of the
loops is, and load both operands of every tile again (`tiled_matmul_outer`, `tiled_conv`, `sp_tiled_conv` in gemmini.h
of ucb-bar/gemmini-rocc-tests), which no template of a correct and sensible product does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil

from npusim.frontend.cli.validation.gemmini.layers import Layer, Tiling
from npusim.frontend.mlir_writer import loops
from npusim.frontend.mlir_writer.indices import Number
from npusim.frontend.mlir_writer.memory import Memref, part, tile, view
from npusim.frontend.mlir_writer.structured import Operand, fill, generic
from npusim.frontend.mlir_writer.text import Names, Text
from npusim.simulator.ir.dialect import AllocOp, DmaLoadOp, DmaStoreOp
from npusim.simulator.ir.memref_type import MemRefType

_REDUCED = "SRC"
_BLOCK = 64
"""Elements of a row that one load moves: four blocks of 16."""

Body = Callable[[], None]


@dataclass(frozen=True)
class Step:
    """Where a tile begins along an axis, and how long it is."""

    start: Number
    size: int


def kernel_text(layer: Layer, tiling: Tiling) -> str:
    """The kernel of a layer: arguments are input, weights and result."""
    return (_Product if layer.is_product else _Convolution)(layer, tiling).text()


class _Kernel:
    """What both kinds of layers have in common: loops over tiles, sums, the way of the results to memory."""

    def __init__(self, layer: Layer, tiling: Tiling) -> None:
        self.layer, self.tiling = layer, tiling
        self.body = Text(Names().fresh)
        self.tiles = Text(self.body.fresh)
        self.steps: dict[str, Step] = {}
        self._constants: dict[int, str] = {}

    def text(self) -> str:
        tensors = self.tensors()
        self.walk(self.tiling.order, self.work)
        arguments = ", ".join(f"{tensor.name}: {tensor.type}" for tensor in tensors)
        lines = [*self.tiles.lines, *self.body.lines, "return"]
        return "\n".join([f"func.func @layer({arguments}) {{", *(f"  {line}" for line in lines), "}", ""])

    def tensors(self) -> Sequence[Memref]:
        raise NotImplementedError

    def work(self) -> None:
        """Writes the work on one tile, whose place is in `steps`."""
        raise NotImplementedError

    # -- loops and numbers

    def walk(self, axes: str, work: Body) -> None:
        """Loops over the tiles of some axes; a shorter last tile is work of its own behind its loop."""
        if not axes:
            work()
            return
        axis, extent, size = axes[0], self.layer.extents.get(axes[0], 1), self.tiling.tile.get(axes[0], 1)
        whole = extent // size
        with self.loop(whole, size) as start:
            self.steps[axis] = Step(start, size)
            self.walk(axes[1:], work)
        if extent % size:
            self.steps[axis] = Step(whole * size, extent % size)
            self.walk(axes[1:], work)

    @contextmanager
    def loop(self, count: int, step: int) -> Iterator[Number]:
        """A loop of some iterations; none for a single one."""
        if count == 1:
            yield 0
            return
        variable = self.body.fresh("i")
        self.body.line(loops.affine(variable, 0, count * step, step))
        yield variable
        self.body.line(loops.END)

    def number(self, value: Number) -> str:
        """The SSA name of an index."""
        if isinstance(value, str):
            return value
        if value not in self._constants:
            self._constants[value] = self.tiles.define(f"arith.constant {value} : index", "c")
        return self._constants[value]

    def arithmetic(self, operation: str, left: Number, right: Number) -> str:
        return self.body.define(f"arith.{operation} {self.number(left)}, {self.number(right)} : index", "x")

    def add(self, left: Number, right: Number) -> Number:
        if isinstance(left, int) and isinstance(right, int):
            return left + right
        return left if right == 0 else right if left == 0 else self.arithmetic("addi", left, right)

    def times(self, left: Number, right: int) -> Number:
        return left * right if isinstance(left, int) else left if right == 1 else self.arithmetic("muli", left, right)

    def offset(self, places: Sequence[tuple[Number, int]]) -> Number:
        """The sum of places times strides."""
        total: Number = 0
        for place, stride in places:
            total = self.add(total, self.times(place, stride))
        return total

    # -- tiles

    def operand(self, name: str, shape: Sequence[int], slots: int = 2) -> Memref:
        """A tile of bytes in the scratchpad; its last axis lies across the lanes."""
        memref = tile(f"%{name}", shape, "i8")
        self.tiles.line(AllocOp.text(memref, slots=slots, lane_axis=len(shape) - 1))
        return memref

    def result_of(self, name: str, shape: Sequence[int], element: str) -> Memref:
        """A tile of sums, or of bytes that they become on their way to memory: neither is in the scratchpad."""
        memref = tile(f"%{name}", shape, element)
        self.tiles.line(AllocOp.text(memref, slots=2, lane_axis=len(shape) - 1, accumulator=True))
        return memref

    def shortened(self, whole: Memref, sizes: Sequence[int]) -> Memref:
        """The first elements of a tile along every axis."""
        return whole if tuple(sizes) == whole.shape else part(self.body, whole, [0] * len(sizes), sizes)

    @contextmanager
    def only_at(self, starts: Mapping[str, Number]) -> Iterator[None]:
        """A branch for the tiles that begin at some places."""
        compared = [(self.steps[axis].start, start) for axis, start in starts.items() if axis in self.steps]
        names = [pair for pair in compared if isinstance(pair[0], str)]
        if any(isinstance(at, int) and at != start for at, start in compared):
            with self._never():
                yield
            return
        for at, start in names:
            same = self.body.define(f"arith.cmpi eq, {at}, {self.number(start)} : index", "is")
            self.body.line(loops.when(same))
        yield
        for _ in names:
            self.body.line(loops.END)

    @contextmanager
    def _never(self) -> Iterator[None]:
        """What is written inside is dropped."""
        kept = list(self.body.lines)
        yield
        self.body.lines = kept

    @property
    def first(self) -> dict[str, Number]:
        """Where sums begin."""
        return dict.fromkeys(_REDUCED, 0)

    @property
    def last(self) -> dict[str, Number]:
        """Where sums are complete."""
        sizes, extents = self.tiling.tile, self.layer.extents
        return {axis: (ceil(extents[axis] / sizes[axis]) - 1) * sizes[axis] for axis in _REDUCED}

    def clear(self, sums: Memref) -> None:
        """Sums start at zero in the first tile of a reduction."""
        with self.only_at(self.first):
            zero = self.body.define("arith.constant 0 : i32", "zero")
            self.body.line(fill(sums, zero))

    def multiply(self, axes: Sequence[str], left: Operand, right: Operand, sums: Operand) -> None:
        """Adds products of bytes to sums."""
        body = [
            "%a = arith.extsi %l : i8 to i32",
            "%b = arith.extsi %r : i8 to i32",
            "%p = arith.muli %a, %b : i32",
            "%t = arith.addi %s, %p : i32",
        ]
        self.body.add(generic(axes, [left, right], [sums], ["%l", "%r", "%s"], body, ["%t"]))

    def finish(self, axes: Sequence[str], sums: Memref, result: Memref, stored: Callable[[], Memref]) -> None:
        """Brings complete sums to bytes and stores them."""
        with self.only_at(self.last):
            inputs, outputs = [Operand(sums, axes)], [Operand(result, axes)]
            self.body.add(
                generic(axes, inputs, outputs, ["%s", "%o"], ["%n = arith.trunci %s : i32 to i8"], ["%n"], reduced=())
            )
            self.body.line(DmaStoreOp.text(result, stored()))


class _Product(_Kernel):
    """P x C times C x K: loads of 64 columns of the left operand alternate with those of the rows they meet."""

    def tensors(self) -> Sequence[Memref]:
        sizes, own = self.layer.sizes, self.tiling.tile
        blocks = 2 * ceil(own["C"] / _BLOCK)
        self.left_tile = self.operand("left", (own["P"], min(_BLOCK, own["C"])), blocks)
        self.right_tile = self.operand("right", (min(_BLOCK, own["C"]), own["K"]), blocks)
        self.sums_tile = self.result_of("sums", (own["P"], own["K"]), "i32")
        self.result_tile = self.result_of("out", (own["P"], own["K"]), "i8")
        self.left = _bytes("%X", sizes["P"] * sizes["C"])
        self.right = _bytes("%W", sizes["C"] * sizes["K"])
        self.result = _bytes("%Y", sizes["P"] * sizes["K"])
        return self.left, self.right, self.result

    def work(self) -> None:
        rows, columns = self.steps["P"], self.steps["K"]
        self.clear(self.sums_tile)
        length = self.steps["C"].size
        if length >= _BLOCK:
            with self.loop(length // _BLOCK, _BLOCK) as start:
                self.block(start, _BLOCK)
        if length % _BLOCK:
            self.block(length - length % _BLOCK, length % _BLOCK)
        sizes = (rows.size, columns.size)
        self.finish(
            ("m", "n"),
            self.shortened(self.sums_tile, sizes),
            self.shortened(self.result_tile, sizes),
            lambda: self.matrix(self.result, rows, columns, self.layer.sizes["K"]),
        )

    def block(self, start: Number, length: int) -> None:
        rows, columns = self.steps["P"], self.steps["K"]
        inner = Step(self.add(self.steps["C"].start, start), length)
        left_view = self.matrix(self.left, rows, inner, self.layer.sizes["C"])
        self.body.line(DmaLoadOp.text(left_view, self.left_tile))
        right_view = self.matrix(self.right, inner, columns, self.layer.sizes["K"])
        self.body.line(DmaLoadOp.text(right_view, self.right_tile))
        self.multiply(
            ("m", "n", "k"),
            Operand(self.shortened(self.left_tile, (rows.size, length)), ("m", "k")),
            Operand(self.shortened(self.right_tile, (length, columns.size)), ("k", "n")),
            Operand(self.shortened(self.sums_tile, (rows.size, columns.size)), ("m", "n")),
        )

    def matrix(self, tensor: Memref, rows: Step, columns: Step, pitch: int) -> Memref:
        offset = self.offset([(rows.start, pitch), (columns.start, 1)])
        return view(self.body, tensor, offset, (rows.size, columns.size), (pitch, 1))


class _Convolution(_Kernel):
    """The image is NHWC, the weights are HWIO; a tile's weights and its part of the image come whole."""

    def tensors(self) -> Sequence[Memref]:
        layer, sizes, own = self.layer, self.layer.sizes, self.tiling.tile
        rows, columns = self.covered(own["Q"], own["S"]), self.covered(own["P"], own["R"])
        self.image_tile = self.operand("image", (rows, columns, own["C"]))
        self.weights_tile = self.operand("weights", (own["S"], own["R"], own["C"], own["K"]))
        self.sums_tile = self.result_of("sums", (own["Q"], own["P"], own["K"]), "i32")
        self.result_tile = self.result_of("out", (own["Q"], own["P"], own["K"]), "i8")
        self.image = _bytes("%X", layer.image_size**2 * sizes["C"])
        self.weights = _bytes("%W", sizes["S"] * sizes["R"] * sizes["C"] * sizes["K"])
        self.result = _bytes("%Y", layer.out_size**2 * sizes["K"])
        return self.image, self.weights, self.result

    def covered(self, outputs: int, taps: int) -> int:
        """Rows (or columns) of the image that some rows of outputs see."""
        return (outputs - 1) * self.layer.stride + taps

    def work(self) -> None:
        q, p, k, c, s, r = (self.steps[axis] for axis in "QPKCSR")
        self.load_image()
        self.body.line(DmaLoadOp.text(self.weights_view(), self.weights_tile))
        self.clear(self.sums_tile)
        seen = (self.covered(q.size, s.size), self.covered(p.size, r.size), c.size)
        stride = f" * {self.layer.stride}" if self.layer.stride > 1 else ""
        sums = self.shortened(self.sums_tile, (q.size, p.size, k.size))
        self.multiply(
            ("q", "p", "k", "s", "r", "c"),
            Operand(self.shortened(self.image_tile, seen), (f"q{stride} + s", f"p{stride} + r", "c")),
            Operand(self.shortened(self.weights_tile, (s.size, r.size, c.size, k.size)), ("s", "r", "c", "k")),
            Operand(sums, ("q", "p", "k")),
        )
        result = self.shortened(self.result_tile, (q.size, p.size, k.size))
        self.finish(("q", "p", "k"), sums, result, self.result_view)

    def load_image(self) -> None:
        """The part of the image that lies under the tile: what lies outside of the image is zero, and is not loaded."""
        edge, channels, c = self.layer.image_size, self.layer.sizes["C"], self.steps["C"]
        (row, above, rows), (column, before, columns) = self.seen("Q", "S"), self.seen("P", "R")
        offset = self.offset([(row, edge * channels), (column, channels), (c.start, 1)])
        strides = (edge * channels, channels, 1)
        source = view(self.body, self.image, offset, (rows, columns, c.size), strides)
        target = self.image_tile
        around = self.layer.padding > 0
        if around:
            starts = (above, before, 0)
            known = (start if isinstance(start, int) else 0 for start in starts)
            sizes = [size - start for size, start in zip(target.shape, known, strict=True)]
            target = part(self.body, target, starts, sizes)
        self.body.line(DmaLoadOp.text(source, target, pad_around=around))

    def seen(self, axis: str, taps: str) -> tuple[Number, Number, Number]:
        """Along an axis: the first row of the image, rows of zeros before it, and how many rows there are."""
        out, tap, size = self.steps[axis], self.steps[taps], self.layer.image_size
        length = self.covered(out.size, tap.size)
        start = self.add(self.add(self.times(out.start, self.layer.stride), tap.start), -self.layer.padding)
        if isinstance(start, int):
            inside = range(max(0, start), min(size, start + length))
            return inside.start, inside.start - start, len(inside)
        first = self.arithmetic("maxsi", start, 0)
        end = self.arithmetic("minsi", self.add(start, length), size)
        return first, self.arithmetic("subi", first, start), self.arithmetic("subi", end, first)

    def weights_view(self) -> Memref:
        sizes = self.layer.sizes
        strides = (sizes["R"] * sizes["C"] * sizes["K"], sizes["C"] * sizes["K"], sizes["K"], 1)
        steps = [self.steps[axis] for axis in "SRCK"]
        offset = self.offset([(step.start, stride) for step, stride in zip(steps, strides, strict=True)])
        return view(self.body, self.weights, offset, [step.size for step in steps], strides)

    def result_view(self) -> Memref:
        strides = (self.layer.out_size * self.layer.sizes["K"], self.layer.sizes["K"], 1)
        steps = [self.steps[axis] for axis in "QPK"]
        offset = self.offset([(step.start, stride) for step, stride in zip(steps, strides, strict=True)])
        return view(self.body, self.result, offset, [step.size for step in steps], strides)


def _bytes(name: str, count: int) -> Memref:
    return Memref(name, MemRefType((count,), "i8"))
