"""Scaled dot-product attention in its unfused form: scores, softmax, mix.

PyTorch hands the whole operator to devices of its own kind (`_scaled_dot_product_fused_attention_overrideable`), and
Inductor's patterns turn attention that is written out into it. Here it becomes two products and the pointwise and
reduction kernels around them: the scale and the mask are an epilogue of the first product, the softmax is one kernel.
Scores are kept in the accumulation dtype. The backward follows from the saved logsumexp.

Checked with torch 2.13.0.
"""

import math
from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.mlir_templates.gemm import accumulation_dtype, product
from torch._inductor import ir
from torch._inductor import lowering as inductor
from torch._inductor.virtualized import V, ops

aten = torch.ops.aten


def _call(operator: Any, *args: Any) -> Any:
    return inductor.lowerings[operator](*args)


def _matrices(x: Any) -> Any:
    """(..., rows, columns) as a batch of matrices."""
    *batch, rows, columns = x.get_size()
    return inductor.view(x, [math.prod(batch), rows, columns])


def _transposed(x: Any) -> Any:
    return _call(aten.permute.default, x, [0, 2, 1])


def _product(a: Any, b: Any) -> Any:
    """The product of two batches of matrices in the accumulation dtype."""
    return product(a, b, accumulation_dtype(a.get_dtype()))


def _scale(query: Any, scale: float | None) -> float:
    if scale is not None:
        return scale
    return 1.0 / math.sqrt(max(V.graph.sizevars.guard_int(query.get_size()[-1]), 1))


def _scores(query: Any, key: Any, bias: Any, is_causal: bool, scale: float) -> Any:
    """(..., queries, keys): what the softmax takes; -inf where a query must not look."""
    flat = inductor.mul(_product(_matrices(query), _transposed(_matrices(key))), scale)
    scores = inductor.view(flat, [*query.get_size()[:-1], key.get_size()[-2]])
    if bias is not None:
        expanded = inductor.expand(bias, scores.get_size())
        scores = _hidden(scores, expanded) if bias.get_dtype() == torch.bool else inductor.add(scores, expanded)
    return _causal(scores) if is_causal else scores


def _pointwise(like: Any, inner: Any) -> Any:
    return ir.Pointwise.create(
        device=like.get_device(), dtype=like.get_dtype(), inner_fn=inner, ranges=list(like.get_size())
    )


def _causal(scores: Any) -> Any:
    load, dtype = scores.make_loader(), scores.get_dtype()

    def inner(index: Any) -> Any:
        row, column = (ops.index_expr(i, torch.int64) for i in index[-2:])
        return ops.where(ops.ge(row, column), load(index), ops.constant(-math.inf, dtype))

    return _pointwise(scores, inner)


def _hidden(scores: Any, seen: Any) -> Any:
    load, load_seen, dtype = scores.make_loader(), seen.make_loader(), scores.get_dtype()

    def inner(index: Any) -> Any:
        return ops.where(load_seen(index), load(index), ops.constant(-math.inf, dtype))

    return _pointwise(scores, inner)


def _check(dropout: float) -> bool:
    """The device chooses this operator without dropout only; with it Inductor's own entry has to say what is wrong."""
    return dropout == 0.0


@register_lowering(aten._scaled_dot_product_fused_attention_overrideable.default)
def lower_attention(
    query: Any,
    key: Any,
    value: Any,
    attn_bias: Any = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    return_debug_mask: bool = False,
    *,
    scale: float | None = None,
) -> Any:
    """Lowering of the forward: output and logsumexp; the other seven results mean nothing without dropout."""
    if not _check(dropout_p):
        return None
    scores = _scores(query, key, attn_bias, is_causal, _scale(query, scale))
    scores.realize()
    largest = _call(aten.amax.default, scores, [-1], True)
    weights = _call(aten.exp.default, inductor.sub(scores, largest))
    total = _call(aten.sum.dim_IntList, weights, [-1], True)
    mixed = _product(_matrices(inductor.to_dtype(inductor.div(weights, total), value.get_dtype())), _matrices(value))
    size = [*query.get_size()[:-1], value.get_size()[-1]]
    output = inductor.to_dtype(inductor.view(mixed, size), query.get_dtype())
    logsumexp = inductor.add(_call(aten.log.default, total), largest)
    return (
        output,
        inductor.to_dtype(inductor.view(logsumexp, size[:-1]), torch.float32),
        None,
        None,
        query.get_size()[-2],
        key.get_size()[-2],
        _no_seed(query),
        _no_seed(query),
        None,
    )


def _no_seed(query: Any) -> Any:
    return inductor.full([], 0, dtype=torch.int64, device=query.get_device())


@register_lowering(aten._scaled_dot_product_fused_attention_overrideable_backward.default)
def lower_attention_backward(
    grad_out: Any,
    query: Any,
    key: Any,
    value: Any,
    attn_bias: Any,
    grad_input_mask: list[bool],
    out: Any,
    logsumexp: Any,
    cum_seq_q: Any,
    cum_seq_k: Any,
    max_q: Any,
    max_k: Any,
    dropout_p: float,
    is_causal: bool,
    philox_seed: Any,
    philox_offset: Any,
    *,
    scale: float | None = None,
) -> Any:
    """Lowering of the backward: weights again from the logsumexp, then one product per gradient."""
    if not _check(dropout_p):
        return None
    factor = _scale(query, scale)
    scores = _scores(query, key, attn_bias, is_causal, factor)
    wide = scores.get_dtype()
    total = inductor.to_dtype(_call(aten.unsqueeze.default, logsumexp, -1), wide)
    weights = _call(aten.exp.default, inductor.sub(scores, total))
    grad_weights = inductor.view(_product(_matrices(grad_out), _transposed(_matrices(value))), scores.get_size())
    dot = _call(aten.sum.dim_IntList, inductor.mul(_as(grad_out, wide), _as(out, wide)), [-1], True)
    grad_scores = inductor.mul(weights, inductor.sub(grad_weights, dot))
    grad_scores.realize()
    narrow = _matrices(_as(grad_scores, query.get_dtype()))
    mixing = _transposed(_matrices(_as(weights, query.get_dtype())))
    return (
        _like(inductor.mul(_product(narrow, _matrices(key)), factor), query),
        _like(inductor.mul(_product(_transposed(narrow), _matrices(query)), factor), key),
        _like(_product(mixing, _matrices(grad_out)), value),
        _bias_gradient(grad_scores, attn_bias) if grad_input_mask[3] and attn_bias is not None else None,
    )


def _as(x: Any, dtype: torch.dtype) -> Any:
    return inductor.to_dtype(x, dtype)


def _like(flat: Any, like: Any) -> Any:
    return _as(inductor.view(flat, list(like.get_size())), like.get_dtype())


def _bias_gradient(grad_scores: Any, bias: Any) -> Any:
    """The gradient of the scores, summed over the dimensions that the bias was broadcast along."""
    size, bias_size = grad_scores.get_size(), bias.get_size()
    missing = len(size) - len(bias_size)
    same = V.graph.sizevars.statically_known_equals
    broadcast = [not same(own, whole) for own, whole in zip(bias_size, size[missing:], strict=True)]
    summed = [*range(missing), *(missing + axis for axis, wide in enumerate(broadcast) if wide)]
    total = _call(aten.sum.dim_IntList, grad_scores, summed, True) if summed else grad_scores
    return _as(inductor.view(total, list(bias_size)), bias.get_dtype())
