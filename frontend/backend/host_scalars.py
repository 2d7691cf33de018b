"""Scalars of the host as operands of operators on the device, which PyTorch allows.

A kernel reads one from the host's memory if it is an input of the graph or computed from such. Others are moved, or are
constants: Inductor computes an operator where its first operand is, on the host, and a kernel that is to compute with
an element of a longer tensor of the host would read that tensor.
"""

from collections.abc import Iterator
from typing import Any

import torch
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
    found = [(node, scalar) for node in module.graph.nodes for scalar in _unreadable(node)]
    if found:
        _move(module, found)


def _move(module: GraphModule, found: list[tuple[Node, Node]]) -> None:
    tracing = GraphTracing(module, detect_fake_mode([scalar.meta["val"] for _, scalar in found]))
    host = HostOperands(tracing)
    for node, scalar in found:
        with tracing.before(node):
            moved = host.on_device(scalar)
        node.replace_input_with(scalar, tracing.node(moved))
    module.graph.eliminate_dead_code()


def _unreadable(node: Node) -> Iterator[Node]:
    if not _is_pointwise(node.target) or not _is_on(node, "npu"):
        return
    operands = [each for each in tree_leaves((node.args, node.kwargs)) if isinstance(each, Node)]
    for place, operand in enumerate(dict.fromkeys(operands)):
        if _is_on(operand, "cpu") and _rank(operand) == 0 and (place == 0 or _is_from_longer(operand)):
            yield operand


def _is_pointwise(target: Any) -> bool:
    return isinstance(target, OpOverload) and torch.Tag.pointwise in target.tags


def _is_from_longer(scalar: Node) -> bool:
    """Whether a tensor of the host with dimensions is among what determines a scalar."""
    seen, pending = set[Node](), [scalar]
    while pending:
        node = pending.pop()
        if node in seen or not _is_on(node, "cpu"):
            continue
        if _rank(node) > 0:
            return True
        seen.add(node)
        pending += node.all_input_nodes
    return False


def _is_on(node: Node, device: str) -> bool:
    value: Any = node.meta.get("val")
    return isinstance(value, torch.Tensor) and value.device.type == device


def _rank(node: Node) -> int:
    return int(node.meta["val"].dim())
