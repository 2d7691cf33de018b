"""Operators that eager PyTorch on the CPU lacks, or computes otherwise than a compiled graph says."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.inductor.api import inductor_prims
from npusim.frontend.inductor.core_api import OpOverload

aten = torch.ops.aten
_LOW = 0xFFFFFFFF


def _philox(seed: int, count: int) -> list[torch.Tensor]:
    """The four words (as int64) of Philox4x32-10 keyed by a seed, for the counters 0 to count - 1 (Salmon et al.,
    SC'11).
    """
    zero = torch.zeros(count, dtype=torch.int64)
    words = [torch.arange(count), zero, zero, zero]
    keys = [seed & _LOW, seed >> 32 & _LOW]
    for _ in range(10):
        high0, low0 = _product(words[0], 0xD2511F53)
        high1, low1 = _product(words[2], 0xCD9E8D57)
        words = [high1 ^ words[1] ^ keys[0], low1, high0 ^ words[3] ^ keys[1], low0]
        keys = [keys[0] + 0x9E3779B9 & _LOW, keys[1] + 0xBB67AE85 & _LOW]
    return words


def _product(word: torch.Tensor, multiplier: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Upper and lower half of a product of 32-bit words."""
    low, high = word * (multiplier & 0xFFFF), word * (multiplier >> 16)
    total = (high & 0xFFFF) * 65536 + low
    return (high >> 16) + (total >> 32) & _LOW, total & _LOW


def _uniform(word: torch.Tensor) -> torch.Tensor:
    return (word >> 8).float() * 2.0**-24


def _inductor_random(size: Sequence[int], seed: torch.Tensor, mode: str, *, offset: int = 0, **_: Any) -> torch.Tensor:
    words = [word[offset:] for word in _philox(int(seed), math.prod(size) + offset)]
    if mode == "rand":
        return _uniform(words[0]).view(*size)
    radius = (-2.0 * (1.0 - _uniform(words[0])).log()).sqrt()
    return (radius * (2 * math.pi * _uniform(words[1])).cos()).view(*size)


def _inductor_randint(low: int, high: int, size: Sequence[int], seed: torch.Tensor, *, offset: int = 0) -> torch.Tensor:
    first, second, _, _ = (word[offset:] for word in _philox(int(seed), math.prod(size) + offset))
    span = high - low
    rest = ((second % span) * (2**32 % span) + first % span) % span  # of 64 random bits
    return (rest + low).view(*size)


def _scores(query: Any, key: Any, bias: Any, is_causal: bool, scale: float | None) -> torch.Tensor:
    factor = 1.0 / math.sqrt(query.size(-1)) if scale is None else scale
    scores = query @ key.transpose(-2, -1) * factor
    if is_causal:
        seen = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
        scores = scores.masked_fill(~seen, -math.inf)
    if bias is None:
        return scores
    return scores.masked_fill(~bias, -math.inf) if bias.dtype == torch.bool else scores + bias


def _attention(
    query: Any,
    key: Any,
    value: Any,
    bias: Any = None,
    dropout: float = 0.0,
    is_causal: bool = False,
    *_: Any,
    **more: Any,
) -> tuple[Any, ...]:
    """Result and logsumexp; the other results of the operator are not computed by kernels."""
    q, k, v = (_single(x) for x in (query, *_repeated(query, key, value)))
    scores = _scores(q, k, bias, is_causal, more.get("scale"))
    result = (scores.softmax(-1) @ v).to(query.dtype)
    return result, scores.logsumexp(-1), None, None, query.size(2), key.size(2), None, None, None


def _attention_backward(
    grad_out: Any, query: Any, key: Any, value: Any, bias: Any, wanted: Sequence[bool], *rest: Any, **more: Any
) -> tuple[Any, ...]:
    """From the result and logsumexp of the forward, as kernels do: where rows are almost one-hot, these decide."""
    out, logsumexp, is_causal = rest[0], rest[1], rest[7]
    scale = 1.0 / math.sqrt(query.size(-1)) if more.get("scale") is None else more["scale"]
    grad, q, k, v = (_single(x) for x in (grad_out, query, *_repeated(query, key, value)))
    p = (_scores(q, k, bias, is_causal, scale) - logsumexp[..., None]).exp()
    ds = p * (grad @ v.transpose(-2, -1) - (grad * out).sum(-1, keepdim=True))
    dk = _per_head(scale * ds.transpose(-2, -1) @ q, key)
    dv = _per_head(p.transpose(-2, -1) @ grad, value)
    db = ds.sum_to_size(bias.shape).to(bias.dtype) if bias is not None and wanted[3] else None
    return (scale * ds @ k).to(query.dtype), dk, dv, db


def _per_head(gradient: Any, like: Any) -> Any:
    """Summed over the query heads that share a head."""
    return gradient.unflatten(1, (like.size(1), -1)).sum(2).to(like.dtype)


def _single(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.float() if tensor.dtype.itemsize < 4 else tensor


def _repeated(query: Any, *shared: Any) -> list[Any]:
    """A head of keys or values for every head of queries."""
    groups = [query.size(1) // max(x.size(1), 1) for x in shared]
    return [x if n == 1 else x.repeat_interleave(n, 1) for x, n in zip(shared, groups, strict=True)]


REFERENCES: dict[Any, Callable[..., Any]] = {
    inductor_prims.random: _inductor_random,
    inductor_prims.randint: _inductor_randint,
    aten._scaled_dot_product_fused_attention_overrideable.default: _attention,
    aten._scaled_dot_product_fused_attention_overrideable_backward.default: _attention_backward,
}


def is_random(target: Any) -> bool:
    """Whether an operator gives other values at each call, which no reference can know."""
    if target in REFERENCES or not isinstance(target, OpOverload):
        return False
    return torch.Tag.nondeterministic_seeded in target.tags or target is inductor_prims.seeds


def is_uninitialized(target: Any) -> bool:
    """Whether an operator gives memory with any content."""
    return isinstance(target, OpOverload) and target.overloadpacket in _EMPTY


_EMPTY = (aten.empty, aten.empty_strided, aten.new_empty, aten.new_empty_strided, aten.empty_like, aten.empty_permuted)
