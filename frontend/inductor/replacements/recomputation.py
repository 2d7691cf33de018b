"""Operators that activation checkpointing computes again in the backward graph."""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.patching import around

_ATTENTION = torch.ops.aten._scaled_dot_product_fused_attention_overrideable.default
_DROPOUT = 4  # the place of dropout_p, which is 0 by default


@around
def leaving_out_what_draws_nothing(
    functionalize: Callable[..., Any], joint: Any, forward: Any, backward: Any, *rest: Any, **options: Any
) -> Any:
    """Wraps `functionalize_rng_ops`: attention without dropout is computed again like any other operator.

    The state of random numbers is kept for operators that may draw some. Attention may, so PyTorch wraps it into an
    operator that runs it and saves the state, and which no device of others has.
    """
    for node in joint.graph.nodes:
        if _draws_nothing(node):
            node.meta.pop("recompute", None)
    if not any("recompute" in node.meta and _may_draw(node) for node in joint.graph.nodes):
        return forward, backward
    return functionalize(joint, forward, backward, *rest, **options)


def _draws_nothing(node: torch.fx.Node) -> bool:
    if node.target is not _ATTENTION:
        return False
    dropout = node.args[_DROPOUT] if len(node.args) > _DROPOUT else node.kwargs.get("dropout_p", 0.0)
    return bool(dropout == 0.0)


def _may_draw(node: torch.fx.Node) -> bool:
    return torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ())
