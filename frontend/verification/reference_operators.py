"""Operators that eager PyTorch on the CPU lacks, or computes otherwise than a compiled graph says."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from npusim.frontend.inductor.api import inductor_prims
from npusim.frontend.inductor.core_api import OpOverload
from npusim.frontend.verification.attention import gradient_of_scores, gradients_of, result_of, scores_of

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
    """Groups of 64 elements take the first words of sixteen counters, then their second ones, and so on."""
    place = torch.arange(offset, offset + math.prod(size))
    counter, number = place // 64 * 16 + place % 16, place // 16 % 4
    words = [word[counter] for word in _philox(int(seed), int(counter.max()) + 1 if len(counter) else 0)]
    if mode == "rand":
        return _uniform(_picked(words, number)).view(*size)
    radius = (-2.0 * (1.0 - _uniform(_picked(words[::2], number // 2))).log()).sqrt()
    turn = _uniform(_picked(words[1::2], number // 2)) - 0.25 * (number % 2)
    return (radius * (2 * math.pi * turn).cos()).view(*size)


def _picked(words: Sequence[torch.Tensor], number: torch.Tensor) -> torch.Tensor:
    return torch.stack(list(words)).gather(0, number[None])[0]


def _inductor_randint(low: int, high: int, size: Sequence[int], seed: torch.Tensor, *, offset: int = 0) -> torch.Tensor:
    first, second, _, _ = (word[offset:] for word in _philox(int(seed), math.prod(size) + offset))
    span = high - low
    rest = ((second % span) * (2**32 % span) + first % span) % span  # of 64 random bits
    return (rest + low).view(*size)


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
    scores = scores_of(query, key, bias, is_causal, _scale(query, more))
    result = result_of(scores, query, value)
    return result, scores.logsumexp(-1), None, None, query.size(2), key.size(2), None, None, None


def _attention_backward(
    grad_out: Any, query: Any, key: Any, value: Any, bias: Any, wanted: Sequence[bool], *rest: Any, **more: Any
) -> tuple[Any, ...]:
    """From the result and logsumexp of the forward, as kernels do: where rows are almost one-hot, these decide."""
    out, logsumexp, is_causal, scale = rest[0], rest[1], rest[7], _scale(query, more)
    weights = (scores_of(query, key, bias, is_causal, scale) - logsumexp[..., None]).exp()
    change = gradient_of_scores(grad_out, query, value, out, weights)
    of_bias = change.sum_to_size(bias.shape).to(bias.dtype) if bias is not None and wanted[3] else None
    return (*gradients_of(grad_out, query, key, value, weights, change, scale), of_bias)


def _scale(query: Any, options: Mapping[str, Any]) -> float:
    scale = options.get("scale")
    return 1.0 / math.sqrt(query.size(-1)) if scale is None else float(scale)


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
