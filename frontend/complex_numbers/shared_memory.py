"""Results of a program that are views of one complex tensor, or of one tensor that is seen as complex too.

In eager PyTorch they share its memory: a later change of one is seen in the others.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.complex_numbers.pair import Pair
from npusim.frontend.inductor.core_api import tree_leaves, tree_map
from npusim.frontend.inductor.devices import is_on_npu
from torch.fx import Graph, Node


def shared_by_results(graph: Graph) -> set[int]:
    """The storages that several results look at which the program gets, and in which complex numbers lie.

    Views of the program's arguments are not among them: AOTAutograd makes these anew.
    """
    output = graph.output_node()
    results = tree_leaves(output.args[0])
    visible = output.meta.get("user_visible_output_idxs", range(len(results)))
    lookers: dict[int, set[Node]] = defaultdict(set)
    for place in visible:
        storage = storage_of(results[place])
        if storage is not None:
            lookers[storage].add(results[place])
    given = {storage_of(node) for node in graph.find_nodes(op="placeholder")}
    shared = {storage for storage, nodes in lookers.items() if len(nodes) > 1} - given
    return {storage_of(node) for node in graph.nodes if _is_complex(node) and storage_of(node) in shared}  # type: ignore[misc]


def storage_of(node: Any) -> int | None:
    """Identifies the storage of a node's value in the trace; None for what is no tensor of the device."""
    value = node.meta.get("val") if isinstance(node, Node) else None
    return identity(value) if is_on_npu(value) else None


def identity(tensor: torch.Tensor) -> int:
    """Identifies a tensor's storage."""
    return int(tensor.untyped_storage()._cdata)


def _is_complex(node: Node) -> bool:
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and value.is_complex()


def strides_in(placed: set[int], pair: Pair) -> Sequence[Any] | None:
    """The strides of a complex tensor that lies in one of these storages; None for one that does not."""
    if not pair.is_packed or identity(pair.packed) not in placed or pair.packed.stride(-1) != 1:
        return None
    return [step // 2 for step in pair.packed.stride()[:-1]]


def of_original(rule: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """What a rule for views gives: a view of a conjugate is the conjugate of the same view of its original."""
    first = args[0]
    if not isinstance(first, Pair) or first.conjugate_of is None:
        return rule(*args, **kwargs)
    seen = rule(first.conjugate_of, *args[1:], **kwargs)
    return tree_map(lambda each: each.conjugate() if isinstance(each, Pair) else each, seen)
