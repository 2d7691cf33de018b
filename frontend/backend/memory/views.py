"""Nodes of a graph that are views of others."""

import operator

import torch

aten, prims = torch.ops.aten, torch.ops.prims

VIEW_SCATTERS = frozenset(
    {
        aten.select_scatter.default,
        aten.slice_scatter.default,
        aten.diagonal_scatter.default,
        aten.as_strided_scatter.default,
    }
)
"""Operators that give a tensor with a view of it replaced."""

_CONVERSIONS = frozenset({prims.convert_element_type.default, aten._to_copy.default})


def viewed(node: torch.fx.Node) -> torch.fx.Node | None:
    """What a node is a view of; None if it is none."""
    if node.target is operator.getitem:
        source = node.args[0]
        return source if viewed(source) is not None else None
    is_view = getattr(node.target, "is_view", False) or node.target is aten._unsafe_view.default
    return node.args[0] if is_view else None


def looks_at(node: torch.fx.Node) -> torch.fx.Node | None:
    """The node whose memory this one may share, as a view or a conversion to its own dtype; None if it has its own."""
    if node.target in _CONVERSIONS and node.args[0].meta["val"].dtype == node.meta["val"].dtype:
        return node.args[0]
    return viewed(node)


def memory_of(node: torch.fx.Node) -> torch.fx.Node:
    """The node behind a chain of views."""
    while (source := looks_at(node)) is not None:
        node = source
    return node
