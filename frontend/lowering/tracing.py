"""What a decomposition may know of the graph that is traced while it runs."""

from typing import Any

import torch
from npusim.frontend.inductor.tracing_api import get_proxy_mode, get_proxy_slot, track_tensor_tree
from torch.fx import Node, Proxy


def traced_node(tensor: torch.Tensor) -> Node | None:
    """The node of the graph that computes a tensor; None where none is known."""
    mode = get_proxy_mode()
    found: Any = None if mode is None else get_proxy_slot(tensor, mode.tracer, None)
    return None if found is None else found.proxy.node


def traced_value(node: Node) -> torch.Tensor:
    """A tensor that stands for the result of a node of the graph that is traced."""
    mode = get_proxy_mode()
    assert mode is not None, "nothing is traced"
    value: torch.Tensor = node.meta["val"]
    meta = dict(node.meta)  # which tracking replaces
    track_tensor_tree(value, Proxy(node, mode.tracer), constant=None, tracer=mode.tracer)
    node.meta.update(meta)
    return value
