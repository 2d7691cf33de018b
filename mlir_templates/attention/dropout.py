"""Attention with dropout: PyTorch's operator becomes random numbers and an operator that reads what they keep.

The numbers are drawn once, for forward and backward, in a kernel of their own: a graph holds them as it holds all
random numbers, so activation checkpointing and copies of layers treat them as such. What they keep is handed from
PyTorch's forward to its backward as the seed.
"""

import math
from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend import lower, register_lowering
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.lowering.decompositions import KEPT, register_decomposition
from npusim.frontend.lowering.operators import define_operator
from npusim.frontend.verification.attention import gradient_of_scores, gradients_of, result_of, scores_of
from npusim.mlir_templates.attention.layouts import of_gradients, with_shared_in_memory
from npusim.mlir_templates.attention.lowering import forward_of
from npusim.mlir_templates.attention.scoring import Dropout, Scoring

aten = torch.ops.aten


def _forward(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    bias: torch.Tensor | None,
    kept: torch.Tensor,
    scale: float,
    is_causal: bool,
    probability: float,
) -> tuple[torch.Tensor, torch.Tensor]:
    scores = scores_of(query, key, bias, is_causal, scale)
    factor = kept * Dropout(kept, probability).factor
    return result_of(scores, query, value, factor).contiguous(), scores.logsumexp(-1)


def _backward(
    grad_out: torch.Tensor,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    bias: torch.Tensor | None,
    kept: torch.Tensor,
    out: torch.Tensor,
    logsumexp: torch.Tensor,
    scale: float,
    is_causal: bool,
    probability: float,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    shift = logsumexp.masked_fill(logsumexp == -math.inf, 0.0)[..., None]
    weights = (scores_of(query, key, bias, is_causal, scale) - shift).exp()
    factor = kept * Dropout(kept, probability).factor
    change = gradient_of_scores(grad_out, query, value, out, weights, factor)
    of_query, of_key, of_value = gradients_of(grad_out, query, key, value, weights * factor, change, scale)
    made = _gradients_like(query, key, value)
    return made[0].copy_(of_query), made[1].copy_(of_key), made[2].copy_(of_value)


def _gradients_like(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """With the layouts that products give, as PyTorch's gradients have on the CPU: that of keys is transposed."""
    is_repeated = key.shape[1] != query.shape[1]
    of_key = (0, 1, 2, 3) if is_repeated else (0, 1, 3, 2)
    return (
        query.new_empty(query.shape),
        torch.empty_permuted(key.shape, of_key, dtype=key.dtype, device=key.device),
        value.new_empty(value.shape),
    )


@define_operator(
    "dropout_attention(Tensor query, Tensor key, Tensor value, Tensor? bias, Tensor kept, float scale, "
    "bool is_causal, float probability) -> (Tensor, Tensor)",
    on_host=_forward,
)
def dropout_attention(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, *rest: Any
) -> tuple[torch.Tensor, torch.Tensor]:
    """`dropout(softmax(scale * query @ key^T + bias)) @ value` and the logsumexp.

    Args:
        query: (B, H, S, D); key and value are (B, G, T, D) and (B, G, T, E), where G divides H.
        kept: bools (B, H, S, T), true where a weight is kept.
    """
    wide = torch.promote_types(query.dtype, torch.float32)
    output = query.new_empty((*query.shape[:-1], value.shape[-1]))
    return output, query.new_empty(query.shape[:-1], dtype=wide)


@define_operator(
    "dropout_attention_backward(Tensor grad_out, Tensor query, Tensor key, Tensor value, Tensor? bias, Tensor kept, "
    "Tensor out, Tensor logsumexp, float scale, bool is_causal, float probability) -> (Tensor, Tensor, Tensor)",
    on_host=_backward,
)
def dropout_attention_backward(
    grad_out: torch.Tensor, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, *rest: Any
) -> tuple[torch.Tensor, ...]:
    """Gradients of query, key and value."""
    return _gradients_like(query, key, value)


inductor.add_layout_constraint(dropout_attention, with_shared_in_memory)
inductor.add_layout_constraint(dropout_attention_backward, of_gradients)


@register_decomposition(aten._scaled_dot_product_fused_attention_overrideable.default)
def attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_bias: torch.Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    return_debug_mask: bool = False,
    *,
    scale: float | None = None,
) -> Any:
    """PyTorch's operator with dropout; without it stays one operator."""
    if dropout_p == 0.0:
        return KEPT
    size = (*query.shape[:3], key.shape[2])
    kept = torch.rand(size, dtype=torch.float32, device=query.device) > dropout_p
    options = _scale(query, scale), is_causal, dropout_p
    output, logsumexp = dropout_attention(query, key, value, attn_bias, kept, *options)
    offset = kept.new_empty((), dtype=torch.int64)
    return output, logsumexp, None, None, query.shape[2], key.shape[2], kept, offset, None


@register_decomposition(aten._scaled_dot_product_fused_attention_overrideable_backward.default)
def attention_backward(
    grad_out: torch.Tensor,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_bias: torch.Tensor | None,
    grad_input_mask: Sequence[bool],
    out: torch.Tensor,
    logsumexp: torch.Tensor,
    cum_seq_q: Any,
    cum_seq_k: Any,
    max_q: Any,
    max_k: Any,
    dropout_p: float,
    is_causal: bool,
    philox_seed: torch.Tensor,
    philox_offset: torch.Tensor,
    *,
    scale: float | None = None,
) -> Any:
    """Its gradients; the seed is what the forward kept."""
    if dropout_p == 0.0:
        return KEPT
    options = _scale(query, scale), is_causal, dropout_p
    tensors = grad_out, query, key, value, attn_bias, philox_seed, out, logsumexp
    return (*dropout_attention_backward(*tensors, *options), None)


def _scale(query: torch.Tensor, scale: float | None) -> float:
    return float(1.0 / math.sqrt(max(query.shape[-1], 1)) if scale is None else scale)


@register_lowering(dropout_attention)
def lower_attention(
    query: Any, key: Any, value: Any, bias: Any, kept: Any, scale: float, is_causal: bool, probability: float
) -> Any:
    """Output and logsumexp."""
    kept.realize()
    return forward_of(query, key, value, bias, Scoring(scale, is_causal, dropout=Dropout(kept, probability)))


@register_lowering(dropout_attention_backward)
def lower_attention_backward(
    grad_out: Any,
    query: Any,
    key: Any,
    value: Any,
    bias: Any,
    kept: Any,
    out: Any,
    logsumexp: Any,
    scale: float,
    is_causal: bool,
    probability: float,
) -> Any:
    """Gradients of query, key and value."""
    kept.realize()
    tensors = grad_out, query, key, value, bias, out, logsumexp
    scoring = Scoring(scale, is_causal, dropout=Dropout(kept, probability))
    return lower("attention_with_dropout_backward", *tensors, scoring, False)[:3]
