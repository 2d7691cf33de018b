"""What a graph returns has memory of its own: not that of an input that it updates, or of another gradient."""

import torch
from npusim.frontend.backend.graph_values import is_on
from npusim.frontend.backend.memory.changed_inputs import copied
from npusim.frontend.backend.memory.views import home_of, looks_at, memory_of, updated
from npusim.frontend.inductor.api import map_arg
from npusim.frontend.inductor.devices import DEVICE_TYPE

aten = torch.ops.aten


def own_results(graph: torch.fx.Graph) -> None:
    """Makes copies of results where Inductor shares their memory.

    - `b[0] = x.mean()` is computed in the input's memory, also where the new `b` is saved for the backward graph, which
      takes it for its own and overwrites the program's tensor.
    - Two gradients that are views of one tensor become two tensors of one memory: the next backward adds twice to it.
    """
    if not isinstance(graph.output_node().args[0], (tuple, list)):
        return  # a graph for each score of attention
    _copy_updates(graph)
    if any("tangents" in node.name for node in graph.find_nodes(op="placeholder")):
        _part_gradients(graph)


def _copy_updates(graph: torch.fx.Graph) -> None:
    """Copies results that may be computed in an input's memory, in front of what the input becomes in the end."""
    changes = {change.args[0]: change for change in graph.find_nodes(op="call_function", target=aten.copy_.default)}
    output = graph.output_node()
    copies: dict[torch.fx.Node, torch.fx.Node] = {}
    for result in output.all_input_nodes:
        if is_on(result, DEVICE_TYPE) and updated(memory_of(result)) and home_of(result) in changes:
            with graph.inserting_before(next(iter(changes.values()))):
                output.replace_input_with(result, _copy_with_views(result, copies))


def _part_gradients(graph: torch.fx.Graph) -> None:
    output = graph.output_node()
    results = list(output.args[0])
    first: dict[torch.fx.Node, torch.fx.Node] = {}
    for place, result in enumerate(results):
        if not is_on(result, DEVICE_TYPE):
            continue
        owner = memory_of(result)
        if owner not in first:
            first[owner] = result
        elif not first[owner] is result is owner:  # one tensor twice is one object, of which autograd knows
            with graph.inserting_before(output):
                results[place] = copied(result)
    output.args = (tuple(results),)


def _copy_with_views(node: torch.fx.Node, copies: dict[torch.fx.Node, torch.fx.Node]) -> torch.fx.Node:
    """A copy of a node; views of one node become views of one copy."""
    if node not in copies:
        source = looks_at(node)
        copies[node] = copied(node) if source is None else _moved_view(node, source, _copy_with_views(source, copies))
    return copies[node]


def _moved_view(view: torch.fx.Node, source: torch.fx.Node, other: torch.fx.Node) -> torch.fx.Node:
    """The same view of another node."""
    moved = view.graph.node_copy(view, lambda each: other if each is source else each)
    args, kwargs = map_arg((moved.args, moved.kwargs), lambda argument: argument.meta["val"])
    moved.meta = {**view.meta, "val": moved.target(*args, **kwargs)}  # type: ignore[operator]
    return moved
