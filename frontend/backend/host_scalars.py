"""Scalars of the host as operands of operators on the device, which PyTorch allows.

A kernel reads one from the host's memory if it is an input of the graph or computed from such. Others are moved, or are
constants: Inductor computes an operator where its first operand is, on the host, and a kernel that is to compute with
an element of a longer tensor of the host would read that tensor.
"""

from collections.abc import Container, Iterator
from typing import Any

import torch
from npusim.frontend.backend.graph_values import is_on
from npusim.frontend.complex_numbers.graph_tracing import GraphTracing
from npusim.frontend.complex_numbers.host_operands import HostOperands
from npusim.frontend.inductor.core_api import OpOverload, tree_leaves
from npusim.frontend.inductor.tracing_api import detect_fake_mode
from torch.fx import GraphModule, Node


def move_host_scalars(module: GraphModule) -> None:
    """Moves the scalars of a graph and of its subgraphs that kernels cannot take."""
    for part in module.children():
        if isinstance(part, GraphModule):
            move_host_scalars(part)
    scalars = {node for node in module.graph.nodes if is_on(node, "cpu") and _rank(node) == 0}
    users = {user for scalar in scalars for user in scalar.users}
    in_order = [node for node in module.graph.nodes if node in users]
    if found := [(node, scalar) for node in in_order for scalar in _unreadable(node, scalars)]:
        _move(module, found)


def _move(module: GraphModule, found: list[tuple[Node, Node]]) -> None:
    tracing = GraphTracing(module, detect_fake_mode([scalar.meta["val"] for _, scalar in found]))
    host = HostOperands(tracing)
    for node, scalar in found:
        with tracing.before(node):
            moved = host.on_device(scalar)
        node.replace_input_with(scalar, tracing.node(moved))
    module.graph.eliminate_dead_code()


def _unreadable(node: Node, scalars: Container[Node]) -> Iterator[Node]:
    if not _is_pointwise(node.target) or not is_on(node, "npu"):
        return
    operands = [each for each in tree_leaves((node.args, node.kwargs)) if isinstance(each, Node)]
    for place, operand in enumerate(dict.fromkeys(operands)):
        if operand in scalars and (place == 0 or _is_from_longer(operand)):
            yield operand


def _is_pointwise(target: Any) -> bool:
    return isinstance(target, OpOverload) and torch.Tag.pointwise in target.tags


def _is_from_longer(scalar: Node) -> bool:
    """Whether a tensor of the host with dimensions is among what determines a scalar."""
    seen, pending = set[Node](), [scalar]
    while pending:
        node = pending.pop()
        if node in seen or not is_on(node, "cpu"):
            continue
        if _rank(node) > 0:
            return True
        seen.add(node)
        pending += node.all_input_nodes
    return False


def _rank(node: Node) -> int:
    return int(node.meta["val"].dim())
