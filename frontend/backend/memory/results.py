"""What a graph returns has memory of its own: not that of an input that it updates, or of another gradient."""

import functools
from collections.abc import Callable, Iterator

import torch
from npusim.frontend.backend.memory.views import looks_at, memory_of
from npusim.frontend.inductor import DEVICE_TYPE
from npusim.frontend.inductor.api import inplaceable_ops, map_arg

aten = torch.ops.aten


def owning_memory(stock: Callable[[torch.fx.Graph], None]) -> Callable[[torch.fx.Graph], None]:
    """Wraps `reinplace_inplaceable_ops_core`: on the device, results are copies where torch shares their memory.

    - `b[0] = x.mean()` is computed in the input's memory, also where the new `b` is saved for the backward graph, which
      takes it for its own and overwrites the program's tensor.
    - An input that is saved and updated is the new one for the backward graph, where the old one is meant.
    - Two gradients that are views of one tensor become two tensors of one memory: the next backward adds twice to it.
    """

    @functools.wraps(stock)
    def reinplace(graph: torch.fx.Graph) -> None:
        if isinstance(graph.output_node().args[0], (tuple, list)):  # not a graph for each score of attention
            _part_results(graph)
        stock(graph)

    return reinplace


def _part_results(graph: torch.fx.Graph) -> None:
    _copy_updates(graph)
    _save_former_values(graph)
    if any("tangents" in node.name for node in graph.find_nodes(op="placeholder")):
        _part_gradients(graph)


def _copy_updates(graph: torch.fx.Graph) -> None:
    output = graph.output_node()
    updates = {source for copy in _updates(graph) if (source := memory_of(copy.args[1])).target in inplaceable_ops}
    copies: dict[torch.fx.Node, torch.fx.Node] = {}
    for result in [node for node in output.all_input_nodes if memory_of(node) in updates]:
        with graph.inserting_before(output):
            output.replace_input_with(result, _copied(graph, result, copies))


def _save_former_values(graph: torch.fx.Graph) -> None:
    output = graph.output_node()
    results = list(output.args[0])
    visible = output.meta.get("user_visible_output_idxs", range(len(results)))
    first = {memory_of(copy.args[0]): copy for copy in reversed(list(_updates(graph)))}
    copies: dict[torch.fx.Node, torch.fx.Node] = {}
    for place, result in enumerate(results):
        if place in visible or not isinstance(result, torch.fx.Node) or memory_of(result) not in first:
            continue
        with graph.inserting_before(first[memory_of(result)]):
            results[place] = _copied(graph, result, copies)
    if copies:
        output.args = (tuple(results),)


def _part_gradients(graph: torch.fx.Graph) -> None:
    output = graph.output_node()
    results = list(output.args[0])
    taken: dict[torch.fx.Node, torch.fx.Node] = {}
    for place, result in enumerate(results):
        if not isinstance(result, torch.fx.Node) or not _is_on_device(result):
            continue
        owner = memory_of(result)
        other = taken.setdefault(owner, result)
        is_first = place == results.index(result) and other is result
        if is_first or other is result is owner:  # one tensor twice is one object, of which autograd knows
            continue
        with graph.inserting_before(output):
            results[place] = _cloned(graph, result)
    output.args = (tuple(results),)


def _updates(graph: torch.fx.Graph) -> Iterator[torch.fx.Node]:
    """Copies to inputs of the device."""
    for copy in graph.find_nodes(op="call_function", target=aten.copy_.default):
        if memory_of(copy.args[0]).op == "placeholder" and _is_on_device(copy.args[0]):
            yield copy


def _copied(graph: torch.fx.Graph, node: torch.fx.Node, copies: dict[torch.fx.Node, torch.fx.Node]) -> torch.fx.Node:
    """A copy of a node; views of one node become views of one copy."""
    if node not in copies:
        source = looks_at(node)
        if source is None:
            copies[node] = _cloned(graph, node)
        else:
            moved = _copied(graph, source, copies)
            copies[node] = _evaluated(graph.node_copy(node, lambda other: moved if other is source else other), node)
    return copies[node]


def _cloned(graph: torch.fx.Graph, node: torch.fx.Node) -> torch.fx.Node:
    return _evaluated(graph.call_function(aten.clone.default, (node,)), node)


def _evaluated(node: torch.fx.Node, like: torch.fx.Node) -> torch.fx.Node:
    """The node with the metadata of another one, but the example value of its own arguments."""
    args, kwargs = map_arg((node.args, node.kwargs), lambda argument: argument.meta["val"])
    node.meta = {**like.meta, "val": node.target(*args, **kwargs)}  # type: ignore[operator]
    return node


def _is_on_device(node: torch.fx.Node) -> bool:
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and value.device.type == DEVICE_TYPE
