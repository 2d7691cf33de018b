"""Operands of templates as views of buffers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from npusim.frontend.codegen.graph.sizes import Size


@dataclass(frozen=True)
class OperandView:
    """A template's input as the template walks it: strides over a buffer, which need not exist in memory.

    Attributes:
        name: of the buffer.
        sizes, strides: of the dimensions that the template walks, in elements; strides may be negative.
        offset: of the first element.
        stepped: dimensions along which the template walks in steps of one; its tiles have no axis for them.
        unaligned: dimensions along which tiles overlap, or reach beyond the tensor on both sides.
        lane_dim: the dimension that lies across the lanes.
    """

    name: str
    sizes: tuple[Size, ...]
    strides: tuple[Size, ...]
    offset: Size
    stepped: tuple[int, ...] = ()
    unaligned: tuple[int, ...] = ()
    lane_dim: int = -1

    def address(self, indices: Sequence[sympy.Expr]) -> sympy.Expr:
        """Where an element lies in the buffer."""
        moved = sum((index * stride for index, stride in zip(indices, self.strides, strict=True)), sympy.S.Zero)
        return sympy.expand(sympy.sympify(self.offset) + moved)


def whole_operand(node: Any, tiled_dims: int | None = None) -> OperandView:
    """All dimensions of an input, a buffer or a strided view of one.

    Args:
        tiled_dims: how many of the last dimensions tiles have axes for; None: all.
    """
    layout, sizes = node.get_layout(), tuple(node.get_size())
    stepped = range(0 if tiled_dims is None else max(0, len(sizes) - tiled_dims))
    return OperandView(node.get_name(), sizes, tuple(layout.stride), layout.offset, tuple(stepped))
