"""The nodes around a call that its kernel may compute as well: candidates are compared with them, since one that cannot
fuse them pays for the kernels that it leaves over.
"""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.inductor.core_api import OpOverload
from npusim.frontend.inductor.devices import is_on_npu
from torch.fx import Node

MOST_NODES = 24
"""Of a call and its surroundings; what is further away is computed apart."""
_FUSED = frozenset({torch.Tag.pointwise, torch.Tag.reduction})
_CONVERSION = "prims::convert_element_type"


def surroundings(node: Node) -> Sequence[Node]:
    """The call and what may be fused with it, in the order of the graph.

    That are pointwise operators, reductions and views that read its result, directly or not, and pointwise operators
    that nothing else reads before it.
    """
    found = {node: None}
    _add_readers(node, found)
    _add_producers(node, found)
    return sorted(found)


def _add_readers(node: Node, found: dict[Node, None]) -> None:
    waiting = list(node.users)
    while waiting and len(found) < MOST_NODES:
        reader = waiting.pop(0)
        if reader not in found and _is_fused(reader):
            found[reader] = None
            waiting += reader.users


def _add_producers(node: Node, found: dict[Node, None]) -> None:
    waiting = list(node.all_input_nodes)
    while waiting and len(found) < MOST_NODES:
        producer = waiting.pop(0)
        if producer not in found and _is_fused(producer) and all(user in found for user in producer.users):
            found[producer] = None
            waiting += producer.all_input_nodes


def _is_fused(node: Node) -> bool:
    """Whether an operator may be computed on the tiles of another."""
    operator: Any = node.target
    if not isinstance(operator, OpOverload) or operator._schema.is_mutable or not _is_tensor(node):
        return False
    if torch.Tag.nondeterministic_seeded in operator.tags:
        return False
    is_view = any(result.alias_info is not None for result in operator._schema.returns)
    return is_view or bool(_FUSED & set(operator.tags)) or operator._schema.name == _CONVERSION


def _is_tensor(node: Node) -> bool:
    return is_on_npu(node.meta.get("val"))
