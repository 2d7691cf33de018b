"""What convolution templates print besides the operations of the template kernel: windows of tensors, padded on all
sides, and contractions over them.

Loop variables are `g` (group), `o` (output channel of the group), `y` (output channel), `c` (input channel of the
group), `n` (batch), `s0`, `s1`, ... (output positions). Tiles name their axes with them; `i0`, `i1`, ... are input
positions and `k0`, `k1`, ... taps.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from npusim.frontend import MLIRTemplateKernel, mlir_common
from npusim.frontend.codegen import TileDim
from npusim.frontend.codegen.graph.dtypes import mlir_element
from npusim.frontend.inductor.api import V
from npusim.frontend.template.index_text import affine_sum
from npusim.mlir_templates.conv.operands import ConvOperand, strides_of
from npusim.mlir_templates.conv.window import Phase, Window


@dataclass(frozen=True)
class Side:
    """One axis of a view: its first element as a sum of SSA names and a number, its elements, its stride."""

    names: tuple[str, ...]
    first: int
    size: int | str
    stride: int


@dataclass(frozen=True)
class Reach:
    """The input elements of a tile along one dimension.

    Attributes:
        side: what is loaded; the stride is filled in later.
        place: where it goes in the tile: an index or an SSA name.
        size: elements of the tile's part that is loaded into.
        extent: elements of the tile.
    """

    side: Side
    place: int | str
    size: int
    extent: int


@dataclass(frozen=True)
class Part:
    """A tile, or a part of it, as an operand."""

    ssa: str
    type: str


def tile(
    kernel: MLIRTemplateKernel, name: str, sizes: Mapping[str, int], node: Any, axes: Sequence[str], lanes: str
) -> mlir_common.MLIRMultiDimTile:
    """A tile whose axes lie in the order of a tensor's strides; `axes` names the tensor's dimensions."""
    return tile_of(kernel, name, sizes, memory_order(node, axes), lanes)


def tile_of(
    kernel: MLIRTemplateKernel, name: str, sizes: Mapping[str, int], axes: Sequence[str], lanes: str
) -> mlir_common.MLIRMultiDimTile:
    """A tile with the given axes, the axis `lanes` across the lanes."""
    made = mlir_common.MLIRMultiDimTile([sizes[axis] for axis in axes], kernel.vector_lane, axes.index(lanes), 1)
    made.set_name(name)
    made.set_axes(axes)
    return made


def operand_tile(
    kernel: MLIRTemplateKernel, name: str, sizes: Mapping[str, int], node: Any, operand: ConvOperand, position: int
) -> mlir_common.MLIRMultiDimTile:
    """The tile of the input at a position: in the order of its memory, or of the memory it is computed from."""
    work, lanes = kernel.work.prologues.get(position), operand.axes[operand.view.lane_dim]
    if work is not None:
        return tile_of(kernel, name, sizes, operand.tile_axes(work), lanes)
    return tile(kernel, name, sizes, node, [axis for axis in operand.axes if axis != "g"], lanes)


def memory_order(node: Any, axes: Sequence[str]) -> list[str]:
    """Names of the dimensions, the largest stride first."""
    strides = strides_of(node)
    return [axis for _, axis in sorted(zip(strides, axes, strict=True), key=lambda pair: -pair[0])]


class ConvText:
    """Prints windows and contractions for one kernel.

    Args:
        windows: of the spatial dimensions.
        tiles: output positions of a tile along each of them.
    """

    def __init__(self, kernel: MLIRTemplateKernel, windows: Sequence[Window], tiles: Sequence[int]) -> None:
        self.kernel, self.windows, self.tiles = kernel, list(windows), list(tiles)
        self._numbers = itertools.count(1)

    # -- loops

    def absolute(self, variable: str, inner: str, per_group: int, extent: Any, step: int, groups: int) -> str:
        """Defines a channel number `variable` = g * per_group + inner, and makes it known to the epilogue."""
        self.kernel.walk(variable, extent, step)
        terms = {f"%{inner}": 1, **({"%g": per_group} if groups > 1 else {})}
        return f"%{variable} = {affine_sum(terms, 0)}"

    def input_extent(self, dimension: int) -> int:
        """Elements of an input tile along a spatial dimension."""
        return self._reach(dimension, []).extent

    # -- transfers

    def load_window(self, name: str, tile_name: str, channel: Side, dims: Sequence[str]) -> str:
        """Loads the input elements under a tile of outputs; what lies outside of the tensor becomes 0.

        Args:
            channel: along the tensor's dimension 1; its stride is filled in here.
            dims: names of the tile's axes for the tensor's dimensions: `n`, the channel's, `i0`, ...
        """
        lines: list[str] = []
        reaches = [self._reach(i, lines) for i in range(len(self.windows))]
        sides = [self.walked("n", lines), channel, *(reach.side for reach in reaches)]
        steps = [1, 1, *(window.input_step for window in self.windows)]
        view, view_type = self._view(name, sides, dims, tile_name, lines, steps)
        part = self._placed(tile_name, dict(zip(dims[2:], reaches, strict=True)), lines)
        whole = part.ssa == self.kernel.tile(tile_name).ssa
        attributes = "" if whole else " {surround = true}"
        lines.append(f'"npu.dma_load"({view}, {part.ssa}){attributes} : ({view_type}, {part.type}) -> ()')
        return "\n".join(lines)

    def load(self, name: str, tile_name: str, sides: Sequence[Side], dims: Sequence[str]) -> str:
        """Loads a part of a tensor, one side per dimension, into a tile whose axes are named `dims` in any order."""
        lines: list[str] = []
        view, view_type = self._view(name, sides, dims, tile_name, lines, [1] * len(sides))
        target = self.kernel.tile(tile_name)
        lines.append(f'"npu.dma_load"({view}, {target.ssa}) : ({view_type}, {target.type}) -> ()')
        return "\n".join(lines)

    def compute(self, operand: ConvOperand, tile_name: str) -> str:
        """The tile of an operand that prologues compute; what lies outside of the tensor becomes 0."""
        lines: list[str] = []
        axes = self.names(tile_name)
        dims = [
            self._overlapping(int(axis[1:]), lines) if axis[0] == "i" else self._aligned(axis, extent, tile_name, axes)
            for axis, extent in zip(operand.axes, operand.view.sizes, strict=True)
        ]
        return "\n".join([*lines, self.kernel.compute_input(operand.view, tile_name, dims, operand.axes)])

    def _aligned(self, axis: str, extent: Any, tile_name: str, axes: Sequence[str]) -> TileDim:
        """Where a tile lies along a dimension that its loop walks in steps of the tile's size."""
        loop = {"y": "o"}.get(axis, axis)  # channels of a result are walked within their group
        offset = f"%{loop}" if loop in self.kernel.loops else None
        if axis not in axes:
            return TileDim(1, extent, offset, stepped=True)
        return TileDim(self.kernel.tile(tile_name).size(axis), extent, offset)

    def _overlapping(self, dimension: int, lines: list[str]) -> TileDim:
        """Where a tile of the input lies along a spatial dimension."""
        window, outputs, size = self.windows[dimension], self.tiles[dimension], self.input_extent(dimension)
        last, offset = 0, None
        if outputs < window.outputs:
            last = (window.outputs - 1) // outputs * outputs // window.up * window.down
            offset = f"%s{dimension}"
            if (window.up, window.down) != (1, 1):
                start = f"affine_map<(d0) -> (d0 floordiv {window.up} * {window.down})>"
                offset = self.define(f"affine.apply {start}(%s{dimension})", lines)
        inside = window.low >= 0 and last + window.low + size <= window.inputs
        return TileDim(size, window.inputs, offset, begin=window.low, exact=inside)

    def walked(self, variable: str, lines: list[str], start: str | None = None) -> Side:
        """The side that a loop walks; `start` is the variable that says where, when it is another one."""
        loop = self.kernel.loop(variable)
        single = loop.extent.is_Integer and int(loop.extent) <= loop.step
        names = () if single and start is None else (f"%{start or variable}",)
        return Side(names, 0, self._clipped(variable, lines), 0)

    def taps(self, dimension: int) -> Side:
        """All taps along a dimension, from the last one when the window is flipped (the stride is negated later)."""
        window = self.windows[dimension]
        return Side((), window.kernel - 1 if window.flipped else 0, window.kernel, -1 if window.flipped else 1)

    def _clipped(self, variable: str, lines: list[str]) -> int | str:
        loop = self.kernel.loop(variable)
        if not loop.extent.is_Integer:
            symbol = self.kernel.size(loop.size)
            return self.define(
                f"affine.min affine_map<(d0)[s0] -> ({loop.step}, s0 - d0)>(%{variable})[{symbol}]", lines
            )
        extent = int(loop.extent)
        if extent <= loop.step or extent % loop.step == 0:
            return min(extent, loop.step)
        return self.define(f"affine.min affine_map<(d0) -> ({loop.step}, {extent} - d0)>(%{variable})", lines)

    def _reach(self, dimension: int, lines: list[str]) -> Reach:
        window, outputs = self.windows[dimension], self.tiles[dimension]
        span = window.span(outputs)
        if outputs >= window.outputs:
            first, place = max(window.low, 0), max(-window.low, 0)
            size = max(1, span - place)
            side = Side((), first, max(0, min(size, window.inputs - first)), 0)
            return Reach(side, place, size, place + size)
        start = f"d0 floordiv {window.up} * {window.down} + {window.low}"
        first_name = self.define(f"affine.max affine_map<(d0) -> ({start}, 0)>(%s{dimension})", lines)
        end = f"{start} + {span} - d1, {window.inputs} - d1"
        left = self.define(f"affine.min affine_map<(d0, d1) -> ({end})>(%s{dimension}, {first_name})", lines)
        place_name: int | str = 0
        if window.low < 0:
            apply = f"affine.apply affine_map<(d0, d1) -> (d1 - ({start}))>(%s{dimension}, {first_name})"
            place_name = self.define(apply, lines)
        margin = max(0, -window.low)
        return Reach(Side((first_name,), 0, left, 0), place_name, span, span + margin)

    def _view(
        self,
        name: str,
        sides: Sequence[Side],
        dims: Sequence[str],
        tile_name: str,
        lines: list[str],
        steps: Sequence[int],
    ) -> tuple[str, str]:
        """A view with the tile's axes, and its type; a side's stride is a factor, 0 stands for 1."""
        node, target = self.kernel.named_nodes[name], self.kernel.tile(tile_name)
        layout_offset = int(V.graph.sizevars.guard_int(node.get_layout().offset))
        base = [stride * step for stride, step in zip(strides_of(node), steps, strict=True)]
        terms: dict[str, int] = {}
        for side, stride in zip(sides, base, strict=True):
            for variable in side.names:
                terms[variable] = terms.get(variable, 0) + stride
        constant = layout_offset + sum(side.first * stride for side, stride in zip(sides, base, strict=True))
        offset = self.define(affine_sum(terms, constant), lines) if terms else str(constant)
        by_axis = {
            axis: (side.size, stride * (side.stride or 1)) for axis, side, stride in zip(dims, sides, base, strict=True)
        }
        order = [by_axis[axis] for axis in target.desc.axes]
        sizes, strides = [str(size) for size, _ in order], [str(stride) for _, stride in order]
        shape = "x".join(["?" if size.startswith("%") else size for size in sizes])
        element, at = mlir_element(target.dtype), "?" if terms else offset
        view_type = f"memref<{shape}x{element}, strided<[{', '.join(strides)}], offset: {at}>>"
        cast = (
            f"memref.reinterpret_cast %{name} to offset: [{offset}], sizes: [{', '.join(sizes)}], "
            f"strides: [{', '.join(strides)}] : {self.kernel.dram_type(name)} to {view_type}"
        )
        return self.define(cast, lines), view_type

    def _placed(self, tile_name: str, reaches: Mapping[str, Reach], lines: list[str]) -> Part:
        """The part of an input tile that lies inside of the tensor."""
        target = self.kernel.tile(tile_name)
        places = [reaches[axis].place if axis in reaches else 0 for axis in target.desc.axes]
        sizes = [reaches[a].size if a in reaches else target.size(a) for a in target.desc.axes]
        return self.part(tile_name, places, sizes, [1] * len(sizes), lines)

    def part(
        self,
        tile_name: str,
        offsets: Sequence[int | str],
        sizes: Sequence[int],
        steps: Sequence[int],
        lines: list[str],
    ) -> Part:
        """A view of a tile; the tile itself when it is all of it."""
        target = self.kernel.tile(tile_name)
        shape = target.desc.get_tile_size()
        if list(sizes) == shape and not any(offsets):
            return Part(target.ssa, target.type)
        strides = target.desc.get_tile_stride()
        known = all(isinstance(offset, int) for offset in offsets)
        at = sum(int(o) * s for o, s in zip(offsets, strides, strict=True)) if known else "?"
        shown = ", ".join(str(stride * step) for stride, step in zip(strides, steps, strict=True))
        extents = "x".join(str(size) for size in sizes)
        part_type = f"memref<{extents}x{mlir_element(target.dtype)}, strided<[{shown}], offset: {at}>, 1>"
        lists = " ".join(f"[{', '.join(map(str, numbers))}]" for numbers in (offsets, sizes, steps))
        return Part(self.define(f"memref.subview {target.ssa}{lists} : {target.type} to {part_type}", lines), part_type)

    # -- compute

    def contract(self, out: str, image: str, taps: str) -> str:
        """`out += window of image * taps` for every phase; all axes that `out` lacks are summed over."""
        lines: list[str] = []
        for phases in itertools.product(*(window.phases for window in self.windows)):
            operands = [
                Part(self.kernel.tile(image).ssa, self.kernel.tile(image).type),
                self._phase_taps(taps, phases, lines),
                self.phase_outputs(out, phases, lines),
            ]
            axes = [self._window_axes(image, phases), self.names(taps), self.names(out)]
            lines += self._multiply_accumulate([image, taps, out], operands, axes)
        return "\n".join(lines)

    def correlate(self, out: str, image: str, gradient: str) -> str:
        """`out += gradient * window of image`, summed over the positions and the batch: the gradient of the taps."""
        phases = [window.phases[0] for window in self.windows]
        names = [image, gradient, out]
        operands = [Part(self.kernel.tile(name).ssa, self.kernel.tile(name).type) for name in names]
        axes = [self._window_axes(image, phases), self.names(gradient), self.names(out)]
        return "\n".join(self._multiply_accumulate(names, operands, axes))

    def reorder(self, out: str, source: str) -> str:
        """Copies a tile into one with the same axes in another order."""
        left, right = self.kernel.tile(source), self.kernel.tile(out)
        order = ", ".join(str(self.names(source).index(axis)) for axis in self.names(out))
        operands = f"ins({left.ssa} : {left.type}) outs({right.ssa} : {right.type})"
        return f"linalg.transpose {operands} permutation = [{order}]"

    def names(self, tile_name: str) -> list[str]:
        return list(self.kernel.tile(tile_name).desc.axes)

    def _window_axes(self, image: str, phases: Sequence[Phase]) -> list[str]:
        """The image's axes as expressions of positions and taps."""
        expressions = {}
        for i, (window, phase) in enumerate(zip(self.windows, phases, strict=True)):
            factors = [(f"s{i}", window.down), (f"k{i}", window.spread)]
            terms = [name if factor == 1 else f"{name} * {factor}" for name, factor in factors]
            first = phase.offset - window.low
            expressions[f"i{i}"] = " + ".join([*terms, *([str(first)] if first else [])])
        return [expressions.get(axis, axis) for axis in self.names(image)]

    def _phase_taps(self, taps: str, phases: Sequence[Phase], lines: list[str]) -> Part:
        target, by_axis = self.kernel.tile(taps), {f"k{i}": phase for i, phase in enumerate(phases)}
        steps_of = {f"k{i}": window.tap_step for i, window in enumerate(self.windows)}
        axes = target.desc.axes
        offsets = [by_axis[a].first_tap if a in by_axis else 0 for a in axes]
        sizes = [by_axis[a].taps if a in by_axis else target.size(a) for a in axes]
        steps = [steps_of[a] if a in by_axis and by_axis[a].taps > 1 else 1 for a in axes]
        return self.part(taps, offsets, sizes, steps, lines)

    def phase_outputs(self, out: str, phases: Sequence[Phase], lines: list[str]) -> Part:
        target = self.kernel.tile(out)
        by_axis = {f"s{i}": pair for i, pair in enumerate(zip(phases, self.windows, strict=True))}
        axes = target.desc.axes
        offsets = [by_axis[a][0].residue if a in by_axis else 0 for a in axes]
        steps = [by_axis[a][1].up if a in by_axis else 1 for a in axes]
        sizes = [target.size(a) // step for a, step in zip(axes, steps, strict=True)]
        return self.part(out, offsets, sizes, steps, lines)

    def _multiply_accumulate(
        self, tiles: Sequence[str], operands: Sequence[Part], axes: Sequence[Sequence[str]]
    ) -> list[str]:
        """A `linalg.generic`: `operands[2] += operands[0] * operands[1]`; axes that the output lacks are reduced."""
        outer = [axis for axis in axes[2] if axis.isidentifier()]
        seen = {word for operand in axes for axis in operand for word in axis.split() if word.isidentifier()}
        dims = outer + sorted(seen - set(outer))
        maps = ", ".join(f"affine_map<({', '.join(dims)}) -> ({', '.join(operand)})>" for operand in axes)
        kinds = ", ".join(['"parallel"'] * len(outer) + ['"reduction"'] * (len(dims) - len(outer)))
        (left, right, out), dtypes = operands, [self.kernel.tile(name).dtype for name in tiles]
        inputs = f"ins({left.ssa}, {right.ssa} : {left.type}, {right.type}) outs({out.ssa} : {out.type})"
        head = f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} {inputs} {{"
        return [head, *sum_body(1, *dtypes), "}"]

    def define(self, operation: str, lines: list[str]) -> str:
        """Appends a line that defines a fresh SSA name, and gives the name."""
        name = f"%w{next(self._numbers)}"
        lines.append(f"{name} = {operation}")
        return name


def sum_body(count: int, left: torch.dtype, right: torch.dtype, out: torch.dtype) -> Iterator[str]:
    """Body that adds `count` products to the output; arguments: the left factors, the right ones, the output."""
    kinds = [mlir_element(dtype) for dtype in (left, right, out)]
    lefts, rights = ([f"%{side}{i}" for i in range(count)] for side in ("left", "right"))
    arguments = [*(f"{name}: {kinds[0]}" for name in lefts), *(f"{name}: {kinds[1]}" for name in rights)]
    yield f"^bb0({', '.join(arguments)}, %total: {kinds[2]}):"
    total = "%total"
    for i in range(count):
        factors = []
        for name, kind in ((lefts[i], kinds[0]), (rights[i], kinds[1])):
            factors.append(name if kind == kinds[2] else f"{name}_wide")
            if kind != kinds[2]:
                yield f"{name}_wide = arith.extf {name} : {kind} to {kinds[2]}"
        yield f"%product{i} = arith.mulf {factors[0]}, {factors[1]} : {kinds[2]}"
        yield f"%sum{i} = arith.addf {total}, %product{i} : {kinds[2]}"
        total = f"%sum{i}"
    yield f"linalg.yield {total} : {kinds[2]}"
