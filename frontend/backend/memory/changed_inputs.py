"""Values that a graph keeps of an input which it changes."""

import torch
from npusim.frontend.backend.memory.views import home_of
from npusim.frontend.inductor.api import get_node_storage

_COPY = torch.ops.aten.copy_.default


def keep_former_values(graph: torch.fx.Graph) -> None:
    """Makes copies of what later changes of inputs read, or the backward graph gets, and an earlier change overwrites.

    AOTAutograd ends a graph with one ``copy_(input, value)`` for each input that the program changes; all of the values
    are those from before. Inductor removes copies that change nothing while no input is written, such as the one of
    ``t = x.clone(); x.copy_(y); y.copy_(t)`` (`remove_noop_ops`, on every device), after which the second `copy_`
    reads what the first has written; so it does where `t` is an update of x that is made in place. An input that is
    saved for the backward graph would have its new value there.
    """
    first_changes: dict[int, torch.fx.Node] = {}
    for change in graph.find_nodes(op="call_function", target=_COPY):
        target, value = change.args[:2]
        if isinstance(value, torch.fx.Node):
            storages = get_node_storage(value), get_node_storage(home_of(value))
            if place := next((first_changes[storage] for storage in storages if storage in first_changes), None):
                change.update_arg(1, _copy_before(place, value))
        if isinstance(target, torch.fx.Node) and (storage := get_node_storage(target)) is not None:
            first_changes.setdefault(storage, change)
    if first_changes:
        _save_former_values(graph.output_node(), first_changes)


def _save_former_values(output: torch.fx.Node, first_changes: dict[int, torch.fx.Node]) -> None:
    results = list(output.args[0])
    visible = output.meta.get("user_visible_output_idxs", range(len(results)))
    for place, result in enumerate(results):
        is_saved = place not in visible and isinstance(result, torch.fx.Node)
        if is_saved and (storage := get_node_storage(result)) in first_changes:
            results[place] = _copy_before(first_changes[storage], result)
    output.args = (tuple(results),)


def _copy_before(place: torch.fx.Node, value: torch.fx.Node) -> torch.fx.Node:
    with place.graph.inserting_before(place):
        return copied(value)


def copied(value: torch.fx.Node) -> torch.fx.Node:
    """A copy of a value, where the graph takes new nodes."""
    copy = value.graph.call_function(torch.ops.aten.clone.default, (value,))
    copy.meta = {**value.meta, "val": torch.ops.aten.clone.default(value.meta["val"])}
    return copy
