"""Copies that a program returns, and what equals a tensor because of a zero or a one: each has memory of its own."""

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import torch
from npusim.frontend.backend.graph_values import is_on
from npusim.frontend.backend.memory.views import viewed
from npusim.frontend.inductor.api import (
    InputMutationAOTOutput,
    get_fake_args_kwargs,
    noop_registry,
    same_meta,
)
from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.inductor.patching import around
from torch.utils.checkpoint import CheckpointPolicy

aten = torch.ops.aten
_SUMS = (aten.add.Tensor, aten.sub.Tensor)
_PRODUCTS = (aten.mul.Tensor, aten.div.Tensor)
_COMMUTATIVE = (aten.add.Tensor, aten.mul.Tensor)


@around
def keeping_results_apart(stock: Callable[[Any], None], graph: Any) -> None:
    """Wraps `remove_noop_ops`: on the device, of copies of one tensor that are results, one may be that tensor itself,
    and none may be an input.

    Torch compares a copy with the inputs and results of the graph as it was: what
    `y = x * 2; return y.clone(), y.clone()` gives is one tensor twice, and a program that changes the first changes the
    second.
    """
    kept = _copies_to_keep(graph, _copy_of)
    stock(_Without(graph, kept) if kept else graph)


@around
def keeping_sums_apart(stock: Callable[[Any, Any, Any], None], gm: Any, zeros: Any, ones: Any) -> None:
    """Wraps `remove_no_ops`, which gives an input as the result of `x + torch.zeros_like(x)`, in the same way."""
    kept = _copies_to_keep(gm.graph, lambda node: _equal_operand(node, zeros, ones))
    stock(SimpleNamespace(graph=_Without(gm.graph, kept)) if kept else gm, zeros, ones)


class _Without:
    """A graph in which some nodes are not looked at."""

    def __init__(self, graph: torch.fx.Graph, hidden: set[torch.fx.Node]) -> None:
        self.nodes = [node for node in graph.nodes if node not in hidden]
        self._graph, self._hidden = graph, hidden

    def find_nodes(self, **properties: Any) -> list[torch.fx.Node]:
        return [node for node in self._graph.find_nodes(**properties) if node not in self._hidden]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._graph, name)


def _copies_to_keep(graph: torch.fx.Graph, copy_of: Callable[[torch.fx.Node], Any]) -> set[torch.fx.Node]:
    """Copies that are results or become the memory of inputs, or that such are views of, without the first of each
    tensor that is neither a result itself nor an input; and those that are saved for the backward pass.

    `copy_of` gives what a node would be replaced with, or None.
    """
    copied: dict[torch.fx.Node, torch.fx.Node] = {}

    def owner(node: torch.fx.Node) -> torch.fx.Node:
        """Whose memory the node has when the copies that are not kept are gone."""
        while (source := copied.get(node) or viewed(node)) is not None:
            node = source
        return node

    results = {owner(node) for node in _with_lasting_memory(graph) if is_on(node, DEVICE_TYPE)}
    kept = _saved_copies(graph)
    for node in graph.nodes:
        if node in kept or (source := copy_of(node)) is None:
            continue
        if node in results and (owner(source) in results or _is_input(owner(source))):
            kept.add(node)
        else:
            copied[node] = source
            if node in results:
                results.add(owner(source))
    return kept


def _with_lasting_memory(graph: torch.fx.Graph) -> Iterator[torch.fx.Node]:
    """Results, and what inputs get the memory of (`x.data = y.clone()`)."""
    yield from graph.output_node().all_input_nodes
    for change in graph.find_nodes(op="call_function", target=aten.set_.source_Tensor):
        yield change.args[1]


def _saved_copies(graph: torch.fx.Graph) -> set[torch.fx.Node]:
    """In a graph of forward and backward together, AOTAutograd's copies of the device's inputs that the program updates
    between the two. What the backward pass reads of them is saved, rather than made again of the updated input.
    """
    inputs = graph.find_nodes(op="placeholder")
    if all(map(_is_input, inputs)):
        return set()
    descriptions = graph.output_node().meta.get("desc") or ()
    updates = [each.mutated_input for each in descriptions if isinstance(each, InputMutationAOTOutput)]
    updated = [node for node in inputs if node.meta.get("desc") in updates and is_on(node, DEVICE_TYPE)]
    copies = {user for node in updated for user in node.users if user.target is aten.clone.default}
    for copy in copies:
        copy.meta["recompute"] = CheckpointPolicy.MUST_SAVE
    return copies


def _is_input(node: torch.fx.Node) -> bool:
    """Whether a node is an input of the program; autograd itself keeps gradients apart from those it was given."""
    return node.op == "placeholder" and "tangents" not in node.name


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


def _equal_operand(node: torch.fx.Node, zeros: Any, ones: Any) -> torch.fx.Node | None:
    """The operand that a sum with zeros or a product with ones equals; None for other nodes."""
    neutral = zeros if node.target in _SUMS else ones if node.target in _PRODUCTS else ()
    if not neutral or not all(isinstance(operand, torch.fx.Node) for operand in node.args):
        return None
    x, y = node.args
    if y in neutral:
        return x  # type: ignore[return-value]
    return y if x in neutral and node.target in _COMMUTATIVE else None  # type: ignore[return-value]
