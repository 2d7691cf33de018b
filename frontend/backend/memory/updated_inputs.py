"""Results of a graph that also update an input: they have memory of their own."""

import functools
from collections.abc import Callable, Iterator

import torch
from npusim.frontend.backend.memory.views import looks_at, memory_of
from npusim.frontend.inductor import DEVICE_TYPE
from npusim.frontend.inductor.api import inplaceable_ops, map_arg

aten = torch.ops.aten


def keeping_results_apart_from_inputs(stock: Callable[[torch.fx.Graph], None]) -> Callable[[torch.fx.Graph], None]:
    """Wraps `reinplace_inplaceable_ops_core`: on the device, what updates an input is returned as a copy.

    Torch computes `b[0] = x.mean()` in the input's memory, also where the new `b` is saved for the backward graph,
    which takes it for its own and overwrites the program's tensor.
    """

    @functools.wraps(stock)
    def reinplace(graph: torch.fx.Graph) -> None:
        output, updates = graph.output_node(), set(_updates(graph))
        shared = [result for result in output.all_input_nodes if memory_of(result) in updates]
        copies: dict[torch.fx.Node, torch.fx.Node] = {}
        for result in shared:
            with graph.inserting_before(output):
                output.replace_input_with(result, _copied(graph, result, copies))
        stock(graph)

    return reinplace


def _updates(graph: torch.fx.Graph) -> Iterator[torch.fx.Node]:
    """Nodes that may be computed in the memory of an input of the device, to which they are copied."""
    for copy in graph.find_nodes(op="call_function", target=aten.copy_.default):
        target, source = copy.args[0], memory_of(copy.args[1])
        is_input = memory_of(target).op == "placeholder" and target.meta["val"].device.type == DEVICE_TYPE
        if is_input and source.target in inplaceable_ops:
            yield source


def _copied(graph: torch.fx.Graph, node: torch.fx.Node, copies: dict[torch.fx.Node, torch.fx.Node]) -> torch.fx.Node:
    """A copy of a node; views of one node become views of one copy."""
    if node not in copies:
        source = looks_at(node)
        if source is None:
            copies[node] = graph.call_function(aten.clone.default, (node,))
        else:
            moved = _copied(graph, source, copies)
            copies[node] = graph.node_copy(node, lambda other: moved if other is source else other)
        args, kwargs = map_arg((copies[node].args, copies[node].kwargs), lambda argument: argument.meta["val"])
        copies[node].meta = {**node.meta, "val": copies[node].target(*args, **kwargs)}  # type: ignore[operator]
    return copies[node]
