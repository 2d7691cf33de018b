"""Tensors whose elements share memory, such as expanded ones and windows (`unfold`), and updates of tensors by parts of
themselves.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import torch
from npusim.frontend.backend.graph_values import is_on
from npusim.frontend.backend.memory.changed_inputs import copied
from npusim.frontend.backend.memory.views import memory_of, updated, viewed
from npusim.frontend.inductor.api import map_arg
from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.inductor.patching import around
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


@around
def updating_apart(stock: Callable[..., None], updater: Any, graph: torch.fx.Graph) -> None:
    """Wraps `reinplace_inplaceable_ops`: what an update in place must not share memory with is copied before.

    - `(x * 2).expand(2, 3).index_put((i,), v)` becomes an update of the product, whose row both rows share.
    - `x[1:] = x[:-1].clone()`, of which torch takes the copy away, becomes one that reads what it has written.
    """
    for node in list(graph.nodes):
        for place in updated(node):
            _make_apart(graph, node, place)
    stock(updater, graph)


def _make_apart(graph: torch.fx.Graph, node: torch.fx.Node, place: int) -> None:
    """Copies what a node would update in place, if elements share memory, and what else it reads of that memory."""
    target = node.args[place]
    if not is_on(target, DEVICE_TYPE):
        return
    others = list(node.args)
    others[place] = None
    with graph.inserting_before(node):
        node.args, node.kwargs = map_arg(
            (tuple(others), node.kwargs), lambda each: copied(each) if memory_of(each) is memory_of(target) else each
        )
        node.update_arg(place, copied(target) if _overlaps(target) else target)


def _overlaps(node: torch.fx.Node) -> bool:
    """Whether elements of a tensor on the device may share memory; of symbolic sizes, whether a view makes them."""
    value = node.meta["val"]
    if value.layout != torch.strided:
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


@around
def comparing_bytes(stock: Callable[..., set[int]], tensors: Sequence[torch.Tensor], **options: Any) -> set[int]:
    """Wraps `compute_overlapping_tensors` where updates in place are decided: which tensors of one memory overlap.

    Torch compares places counted in elements. Those of a view as another dtype have another size: `x.view(torch.int16)`
    from its element 8 on begins in the middle of eight float32, not behind them.
    """
    if len({tensor.itemsize for tensor in tensors}) < 2:
        return stock(tensors, **options)
    found = set[int]()
    for one, other in combinations(range(len(tensors)), 2):
        if not _are_apart(tensors[one], tensors[other]):
            found |= {one, other}
    return found


def _are_apart(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Whether one of two tensors of the same memory is known to begin where the other has ended, or to be empty."""
    (begin, end), (other_begin, other_end) = _bytes(one), _bytes(other)
    apart = (one.numel() == 0, other.numel() == 0, end <= other_begin, other_end <= begin)
    return any(map(statically_known_true, apart))


def _bytes(tensor: torch.Tensor) -> tuple[Any, Any]:
    """Of the memory, from a tensor's first byte to behind its last one, if it has any."""
    begin = tensor.storage_offset()
    reach = sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride(), strict=True))
    return begin * tensor.itemsize, (begin + reach + 1) * tensor.itemsize
