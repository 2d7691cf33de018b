"""What regions need to know of a graph's nodes: what makes two of them equal, and which may be in a region."""

import operator
from collections.abc import Hashable
from typing import Any

import torch
from npusim.frontend.codegen.graph.metadata import is_of_optimizer
from npusim.frontend.implementations.forcing import forced_here
from npusim.frontend.inductor.core_api import tree_leaves
from npusim.frontend.inductor.devices import is_on_npu

aten, prims = torch.ops.aten, torch.ops.prims

_READS_SEEDS = frozenset(
    {prims.inductor_random.default, aten._scaled_dot_product_fused_attention_overrideable_backward.default}
)
"""The integers that they read are no indices."""


def kind(node: torch.fx.Node) -> Hashable:
    """Equal for nodes that compute the same of tensors that look the same."""
    forced = tuple(sorted(forced_here(node).items()))
    return (node.op, str(node.target), _text(node.args), _text(node.kwargs), _text(node.meta.get("val")), forced)


def _text(value: Any) -> Hashable:
    if isinstance(value, torch.fx.Node):
        return ("node", _text(value.meta.get("val")))
    if isinstance(value, torch.Tensor):
        return (str(value.dtype), str(value.device), *map(tuple, (value.shape, value.stride())), value.storage_offset())
    if isinstance(value, (list, tuple)):
        return tuple(_text(each) for each in value)
    if isinstance(value, dict):
        return tuple((key, _text(each)) for key, each in value.items())
    if isinstance(value, slice):
        return ("slice", _text((value.start, value.stop, value.step)))
    return (type(value).__name__, repr(value))


def has_fixed_sizes(graph: torch.fx.Graph) -> bool:
    """Whether no size in the graph is a symbol."""
    return not any(is_open(value) for node in graph.nodes for value in tree_leaves(node.meta.get("val")))


def is_open(value: Any) -> bool:
    """Whether a value is a symbol, or a tensor with one among its sizes, strides and offset."""
    if isinstance(value, torch.Tensor):
        return any(isinstance(size, torch.SymInt) for size in (*value.shape, *value.stride(), value.storage_offset()))
    return isinstance(value, torch.SymInt | torch.SymFloat | torch.SymBool)


def is_parameter(node: torch.fx.Node) -> bool:
    """Whether a node stands for something that every copy gets from outside: a constant, a seed of random numbers."""
    return node.op != "call_function" or node.target is prims.inductor_lookup_seed.default


def can_be_in_region(node: torch.fx.Node) -> bool:
    """Whether a node is an operator that changes nothing, on real numbers of the device. Integers may be indices: they
    stay where their graph sees who reads them (`npusim.frontend.backend.control_operands`), unless nothing does.
    """
    if node.target is operator.getitem:
        return is_real(node.meta.get("val")) or all(user.op == "output" for user in node.users)
    is_pure = isinstance(node.target, torch._ops.OpOverload) and not node.target._schema.is_mutable
    if not is_pure or is_of_optimizer(node):
        return False
    read = [] if node.target in _READS_SEEDS else node.all_input_nodes
    return all(is_real(each.meta.get("val")) for each in (node, *read))


def is_real(value: Any) -> bool:
    """Whether a value is a tensor of real numbers or truth values on the device, or a list."""
    if isinstance(value, (list, tuple)):  # of which the nodes that take one tell
        return True
    return is_on_npu(value) and (value.is_floating_point() or value.dtype == torch.bool)
