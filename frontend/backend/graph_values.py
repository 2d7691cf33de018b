"""On which device the values of a graph are."""

from collections.abc import Iterable
from typing import Any

import torch
from npusim.frontend.inductor.core_api import tree_leaves
from npusim.frontend.inductor.devices import is_on_npu


def touches_device(model: Any, inputs: Any) -> bool:
    """Whether any input, parameter or value of the graph module is on the device."""
    return any(map(is_on_npu, graph_values(model, inputs)))


def graph_values(model: Any, inputs: Any) -> Iterable[Any]:
    """Inputs, parameters and buffers, and the values of the nodes as far as they are known.

    A module whose own constructor has not called `Module.__init__` yet has none.
    """
    yield from tree_leaves(inputs)
    if not isinstance(model, torch.nn.Module) or not hasattr(model, "_modules"):
        return
    yield from model.parameters()
    yield from model.buffers()
    for module in model.modules():
        if isinstance(module, torch.fx.GraphModule):
            yield from _node_values(module.graph)


def _node_values(graph: torch.fx.Graph) -> Iterable[Any]:
    for node in graph.nodes:
        for key in ("example_value", "val"):
            yield from tree_leaves(node.meta.get(key))


def is_on(node: Any, device: str) -> bool:
    """Whether a node of a graph is a tensor on a device."""
    value = node.meta.get("val") if isinstance(node, torch.fx.Node) else None
    return isinstance(value, torch.Tensor) and value.device.type == device
