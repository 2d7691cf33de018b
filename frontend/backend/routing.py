"""Routers of mixtures of experts in compiled graphs: where a program decides which expert a token goes to.

A top-k of a product's results, whose indices the program goes on with, is a decision: kernels behind it gather, loop
and have sizes by it. So is the place of a maximum that selects rows (Switch Transformer). In mode `timing` a product is
not computed, so the simulation's routing decides (`scheduler/routing.py`). The decision is an operator of its own in
every mode, so that kernels are the same.
"""

from typing import Any

import torch
from npusim.frontend.lowering.operators import define_operator
from npusim.scheduler import current_simulation, routing
from npusim.scheduler.tensors.poison_values import is_poison

aten = torch.ops.aten
_MOST_CHOICES, _MOST_CHOSEN = 4096, 64
"""Larger top-k operators sample or search."""
_PRODUCTS = {
    aten.mm.default,
    aten.addmm.default,
    aten.bmm.default,
    aten.baddbmm.default,
    aten._grouped_mm.default,
    aten._scaled_mm.default,
    aten._int_mm.default,
}
_LARGEST = {aten.argmax.default, aten.max.dim}
_SELECTING = {
    aten.nonzero.default: (0,),
    aten._grouped_mm.default: (2,),
    aten.index.Tensor: (1,),
    aten._unsafe_index.Tensor: (1,),
    aten.index_put.default: (1,),
    aten.index_add.default: (2,),
    aten.index_select.default: (2,),
}
"""Operators that choose rows, or the number of rows, by some of their arguments: indices, masks or counts."""
_ORDERS_AND_COUNTS = {
    aten.sort.default,
    aten.sort.stable,
    aten.argsort.default,
    aten.argsort.stable,
    aten.bincount.default,
    aten.cumsum.default,
    aten.scatter_add.default,
    aten.scatter.src,
    aten.scatter.value,
}
"""What they make of numbers of experts are none, and neither are masks."""
_MATRICES = 3
"""Dimensions of the weights of all experts; an index of fewer is a search in a table."""


