"""Copies that a program returns: each has memory of its own."""

import functools
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor import DEVICE_TYPE
from npusim.frontend.inductor.api import noop_registry


def keeping_results_apart(stock: Callable[[Any], None]) -> Callable[[Any], None]:
    """Wraps `remove_noop_ops`: on the device, of copies of one tensor that are results, one may be that tensor itself.

    Torch compares a copy with the results of the graph as it was: what `y = x * 2; return y.clone(), y.clone()` gives
    is one tensor twice, and a program that changes the first changes the second.
    """

    @functools.wraps(stock)
    def remove_noop_ops(graph: Any) -> None:
        kept = _copies_to_keep(graph)
        stock(_Without(graph, kept) if kept else graph)

    return remove_noop_ops


class _Without:
    """A graph in which some nodes are not looked at."""

    def __init__(self, graph: torch.fx.Graph, nodes: set[torch.fx.Node]) -> None:
        self.nodes = [node for node in graph.nodes if node not in nodes]
        self.find_nodes, self.erase_node = graph.find_nodes, graph.erase_node


def _copies_to_keep(graph: torch.fx.Graph) -> set[torch.fx.Node]:
    """Copies that are results, or that results are views of, without the first of each tensor that is none itself."""
    same: dict[torch.fx.Node, torch.fx.Node] = {}

    def owner(node: torch.fx.Node) -> torch.fx.Node:
        while (source := _viewed(node) or same.get(node)) is not None:
            node = source
        return node

    results = {owner(node) for node in graph.output_node().all_input_nodes if _is_on_device(node)}
    kept = set()
    for node in graph.nodes if len(results) > 1 else ():
        source = None if _viewed(node) else _copied(node)
        if source is None:
            continue
        if node in results and owner(source) in results:
            kept.add(node)
            continue
        same[node] = owner(source)
        if node in results:
            results.add(owner(source))
    return kept


def _viewed(node: torch.fx.Node) -> torch.fx.Node | None:
    """What a node is a view of."""
    is_view = isinstance(node.target, torch._ops.OpOverload) and node.target.is_view
    return node.args[0] if is_view and isinstance(node.args[0], torch.fx.Node) else None


def _copied(node: torch.fx.Node) -> torch.fx.Node | None:
    """The argument that a node may turn out to be a copy of, as far as Inductor knows."""
    if node.target not in noop_registry:
        return None
    _, place = noop_registry[node.target]
    source = node.args[place] if isinstance(place, int) else place(node.args)
    return source if isinstance(source, torch.fx.Node) else None


def _is_on_device(node: torch.fx.Node) -> bool:
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and value.device.type == DEVICE_TYPE
