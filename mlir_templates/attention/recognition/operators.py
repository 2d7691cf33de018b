"""The operators of attention that a program writes out, and their lowerings.

They differ from PyTorch's operator in what hidden scores and rows without visible keys give (`Scoring`): what the
program's own operators give.
"""

import math
from typing import Any

import torch
from npusim.frontend import lower, register_lowering
from npusim.frontend.fusions.fused_operators import register_fused_operator
from npusim.frontend.fusions.switches import ATTENTION
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.lowering.operators import define_operator
from npusim.frontend.verification.attention import gradient_of_scores, gradients_of, result_of, scores_of
from npusim.mlir_templates.attention.layouts import of_gradients, with_shared_in_memory
from npusim.mlir_templates.attention.lowering import forward_of
from npusim.mlir_templates.attention.recognition.operands import ROWS_FIRST
from npusim.mlir_templates.attention.scoring import Scoring


def _forward(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: torch.Tensor | None,
    scale: float,
    hidden: float,
    rows_first: bool,
    is_causal: bool,
) -> tuple[torch.Tensor, torch.Tensor]:
    scores = scores_of(query, key, mask, is_causal, scale, hidden)
    output = _empty(query, (*query.shape[:-1], value.shape[-1]), rows_first)
    logsumexp = scores.logsumexp(-1)
    if _scoring(scale, hidden).far_below is not None:
        logsumexp = logsumexp.masked_fill(scores.amax(-1) == hidden, -math.inf)
    return output.copy_(result_of(scores, query, value)), logsumexp


def _backward(
    grad_out: torch.Tensor,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: torch.Tensor | None,
    out: torch.Tensor,
    logsumexp: torch.Tensor,
    scale: float,
    hidden: float,
    rows_first: bool,
    is_causal: bool,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    weights = (scores_of(query, key, mask, is_causal, scale, hidden) - logsumexp[..., None]).exp()
    if _scoring(scale, hidden).far_below is not None:
        weights = torch.where(logsumexp[..., None] == -math.inf, 1 / key.shape[-2], weights)
    change = gradient_of_scores(grad_out, query, value, out, weights)
    if mask is not None and mask.dtype == torch.bool:
        change = torch.where(mask, change, 0.0)
    found = gradients_of(grad_out, query, key, value, weights, change, scale)
    of_query, of_key, of_value = (_empty(x, x.shape, rows_first).copy_(x) for x in found)
    return of_query, of_key, of_value


def _empty(like: torch.Tensor, size: Any, rows_first: bool) -> torch.Tensor:
    if rows_first:
        return torch.empty_permuted(size, ROWS_FIRST, dtype=like.dtype, device=like.device)
    return like.new_empty(size)


@define_operator(
    "softmax_attention(Tensor query, Tensor key, Tensor value, Tensor? mask, float scale, float hidden, "
    "bool rows_first, bool is_causal) -> (Tensor, Tensor)",
    on_host=_forward,
)
def softmax_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: Any,
    scale: float,
    hidden: float,
    rows_first: bool,
    is_causal: bool,
) -> tuple[torch.Tensor, torch.Tensor]:
    """`softmax(scale * query @ key^T + mask) @ value` and the logsumexp.

    Args:
        query: (B, H, S, D); key and value are (B, G, T, D) and (B, G, T, E), where G divides H.
        mask: added; one of bools is true where a score is seen, all others are `hidden`.
        is_causal: a query sees the keys up to its own position; there is no mask then.
        rows_first: results lie in memory as (batch, rows, heads, width), else as (batch, heads, rows, width).
    """
    size = (*query.shape[:-1], value.shape[-1])
    wide = torch.promote_types(query.dtype, torch.float32)
    return _empty(query, size, rows_first), query.new_empty(query.shape[:-1], dtype=wide)


@define_operator(
    "softmax_attention_backward(Tensor grad_out, Tensor query, Tensor key, Tensor value, Tensor? mask, Tensor out, "
    "Tensor logsumexp, float scale, float hidden, bool rows_first, bool is_causal) -> (Tensor, Tensor, Tensor)",
    on_host=_backward,
)
def softmax_attention_backward(
    grad_out: torch.Tensor, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, *rest: Any
) -> tuple[torch.Tensor, ...]:
    """Gradients of query, key and value."""
    rows_first = rest[-2]
    return tuple(_empty(x, x.shape, rows_first) for x in (query, key, value))


register_fused_operator(softmax_attention, ATTENTION, "a product", "its softmax and a product with that")
register_fused_operator(softmax_attention_backward, ATTENTION, "products", "the gradient of a softmax between them")
inductor.add_layout_constraint(softmax_attention, with_shared_in_memory)
inductor.add_layout_constraint(softmax_attention_backward, of_gradients)


@register_lowering(softmax_attention)
def lower_softmax_attention(
    query: Any, key: Any, value: Any, mask: Any, scale: float, hidden: float, rows_first: bool, is_causal: bool
) -> Any:
    """Output and logsumexp."""
    return forward_of(query, key, value, mask, _scoring(scale, hidden, is_causal))


@register_lowering(softmax_attention_backward)
def lower_softmax_attention_backward(
    grad_out: Any,
    query: Any,
    key: Any,
    value: Any,
    mask: Any,
    out: Any,
    logsumexp: Any,
    scale: float,
    hidden: float,
    rows_first: bool,
    is_causal: bool,
) -> Any:
    """Gradients of query, key and value."""
    tensors = (grad_out, query, key, value, mask, out, logsumexp)
    return lower("attention_backward", *tensors, _scoring(scale, hidden, is_causal), False)[:3]


def _scoring(scale: float, hidden: float, is_causal: bool = False) -> Scoring:
    return Scoring(scale, is_causal, hidden=hidden, empty_rows_are_nan=True)
