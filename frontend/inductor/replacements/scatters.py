"""Scatters into realized tensors, as nodes of Inductor's graph, and other mutations of a tensor."""

import functools
from collections.abc import Callable, Sequence
from typing import Any

from npusim.frontend.inductor import DEVICE_TYPE
from npusim.frontend.inductor.api import MemoryDep, V, extract_read_writes, ir, ops

Loader = Callable[[Sequence[Any]], Any]


def scatter_into(
    target: ir.TensorBox, load: Loader, ranges: Sequence[Any], place: Callable[[Sequence[Any]], Any], mode: Any
) -> None:
    """Stores `load(index)` at `place(index)` of a realized tensor, for every index in the ranges.

    Args:
        mode: None (the last one stays) or a name in `codegen.handler.STORE_MODES`.
    """
    scatter = ir.Scatter(
        device=target.get_device(),
        dtype=target.get_dtype(),
        inner_fn=load,
        ranges=list(ranges),
        output_indexer=place,
        scatter_mode=mode,
    )
    buffer = ir.ComputedBuffer(name=None, layout=ir.MutationLayoutSHOULDREMOVE(target), data=scatter)
    buffer.name = V.graph.register_buffer(buffer)
    V.graph.register_operation(buffer)


def mutating_in_order(mutate: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps `mutate_to`, which changes a tensor in place.

    - A tensor that a scatter has changed is changed in its memory, too. `mutate_to` replaces the buffer in the tensor's
      box, but the scatter refers to the box: it would store into the new buffer, after the later mutation.
    - A view of what reads other elements of the tensor is computed before, as it is where it is no view.
    """

    @functools.wraps(mutate)
    def mutate_to(changed: Any, val: Any, unsafe_alias: bool = False) -> Any:
        box = changed.data if isinstance(changed, ir.TensorBox) else changed
        if _is_view_that_reads_elsewhere(val, changed):
            val.realize()
        if not _is_scattered_into(box):
            return mutate(changed, val, unsafe_alias)
        ir.MutationLayoutSHOULDREMOVE.realize_into(val, box, unsafe_alias=unsafe_alias)
        return changed

    return mutate_to


def reading_before_put(put: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps `index_put_impl_`: indices that read the updated tensor are computed before the update, as values are."""

    @functools.wraps(put)
    def index_put_impl_(target: Any, indices: Sequence[Any], *args: Any, **kwargs: Any) -> Any:
        if target.get_device().type == DEVICE_TYPE and (name := ir.try_get_name(target)) is not None:
            for index in indices:
                if index is not None and name in index.get_read_names():
                    index.realize()
        return put(target, indices, *args, **kwargs)

    return index_put_impl_


def _is_view_that_reads_elsewhere(value: Any, changed: Any) -> bool:
    """Whether a view that is stored into a tensor on the device reads other elements of it than each changes."""
    view = value.data if isinstance(value, ir.TensorBox) else value
    if isinstance(view, ir.StorageBox) or changed.get_device().type != DEVICE_TYPE:
        return False
    name = ir.try_get_name(changed)
    if name is None or name not in view.get_read_names():
        return False
    place, load = changed.get_layout().make_indexer(), view.make_loader()
    accesses = extract_read_writes(lambda index: ops.store(name, place(index), load(index)), changed.get_size())
    (write,) = accesses.writes
    return any(
        read.name == name and not (isinstance(read, MemoryDep) and read.index == write.index) for read in accesses.reads
    )


def _is_scattered_into(box: Any) -> bool:
    if not isinstance(box, ir.StorageBox) or box.get_device().type != DEVICE_TYPE:
        return False
    return box.maybe_get_name() in V.graph.mutated_buffers
