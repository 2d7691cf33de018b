"""Values that a graph keeps of an input which it changes: Inductor takes their copies away."""

import torch
from npusim.frontend.inductor.api import get_node_storage

_COPY = torch.ops.aten.copy_.default


def keep_former_values(graph: torch.fx.Graph) -> None:
    """Makes copies of what later changes of inputs read and an earlier one overwrites.

    AOTAutograd ends a graph with one ``copy_(input, value)`` for each input that the program changes; all of the values
    are those from before. Inductor removes copies that change nothing while no input is written, such as the one of
    ``t = x.clone(); x.copy_(y); y.copy_(t)`` (`remove_noop_ops`, on every device), after which the second `copy_`
    reads what the first has written.
    """
    first_changes: dict[int, torch.fx.Node] = {}
    for change in graph.find_nodes(op="call_function", target=_COPY):
        target, value = change.args[:2]
        if isinstance(value, torch.fx.Node) and (storage := get_node_storage(value)) in first_changes:
            change.update_arg(1, _copy_before(first_changes[storage], value))
        if isinstance(target, torch.fx.Node) and (storage := get_node_storage(target)) is not None:
            first_changes.setdefault(storage, change)


def _copy_before(place: torch.fx.Node, value: torch.fx.Node) -> torch.fx.Node:
    with place.graph.inserting_before(place):
        copy = place.graph.call_function(torch.ops.aten.clone.default, (value,))
    copy.meta["val"] = torch.ops.aten.clone.default(value.meta["val"])
    return copy
