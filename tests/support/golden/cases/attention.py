"""Attention: forward, backward, decoding, masks, prologues, and the form without a template."""

import torch
from common import make
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.attention.flex_attention import flex_attention
from torch.nn.functional import scaled_dot_product_attention

from golden.case import golden


def inputs(queries, keys, width=16, heads=2, key_heads=2):
    """Query, key, value."""
    other = (1, key_heads, keys, width)
    return make((1, heads, queries, width)), make(other, seed=1), make(other, seed=2)


@golden(*inputs(33, 33))
def attention(q, k, v):
    return scaled_dot_product_attention(q, k, v)


@golden(*inputs(33, 33))
def causal_attention(q, k, v):
    return scaled_dot_product_attention(q, k, v, is_causal=True)


@golden(*inputs(11, 19), make((11, 19), seed=5) > -0.3)
def masked_attention(q, k, v, mask):
    return scaled_dot_product_attention(q, k, v, attn_mask=mask)


@golden(*inputs(11, 19), make((1, 2, 1, 19), seed=5))
def attention_with_a_bias(q, k, v, bias):
    return scaled_dot_product_attention(q, k, v, attn_mask=bias, scale=0.3)


@golden(*inputs(1, 130))
def decoding_attention(q, k, v):
    return scaled_dot_product_attention(q, k, v)


@golden(*inputs(5, 40, heads=4))
def grouped_query_attention(q, k, v):
    return scaled_dot_product_attention(q, k, v, enable_gqa=True)


@golden(*inputs(17, 23), gradients=True)
def attention_gradients(q, k, v):
    return scaled_dot_product_attention(q, k, v)


@golden(*inputs(17, 17), gradients=True)
def causal_attention_gradients(q, k, v):
    return scaled_dot_product_attention(q, k, v, is_causal=True)


@golden(*inputs(17, 32), gradients=True)
def attention_with_dropout(q, k, v):
    return scaled_dot_product_attention(q, k, v, dropout_p=0.1)


@golden(*(tensor.bfloat16() for tensor in inputs(33, 33)))
def attention_of_narrow_floats(q, k, v):
    return scaled_dot_product_attention(q, k, v)


@golden(
    make((1, 2, 1, 16)),
    *(make((1, 2, 130, 16), torch.int8, seed=seed) for seed in (1, 2)),
    *(make((1, 2, 130, 1), seed=seed).abs() / 10 for seed in (3, 4)),
)
def attention_over_a_cache_of_integers(q, k, v, k_scale, v_scale):
    return scaled_dot_product_attention(q, k.to(q.dtype) * k_scale, v.to(q.dtype) * v_scale)


@golden(*inputs(20, 20), within=lambda: sdpa_kernel(SDPBackend.MATH))
def attention_without_a_template(q, k, v):
    return scaled_dot_product_attention(q, k, v)


@golden(*inputs(17, 23), gradients=True)
def attention_with_computed_scores(q, k, v):
    return flex_attention(q, k, v, score_mod=lambda score, batch, head, row, column: score - (row - column).abs())


@golden(*inputs(19, 33), make((1, 1, 19, 33), seed=5) > -0.3)
def attention_written_out(q, k, v, seen):
    return (q @ k.mT / 4).masked_fill(~seen, float("-inf")).softmax(-1) @ v


@golden(*inputs(17, 23), make((17, 23), seed=5) > -0.3, gradients=True)
def attention_written_out_gradients(q, k, v, seen):
    return torch.where(seen, q @ k.mT / 4, -1e9).softmax(-1) @ v


@golden(*inputs(11, 19), make((11, 19), seed=5), within=lambda: torch.npu.fusion(attention=False))
def attention_written_out_without_fusion(q, k, v, numbers):
    return (q @ k.mT / 4).masked_fill(numbers == 0, -1.0).softmax(-1) @ v
