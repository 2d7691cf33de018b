"""Tiles, views and gathers of the segment reduction kernel, and the operations on its tiles."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from npusim.frontend import MLIRTemplateKernel, mlir_common
from npusim.frontend.codegen.graph.dtypes import literal, mlir_element, signed_dtype
from npusim.frontend.mlir_writer.indices import Number
from npusim.frontend.mlir_writer.memory import Memref, part, tile, view
from npusim.frontend.mlir_writer.structured import fill
from npusim.frontend.template.elements import Element
from npusim.frontend.template.writer import Writer
from npusim.mlir_templates.common.tiles import named_tile
from npusim.mlir_templates.segment_reduce.tiling import SegmentTiling
from npusim.simulator.ir.dialect import HOST, AllocOp, GatherOp

Axes = Sequence[str]


@dataclass(frozen=True)
class Segments:
    """The reduction of the rows of a segment.

    Attributes:
        mode: `sum`, `mean` or `max`.
        closed: the last offset is the end of the last segment.
        padding_index: an index that is ignored; negative: none.
        weighted: whether rows are multiplied by factors.
        length: length of every segment if all are equal (then there are no offsets), else None.
        checks: every index must be a row of the table; else other indices are ignored.
    """

    mode: str
    closed: bool
    padding_index: int = -1
    weighted: bool = False
    length: Any = None
    checks: bool = False

    @property
    def counts_indices(self) -> bool:
        """Whether a segment's number of indices differs from its length."""
        return self.mode == "mean" and self.padding_index >= 0


class SegmentTiles:
    """The tiles and views of one kernel.

    Args:
        kernel: has the arguments X (table), I (indices), O (offsets), F (factors), Y, Z (indices of maxima).
        segments: the reduction.
        count: number of segments.
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
        self.writer = Writer(kernel.size)
        self.at = self.writer.at
        self.columns = kernel.named_nodes["X"].get_size()[1]
        self.tiles: dict[str, Memref] = {}
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
        if self.segments.checks:
            self._allocate_check("largest")
            if "O" in self.kernel.named_nodes:
                self._allocate_check("excess")

    def _allocate_check(self, name: str) -> None:
        """Allocates a number for a check on the host: the largest index as an unsigned number, or the largest excess of
        an offset.
        """
        number = self.tiles[name] = tile(f"%{name}", [1], "i64")
        self.writer.line(AllocOp.text(number, slots=1, marks=[HOST]))
        self.writer.line(fill(number, self.at.constant(0, torch.int64).name, marks=[HOST]))

    def _tile(self, name: str, element: str, shape: Sequence[int], lane_axis: int, slots: int = 1) -> None:
        self.tiles[name] = tile(f"%{name}", shape, element)
        self.writer.allocate(self.tiles[name], lane_axis, slots)

    def _per_segment(self, name: str) -> mlir_common.MLIRMultiDimTile:
        """Creates a tile with a row per segment of a strip."""
        sizes = {"b": self.tiling.segments, "d": self.tiling.columns}
        return named_tile(self.kernel, name, ("b", "d"), sizes, "b" if self.tiling.segments_across_lanes else "d")

    def _result_tile(self, desc: mlir_common.MLIRMultiDimTile, dtype: torch.dtype) -> None:
        self.writer.line(self.kernel.def_sram_buffer("Y", desc, dtype=dtype))
        self.tiles[desc.name] = self.kernel.tile(desc.name)

    def _flat(self, name: str) -> Memref:
        """A view of a whole one-dimensional argument."""
        layout, size = self.kernel.named_nodes[name].get_layout(), self.kernel.size
        return view(self.writer, self.kernel.tensor(name), size(layout.offset), [size(layout.size[0])], [1])

    def _table(self) -> Memref:
        """A view of the table's columns at loop variable `d`."""
        layout, w, size = self.kernel.named_nodes["X"].get_layout(), self.writer, self.kernel.size
        strides: list[Number] = [size(stride) for stride in layout.stride]
        offset = w.calculate("addi", w.calculate("muli", "%d", strides[1]), size(layout.offset))
        left = w.calculate("minsi", w.calculate("subi", size(self.columns), "%d"), self.tiling.columns)
        return view(w, self.kernel.tensor("X"), offset, [size(layout.size[0]), left], strides)

    def _of_strip(self, name: str, keep: bool) -> Memref:
        """The current strip's part of a block's tile, with (`keep`) or without an axis of size 1 for the strip."""
        source = self.tiles[name]
        inner = source.shape[1:]
        return part(self.writer, source, ["%g", *[0] * len(inner)], [1, *inner], without=[] if keep else [0])

    def _of_step(self, name: str, step: str) -> Memref:
        """The current step's part of a block's tile."""
        size = [1, 1, self.tiling.segments, self.tiling.step]
        return part(self.writer, self.tiles[name], ["%g", step, 0, 0], size, without=[0, 1])

    def _in_all_lanes(self, argument: str, name: str, step: str, pad: float) -> None:
        """Gathers one value per index into all lanes: rows of a view with stride 0."""
        layout, size = self.kernel.named_nodes[argument].get_layout(), self.kernel.size
        sizes: list[Number] = [size(layout.size[0]), size(self.tiling.columns)]
        rows = view(self.writer, self.kernel.tensor(argument), size(layout.offset), sizes, [1, 0])
        self._gather(rows, self._of_step("positions", step), self.tiles[name], pad)

    def _gather(self, dram: Memref, index: Memref, target: Memref, pad: float) -> None:
        self.writer.line(GatherOp.text(dram, index, target, pad=literal(pad, signed_dtype(target.element))))

    def _indices(self) -> Any:
        return self.kernel.named_nodes["I"].get_size()[0]

    def _size(self, size: Any, like: torch.dtype) -> Element:
        """A size as an integer."""
        return self.at.from_index(self.kernel.size(size), like)

    def _neutral(self) -> float:
        """The neutral element of the mode's reduction."""
        return -math.inf if self.segments.mode == "max" else 0

    def _fill(self, name: str, value: float) -> None:
        target = self.tiles[name]
        self.writer.line(fill(target, self.at.constant(value, signed_dtype(target.element)).name))

    def _wide(self, value: Element, argument: str) -> Element:
        """An element of an argument in the accumulation type."""
        return self.at.convert(value.as_dtype(self.kernel.named_nodes[argument].get_dtype()), self.dtype)

    def _compute(
        self,
        loops: Axes,
        inputs: Sequence[tuple[str, Axes]],
        outputs: Sequence[tuple[str, Axes]],
        body: Callable[..., Sequence[Element]],
    ) -> None:
        """An operation over loops (`Writer.generic`) on tiles that are given by their names."""
        ins, outs = ([(self.tiles[name], axes) for name, axes in operands] for operands in (inputs, outputs))
        self.writer.generic(loops, ins, outs, body)
