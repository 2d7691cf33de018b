"""Tiles, views and gathers of the segment reduction kernel, and the operations on its tiles."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from npusim.frontend import MLIRTemplateKernel, mlir_common
from npusim.frontend.codegen.graph.dtypes import is_float, is_unsigned, mlir_element
from npusim.mlir_templates.common.kernel_writer import Part, Writer
from npusim.mlir_templates.gemm.operands import named_tile
from npusim.mlir_templates.segment_reduce.tiling import SegmentTiling
from npusim.simulator.ir.dialect import HOST

Axes = Sequence[str]
_LOWEST = {"f64": "0xFFF0000000000000", "f32": "0xFF800000", "f16": "0xFC00", "bf16": "0xFF80"}


@dataclass(frozen=True)
class Segments:
    """What becomes of the rows of a segment.

    Attributes:
        mode: `sum`, `mean` or `max`.
        closed: the offsets hold the end of the last segment as well.
        padding_index: an index that counts as none; negative: there is no such index.
        weighted: rows are multiplied by factors first.
        length: of every segment, when they are equal: there are no offsets then.
        checks: every index must be a row of the table; else those that are none add nothing.
    """

    mode: str
    closed: bool
    padding_index: int = -1
    weighted: bool = False
    length: Any = None
    checks: bool = False

    @property
    def counts_indices(self) -> bool:
        """Whether a segment's number of indices is not its length."""
        return self.mode == "mean" and self.padding_index >= 0


