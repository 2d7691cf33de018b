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
from npusim.frontend.inductor.replacements.scatters import compute_before_change
from npusim.frontend.lowering.operators import define_operator
from npusim.simulator.errors import UnsupportedError

aten = torch.ops.aten


def _storage_view(x: torch.Tensor, size: Sequence[int], stride: Sequence[int], first: int) -> torch.Tensor:
    return x.as_strided(size, stride, x.storage_offset() + first)


@define_operator(
    "storage_view(Tensor(a) x, SymInt[] size, SymInt[] stride, SymInt first) -> Tensor(a)",
    on_device=_storage_view,
    on_host=_storage_view,
)
def storage_view(x: torch.Tensor, size: Sequence[int], stride: Sequence[int], first: int) -> torch.Tensor:
    """A strided view that starts `first` elements behind the first element of `x`."""
    return x.new_empty_strided(size, stride)


def _storage_write(
    x: torch.Tensor, source: torch.Tensor, size: Sequence[int], stride: Sequence[int], first: int
) -> torch.Tensor:
    return torch.as_strided_scatter(x, source, size, stride, x.storage_offset() + first)


@define_operator(
    "storage_write(Tensor x, Tensor source, SymInt[] size, SymInt[] stride, SymInt first) -> Tensor",
    on_device=_storage_write,
    on_host=_storage_write,
)
def storage_write(
    x: torch.Tensor, source: torch.Tensor, size: Sequence[int], stride: Sequence[int], first: int
) -> torch.Tensor:
    """A copy of `x`, into a strided view of which, `first` elements behind its first, `source` is copied."""
    return x.clone()


@define_operator("storage_written(Tensor(a!) x, Tensor view) -> ()", on_device=lambda x, view: None)
def storage_written(x: torch.Tensor, view: torch.Tensor) -> None:
    """Says that a view of the storage of `x` was written: Inductor follows changes of arguments, not of such views."""


@register_lowering(aten.copy_.default)
def lower_copy_into_storage(target: Any, source: Any, non_blocking: bool = False) -> Any:
    """A copy into a view created at run time changes the argument; other copies are Inductor's."""
    made = _created(_buffer(target.data))
    if made is None:
        return None
    argument = made.inputs[0]
    V.graph.mark_buffer_mutated(argument.get_name())  # what was read of it before is computed first
    source = inductor.to_dtype(inductor.to_device(source, target.get_device()), target.get_dtype())
    value = inductor.expand(source, target.get_size())
    compute_before_change(value, target)
    ir.MutationLayoutSHOULDREMOVE.realize_into(value, target.data)
    ir.FallbackKernel.create(storage_written, ir.TensorBox(_storage(argument)), target)
    return target


@register_lowering(aten.as_strided.default)
def lower_as_strided(x: Any, size: Sequence[Any], stride: Sequence[Any], storage_offset: Any = None) -> Any:
    """The view that begins at an offset in the storage of a node of the graph."""
    return lower_storage_view(x, size, stride, _behind_first(storage_offset))


@register_lowering(storage_view)
def lower_storage_view(x: Any, size: Sequence[Any], stride: Sequence[Any], first: Any) -> Any:
    """Inductor's view, or a view created at run time if it may reach beyond an argument."""
    view = _view(x, size, stride, first)
    argument, layout = view.data.data, view.get_layout()
    if not isinstance(_buffer(argument), ir.InputBuffer) or layout.dtype != argument.get_dtype():
        return view
    if _holds(argument.get_layout(), layout):
        return view
    for buffer in V.graph.buffers:  # a change of the view reads and writes one buffer
        made = _created(buffer)
        if made is not None and _buffer(made.inputs[0]) is _buffer(argument) and _is_at(buffer, made, layout):
            return ir.TensorBox(_storage(buffer))
    parts = (layout.size, layout.stride, layout.offset)
    return inductor.TensorBox.create(ir.FallbackKernel.create(storage_view, ir.TensorBox(argument), *parts))


@register_lowering(aten.as_strided_scatter.default)
def lower_as_strided_scatter(
    x: Any, source: Any, size: Sequence[Any], stride: Sequence[Any], storage_offset: Any = None
) -> Any:
    """The write into a view that begins at an offset in the storage of a node of the graph."""
    return lower_storage_write(x, source, size, stride, _behind_first(storage_offset))


@register_lowering(storage_write)
def lower_storage_write(x: Any, source: Any, size: Sequence[Any], stride: Sequence[Any], first: Any) -> Any:
    """A copy of `x`, as it lies in memory, into a strided view of which `source` is copied."""
    strides = V.graph.current_node.args[0].meta["val"].stride()
    written = ir.ExternKernel.require_exact_strides(inductor.clone(x), strides)
    inductor.copy_(_view(written, size, stride, first), source)
    return written


def symbolic_offset() -> UnsupportedError:
    """What is raised where an offset in a storage cannot be told from that of a tensor."""
    return UnsupportedError(
        "as_strided counts from the beginning of a storage in which the tensor's offset is a symbol: give the tensor "
        "memory of its own (.clone()), or compile with dynamic=False"
    )


def _behind_first(storage_offset: Any) -> Any:
    """How far behind the first element of the operand the view begins that is being lowered."""
    if storage_offset is None:
        return sympy.S.Zero
    own = V.graph.current_node.args[0].meta["val"].storage_offset()
    return sympy.sympify(storage_offset) - (own.node.expr if isinstance(own, torch.SymInt) else own)


def _view(x: Any, size: Sequence[Any], stride: Sequence[Any], first: Any) -> Any:
    """The strided view that begins `first` elements behind the first element of `x`."""
    made = _created(_buffer(x.data))
    if made is not None:
        x, first = ir.TensorBox(_storage(made.inputs[0])), made.constant_args[-1] + first
    elif isinstance(x.data, ir.ReinterpretView):
        first = x.get_layout().offset + first
    return inductor.as_strided(x, size, stride, first, storage_offset_relative_to_input_storage=False)


def _is_at(buffer: Any, made: Any, layout: ir.Layout) -> bool:
    """Whether a view created at run time has these sizes, strides and this offset."""
    shape = [*buffer.get_size(), *buffer.get_stride()]
    return bool(shape == [*layout.size, *layout.stride] and made.constant_args[-1] == layout.offset)


def _created(buffer: Any) -> Any:
    """The call that creates a view at run time, None for other buffers."""
    made = buffer.inputs[0] if isinstance(buffer, ir.MultiOutput) else None
    return made if isinstance(made, ir.FallbackKernel) and made.op_overload is storage_view else None


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
