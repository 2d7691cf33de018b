"""Guards on offsets in storages of inputs of which a program makes strided views.

`x.as_strided(size, stride, offset)` counts from the beginning of the storage; compiled code counts from the input's
first element. PyTorch guards no number that is the same in all calls that it has seen, and sizes and strides only.
"""

from collections.abc import Iterator
from typing import Any

import torch
from npusim.frontend.backend.memory.views import VIEW_SCATTERS
from npusim.frontend.inductor.tracing_api import (
    GuardBuilder,
    Source,
    TensorProperty,
    TensorPropertySource,
    TracingContext,
    install_guard,
)

_SCATTERS = {each.overloadpacket.__name__ for each in VIEW_SCATTERS}


def guard_storage_offsets(module: torch.fx.GraphModule) -> None:
    """Called while Dynamo's graph is compiled: it is for inputs with these offsets, where strided views need them."""
    if TracingContext.try_get() is None or not counts_from_storages(module):
        return
    storages = {_storage(node.args[0]) for node in _nodes(module) if _has_offset(node) or _keeps_offset(node)}
    for node in module.graph.find_nodes(op="placeholder"):
        source = getattr(node.meta.get("grapharg"), "source", None)
        if isinstance(source, Source) and _storage(node) in storages - {None}:
            offset = TensorPropertySource(source, TensorProperty.STORAGE_OFFSET)
            install_guard(offset.make_guard(GuardBuilder.EQUALS_MATCH))


def counts_from_storages(module: torch.fx.GraphModule) -> bool:
    """Whether a graph makes strided views at offsets that it names."""
    return any(map(_has_offset, _nodes(module)))


def _nodes(module: torch.fx.GraphModule) -> Iterator[torch.fx.Node]:
    """The calls of a graph and its subgraphs on a tensor that is computed or given."""
    for each in module.modules():
        for node in each.graph.nodes if isinstance(each, torch.fx.GraphModule) else ():
            if node.op.startswith("call_") and node.args and isinstance(node.args[0], torch.fx.Node):
                yield node


def _has_offset(node: torch.fx.Node) -> bool:
    """Whether a node makes a strided view at an offset that it names, or writes to one."""
    name = str(node.target)
    if "as_strided" not in name:
        return False
    place = 4 if "scatter" in name else 3
    return (node.args[place] if len(node.args) > place else node.kwargs.get("storage_offset")) is not None


def _keeps_offset(node: torch.fx.Node) -> bool:
    """Whether the result lies in a copy of the operand's whole storage."""
    return any(name in str(node.target) for name in _SCATTERS)


def _storage(node: Any) -> Any:
    """What tells a storage from others; None of what has none, or whose offset is a symbol."""
    value = node.meta.get("example_value", node.meta.get("val"))
    if not isinstance(value, torch.Tensor) or not torch._C._has_storage(value):
        return None
    return None if isinstance(value.storage_offset(), torch.SymInt) else value.untyped_storage()._cdata
