"""Equal work on the tensors of a list (`torch._foreach_*`, the steps of optimizers): which kernels become one.

Kernels of equal loops that do not wait for each other become one kernel with a loop over the tensors: it is launched
once, and the transfers of one tensor overlap with the computation of the one before.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from npusim.frontend.codegen.graph.metadata import is_of_optimizer, origins_of
from npusim.frontend.fusions.switches import FOREACH, is_on
from npusim.frontend.inductor.api import FusedSchedulerNode, SchedulerNode

_LISTS = ("aten._foreach_", "aten._fused_", "aten._amp_foreach_")


class TensorListNode(FusedSchedulerNode):  # type: ignore[misc]
    """Nodes for the tensors of a list.

    Attributes:
        parts: for each tensor the nodes of its kernel.
    """

    def __init__(self, scheduler: Any, nodes: Sequence[Any]) -> None:
        super().__init__(scheduler, [member for node in nodes for member in node.get_nodes()])
        self.parts = [list(node.get_nodes()) for node in nodes]


def join_lists(scheduler: Any, nodes: Sequence[Any]) -> list[Any]:
    """The nodes, with those for the tensors of a list joined; they are in an order that respects dependencies."""
    candidates = [node for node in nodes if _is_for_list(node)] if is_on(FOREACH) else []
    if len(candidates) < 2:
        return list(nodes)
    depths = _depths(scheduler, nodes)
    groups: dict[Hashable, list[Any]] = {}
    for node in candidates:
        alike = depths[node.get_name()], node.group, len(node.get_nodes())
        groups.setdefault(alike, []).append(node)  # whether their kernels are equal is seen when they are written
    joined = {members[0]: _join(scheduler, members) for members in groups.values() if len(members) > 1}
    gone = {node for members in groups.values() for node in members[1:]}
    result = [joined.get(node, node) for node in nodes if node not in gone]
    return scheduler.topological_sort_schedule(result) if joined else result  # type: ignore[no-any-return]


def _is_for_list(node: Any) -> bool:
    has_loops = isinstance(node, SchedulerNode | FusedSchedulerNode)  # a result without elements has none
    if not has_loops or node.is_template() or node.get_device().type != "npu":
        return False
    origins = origins_of(node.get_nodes())
    return any(map(is_of_optimizer, origins)) or any(_operator(origin).startswith(_LISTS) for origin in origins)


def _operator(origin: Any) -> str:
    return str(origin.meta.get("original_aten") or origin.target)


def _depths(scheduler: Any, nodes: Iterable[Any]) -> dict[str, int]:
    """The length of the longest chain of nodes that each waits for: nodes of one depth do not wait for each other, and
    joining them makes no cycle.
    """
    depths: dict[str, int] = {}
    for node in nodes:
        made = (scheduler.name_to_buf.get(dep.name) for dep in node.unmet_dependencies)
        makers = (buffer.defining_op_name() for buffer in made if buffer is not None)
        before = (scheduler.name_to_fused_node[maker].get_name() for maker in makers if maker is not None)
        depths[node.get_name()] = 1 + max((depths[name] for name in before), default=0)
    return depths


def _join(scheduler: Any, nodes: Sequence[Any]) -> TensorListNode:
    joined = TensorListNode(scheduler, nodes)
    scheduler.name_to_fused_node.update(dict.fromkeys(joined.get_operation_names(), joined))
    return joined
