"""Nodes of a graph that are views of others, or may be computed in the memory of others."""

import operator
from collections.abc import Sequence

import torch
from npusim.frontend.inductor.api import inplaceable_ops

aten, prims = torch.ops.aten, torch.ops.prims

VIEW_SCATTERS = frozenset(
    {
        aten.select_scatter.default,
        aten.slice_scatter.default,
        aten.diagonal_scatter.default,
        aten.as_strided_scatter.default,
    }
)
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


def updated(node: torch.fx.Node) -> Sequence[int]:
    """The places of arguments in whose memory Inductor may compute a node."""
    if node.target in VIEW_SCATTERS:
        return (0,)
    operator = inplaceable_ops.get(node.target)
    places = [] if operator is None else operator.mutated_args
    return [place for place in places if isinstance(node.args[place], torch.fx.Node)]


def home_of(node: torch.fx.Node) -> torch.fx.Node:
    """The node behind a chain of views and updates: where a node lies if Inductor makes all of them in place."""
    node = memory_of(node)
    while places := updated(node):
        node = memory_of(node.args[places[0]])
    return node
