"""Operators on narrow floats that give no new numbers, although PyTorch's decompositions compute in float32 and round.

A kernel keeps what it computes in float32 until it stores it. With `relu` alone rounded, `y - relu(y)` of a bfloat16
that was computed before would be an error of rounding, and not zero. Absolute values, choices and the larger of two
numbers are the same whether numbers are rounded before or after: they are taken of the narrow floats themselves.
"""

from collections.abc import Iterator
from numbers import Real
from typing import Any

import torch
from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.lowering.graph_rewrites import register_graph_rewrite
from torch.fx import Graph, Node

aten, prims = torch.ops.aten, torch.ops.prims

_CONVERT = prims.convert_element_type.default
_NARROW = (torch.bfloat16, torch.float16)
_CHOICES = frozenset(
    {
        aten.abs.default,
        aten.neg.default,
        aten.relu.default,
        aten.maximum.default,
        aten.minimum.default,
        aten.clamp.default,
        aten.clamp_min.default,
        aten.clamp_max.default,
        aten.where.self,
        aten.amax.default,
        aten.amin.default,
    }
)
"""Their results are numbers among their operands, up to signs."""
_VIEWS = frozenset(
    {
        aten.view.default,
        aten.reshape.default,
        aten.permute.default,
        aten.expand.default,
        aten.unsqueeze.default,
        aten.squeeze.dims,
        aten.slice.Tensor,
        aten.select.int,
    }
)
"""Those that say nothing of memory: a conversion need not keep the strides of what it converts."""
_Twin = tuple[Node, torch.dtype]


@register_graph_rewrite
def keep_narrow(graph: Graph) -> None:
    """Chains of choices between a conversion of narrow floats to float32 and one back choose from the narrow floats."""
    origins = _origins(graph)
    roundings = [node for node in graph.nodes if _is_rounding(node) and _dtype(node) == origins.get(node.args[0])]
    if not roundings:
        return
    needed = _needed(origins, roundings)
    twins: dict[_Twin, Node] = {}
    for node in list(graph.nodes):
        for dtype in _NARROW:
            if (node, dtype) in needed:
                twins[node, dtype] = _twin(graph, node, dtype, origins.get(node) == dtype, twins)
    for node in roundings:  # what converted is still a copy, also of an input or a view of it
        node.args = (twins[node.args[0], _dtype(node)], _dtype(node))
    graph.eliminate_dead_code()


def _origins(graph: Graph) -> dict[Node, torch.dtype]:
    """The dtype of the narrow floats that float32 nodes choose from, if it is one; some of the choice may be wider."""
    found: dict[Node, torch.dtype] = {}
    for node in graph.nodes:
        if _is_widened(node):
            found[node] = _dtype(node.args[0])
        elif _is_choice(node):
            dtypes = {found[operand] for operand in _operands(node) if operand in found}
            if len(dtypes) == 1 and _has_numbers_of(node, *dtypes):
                (found[node],) = dtypes
    return found


def _needed(origins: dict[Node, torch.dtype], roundings: list[Node]) -> set[_Twin]:
    """The float32 nodes that are needed as narrow floats."""
    needed: set[_Twin] = set()
    waiting: list[_Twin] = [(node.args[0], _dtype(node)) for node in roundings]
    while waiting:
        node, dtype = waiting.pop()
        if (node, dtype) not in needed:
            needed.add((node, dtype))
            if origins.get(node) == dtype and not _is_widened(node):
                waiting += [(operand, dtype) for operand in _operands(node)]
    return needed


def _twin(graph: Graph, node: Node, dtype: torch.dtype, is_choice: bool, twins: dict[_Twin, Node]) -> Node:
    """A float32 node as narrow floats, behind it: a choice from narrow floats, else its rounding."""
    if is_choice and _is_widened(node):
        source: Node = node.args[0]
        return source
    last_input = graph.find_nodes(op="placeholder")[-1] if node.op == "placeholder" else node
    with graph.inserting_after(last_input):
        if is_choice:
            made = graph.node_copy(node, lambda operand: twins.get((operand, dtype), operand))
        else:
            made = graph.call_function(_CONVERT, (node, dtype))
    made.meta = {**node.meta, "val": node.meta["val"].to(dtype)}
    return made


def _is_rounding(node: Node) -> bool:
    return node.target is _CONVERT and _is_wide(node.args[0]) and _dtype(node) in _NARROW


def _is_widened(node: Node) -> bool:
    """Whether a node is a narrow float in float32."""
    return node.target is _CONVERT and _is_wide(node) and _dtype(node.args[0]) in _NARROW


def _is_choice(node: Node) -> bool:
    is_one = node.target in _CHOICES or node.target in _VIEWS
    return is_one and not node.kwargs and _is_wide(node) and all(map(_is_wide, _operands(node)))


def _operands(node: Node) -> Iterator[Node]:
    """The tensors that the numbers of a choice come from."""
    given = node.args[:1] if node.target in _VIEWS else node.args[1:] if node.target is aten.where.self else node.args
    return (argument for argument in given if isinstance(argument, Node))


def _has_numbers_of(node: Node, dtype: torch.dtype) -> bool:
    """Whether the numbers that a choice is from are of a dtype; dimensions always are."""
    numbers = () if node.target in _VIEWS else [argument for argument in node.args if isinstance(argument, Real)]
    return all(float(torch.tensor(number, dtype=dtype)) == number for number in numbers)


def _is_wide(node: Any) -> bool:
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and value.dtype == torch.float32 and value.device.type == DEVICE_TYPE


def _dtype(node: Node) -> torch.dtype:
    dtype: torch.dtype = node.meta["val"].dtype
    return dtype
