"""The fused operators that `nn.TransformerEncoderLayer` and `nn.MultiheadAttention` call for inference.

They are decomposed into projections, attention, normalisation and two linear layers.
"""

import math

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from torch.nn import functional

aten = torch.ops.aten
_PADDING = 1
"""The mask_type of masks (batch, keys); 0 means (queries, keys), 2 means (batch, heads, queries, keys)."""


def _heads(x: torch.Tensor, count: int) -> torch.Tensor:
    """Splits (batch, tokens, width) into (batch, heads, tokens, width of a head)."""
    batch, tokens, width = x.shape
    return x.view(batch, tokens, count, width // count).transpose(1, 2)


def _weights(query: torch.Tensor, key: torch.Tensor, mask: torch.Tensor | None, mask_type: int | None) -> torch.Tensor:
    """Attention weights; True in the mask hides a key."""
    scores = (query / math.sqrt(query.shape[-1])) @ key.transpose(-2, -1)
    if mask is not None:
        hidden = mask[:, None, None, :] if mask_type == _PADDING else mask
        scores = scores.masked_fill(hidden.bool(), -math.inf)
    return torch.softmax(scores, -1)


def _projected(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor
) -> tuple[torch.Tensor, ...]:
    inputs = zip((query, key, value), weight.chunk(3), bias.chunk(3), strict=True)
    return tuple(functional.linear(x, w, b) for x, w, b in inputs)


@register_decomposition(aten._native_multi_head_attention.default)
def multi_head_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    embed_dim: int,
    num_head: int,
    qkv_weight: torch.Tensor,
    qkv_bias: torch.Tensor,
    proj_weight: torch.Tensor,
    proj_bias: torch.Tensor,
    mask: torch.Tensor | None = None,
    need_weights: bool = True,
    average_attn_weights: bool = True,
    mask_type: int | None = None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """The output and, where asked for, the attention weights (else an empty tensor)."""
    q, k, v = (_heads(x, num_head) for x in _projected(query, key, value, qkv_weight, qkv_bias))
    weights = _weights(q, k, mask, mask_type)
    mixed = (weights @ v).transpose(1, 2).reshape(query.shape)
    output = functional.linear(mixed, proj_weight, proj_bias)
    if not need_weights:
        return output, query.new_empty(0)
    return output, weights.mean(1) if average_attn_weights else weights


@register_decomposition(aten._transformer_encoder_layer_fwd.default)
def transformer_encoder_layer(
    src: torch.Tensor,
    embed_dim: int,
    num_heads: int,
    qkv_weight: torch.Tensor,
    qkv_bias: torch.Tensor,
    proj_weight: torch.Tensor,
    proj_bias: torch.Tensor,
    use_gelu: bool,
    norm_first: bool,
    eps: float,
    norm_weight_1: torch.Tensor,
    norm_bias_1: torch.Tensor,
    norm_weight_2: torch.Tensor,
    norm_bias_2: torch.Tensor,
    ffn_weight_1: torch.Tensor,
    ffn_bias_1: torch.Tensor,
    ffn_weight_2: torch.Tensor,
    ffn_bias_2: torch.Tensor,
    mask: torch.Tensor | None = None,
    mask_type: int | None = None,
) -> torch.Tensor:
    """Attention and the two linear layers, each with its residual, normalised before or after."""

    def attend(x: torch.Tensor) -> torch.Tensor:
        projections = (qkv_weight, qkv_bias, proj_weight, proj_bias)
        return multi_head_attention(x, x, x, embed_dim, num_heads, *projections, mask, False, True, mask_type)[0]

    def forward(x: torch.Tensor) -> torch.Tensor:
        inner = functional.linear(x, ffn_weight_1, ffn_bias_1)
        inner = functional.gelu(inner) if use_gelu else functional.relu(inner)
        return functional.linear(inner, ffn_weight_2, ffn_bias_2)

    def first(x: torch.Tensor) -> torch.Tensor:
        return functional.layer_norm(x, (embed_dim,), norm_weight_1, norm_bias_1, eps)

    def second(x: torch.Tensor) -> torch.Tensor:
        return functional.layer_norm(x, (embed_dim,), norm_weight_2, norm_bias_2, eps)

    if norm_first:
        x = src + attend(first(src))
        return x + forward(second(x))
    x = first(src + attend(src))
    return second(x + forward(x))
