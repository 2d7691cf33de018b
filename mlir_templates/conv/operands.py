"""Views of the operands of convolutions in the order of the kernels' loops, for prologues.

Channels are two dimensions, the group and the channel within it, so that a tile ends with its group.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import sympy
from npusim.frontend.codegen import OperandView, Size
from npusim.frontend.inductor.api import V
from npusim.frontend.template import PrologueWork
from npusim.mlir_templates.conv.window import Window
from npusim.simulator.machine import Machine


def strides_of(node: Any) -> list[Size]:
    """Strides of a tensor: numbers, or expressions where they are symbolic."""
    return [known_size(stride) for stride in node.get_layout().stride]


def known_size(size: Any) -> Size:
    """A size as a number where it or its guards say so, else the simplified expression."""
    expression = V.graph.sizevars.simplify(sympy.sympify(size))
    return int(expression) if expression.is_Integer else expression


@dataclass(frozen=True)
class Computed:
    """The cost of computing an operand on its tiles (prologue), per element.

    Attributes:
        tile_bytes, vector_cycles: bytes of the tiles that are read, cycles of the vector unit.
        memory_bytes: of an element of the buffer that most bytes are read from.
        loops: axes along which that buffer is read, the nearest elements first; with each the elements of the axis for
            an iteration, the iterations, and the bytes between their elements.
        exchanges: elements through the cross-lane unit, per point (all channels).
        innermost: axis along which the prologue's input is contiguous.
        multiples: per axis, the number of elements that tile sizes must be a multiple of.
    """

    tile_bytes: float
    vector_cycles: float
    memory_bytes: int
    loops: tuple[tuple[str, int, int, int], ...]
    exchanges: float
    innermost: str
    multiples: tuple[tuple[str, int], ...]

    def cycles(self, points: float, channels: int, machine: Machine) -> float:
        """Cycles of the vector and the cross-lane unit for a tile of `channels` at `points`."""
        lanes = machine.vector_lanes
        moved = points * self.exchanges / machine.cross_lane_elements_per_cycle
        return points * ceil(channels / lanes) * lanes * self.vector_cycles + moved

    def in_whole_groups(self, sizes: Mapping[str, int]) -> bool:
        """Whether these tile sizes are multiples of the groups that are computed together."""
        return all(sizes.get(axis, multiple) % multiple == 0 for axis, multiple in self.multiples)


def in_whole_groups(sizes: Mapping[str, int], *operands: Computed | None) -> bool:
    """Whether these tile sizes hold whole groups of all operands; None is an operand in memory."""
    return all(operand is None or operand.in_whole_groups(sizes) for operand in operands)


def bytes_of_tiles(element_bytes: int, *operands: Computed | None) -> list[float]:
    """Bytes of all tiles per element of each operand."""
    return [element_bytes + (0 if operand is None else operand.tile_bytes) for operand in operands]


@dataclass(frozen=True)
class ConvOperand:
    """An operand and the axes of its dimensions, with the names of `text.py`."""

    view: OperandView
    axes: tuple[str, ...]

    def tile_axes(self, work: PrologueWork) -> list[str]:
        """Axes of a tile in the memory order of the prologue's input."""
        return [self.axes[dim] for dim in work.order if dim not in self.view.stepped]

    def computed(self, work: PrologueWork | None) -> Computed | None:
        """The cost of a prologue; None without one."""
        if work is None:
            return None
        return Computed(
            work.tile_bytes,
            work.vector_cycles,
            work.memory_element_bytes,
            tuple((self.axes[loop.dim], *loop[1:]) for loop in work.loops),
            work.row_exchanges,
            self.axes[work.order[-1]],
            tuple((axis, n) for axis, n in zip(self.axes, work.multiples, strict=True) if n > 1),
        )


@dataclass(frozen=True)
class _Walk:
    """A dimension: its axis, elements and strides."""

    axis: str
    size: Any
    stride: Size


def image_operand(node: Any, windows: Sequence[Window], groups: int, channel: str) -> ConvOperand:
    """The tensor that windows slide over.

    Args:
        groups: number of groups; 1 if one loop covers the channels of all groups.
        channel: the axis of the channels.
    """
    batch, over, *along = strides_of(node)
    walks = [_Walk("n", node.get_size()[0], batch), *_channels(channel, _size(node, 1), over, groups)]
    for i, (window, stride) in enumerate(zip(windows, along, strict=True)):
        walks.append(_Walk(f"i{i}", window.inputs, stride * window.input_step))
    return _operand(node, walks, 0, channel)


def result_operand(node: Any, windows: Sequence[Window], groups: int) -> ConvOperand:
    """The tensor with an element for every position of the windows, such as the gradient of a result."""
    batch, over, *along = strides_of(node)
    walks = [_Walk("n", node.get_size()[0], batch), *_channels("y", _size(node, 1), over, groups)]
    for i, (window, stride) in enumerate(zip(windows, along, strict=True)):
        walks.append(_Walk(f"s{i}", window.outputs, stride))
    return _operand(node, walks, 0, "y")


def weight_operand(node: Any, windows: Sequence[Window], groups: int, axes: Sequence[str]) -> ConvOperand:
    """The weights; taps of flipped windows are in reverse order.

    Args:
        groups: groups along dimension 0; 1 if one loop covers all of them.
        axes: of the dimensions 0 and 1.
    """
    outer, inner, *along = strides_of(node)
    walks = [*_channels(axes[0], _size(node, 0), outer, groups), _Walk(axes[1], _size(node, 1), inner)]
    last: Size = 0
    for i, (window, stride) in enumerate(zip(windows, along, strict=True)):
        last += stride * (window.kernel - 1) if window.flipped else 0
        walks.append(_Walk(f"k{i}", window.kernel, -stride if window.flipped else stride))
    return _operand(node, walks, last, "y")


def _size(node: Any, dimension: int) -> int:
    return int(V.graph.sizevars.guard_int(node.get_size()[dimension]))


def _channels(axis: str, size: int, stride: Size, groups: int) -> list[_Walk]:
    if groups == 1:
        return [_Walk(axis, size, stride)]
    return [_Walk("g", groups, stride * (size // groups)), _Walk(axis, size // groups, stride)]


def _operand(node: Any, walks: Sequence[_Walk], first: Size, lanes: str) -> ConvOperand:
    """A view that starts `first` elements behind the tensor's first element."""
    axes = tuple(walk.axis for walk in walks)
    view = OperandView(
        node.get_name(),
        tuple(walk.size for walk in walks),
        tuple(walk.stride for walk in walks),
        known_size(node.get_layout().offset) + first,
        stepped=tuple(d for d, axis in enumerate(axes) if axis == "g"),
        unaligned=tuple(d for d, axis in enumerate(axes) if axis[0] == "i"),
        lane_dim=axes.index(lanes),
    )
    return ConvOperand(view, axes)
