"""Masks of bools, which PyTorch converts to numbers in front of attention: 0 for visible keys, -inf for hidden ones.

The attention kernels read the bools: a quarter of the bytes or less, and no kernel that converts them.
"""

import math
from typing import Any

import torch
from npusim.frontend.inductor.tracing_api import statically_known_true
from npusim.frontend.lowering.graph_rewrites import register_graph_rewrite
from npusim.mlir_templates.attention.dropout import dropout_attention, dropout_attention_backward
from npusim.mlir_templates.attention.graph_nodes import filled_with
from torch.fx import Graph, Node

aten = torch.ops.aten
_ATTENTION = aten._scaled_dot_product_fused_attention_overrideable.default
_BACKWARD = aten._scaled_dot_product_fused_attention_overrideable_backward.default


@register_graph_rewrite
def read_bools(graph: Graph) -> None:
    """Attentions read masks before their conversion, unless these need gradients."""
    for operator in (_ATTENTION, dropout_attention):
        for node in graph.find_nodes(op="call_function", target=operator):
            _read_bools(node, 3)
    for node in graph.find_nodes(op="call_function", target=_BACKWARD):
        if not node.args[5][3]:  # type: ignore[index]
            _read_bools(node, 4)
    for node in graph.find_nodes(op="call_function", target=dropout_attention_backward):
        _read_bools(node, 4)
    graph.eliminate_dead_code()


def _read_bools(node: Node, position: int) -> None:
    mask = _bools(node.args[position]) if len(node.args) > position else None
    if mask is not None:
        node.update_arg(position, mask)


def _bools(bias: Any) -> Node | None:
    """The mask of which a bias is the conversion."""
    if not isinstance(bias, Node) or bias.target != aten.where.self:
        return None
    mask, visible, hidden = bias.args
    if filled_with(visible) != 0.0 or filled_with(hidden) != -math.inf or not isinstance(mask, Node):
        return None
    value, converted = mask.meta.get("val"), bias.meta.get("val")
    if not isinstance(value, torch.Tensor) or not isinstance(converted, torch.Tensor) or value.dtype != torch.bool:
        return None
    known = value.ndim == converted.ndim and all(
        statically_known_true(one == other) for one, other in zip(value.shape, converted.shape, strict=True)
    )
    return mask if known and value.device == converted.device else None
