"""Strided views of an argument's storage that reach beyond the argument, such as `x[5:].as_strided(size, stride, 0)`.

A kernel sees the elements of an argument from its first to its last. The run time creates the view as a tensor, without
a copy, and kernels get that tensor.
"""

from collections.abc import Sequence
from typing import Any

import sympy
import torch
from npusim.frontend import register_lowering
from npusim.frontend.codegen import storage_extent
from npusim.frontend.inductor.api import V, ir
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.lowering.operators import define_operator

aten = torch.ops.aten


def _storage_view(x: torch.Tensor, size: Sequence[int], stride: Sequence[int], first: int) -> torch.Tensor:
    return x.as_strided(size, stride, x.storage_offset() + first)


@define_operator(
    "storage_view(Tensor(a) x, SymInt[] size, SymInt[] stride, SymInt first) -> Tensor(a)", on_device=_storage_view
)
def storage_view(x: torch.Tensor, size: Sequence[int], stride: Sequence[int], first: int) -> torch.Tensor:
    """A strided view that starts `first` elements behind the first element of `x`."""
    return x.new_empty_strided(size, stride)


@register_lowering(aten.as_strided.default)
def lower_as_strided(x: Any, size: Sequence[Any], stride: Sequence[Any], storage_offset: Any = None) -> Any:
    """Inductor's view, or a view created at run time if it may reach beyond an argument."""
    view = inductor.as_strided(_viewed(x), size, stride, storage_offset)
    argument, layout = view.data.data, view.get_layout()
    if not isinstance(_buffer(argument), ir.InputBuffer) or layout.dtype != argument.get_dtype():
        return view
    if _holds(argument.get_layout(), layout):
        return view
    parts = (layout.size, layout.stride, layout.offset)
    return inductor.TensorBox.create(ir.FallbackKernel.create(storage_view, ir.TensorBox(argument), *parts))


def _viewed(x: Any) -> Any:
    """The base of a view created at run time, else `x`: offsets count from the beginning of the same storage."""
    buffer = _buffer(x.data)
    made: Any = buffer.inputs[0] if isinstance(buffer, ir.MultiOutput) else None
    is_view = isinstance(made, ir.FallbackKernel) and made.op_overload is storage_view
    return ir.TensorBox(_storage(made.inputs[0])) if is_view else x


def _storage(buffer: Any) -> Any:
    return buffer if isinstance(buffer, ir.StorageBox) else ir.StorageBox(buffer)


def _buffer(storage: Any) -> Any:
    return storage.data if isinstance(storage, ir.StorageBox) else storage


def _holds(argument: ir.Layout, view: ir.Layout) -> bool:
    """Whether a view is known to lie between the first and the last element of an argument."""
    known = V.graph.sizevars.statically_known_leq
    span = storage_extent(view.size, view.stride)
    if V.graph.sizevars.statically_known_equals(span, 0):
        return True
    last = sympy.sympify(view.offset) + span
    return bool(known(0, view.offset) and known(last, storage_extent(argument.size, argument.stride)))
