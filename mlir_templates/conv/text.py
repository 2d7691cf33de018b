"""Text of convolution templates: loads of padded windows, and contractions over them.

Loop variables are `g` (group), `o` (output channel of the group), `y` (output channel), `c` (input channel of the
group), `n` (batch), `s0`, `s1`, ... (output positions). Tiles name their axes with them; `i0`, `i1`, ... are input
positions and `k0`, `k1`, ... taps.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from npusim.frontend import MLIRTemplateKernel, mlir_common
from npusim.frontend.codegen import Size, TileDim
from npusim.frontend.mlir_writer.indices import Number, affine_sum, applied, index_number
from npusim.frontend.mlir_writer.memory import Memref, part, view
from npusim.frontend.mlir_writer.structured import Operand, generic, transpose
from npusim.frontend.mlir_writer.text import Numbered, Text
from npusim.frontend.template.contraction import multiply_accumulate
from npusim.mlir_templates.common.cost_model import size_hint
from npusim.mlir_templates.common.tiles import named_tile
from npusim.mlir_templates.conv.operands import ConvOperand, known_size, strides_of
from npusim.mlir_templates.conv.window import Phase, Window
from npusim.simulator.ir.dialect import DmaLoadOp


@dataclass(frozen=True)
class Side:
    """One axis of a view: its first element (a sum of SSA names and a number), its size, its stride."""

    names: tuple[str, ...]
    first: int
    size: Number
    stride: int


@dataclass(frozen=True)
class Reach:
    """The input elements of a tile along one dimension.

    Attributes:
        side: the loaded elements; the stride is filled in later.
        place: their first index in the tile: a number or an SSA name.
        size: elements of the loaded part of the tile.
        extent: elements of the tile.
    """

    side: Side
    place: Number
    size: int
    extent: int


def tile(
    kernel: MLIRTemplateKernel, name: str, sizes: Mapping[str, int], node: Any, axes: Sequence[str], lanes: str
) -> mlir_common.MLIRMultiDimTile:
    """A tile whose axes are in the order of a tensor's strides; `axes` names the tensor's dimensions."""
    return named_tile(kernel, name, memory_order(node, axes), sizes, lanes)


def operand_tile(
    kernel: MLIRTemplateKernel, name: str, sizes: Mapping[str, int], node: Any, operand: ConvOperand, position: int
) -> mlir_common.MLIRMultiDimTile:
    """The tile of the input at a position, in its memory order or in that of its prologue's input."""
    work, lanes = kernel.work.prologues.get(position), operand.axes[operand.view.lane_dim]
    if work is not None:
        return named_tile(kernel, name, operand.tile_axes(work), sizes, lanes)
    return tile(kernel, name, sizes, node, [axis for axis in operand.axes if axis != "g"], lanes)


def memory_order(node: Any, axes: Sequence[str]) -> list[str]:
    """The names of the dimensions, sorted by stride, largest first."""
    strides = [size_hint(stride) for stride in strides_of(node)]
    return [axis for _, axis in sorted(zip(strides, axes, strict=True), key=lambda pair: -pair[0])]


