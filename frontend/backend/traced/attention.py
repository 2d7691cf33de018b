"""Strides of attention's results: those that PyTorch gives on the CPU, which programs may view.

The one operator for attention on custom devices is traced as if its results had the layouts of its operands. The CPU
has one kernel too, which takes operands whose heads are contiguous, without dropout; for others it computes products,
whose results are contiguous.
"""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.inductor.tracing_api import guard_or_false, guard_or_true, statically_known_true

_QUERIES_FIRST = (0, 2, 1, 3)
_KEYS_LAST = (0, 1, 3, 2)
_DROPOUT_OF_BACKWARD = 11
"""The place of its probability among the arguments behind the result's gradient."""


def forward(stock: None) -> Callable[..., Any]:
    """How the forward is traced for the device: output, logsumexp, and seven placeholders."""

    def attention(fake_mode: Any, func: Any, *args: Any, **kwargs: Any) -> Any:
        query, key, value = args[:3]
        if query.device.type != DEVICE_TYPE or query.ndim != 4:
            return NotImplemented
        bias, dropout = (
            args[place] if len(args) > place else kwargs.get(name)
            for place, name in ((3, "attn_bias"), (4, "dropout_p"))
        )
        with fake_mode:
            size = (*query.shape[:-1], value.shape[-1])
            is_one_kernel = not dropout and _is_one_kernel(query, key, value, bias)
            output = torch.empty_like(query) if is_one_kernel else query.new_empty(size)
            seeds = [query.new_empty((), dtype=torch.int64) for _ in range(2)]
            logsumexp = query.new_empty(query.shape[:-1], dtype=torch.promote_types(query.dtype, torch.float32))
        return (output, logsumexp, None, None, query.shape[-2], key.shape[-2], *seeds, None)

    return attention


def backward(stock: None) -> Callable[..., Any]:
    """How the backward is traced for the device: gradients of queries, keys, values and bias."""

    def gradients(fake_mode: Any, func: Any, grad_out: Any, *args: Any, **_: Any) -> Any:
        query, key, value, bias, (*_, of_bias) = args[:5]
        dropout = args[_DROPOUT_OF_BACKWARD]
        if query.device.type != DEVICE_TYPE or query.ndim != 4:
            return NotImplemented
        with fake_mode:
            orders = _gradient_orders(query, key, value, bias, of_bias or dropout)
            grads = [_dense(x, order) for x, order in zip((query, key, value), orders, strict=True)]
            return (*grads, torch.empty_like(bias) if of_bias and bias is not None else None)

    return gradients


def _gradient_orders(query: Any, key: Any, value: Any, bias: Any, by_products: bool) -> list[tuple[int, ...]]:
    """The orders of dimensions in memory; products give the transposed gradient of transposed keys."""
    if not by_products and _is_one_kernel(query, key, value, bias):
        return [_QUERIES_FIRST] * 3
    is_repeated = key.shape[1] != query.shape[1]
    return [(0, 1, 2, 3), (0, 1, 2, 3) if is_repeated else _KEYS_LAST, (0, 1, 2, 3)]


def _dense(like: Any, order: tuple[int, ...]) -> Any:
    return torch.empty_permuted(like.shape, order, dtype=like.dtype, device=like.device)


def _is_one_kernel(query: Any, key: Any, value: Any, bias: Any) -> bool:
    """Whether the CPU computes it with one kernel (`use_flash_attention_cpp` in ATen)."""
    equal = [(x.stride(-1), 1) for x in (query, key, value)]
    equal += [(query.shape[dim], x.shape[dim]) for dim in (0, 3) for x in (key, value)]
    has_rows = all(guard_or_true(x.shape[2] != 0) for x in (query, key))
    return has_rows and all(guard_or_false(one == other) for one, other in equal) and _broadcasts(bias, query, key)


def _broadcasts(bias: Any, query: Any, key: Any) -> bool:
    """Whether there is no bias, or one for scores or rows of two or four dimensions."""
    if bias is None:
        return True
    if bias.ndim not in (2, 4):
        return False
    sizes = (*query.shape[:3], key.shape[2])[-bias.ndim :]
    return all(
        statically_known_true(own == size) or guard_or_false(own == 1)
        for own, size in zip(bias.shape, sizes, strict=True)
    )