def _on_device(indices: torch.Tensor, choices: int) -> torch.Tensor:
    from npusim.frontend.device.memory import cpu_alias

    decided = torch.empty_like(indices, memory_format=torch.contiguous_format)
    held, shape = cpu_alias(decided), (indices.numel() // indices.shape[-1], indices.shape[-1])
    if is_poison(indices):
        held.copy_(torch.from_numpy(routing.next_decision(current_simulation(), choices, shape)).view(indices.shape))
        return decided
    held.copy_(cpu_alias(indices))
    if routing.is_recorded():
        routing.record(choices, held.reshape(shape).to(torch.int64).numpy().copy())
    return decided


@define_operator(
    "routed(Tensor indices, int choices) -> Tensor",
    on_device=_on_device,
    on_host=lambda indices, choices: indices.clone(),
)
def routed(indices: torch.Tensor, choices: int) -> torch.Tensor:
    """The indices of chosen experts: as computed, or by the simulation's routing where they are poison.

    Args:
        indices: (..., experts per token), integers below `choices`.
        choices: experts to choose from.
    """
    return torch.empty_like(indices, memory_format=torch.contiguous_format)


def mark_decisions(graph: torch.fx.Graph) -> None:
    """Puts `npusim::routed` behind the routers of a graph."""
    computed = _behind_products(graph)
    for node in list(graph.nodes):
        if not node.all_input_nodes or node.all_input_nodes[0] not in computed:
            continue
        if node.target is aten.topk.default:
            _decide(graph, *_of_topk(node))
        elif node.target in _LARGEST:
            _decide(graph, *_of_largest(node))


def _decide(graph: torch.fx.Graph, indices: torch.fx.Node | None, choices: int | None, is_row: bool) -> None:
    """Replaces the indices of a decision by what is decided.

    Args:
        is_row: the last dimension of the indices is that of a token's experts; else there is one expert per token.
    """
    if indices is None or choices is None:
        return
    users = list(indices.users)
    with graph.inserting_after(indices):
        row = indices if is_row else _made(graph, aten.unsqueeze.default, indices, -1)
    with graph.inserting_after(row):
        decided = _made(graph, routed, row, choices)
    with graph.inserting_after(decided):
        decided = decided if is_row else _made(graph, aten.squeeze.dim, decided, -1)
    for user in users:
        user.replace_input_with(indices, decided)


def _made(graph: torch.fx.Graph, target: Any, source: torch.fx.Node, option: int) -> torch.fx.Node:
    """A new node for an operator of a tensor and a number, with its value's metadata."""
    node = graph.call_function(target, (source, option))
    node.meta = {**source.meta, "val": target(source.meta["val"], option)}
    return node


def _of_topk(node: torch.fx.Node) -> tuple[torch.fx.Node | None, int | None, bool]:
    """The arguments of `_decide` for a top-k, whose indices are more than a result."""
    indices = _output(node, 1)
    count, dim = node.args[1], node.args[2] if len(node.args) > 2 else -1
    if indices is None or all(user.op == "output" for user in indices.users):
        return None, None, True
    return indices, _choices(node, dim) if isinstance(count, int) and count <= _MOST_CHOSEN else None, True


def _of_largest(node: torch.fx.Node) -> tuple[torch.fx.Node | None, int | None, bool]:
    """The same for the place of a maximum, which must select rows: as a class or a token it is no decision."""
    indices = node if node.target is aten.argmax.default else _output(node, 1)
    dim = node.args[1] if len(node.args) > 1 else None
    keeps_row = len(node.args) > 2 and bool(node.args[2])
    choices = _choices(node, dim)
    if indices is None or choices is None or not _selects(indices, choices):
        return None, None, True
    return indices, choices, keeps_row


def _output(node: torch.fx.Node, number: int) -> torch.fx.Node | None:
    return next((user for user in node.users if user.args[1] == number), None)


def _selects(indices: torch.fx.Node, choices: int) -> bool:
    """Whether masks and integers made of indices select rows, or are a one-hot mask that another graph selects by."""
    reached = {indices: True}  # whether a node holds numbers of experts
    open_nodes = [indices]
    while open_nodes:
        node = open_nodes.pop()
        for user in node.users:
            if _selects_by(user, node, reached[node]) or (user.op == "output" and _is_one_hot(node, indices, choices)):
                return True
            if user not in reached and not _has_fractions(user):
                reached[user] = reached[node] and not (user.target in _ORDERS_AND_COUNTS or _is_mask(user))
                open_nodes.append(user)
    return False


def _selects_by(user: torch.fx.Node, node: torch.fx.Node, are_experts: bool) -> bool:
    """Whether an operator selects rows by a node: a mask, an order, counts; or experts' matrices by their numbers."""
    if user.target not in _SELECTING:
        return False
    chosen_by = [user.args[place] for place in _SELECTING[user.target] if place < len(user.args)]
    chosen_by.append(user.kwargs.get("offs"))
    if not any(node is each or (isinstance(each, (list, tuple)) and node in each) for each in chosen_by):
        return False
    return not are_experts or (user.target is aten.index.Tensor and user.args[0].meta["val"].dim() >= _MATRICES)  # type: ignore[union-attr]


def _is_mask(node: torch.fx.Node) -> bool:
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and value.dtype == torch.bool


def _is_one_hot(node: torch.fx.Node, indices: torch.fx.Node, choices: int) -> bool:
    value = node.meta.get("val")
    is_mask = isinstance(value, torch.Tensor) and value.dim() > indices.meta["val"].dim()
    return is_mask and bool(value.shape[-1] == choices)


def _has_fractions(node: torch.fx.Node) -> bool:
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and (value.is_floating_point() or value.is_complex())


def is_decision(node: Any) -> bool:
    """Whether an extern kernel of the lowered graph is a decision."""
    return getattr(node, "op_overload", None) is routed


def _choices(node: torch.fx.Node, dim: Any) -> int | None:
    """The number of experts, if this may be a router: along the last dimension, not too many."""
    sizes = node.args[0].meta["val"].shape  # type: ignore[union-attr]
    if len(sizes) < 2 or not isinstance(sizes[-1], int) or dim not in (-1, len(sizes) - 1):
        return None
    return int(sizes[-1]) if sizes[-1] <= _MOST_CHOICES else None


def _behind_products(graph: torch.fx.Graph) -> set[torch.fx.Node]:
    found: set[torch.fx.Node] = set()
    for node in graph.nodes:
        if node.target in _PRODUCTS or any(each in found for each in node.all_input_nodes):
            found.add(node)
    return found
