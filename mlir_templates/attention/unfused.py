"""Scaled dot-product attention in its unfused form: scores, softmax, weighted sum of values.

Two products and the pointwise and reduction kernels around them: the scale and the mask are an epilogue of the first
product, the softmax is one kernel. Scores are kept in the accumulation dtype. The backward follows from the saved
logsumexp.
"""

import math
from typing import Any

import torch
from npusim.frontend.inductor.api import V, ir, ops
from npusim.frontend.inductor.api import lowering as inductor
from npusim.mlir_templates.attention.scoring import Scoring
from npusim.mlir_templates.gemm.gemm import product
from npusim.mlir_templates.gemm.operands import accumulation_dtype

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


def _scores(query: Any, key: Any, bias: Any, scoring: Scoring) -> Any:
    """Scores (..., queries, keys) before the softmax."""
    flat = inductor.mul(_product(_matrices(query), _transposed(_matrices(key))), scoring.scale)
    scores = inductor.view(flat, [*query.get_size()[:-1], key.get_size()[-2]])
    if bias is not None:
        expanded = inductor.expand(bias, scores.get_size())
        is_bools = bias.get_dtype() == torch.bool
        scores = _hidden(scores, expanded, scoring.hidden) if is_bools else inductor.add(scores, expanded)
    return _causal(scores) if scoring.is_causal else scores


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


def _hidden(scores: Any, seen: Any, hidden: float | None) -> Any:
    """Scores with those that a mask of bools hides as `Scoring.hidden` says."""
    load, load_seen, dtype = scores.make_loader(), seen.make_loader(), scores.get_dtype()

    def inner(index: Any) -> Any:
        if hidden is not None:
            return ops.where(load_seen(index), load(index), ops.constant(hidden, dtype))
        zero, nothing = ops.constant(0.0, dtype), ops.constant(-math.inf, dtype)
        return ops.add(load(index), ops.where(load_seen(index), zero, nothing))

    return _pointwise(scores, inner)


def attend(query: Any, key: Any, value: Any, bias: Any, scoring: Scoring) -> tuple[Any, Any]:
    """Output and logsumexp (f32, f64 of f64) of attention with as many key heads as query heads."""
    scores = _scores(query, key, bias, scoring)
    scores.realize()
    largest = _call(aten.amax.default, scores, [-1], True)
    shift = _finite(largest)
    weights = _call(aten.exp.default, inductor.sub(scores, shift))
    total = _call(aten.sum.dim_IntList, weights, [-1], True)
    divisor = total if scoring.empty_rows_are_nan else _nonzero(total)
    normalised = _dropped(inductor.div(weights, divisor), scoring)
    normalised = inductor.to_dtype(normalised, value.get_dtype())
    mixed = _product(_matrices(normalised), _matrices(value))
    size = [*query.get_size()[:-1], value.get_size()[-1]]
    output = inductor.to_dtype(inductor.view(mixed, size), query.get_dtype())
    logsumexp = inductor.add(_call(aten.log.default, total), largest)
    if scoring.far_below is not None:
        logsumexp = _replaced(logsumexp, scoring.far_below, -math.inf, where=largest)
    wide = torch.promote_types(query.get_dtype(), torch.float32)
    return output, inductor.to_dtype(inductor.view(logsumexp, size[:-1]), wide)


def _dropped(x: Any, scoring: Scoring) -> Any:
    """What dropout makes of weights, and of the gradient of what it made of them."""
    if scoring.dropout is None:
        return x
    load, load_kept, dtype = x.make_loader(), scoring.dropout.kept.make_loader(), x.get_dtype()
    factor = scoring.dropout.factor

    def inner(index: Any) -> Any:
        scaled = ops.mul(load(index), ops.constant(factor, dtype))
        return ops.where(load_kept(index), scaled, ops.constant(0.0, dtype))

    return _pointwise(x, inner)


def _finite(x: Any) -> Any:
    """Replaces -inf by 0, so that rows without visible keys get weights of 0."""
    return _replaced(x, -math.inf, 0.0)


def _nonzero(x: Any) -> Any:
    return _replaced(x, 0.0, 1.0)


def _replaced(x: Any, value: float, by: float, where: Any = None) -> Any:
    """`x` with another number where it (or another tensor) has a value."""
    load, dtype = x.make_loader(), x.get_dtype()
    tested = load if where is None else where.make_loader()

    def inner(index: Any) -> Any:
        return ops.where(ops.eq(tested(index), ops.constant(value, dtype)), ops.constant(by, dtype), load(index))

    return _pointwise(x, inner)


def attend_backward(
    grad_out: Any,
    query: Any,
    key: Any,
    value: Any,
    bias: Any,
    out: Any,
    logsumexp: Any,
    scoring: Scoring,
    bias_gradient: bool,
) -> tuple[Any, Any, Any, Any]:
    """Gradients of query, key, value and bias: recomputed weights, then one product per gradient."""
    scores, scale = _scores(query, key, bias, scoring), scoring.scale
    wide = scores.get_dtype()
    shift = logsumexp
    if scoring.far_below is not None or not scoring.empty_rows_are_nan:
        shift = _replaced(logsumexp, -math.inf, scoring.far_below or 0.0)
    total = inductor.to_dtype(_call(aten.unsqueeze.default, shift, -1), wide)
    weights = _call(aten.exp.default, inductor.sub(scores, total))
    seen = None
    if bias is not None and bias.get_dtype() == torch.bool and scoring.hidden is not None:
        seen = inductor.expand(bias, scores.get_size())
        if scoring.far_below is not None:
            share = inductor.mul(weights, 1 / int(key.get_size()[-2]))
            weights = inductor.lowerings[aten.where.self](seen, weights, share)
    grad_weights = inductor.view(_product(_matrices(grad_out), _transposed(_matrices(value))), scores.get_size())
    dot = _call(aten.sum.dim_IntList, inductor.mul(_as(grad_out, wide), _as(out, wide)), [-1], True)
    grad_scores = inductor.mul(weights, inductor.sub(_dropped(grad_weights, scoring), dot))
    if seen is not None:
        grad_scores = _hidden(grad_scores, seen, 0.0)
    grad_scores.realize()
    narrow = _matrices(_as(grad_scores, query.get_dtype()))
    mixing = _transposed(_matrices(_as(_dropped(weights, scoring), query.get_dtype())))
    return (
        _like(inductor.mul(_product(narrow, _matrices(key)), scale), query),
        _like(inductor.mul(_product(_transposed(narrow), _matrices(query)), scale), key),
        _like(_product(mixing, _matrices(grad_out)), value),
        _bias_gradient(grad_scores, bias) if bias_gradient else None,
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
