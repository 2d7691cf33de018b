"""Tensors whose elements share memory, such as expanded ones and windows (`unfold`)."""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.backend.memory.views import viewed
from npusim.frontend.inductor import DEVICE_TYPE
from npusim.frontend.inductor.api import inplaceable_ops
from npusim.frontend.inductor.tracing_api import statically_known_true

aten = torch.ops.aten
_WINDOWS = frozenset({aten.unfold.default, aten.as_strided.default})


def may_overlap(shape: Sequence[int], strides: Sequence[int]) -> bool:
    """Whether a dimension's step is shorter than all that its inner dimensions reach over."""
    if 0 in shape:
        return False
    reach = 0
    for stride, size in sorted((stride, size) for stride, size in zip(strides, shape, strict=True) if size > 1):
        if stride <= reach:
            return True
        reach += stride * (size - 1)
    return False


def updating_copies_of_overlaps(stock: Callable[..., None]) -> Callable[..., None]:
    """Wraps `reinplace_inplaceable_ops`: what would be updated in place, and overlaps itself, is copied before.

    Torch makes `(x * 2).expand(2, 3).index_put((i,), v)` an update of the product, whose row both rows share.
    """

    @functools.wraps(stock)
    def reinplace_inplaceable_ops(updater: Any, graph: torch.fx.Graph) -> None:
        for node in list(graph.nodes):
            if (operator := inplaceable_ops.get(node.target)) is not None:
                for place in operator.mutated_args:
                    _update_a_copy(graph, node, place)
        stock(updater, graph)

    return reinplace_inplaceable_ops


def _update_a_copy(graph: torch.fx.Graph, node: torch.fx.Node, place: int) -> None:
    source = node.args[place]
    if not isinstance(source, torch.fx.Node) or not _overlaps(source):
        return
    value = source.meta["val"]
    with graph.inserting_before(node):
        copy = graph.call_function(aten.clone.default, (source,), {"memory_format": torch.contiguous_format})
    copy.meta.update(source.meta)
    copy.meta["val"] = value.new_empty(value.shape)
    node.update_arg(place, copy)


def _overlaps(node: torch.fx.Node) -> bool:
    """Whether elements of a tensor on the device may share memory; of symbolic sizes, whether a view makes them."""
    value = node.meta.get("val")
    if not isinstance(value, torch.Tensor) or value.device.type != DEVICE_TYPE or value.layout != torch.strided:
        return False
    if not value._has_symbolic_sizes_strides:
        return may_overlap(value.shape, value.stride())
    repeated = any(
        statically_known_true(stride == 0) and not statically_known_true(size == 1)
        for size, stride in zip(value.shape, value.stride(), strict=True)
    )
    while not repeated and (source := viewed(node)) is not None:
        repeated, node = node.target in _WINDOWS, source
    return repeated
