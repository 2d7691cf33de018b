"""Operands of convolutions as their kernels walk them, for prologues that compute them on their tiles.

Channels of all groups are two dimensions, the group and the channel within it, so that a tile ends with its group.
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
    """A number where the size is known, by guards too; else what is known of it."""
    expression = V.graph.sizevars.simplify(sympy.sympify(size))
    return int(expression) if expression.is_Integer else expression


@dataclass(frozen=True)
class Computed:
    """What it takes to compute an operand on its tiles, per element.

    Attributes:
        bytes_read, tile_bytes, vector_cycles: of memory, of tiles besides the operand's own, of the vector unit.
        exchanges: elements that go through the cross-lane unit, for every point apart from channels.
        innermost: axis along which neighbours of what is read lie side by side.
        multiples: by axis, elements that a tile must hold a multiple of.
    """

    bytes_read: float
    tile_bytes: float
    vector_cycles: float
    exchanges: float
    innermost: str
    multiples: tuple[tuple[str, int], ...]

    def cycles(self, points: float, channels: int, machine: Machine) -> float:
        """Of the vector and the cross-lane unit, for a tile of so many channels at so many points."""
        lanes = machine.vector_lanes
        moved = points * self.exchanges / machine.cross_lane_elements_per_cycle
        return points * ceil(channels / lanes) * lanes * self.vector_cycles + moved

    def in_whole_groups(self, sizes: Mapping[str, int]) -> bool:
        """Whether tiles of these sizes hold multiples of what is computed as a group."""
        return all(sizes.get(axis, multiple) % multiple == 0 for axis, multiple in self.multiples)


def in_whole_groups(sizes: Mapping[str, int], *operands: Computed | None) -> bool:
    """Whether tiles of these sizes hold whole groups of all operands; None stands for one that is in memory."""
    return all(operand is None or operand.in_whole_groups(sizes) for operand in operands)


def bytes_read(element_bytes: int, *operands: Computed | None) -> list[float]:
    """Bytes of memory per element of each operand; None stands for one that is in memory."""
    return [element_bytes if operand is None else operand.bytes_read for operand in operands]


def bytes_of_tiles(element_bytes: int, *operands: Computed | None) -> list[float]:
    """Bytes of all tiles per element of each operand."""
    return [element_bytes + (0 if operand is None else operand.tile_bytes) for operand in operands]


@dataclass(frozen=True)
class ConvOperand:
    """An operand and the names of the axes that walk its dimensions, as `conv_text` names them."""

    view: OperandView
    axes: tuple[str, ...]

    def tile_axes(self, work: PrologueWork) -> list[str]:
        """Axes of a tile that lie in the order of what it is computed from."""
        return [self.axes[dim] for dim in work.order if dim not in self.view.stepped]

    def computed(self, work: PrologueWork | None) -> Computed | None:
        """What the choice of tiles asks about a prologue; None without one."""
        if work is None:
            return None
        return Computed(
            work.bytes_read,
            work.tile_bytes,
            work.vector_cycles,
            work.row_exchanges,
            self.axes[work.order[-1]],
            tuple((axis, n) for axis, n in zip(self.axes, work.multiples, strict=True) if n > 1),
        )


@dataclass(frozen=True)
class _Walk:
    """A dimension: the axis that walks it, elements, strides."""

    axis: str
    size: Any
    stride: Size


def image_operand(node: Any, windows: Sequence[Window], groups: int, channel: str) -> ConvOperand:
    """The tensor that windows slide over.

    Args:
        groups: whose channels are walked one group after the other; 1 where all channels are walked together.
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
    """The weights; taps of flipped windows are walked from the last one on.

    Args:
        groups: whose channels follow one another along dimension 0; 1 where all are walked together.
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
    """The view whose first element lies `first` elements behind the tensor's."""
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
