"""Attention in PyTorch's operators, with which kernels are compared: in 32 bits or more, all scores at once."""

import math
from typing import Any

import torch


def scores_of(query: Any, key: Any, mask: Any, is_causal: bool, scale: float, hidden: float = -math.inf) -> Any:
    """Scores (..., queries, keys) before the softmax: a mask is added; one of bools replaces what is false by `hidden`.

    Args:
        query: (B, H, S, D); key is (B, G, T, D), where G divides H.
    """
    scores = _wide(query) @ _repeated(key, query).transpose(-2, -1) * scale
    if is_causal:
        scores = scores.masked_fill(~torch.ones(scores.shape[-2:], dtype=torch.bool).tril(), -math.inf)
    if mask is None:
        return scores
    return scores.masked_fill(~mask, hidden) if mask.dtype == torch.bool else scores + mask


def result_of(scores: Any, query: Any, value: Any, factor: Any = 1.0) -> Any:
    """The mean of the values (B, G, T, E), weighted by the softmax of the scores, times what dropout multiplies weights
    with, in the queries' type.
    """
    return (scores.softmax(-1) * factor @ _repeated(value, query)).to(query.dtype)


def gradient_of_scores(grad_out: Any, query: Any, value: Any, out: Any, weights: Any, factor: Any = 1.0) -> Any:
    """From the result of the forward, as kernels do: where rows are almost one-hot, it decides. `factor`: what dropout
    multiplies weights with.
    """
    grad = _wide(grad_out)
    return weights * (grad @ _repeated(value, query).transpose(-2, -1) * factor - (grad * out).sum(-1, keepdim=True))


def gradients_of(grad_out: Any, query: Any, key: Any, value: Any, weights: Any, change: Any, scale: float) -> Any:
    """Gradients of queries, keys and values, from the weights and the gradient of the scores (`change`)."""
    of_query = (scale * change @ _repeated(key, query)).to(query.dtype)
    of_key = _per_head(scale * change.transpose(-2, -1) @ _wide(query), key)
    return of_query, of_key, _per_head(weights.transpose(-2, -1) @ _wide(grad_out), value)


def _per_head(gradient: Any, like: Any) -> Any:
    """Summed over the query heads that share a head."""
    return gradient.unflatten(1, (like.size(1), -1)).sum(2).to(like.dtype)


def _wide(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.float() if tensor.dtype.itemsize < 4 else tensor


def _repeated(shared: Any, query: Any) -> Any:
    """A head of keys or values for every head of queries."""
    repeats = query.size(1) // max(shared.size(1), 1)
    return _wide(shared if repeats == 1 else shared.repeat_interleave(repeats, 1))
