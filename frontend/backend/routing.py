"""Routers of mixtures of experts in compiled graphs: where a program decides which expert a token goes to.

A top-k of a product's results, whose indices the program goes on with, is a decision: kernels behind it gather, loop
and have sizes by it. In mode `timing` a product is not computed, so the simulation's routing decides
(`scheduler/routing.py`). The decision is an operator of its own in every mode, so that kernels are the same.
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
        if node.target is not aten.topk.default or node.args[0] not in computed:
            continue
        choices = _choices(node)
        indices = next((user for user in node.users if user.args[1] == 1), None)
        if choices is None or indices is None or all(user.op == "output" for user in indices.users):
            continue
        with graph.inserting_after(indices):
            decided = graph.call_function(routed, (indices, choices))
        decided.meta = {**indices.meta, "val": torch.empty_like(indices.meta["val"]).contiguous()}
        indices.replace_all_uses_with(decided, delete_user_cb=lambda user, decided=decided: user is not decided)


def is_decision(node: Any) -> bool:
    """Whether an extern kernel of the lowered graph is a decision."""
    return getattr(node, "op_overload", None) is routed


def _choices(node: torch.fx.Node) -> int | None:
    """The number of experts, if this may be a router: along the last dimension, few of not too many."""
    sizes, count = node.args[0].meta["val"].shape, node.args[1]
    dim = node.args[2] if len(node.args) > 2 else -1
    is_static = isinstance(sizes[-1], int) and isinstance(count, int) if len(sizes) > 1 else False
    if not is_static or dim not in (-1, len(sizes) - 1) or sizes[-1] > _MOST_CHOICES or count > _MOST_CHOSEN:
        return None
    return int(sizes[-1])


def _behind_products(graph: torch.fx.Graph) -> set[torch.fx.Node]:
    found: set[torch.fx.Node] = set()
    for node in graph.nodes:
        if node.target in _PRODUCTS or any(each in found for each in node.all_input_nodes):
            found.add(node)
    return found
