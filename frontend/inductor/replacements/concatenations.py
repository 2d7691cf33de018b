"""Operands of a concatenation that lie in its result, when operand or result may be changed in place.

Inductor lets an operand be computed where it lies in the result (`ConcatKernel`), so that nothing is copied, and then
treats them as two tensors: an operator that it turns into its in-place form because its operand is not read any more
(`index_put`, `index_add`, a slice that is set, ...) writes into the other one as well. Before such a write the operand
gets memory of its own and is copied into the concatenation after all, if the other tensor is still read. Views of an
operand that are returned beside its concatenation are copies, since the program's caller may change either.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from npusim.frontend.inductor.api import ir
from npusim.frontend.inductor.core_api import tree_leaves
from npusim.frontend.inductor.devices import is_npu
from npusim.frontend.inductor.patching import around
from npusim.frontend.inductor.replacements.scatters import storage_of


@around
def separating(mark: Callable[[Any, str], None], self: Any, name: str) -> None:
    """Wraps `GraphLowering.mark_buffer_mutated`: first separates the buffer from others in its memory.

    What reads its views that are made at run time (those of complex tensors) is computed before, as what reads itself.
    """
    for part, whole in list(_sharing(self, name)):
        _separate(self, part, whole, other=whole if part.get_name() == name else part)
    for other in _views_of_the_same(self, name):
        for user in list(self.name_to_users.get(other, ())):
            user.realize()
    mark(self, name)


def apart(graph: Any, nodes: Sequence[Any], results: Sequence[Any]) -> list[Any]:
    """The graph's results, those of them copied that lie in a concatenation that is a result too."""
    buffers = [_buffer_on_device(graph, result) for result in results]
    returned = {buffer.get_name() for buffer in buffers if buffer is not None}
    return [
        result if buffer is None or returned.isdisjoint(_wholes(graph, buffer)) else _copy(result, node)
        for node, result, buffer in zip(nodes, results, buffers, strict=True)
    ]


def _buffer_on_device(graph: Any, result: Any) -> Any:
    """The buffer on the device that a result is, or is a view of; None for what is not computed yet."""
    name = result.maybe_get_name() if isinstance(result, (ir.TensorBox, ir.BaseView)) else None
    buffer = graph.name_to_buffer.get(name)
    return buffer if buffer is not None and is_npu(buffer.get_device()) else None


def _wholes(graph: Any, buffer: Any) -> Iterator[str]:
    """The concatenations that a buffer lies in, from the innermost on."""
    while isinstance(buffer.layout, ir.NonOwningLayout):
        buffer = graph.name_to_buffer[buffer.layout.view.get_name()]
        yield buffer.get_name()


def _copy(result: Any, node: Any) -> Any:
    strides = [s.node.expr if isinstance(s, torch.SymInt) else s for s in node.meta["val"].stride()]
    return ir.ExternKernel.require_exact_strides(ir.ExternKernel.copy_input(result), strides)


def _views_of_the_same(graph: Any, name: str) -> set[str]:
    """The tensor that a buffer on the device is or is a view of, and the views of it that are made at run time; without
    the buffer itself.
    """
    buffer = graph.try_get_buffer(name)
    if buffer is None or not is_npu(buffer.get_device()):
        return set()
    storage = storage_of(name)
    made = [buffer.get_name() for buffer in graph.buffers if isinstance(buffer, (ir.MultiOutput, ir.FallbackKernel))]
    return {storage, *(view for view in made if storage_of(view) == storage)} - {name}


def _sharing(graph: Any, name: str) -> Iterator[tuple[Any, Any]]:
    """Pairs of an operand and the concatenation that it lies in, one of which is the buffer."""
    buffer = graph.name_to_buffer.get(name)
    if buffer is None or not is_npu(buffer.get_device()):
        return
    if isinstance(buffer.layout, ir.NonOwningLayout):
        whole = graph.name_to_buffer[buffer.layout.view.get_name()]
        if isinstance(whole, ir.ConcatKernel):
            yield buffer, whole
    if isinstance(buffer, ir.ConcatKernel):
        yield from ((part, buffer) for part in buffer.inputs if _lies_in(part, buffer))


def _lies_in(part: Any, whole: Any) -> bool:
    return isinstance(part.layout, ir.NonOwningLayout) and part.layout.view.get_name() == whole.get_name()


def _separate(graph: Any, part: Any, whole: Any, other: Any) -> None:
    """Copies the operand into the concatenation if `other`, the one of both that does not change, is read later."""
    for user in list(graph.name_to_users.get(other.get_name(), ())):
        user.realize()  # later readers see its present value
    if other.get_name() in _read_later(graph):
        _copy_into(graph, part, whole)


def _read_later(graph: Any) -> set[str]:
    """Buffers that are read by the node being lowered, or by nodes still to be lowered."""
    values = tree_leaves(list(graph.env.values()), is_leaf=lambda value: isinstance(value, ir.IRNode))
    boxes = [value.unwrap_view() if isinstance(value, ir.BaseView) else value for value in map(_unboxed, values)]
    return {name for box in boxes if isinstance(box, ir.StorageBox) for name in [box.maybe_get_name()] if name}


def _unboxed(value: Any) -> Any:
    return value.data if isinstance(value, ir.TensorBox) else value


def _copy_into(graph: Any, part: Any, whole: Any) -> None:
    """Gives the operand memory of its own, strided as before, and puts a copy in its place before the concatenation."""
    place, size = part.layout, part.get_size()
    part.layout = ir.FixedLayout(place.device, place.dtype, size, place.stride)
    data = ir.Pointwise(device=place.device, dtype=place.dtype, inner_fn=part.make_loader(), ranges=list(size))
    copy = ir.ComputedBuffer(name=None, layout=place, data=data)
    copy.name = graph.register_buffer(copy)
    graph.register_operation(copy)
    graph.operations.insert(_position(graph.operations, whole), graph.operations.pop())
    whole.inputs[_position(whole.inputs, part)] = copy


def _position(items: list[Any], item: Any) -> int:
    return next(number for number, other in enumerate(items) if other is item)
