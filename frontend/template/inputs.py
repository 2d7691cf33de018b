"""Inputs of templates: realized, and for templates in the seed's style dense and of static size."""

from collections.abc import Iterable, Sequence
from typing import Any

import sympy
import torch
from npusim.frontend.inductor.api import V, ir


def strided_inputs(nodes: Iterable[Any]) -> list[Any]:
    """Buffers, or views of buffers with strides and an offset; nothing is copied unless a view has no strides."""
    return [_with_fixed_layout(_realized(node)) for node in nodes]


def dense_inputs(nodes: Iterable[Any]) -> list[Any]:
    """Row-major buffers of static size that hold nothing but the tensor; others are copied on the device first."""
    return [_static(_dense(node)) for node in nodes]


def static_sizes(sizes: Sequence[Any]) -> list[int]:
    """Sizes as integers; a symbolic size is specialised to its current value, with a guard."""
    return [int(size) for size in V.graph.sizevars.guard_int_seq(list(sizes))]


def dense_layout(layout: Any) -> ir.FixedLayout:
    """The row-major layout of static size with the device, dtype and sizes of `layout`."""
    sizes = static_sizes(layout.size)
    return row_major_layout(layout.device, layout.dtype, [sympy.Integer(size) for size in sizes])


def row_major_layout(device: torch.device, dtype: torch.dtype, sizes: Sequence[Any]) -> ir.FixedLayout:
    """A row-major layout; sizes may be symbolic."""
    return ir.FixedLayout(device, dtype, list(sizes), ir.FlexibleLayout.contiguous_strides(list(sizes)))


def _realized(node: Any) -> Any:
    """A buffer, or a view of one. What the lowering makes from here on reads it: it does not come from the operations
    that another kernel computes it by, of which Inductor has made origins while they were unrealized.

    A buffer that is a result of `strided_inputs` is one already: Inductor would copy it.
    """
    realized = node if isinstance(node, ir.Buffer) else ir.ExternKernel.realize_input(node)
    buffer = V.graph.name_to_buffer.get(realized.get_name())  # none for inputs of the graph
    others = set() if buffer is None else buffer.get_origins() - {V.graph.current_node}
    ir.IRNode._current_origins = ir.IRNode._current_origins - others  # until Inductor lowers the next node
    return realized


def _with_fixed_layout(node: Any) -> Any:
    unwrapped = ir.InputsKernel.unwrap_storage_for_input(node)
    if isinstance(unwrapped, ir.Buffer) and isinstance(unwrapped.layout, ir.FlexibleLayout):
        unwrapped.freeze_layout()
    return unwrapped


def _dense(node: Any) -> Any:
    realized = _realized(node)
    unwrapped = _with_fixed_layout(ir.ExternKernel.require_contiguous(realized))
    if _is_whole_buffer(unwrapped):
        return unwrapped
    return _with_fixed_layout(ir.ExternKernel.copy_input(realized))


def _is_whole_buffer(node: Any) -> bool:
    layout = node.get_layout()
    if not layout.is_contiguous():
        return False
    if not isinstance(node, ir.ReinterpretView):
        return True
    known = V.graph.sizevars.statically_known_equals
    base = V.graph.get_buffer(node.get_name())
    return bool(known(layout.offset, 0)) and base is not None and bool(known(node.get_numel(), base.get_numel()))


def _static(node: Any) -> Any:
    sizes = node.get_size()
    if all(isinstance(size, (int, sympy.Integer)) for size in sizes):
        return node
    layout = dense_layout(node.get_layout())
    return ir.ReinterpretView(data=ir.StorageBox(V.graph.get_buffer(node.get_name())), layout=layout)
