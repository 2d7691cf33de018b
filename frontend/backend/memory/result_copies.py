"""Copies that a program returns, and what is equal to a tensor (`x + 0`): each has memory of its own."""

import functools
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import torch
from npusim.frontend.backend.graph_values import is_on
from npusim.frontend.backend.memory.views import memory_of, viewed
from npusim.frontend.inductor import DEVICE_TYPE
from npusim.frontend.inductor.api import get_fake_args_kwargs, noop_registry, same_meta


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


def computing_results(stock: Callable[..., None]) -> Callable[..., None]:
    """Wraps `remove_no_ops`: on the device, `x + 0`, `x - 0`, `x * 1` and `x / 1` stay where they are results.

    Torch returns `x` itself: a program that changes the result changes its input or another result, and the result
    changes with them, also when the program itself updates `x` after a view of it was added to zero.
    """

    @functools.wraps(stock)
    def remove_no_ops(gm: torch.fx.GraphModule, zeros: Any, ones: Any) -> None:
        results = {memory_of(node) for node in gm.graph.output_node().all_input_nodes if is_on(node, DEVICE_TYPE)}
        stock(SimpleNamespace(graph=_Without(gm.graph, results)), zeros, ones)

    return remove_no_ops


class _Without:
    """A graph in which some nodes are not looked at."""

    def __init__(self, graph: torch.fx.Graph, hidden: set[torch.fx.Node]) -> None:
        self._graph, self._hidden = graph, hidden

    def __getattr__(self, name: str) -> Any:
        return getattr(self._graph, name)

    @property
    def nodes(self) -> list[torch.fx.Node]:
        return [node for node in self._graph.nodes if node not in self._hidden]

    def find_nodes(self, **properties: Any) -> list[torch.fx.Node]:
        return [node for node in self._graph.find_nodes(**properties) if node not in self._hidden]


def _copies_to_keep(graph: torch.fx.Graph) -> set[torch.fx.Node]:
    """Copies that are results, or that results are views of, without the first of each tensor that is none itself."""
    copied: dict[torch.fx.Node, torch.fx.Node] = {}

    def owner(node: torch.fx.Node) -> torch.fx.Node:
        """Whose memory the node has when the copies that are not kept are gone."""
        while (source := copied.get(node) or viewed(node)) is not None:
            node = source
        return node

    results = {owner(node) for node in graph.output_node().all_input_nodes if is_on(node, DEVICE_TYPE)}
    kept = set()
    for node in graph.nodes if len(results) > 1 else ():
        if (source := _copy_of(node)) is None:
            continue
        if node in results and owner(source) in results:
            kept.add(node)
            continue
        copied[node] = source
        if node in results:
            results.add(owner(source))
    return kept


def _copy_of(node: torch.fx.Node) -> torch.fx.Node | None:
    """What a node is a copy of, by the conditions under which torch removes it; None for views."""
    if node.target not in noop_registry or viewed(node) is not None:
        return None
    is_copy, place = noop_registry[node.target]
    source = node.args[place] if isinstance(place, int) else place(node.args)
    if not isinstance(source, torch.fx.Node) or not same_meta(node, source):
        return None
    is_known, args, kwargs = get_fake_args_kwargs(node)
    return source if is_known and is_copy(*args, **kwargs) else None