class SegmentTiles:
    """What the lines of one kernel are about.

    Args:
        kernel: whose arguments are X (table), I (indices), O (offsets), F (factors), Y, Z (indices of maxima).
        segments: what becomes of the rows.
        count: how many segments there are.
        tiling: shapes of the tiles.
        accumulator: dtype of the result before it is rounded.
    """

    def __init__(
        self,
        kernel: MLIRTemplateKernel,
        segments: Segments,
        count: Any,
        tiling: SegmentTiling,
        accumulator: torch.dtype,
    ) -> None:
        self.kernel, self.segments, self.count, self.tiling, self.dtype = kernel, segments, count, tiling, accumulator
        self.writer = Writer()
        self.element = mlir_element(accumulator)
        self.columns = kernel.named_nodes["X"].get_size()[1]
        self.parts: dict[str, Part] = {}
        self.result = self._per_segment("accumulator")

    def _allocate(self) -> None:
        t = self.tiling
        nodes = self.kernel.named_nodes
        index, offset = (mlir_element(nodes.get(name, nodes["I"]).get_dtype()) for name in "IO")
        table = mlir_element(self.kernel.named_nodes["X"].get_dtype())
        strips, windows = (t.strips, t.segments), (t.strips, t.window // t.step, t.segments, t.step)
        for name in ("places", "starts", "ends", "lengths", *(["counts"] if self.segments.counts_indices else [])):
            self._tile(name, offset, strips, 1 if t.segments_across_lanes else 0)
        self._tile("longest", offset, (t.strips,), 0)
        across = 2 if t.segments_across_lanes else windows.index(max(windows))
        self._tile("positions", offset, windows, across)
        self._tile("indices", index, windows, across)
        rows, lanes = (t.segments, t.step, t.columns), 0 if t.segments_across_lanes else 2
        self._tile("rows", table, rows, lanes, t.slots)
        if self.segments.weighted:
            factor = mlir_element(self.kernel.named_nodes["F"].get_dtype())
            shape, axis, slots = (windows, across, 1) if t.segments_across_lanes else (rows, lanes, t.slots)
            self._tile("factors", factor, shape, axis, slots)
        if self.segments.mode == "max" and not t.segments_across_lanes:
            self._tile("numbers", index, rows, lanes, t.slots)
        self._result_tile(self.result, self.dtype)
        if self.segments.mode == "max":
            self._result_tile(self._per_segment("sources"), self.kernel.named_nodes["I"].get_dtype())

    def _allocate_check(self) -> None:
        """The largest index as an unsigned number: on the host, for the check."""
        type_ = "memref<1xi64, 1>"
        self.parts["largest"] = Part("%largest", type_)
        self._print(f'%largest = "npu.alloc"() {{slots = 1 : i64, {HOST}}} : () -> {type_}')
        zero = self.writer.define("arith.constant 0 : i64")
        self._print(f"linalg.fill {{{HOST}}} ins({zero} : i64) outs(%largest : {type_})")

    def _tile(self, name: str, element: str, shape: Sequence[int], lane_axis: int, slots: int = 1) -> None:
        type_ = f"memref<{'x'.join(map(str, shape))}x{element}, 1>"
        self.writer.allocate(f"%{name}", type_, lane_axis, slots)
        self.parts[name] = Part(f"%{name}", type_, element)

    def _per_segment(self, name: str) -> mlir_common.MLIRMultiDimTile:
        """A tile with a row per segment of a strip."""
        sizes = {"b": self.tiling.segments, "d": self.tiling.columns}
        return named_tile(self.kernel, name, ("b", "d"), sizes, "b" if self.tiling.segments_across_lanes else "d")

    def _result_tile(self, tile: mlir_common.MLIRMultiDimTile, dtype: torch.dtype) -> None:
        self._print(self.kernel.def_sram_buffer("Y", tile, dtype=dtype))
        made = self.kernel.tile(tile.name)
        self.parts[tile.name] = Part(made.ssa, made.type, mlir_element(dtype))

    def _flat(self, name: str) -> Part:
        """A view of a whole one-dimensional argument."""
        layout, element = (
            self.kernel.named_nodes[name].get_layout(),
            mlir_element(self.kernel.named_nodes[name].get_dtype()),
        )
        return self._view(name, [self.kernel.size(layout.size[0])], ["1"], self.kernel.size(layout.offset), element)

    def _view(self, argument: str, sizes: Sequence[str], strides: Sequence[str], offset: str, element: str) -> Part:
        shown = ", ".join("?" if stride.startswith("%") else stride for stride in strides)
        type_ = f"memref<{'?x' * len(sizes)}{element}, strided<[{shown}], offset: ?>>"
        name = self.writer.define(
            f"memref.reinterpret_cast %{argument} to offset: [{offset}], sizes: [{', '.join(sizes)}], "
            f"strides: [{', '.join(strides)}] : {self.kernel.dram_type(argument)} to {type_}"
        )
        return Part(name, type_, element)

    def _table(self) -> Part:
        """The columns of the table that the loop over `d` is at."""
        node, w = self.kernel.named_nodes["X"], self.writer
        layout, size = node.get_layout(), self.kernel.size
        strides = [size(stride) for stride in layout.stride]
        offset = w.calculate("addi", w.calculate("muli", "%d", strides[1]), size(layout.offset))
        left = w.calculate("minsi", w.calculate("subi", size(self.columns), "%d"), self.tiling.columns)
        return self._view("X", [size(layout.size[0]), left], strides, offset, mlir_element(node.get_dtype()))

    def _of_strip(self, name: str, keep: bool) -> Part:
        """What a tile of the block holds of a strip, with an axis of size 1 for the strip or without it."""
        source = self.parts[name]
        t = self.tiling
        sizes = (
            [t.window // t.step, t.segments, t.step] if name in ("positions", "indices", "factors") else [t.segments]
        )
        strides = [t.segments * t.step, t.step, 1] if len(sizes) > 1 else [1]
        shape, pitches = ([1, *sizes], [sizes[0] * strides[0], *strides]) if keep else (sizes, strides)
        type_ = f"memref<{'x'.join(map(str, shape))}x{source.element}, strided<{pitches}, offset: ?>, 1>"
        return self._part(source, ["%g", *["0"] * len(sizes)], [1, *sizes], type_)

    def _of_step(self, name: str, step: str) -> Part:
        """What a tile of the block holds of a step of the strip."""
        source, t = self.parts[name], self.tiling
        type_ = f"memref<{t.segments}x{t.step}x{source.element}, strided<[{t.step}, 1], offset: ?>, 1>"
        return self._part(source, ["%g", step, "0", "0"], [1, 1, t.segments, t.step], type_)

    def _in_all_lanes(self, argument: str, name: str, step: str, pad: str) -> None:
        """Gathers what there is per index: rows of a tensor whose elements are one and the same."""
        layout, tile = self.kernel.named_nodes[argument].get_layout(), self.parts[name]
        sizes = [self.kernel.size(layout.size[0]), self.kernel.size(self.tiling.columns)]
        view = self._view(argument, sizes, ["1", "0"], self.kernel.size(layout.offset), tile.element)
        self._gather(view, self._of_step("positions", step), tile, pad)

    def _part(self, source: Part, offsets: Sequence[str], sizes: Sequence[int], type_: str) -> Part:
        places, shape, ones = ", ".join(offsets), ", ".join(map(str, sizes)), ", ".join("1" for _ in sizes)
        name = self.writer.define(
            f"memref.subview {source.name}[{places}] [{shape}] [{ones}] : {source.type} to {type_}"
        )
        return Part(name, type_, source.element)

    def _gather(self, dram: Part, index: Part, tile: Part, pad: str) -> None:
        types = f"({dram.type}, {index.type}, {tile.type})"
        operands = f"{dram.name}, {index.name}, {tile.name}"
        self._print(f'"npu.gather"({operands}) {{pad = {pad} : {tile.element}}} : {types} -> ()')

    def _indices(self) -> Any:
        return self.kernel.named_nodes["I"].get_size()[0]

    def _constant(self, value: int) -> str:
        return self.kernel.size(value)

    def _as(self, index: str, element: str) -> str:
        return self.writer.define(f"arith.index_cast {index} : index to {element}")

    def _zero(self, name: str) -> str:
        return "0" if self.parts[name].element.startswith("i") else "0.0"

    def _neutral(self, name: str) -> str:
        """What changes no result of the mode."""
        return _LOWEST[self.parts[name].element] if self.segments.mode == "max" else self._zero(name)

    def _fill(self, name: str, value: str) -> None:
        part = self.parts[name]
        constant = self.writer.define(f"arith.constant {value} : {part.element}")
        self._print(f"linalg.fill ins({constant} : {part.element}) outs({part.name} : {part.type})")

    def _wide(self, value: str, argument: str) -> str:
        """An element of an argument in the accumulation type."""
        dtype = self.kernel.named_nodes[argument].get_dtype()
        element = mlir_element(dtype)
        if element == self.element:
            return value
        operation = "extf" if is_float(dtype) else "extui" if is_unsigned(dtype) else "extsi"
        return self.writer.define(f"arith.{operation} {value} : {element} to {self.element}")

    def _compute(
        self,
        loops: Axes,
        inputs: Sequence[tuple[str, Axes]],
        outputs: Sequence[tuple[str, Axes]],
        body: Callable[..., list[str]],
    ) -> None:
        """As `_generic`, for tiles by their names."""
        named = [[(self.parts[name], axes) for name, axes in operands] for operands in (inputs, outputs)]
        self._generic(loops, named[0], named[1], body)

    def _generic(
        self,
        loops: Axes,
        inputs: Sequence[tuple[Part, Axes]],
        outputs: Sequence[tuple[Part, Axes]],
        body: Callable[..., list[str]],
        attributes: str = "",
    ) -> None:
        """An operation over loops with names; one that an output lacks is reduced. `body` gets all elements and returns
        those of the outputs.
        """
        operands = [*inputs, *outputs]
        maps = [f"affine_map<({', '.join(loops)}) -> ({', '.join(axes)})>" for _, axes in operands]
        reduced = [i for i, loop in enumerate(loops) if any(loop not in axes for _, axes in outputs)]

        def yielded(*names: str) -> None:
            types = ", ".join(part.element for part, _ in outputs)
            self._print(f"linalg.yield {', '.join(body(*names))} : {types}")

        parts = ([part for part, _ in inputs], [part for part, _ in outputs])
        self.writer.generic(maps, len(loops), *parts, yielded, reduced, attributes)

    def _print(self, text: str) -> None:
        self.writer.lines += text.splitlines()
