"""Attention of jagged tensors, whose rows have several lengths.

PyTorch has kernels for them on CUDA, and splits them into strided nested tensors elsewhere, which the device does not
hold. Here they are padded, so that a kernel for all of them leaves out what is behind each one's end.
"""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.patching import around
from torch.nested._internal.nested_tensor import NestedTensor, nested_from_padded


@around
def padding(
    original: Callable[..., torch.Tensor],
    query: NestedTensor,
    key: NestedTensor,
    value: NestedTensor,
    *args: Any,
    **kwargs: Any,
) -> Any:
    """Wraps `scaled_dot_product_attention` of jagged tensors: those on the device, of (batch, heads, length, channels)
    with the lengths in the third dimension, are padded."""
    rows = (query, key, value)
    if query.device.type != "npu" or not all(_is_split_into_heads(row) for row in rows):
        return original(query, key, value, *args, **kwargs)
    return _attention(query, key, value, *args, **kwargs)


def _is_split_into_heads(rows: Any) -> bool:
    return isinstance(rows, NestedTensor) and rows.dim() == 4 and bool(rows._ragged_idx == 2)


def _attention(
    query: Any, key: Any, value: Any, attn_mask: torch.Tensor | None = None, dropout_p: float = 0.0, **kwargs: Any
) -> torch.Tensor:
    if attn_mask is not None:
        raise ValueError("attention of jagged tensors takes no attn_mask: their lengths are the mask")
    query_rows, key_rows, value_rows = (_padded(rows) for rows in (query, key, value))
    positions = torch.arange(key_rows.shape[2], device=key_rows.device)
    inside = positions < key.offsets().diff()[:, None, None, None]
    if kwargs.pop("is_causal", False):
        inside = inside & (positions <= torch.arange(query_rows.shape[2], device=key_rows.device)[:, None])
    result = torch.nn.functional.scaled_dot_product_attention(
        query_rows, key_rows, value_rows, inside, dropout_p, **kwargs
    )
    lengths = {"min_seqlen": query._maybe_min_seqlen, "max_seqlen": query._maybe_max_seqlen}
    rows = query.values().shape[1]
    return nested_from_padded(result.transpose(1, 2), query.offsets(), sum_S=rows, **lengths).transpose(1, 2)


def _padded(rows: Any) -> torch.Tensor:
    """(batch, heads, length, channels). The gradient of `to_padded_tensor` is right for lengths in the second
    dimension only."""
    return rows.transpose(1, 2).to_padded_tensor(0.0).transpose(1, 2)