class ConvText:
    """Prints windows and contractions for one kernel.

    Args:
        windows: of the spatial dimensions.
        tiles: output positions of a tile along each of them.
    """

    def __init__(self, kernel: MLIRTemplateKernel, windows: Sequence[Window], tiles: Sequence[int]) -> None:
        self.kernel, self.windows, self.tiles = kernel, list(windows), list(tiles)
        self._names = Numbered("w", 1)

    def lines(self) -> Text:
        """A new buffer of lines with fresh SSA names."""
        return Text(self._names.fresh)

    # -- loops

    def absolute(self, variable: str, inner: str, per_group: int, extent: Any, step: int, groups: int) -> str:
        """Defines a channel number `variable` = g * per_group + inner, also for the epilogue."""
        self.kernel.walk(variable, extent, step)
        terms = {f"%{inner}": 1, **({"%g": per_group} if groups > 1 else {})}
        return f"%{variable} = {affine_sum(terms, 0)}"

    def input_extent(self, dimension: int) -> int:
        """Elements of an input tile along a spatial dimension."""
        return self.windows[dimension].extent(self.tiles[dimension])

    # -- transfers

    def load_window(self, name: str, tile_name: str, channel: Side, dims: Sequence[str]) -> str:
        """Loads the input elements under a tile of outputs; elements outside of the tensor are 0.

        Args:
            channel: the side of the tensor's dimension 1; its stride is filled in here.
            dims: the tile's axes for the tensor's dimensions: `n`, the channel's, `i0`, ...
        """
        text = self.lines()
        reaches = [self._reach(i, text) for i in range(len(self.windows))]
        sides = [self.walked("n", text), channel, *(reach.side for reach in reaches)]
        steps = [1, 1, *(window.input_step for window in self.windows)]
        source = self._view(name, sides, dims, tile_name, text, steps)
        inside = self._placed(tile_name, dict(zip(dims[2:], reaches, strict=True)), text)
        pad_around = None if inside.name == self.kernel.tile(tile_name).name else True
        text.line(DmaLoadOp.text(source, inside, pad_around=pad_around))
        return str(text)

    def load(self, name: str, tile_name: str, sides: Sequence[Side], dims: Sequence[str]) -> str:
        """Loads a part of a tensor, one side per dimension, into a tile whose axes are named `dims` in any order."""
        text = self.lines()
        source = self._view(name, sides, dims, tile_name, text, [1] * len(sides))
        text.line(DmaLoadOp.text(source, self.kernel.tile(tile_name)))
        return str(text)

    def compute(self, operand: ConvOperand, tile_name: str) -> str:
        """Computes the tile of an operand with its prologues; elements outside of the tensor are 0."""
        text = self.lines()
        axes = self.names(tile_name)
        dims = [
            self._overlapping(int(axis[1:]), text) if axis[0] == "i" else self._aligned(axis, extent, tile_name, axes)
            for axis, extent in zip(operand.axes, operand.view.sizes, strict=True)
        ]
        text.line(self.kernel.compute_input(operand.view, tile_name, dims, operand.axes))
        return str(text)

    def _aligned(self, axis: str, extent: Any, tile_name: str, axes: Sequence[str]) -> TileDim:
        """The position of a tile along a dimension whose loop steps by the tile's size."""
        loop = {"y": "o"}.get(axis, axis)  # channels of a result are counted within their group
        offset = f"%{loop}" if loop in self.kernel.loops else None
        if axis not in axes:
            return TileDim(1, extent, offset, stepped=True)
        return TileDim(self.kernel.tile(tile_name).size(axis), extent, offset)

    def _overlapping(self, dimension: int, text: Text) -> TileDim:
        """The position of a tile of the input along a spatial dimension."""
        window, outputs, size = self.windows[dimension], self.tiles[dimension], self.input_extent(dimension)
        offset = None
        if not window.is_covered(outputs):
            offset = f"%s{dimension}"
            if (window.up, window.down) != (1, 1):
                start = applied(f"d0 floordiv {window.up} * {window.down}", [offset])
                offset = text.define(f"affine.apply {start}")
        inside = window.is_static and window.low >= 0 and self._last(dimension) + size <= window.inputs
        return TileDim(size, window.inputs, offset, begin=window.low, exact=inside)

    def _last(self, dimension: int) -> int:
        """The input element under the first tap of the last tile's first output."""
        window, outputs = self.windows[dimension], self.tiles[dimension]
        last: int = (window.outputs - 1) // outputs * outputs // window.up * window.down + window.low
        return last

    def walked(self, variable: str, text: Text, start: str | None = None) -> Side:
        """The side of a loop's current tile; it starts at the loop's variable or at `start`."""
        loop = self.kernel.loop(variable)
        single = loop.extent.is_Integer and int(loop.extent) <= loop.step
        names = () if single and start is None else (f"%{start or variable}",)
        return Side(names, 0, self._clipped(variable, text), 0)

    def taps(self, dimension: int) -> Side:
        """All taps along a dimension; of flipped windows in reverse order, with stride -1."""
        window = self.windows[dimension]
        return Side((), window.kernel - 1 if window.flipped else 0, window.kernel, -1 if window.flipped else 1)

    def _clipped(self, variable: str, text: Text) -> Number:
        loop = self.kernel.loop(variable)
        if not loop.extent.is_Integer:
            rest = applied(f"{loop.step}, s0 - d0", [f"%{variable}"], [self.kernel.size(loop.size)])
            return text.define(f"affine.min {rest}")
        extent = int(loop.extent)
        if extent <= loop.step or extent % loop.step == 0:
            return min(extent, loop.step)
        return text.define(f"affine.min {applied(f'{loop.step}, {extent} - d0', [f'%{variable}'])}")

    def _reach(self, dimension: int, text: Text) -> Reach:
        window, outputs, extent = self.windows[dimension], self.tiles[dimension], self.input_extent(dimension)
        span = window.span(outputs)
        if window.is_covered(outputs):
            first, place = max(window.low, 0), max(-window.low, 0)
            size = extent - place
            side = Side((), first, max(0, min(size, window.inputs - first)), 0)
            return Reach(side, place, size, extent)
        output, start = f"%s{dimension}", f"d0 floordiv {window.up} * {window.down} + {window.low}"
        first_name = text.define(f"affine.max {applied(f'{start}, 0', [output])}")
        inputs, symbols = self._in_map(window.inputs)
        ends = applied(f"{start} + {span} - d1, {inputs} - d1", [output, first_name], symbols)
        left = text.define(f"affine.min {ends}")
        place_name: Number = 0
        if window.low < 0:
            place_name = text.define(f"affine.apply {applied(f'd1 - ({start})', [output, first_name])}")
        return Reach(Side((first_name,), 0, left, 0), place_name, span, extent)

    def _in_map(self, size: Size) -> tuple[str, list[str]]:
        """A size as text in an affine map, and the map's symbols."""
        return (str(size), []) if isinstance(size, int) else ("s0", [self.kernel.size(size)])

    def _view(
        self,
        name: str,
        sides: Sequence[Side],
        dims: Sequence[str],
        tile_name: str,
        text: Text,
        steps: Sequence[int],
    ) -> Memref:
        """A view with the tile's axes; a side's stride is a factor of the tensor's (0 means 1)."""
        node, target = self.kernel.named_nodes[name], self.kernel.tile(tile_name)
        base = [stride * step for stride, step in zip(strides_of(node), steps, strict=True)]
        by_axis = {
            axis: (side.size, self._number(stride * (side.stride or 1)))
            for axis, side, stride in zip(dims, sides, base, strict=True)
        }
        offset = self._first_element(known_size(node.get_layout().offset), sides, base, text)
        sizes, strides = zip(*(by_axis[axis] for axis in target.axes), strict=True)
        return view(text, self.kernel.tensor(name), offset, sizes, strides, target.element)

    def _first_element(self, offset: Size, sides: Sequence[Side], strides: Sequence[Size], text: Text) -> Number:
        """The offset of a view's first element."""
        terms: dict[str, Size] = {}
        for side, stride in zip(sides, strides, strict=True):
            for variable in side.names:
                terms[variable] = terms.get(variable, 0) + stride
        constant = offset + sum(side.first * stride for side, stride in zip(sides, strides, strict=True))
        if all(isinstance(number, int) for number in (constant, *terms.values())):
            return text.define(affine_sum(terms, constant)) if terms else int(constant)
        moved = sum(
            sympy.Symbol(variable[1:], integer=True) * self._renamed(stride) for variable, stride in terms.items()
        )
        return index_number(self._renamed(constant) + moved, text)

    def _renamed(self, size: Size) -> sympy.Expr:
        """A size in terms of the kernel's arguments."""
        return sympy.sympify(self.kernel.rename_indexing(sympy.sympify(size)))

    def _number(self, size: Size) -> Number:
        return size if isinstance(size, int) else self.kernel.size(size)

    def _placed(self, tile_name: str, reaches: Mapping[str, Reach], text: Text) -> Memref:
        """The part of an input tile that is inside of the tensor."""
        target = self.kernel.tile(tile_name)
        places = [reaches[axis].place if axis in reaches else 0 for axis in target.axes]
        sizes = [reaches[a].size if a in reaches else target.size(a) for a in target.axes]
        return self.part(tile_name, places, sizes, [1] * len(sizes), text)

    def part(
        self, tile_name: str, offsets: Sequence[Number], sizes: Sequence[int], steps: Sequence[int], text: Text
    ) -> Memref:
        """A view of a tile; the tile itself if the view covers it."""
        target = self.kernel.tile(tile_name)
        if tuple(sizes) == target.shape and not any(offsets):
            return target
        return part(text, target, offsets, sizes, steps)

    # -- compute

    def contract(self, out: str, image: str, taps: str) -> str:
        """`out += window of image * taps` for every phase; all axes that `out` lacks are summed over."""
        text = self.lines()
        for phases in itertools.product(*(window.phases for window in self.windows)):
            operands = [
                Operand(self.kernel.tile(image), self._window_axes(image, phases)),
                Operand(self._phase_taps(taps, phases, text), self.names(taps)),
                Operand(self.phase_outputs(out, phases, text), self.names(out)),
            ]
            text.add(self._multiply_accumulate([image, taps, out], operands))
        return str(text)

    def correlate(self, out: str, image: str, gradient: str) -> str:
        """`out += gradient * window of image`, summed over the positions and the batch: the gradient of the taps."""
        windows = self._window_axes(image, [window.phases[0] for window in self.windows])
        others = [self.kernel.tile(name).walked() for name in (gradient, out)]
        operands = [Operand(self.kernel.tile(image), windows), *others]
        return "\n".join(self._multiply_accumulate([image, gradient, out], operands))

    def reorder(self, out: str, source: str) -> str:
        """Copies a tile into one with the same axes in another order."""
        left, right = self.kernel.tile(source), self.kernel.tile(out)
        return transpose(left, right, [left.axes.index(axis) for axis in right.axes])

    def names(self, tile_name: str) -> list[str]:
        return self.kernel.tile(tile_name).axes

    def _window_axes(self, image: str, phases: Sequence[Phase]) -> list[str]:
        """The image's axes as expressions of positions and taps."""
        expressions = {}
        for i, (window, phase) in enumerate(zip(self.windows, phases, strict=True)):
            factors = [(f"s{i}", window.down), (f"k{i}", window.spread)]
            terms = [name if factor == 1 else f"{name} * {factor}" for name, factor in factors]
            first = phase.offset - window.low
            expressions[f"i{i}"] = " + ".join([*terms, *([str(first)] if first else [])])
        return [expressions.get(axis, axis) for axis in self.names(image)]

    def _phase_taps(self, taps: str, phases: Sequence[Phase], text: Text) -> Memref:
        target, by_axis = self.kernel.tile(taps), {f"k{i}": phase for i, phase in enumerate(phases)}
        steps_of = {f"k{i}": window.tap_step for i, window in enumerate(self.windows)}
        axes = target.axes
        offsets = [by_axis[a].first_tap if a in by_axis else 0 for a in axes]
        sizes = [by_axis[a].taps if a in by_axis else target.size(a) for a in axes]
        steps = [steps_of[a] if a in by_axis and by_axis[a].taps > 1 else 1 for a in axes]
        return self.part(taps, offsets, sizes, steps, text)

    def phase_outputs(self, out: str, phases: Sequence[Phase], text: Text) -> Memref:
        target = self.kernel.tile(out)
        by_axis = {f"s{i}": pair for i, pair in enumerate(zip(phases, self.windows, strict=True))}
        axes = target.axes
        offsets = [by_axis[a][0].residue if a in by_axis else 0 for a in axes]
        steps = [by_axis[a][1].up if a in by_axis else 1 for a in axes]
        sizes = [target.size(a) // step for a, step in zip(axes, steps, strict=True)]
        return self.part(out, offsets, sizes, steps, text)

    def _multiply_accumulate(self, tiles: Sequence[str], operands: Sequence[Operand]) -> list[str]:
        """A `linalg.generic`: `operands[2] += operands[0] * operands[1]`; loops that the output lacks are reduced."""
        outer = [axis for axis in operands[2].axes if axis.isidentifier()]
        seen = {word for each in operands for axis in each.axes for word in axis.split() if word.isidentifier()}
        loops = outer + sorted(seen - set(outer))
        body = multiply_accumulate(*(self.kernel.tile(name).dtype for name in tiles))
        return generic(loops, operands[:2], operands[2:], body.arguments, body.lines, [body.result])
