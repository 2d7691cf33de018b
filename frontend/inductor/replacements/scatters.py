"""Scatters into realized tensors, as nodes of Inductor's graph, and other mutations of a tensor."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

import torch
from npusim.frontend.inductor.api import MemoryDep, V, extract_read_writes, ir, ops
from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.inductor.patching import around

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


@around
def mutating_in_order(mutate: Callable[..., Any], changed: Any, val: Any, unsafe_alias: bool = False) -> Any:
    """Wraps `mutate_to`, which changes a tensor in place.

    - A tensor that a scatter has changed is changed in its memory, too. `mutate_to` replaces the buffer in the tensor's
      box, but the scatter refers to the box: it would store into the new buffer, after the later mutation.
    - What reads other elements of the tensor than those that it replaces is computed before, be it a view or an
      expression that `mutate_to` takes for cheap enough to be computed while it is stored.
    """
    box = changed.data if isinstance(changed, ir.TensorBox) else changed
    compute_before_change(val, changed)
    if not _is_scattered_into(box):
        return mutate(changed, val, unsafe_alias)
    ir.MutationLayoutSHOULDREMOVE.realize_into(val, box, unsafe_alias=unsafe_alias)
    return changed


def compute_before_change(value: Any, changed: Any) -> None:
    """Computes a value that will be stored into a tensor on the device, if it reads other elements of its memory than
    each store changes.
    """
    if _reads_elsewhere(value, changed):
        value.realize()


@around
def putting_on_the_device(put: Callable[..., Any], target: Any, indices: Sequence[Any], *args: Any, **kw: Any) -> Any:
    """Wraps `index_put_impl_`: indices that read the updated tensor are computed before the update, as values are, and
    under deterministic algorithms it stays a kernel, whose updates come in the order of the indices.
    """
    if target.get_device().type != DEVICE_TYPE:
        return put(target, indices, *args, **kw)
    if (name := ir.try_get_name(target)) is not None:
        for index in indices:
            if index is not None and name in index.get_read_names():
                index.realize()
    with _no_other_algorithms():
        return put(target, indices, *args, **kw)


@around
def scattering_on_the_device(fallback: Callable[..., Any], operator: Any, target: Any, *args: Any, **kw: Any) -> Any:
    """Wraps `scatter_fallback`, which gives None for a scatter that becomes a kernel, as on the device under
    deterministic algorithms too.
    """
    if target.get_device().type != DEVICE_TYPE:
        return fallback(operator, target, *args, **kw)
    with _no_other_algorithms():
        return fallback(operator, target, *args, **kw)


def _no_other_algorithms() -> AbstractContextManager[Any]:
    """Lets lowerings find that no deterministic algorithms are wanted: the device has no others."""
    return patch.object(torch, "are_deterministic_algorithms_enabled", lambda: False)


def _reads_elsewhere(value: Any, changed: Any) -> bool:
    """Whether what is computed while it is stored into a tensor on the device reads other elements of it than each
    changes.
    """
    stored = value.data if isinstance(value, ir.TensorBox) else value
    if changed.get_device().type != DEVICE_TYPE or _is_computed_before(stored):
        return False
    name = ir.try_get_name(changed)
    same = [read for read in stored.get_read_names() if name is not None and storage_of(read) == storage_of(name)]
    if not same:
        return False
    with patch.object(ir.FlexibleLayout, "allow_indexing", True):
        place, load = changed.get_layout().make_indexer(), stored.make_loader()
        accesses = extract_read_writes(lambda index: ops.store(name, place(index), load(index)), changed.get_size())
    (write,) = accesses.writes
    return any(
        read.name in same and not (isinstance(read, MemoryDep) and read.name == name and read.index == write.index)
        for read in accesses.reads
    )


def storage_of(name: str) -> str:
    """The buffer whose memory a buffer is or is a view of, such as one that is made at run time."""
    buffer = V.graph.try_get_buffer(name) or V.graph.name_to_op.get(name)
    if buffer is None or isinstance(buffer, ir.InputBuffer):
        return name
    aliases = list(buffer.get_inputs_that_alias_output())
    return storage_of(aliases[0]) if len(aliases) == 1 else name


def _is_computed_before(stored: Any) -> bool:
    """Whether a value has memory of its own, or is no element by element expression."""
    return isinstance(stored, ir.StorageBox) and not isinstance(stored.data, ir.Pointwise)


def _is_scattered_into(box: Any) -> bool:
    if not isinstance(box, ir.StorageBox) or box.get_device().type != DEVICE_TYPE:
        return False
    return box.maybe_get_name() in V.graph.mutated_buffers
