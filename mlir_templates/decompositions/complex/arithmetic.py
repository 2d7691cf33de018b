"""Sums, products and quotients of complex numbers; linear operations keep numbers packed."""

from typing import Any

import torch
from npusim.frontend.complex_numbers import Pair, register_complex
from npusim.mlir_templates.decompositions.complex.operands import (
    aligned,
    common,
    is_complex,
    packed_operand,
    product,
    quotient,
)

aten = torch.ops.aten


def plus(a: Any, b: Any, sign: int = 1) -> Pair:
    """a + sign * b, of Pairs, tensors and numbers."""
    if isinstance(a, Pair) and isinstance(b, Pair) and a.is_packed and b.is_packed:
        x, y = packed_operand(a, b)
        return Pair(packed=x + y if sign > 0 else x - y)
    (a_re, a_im), (b_re, b_im) = common(a, b)
    if sign > 0:
        return Pair(*aligned(a_re + b_re, a_im + b_im))
    return Pair(*aligned(a_re - b_re, a_im - b_im))


@register_complex(aten.mul.Tensor, aten.mul.Scalar)
def times(a: Any, b: Any) -> Pair:
    """a * b, of Pairs, tensors and numbers."""
    if is_complex(a) and is_complex(b):
        return product(*common(a, b))
    number, factor = (a, b) if is_complex(a) else (b, a)
    (re, im), (scale, _) = common(number, factor)
    if isinstance(number, Pair) and number.is_packed:
        widened = scale.unsqueeze(-1) if isinstance(scale, torch.Tensor) else scale
        return Pair(packed=number.to(Pair(re, im).dtype).packed * widened)
    return Pair(*aligned(re * scale, im * scale))


@register_complex(aten.div.Tensor, aten.div.Scalar, aten.true_divide.Tensor)
def over(a: Any, b: Any) -> Pair:
    """a / b, of Pairs, tensors and numbers."""
    (a_re, a_im), (b_re, b_im) = common(a, b)
    if not is_complex(b):
        return Pair(*aligned(a_re / b_re, a_im / b_re))
    return quotient((a_re, a_im), (b_re, b_im))


@register_complex(aten.add.Tensor, aten.add.Scalar)
def _add(a: Any, b: Any, alpha: Any = 1) -> Pair:
    return plus(a, b if alpha == 1 else _times(alpha, b))


@register_complex(aten.sub.Tensor, aten.sub.Scalar)
def _sub(a: Any, b: Any, alpha: Any = 1) -> Pair:
    return plus(a, b if alpha == 1 else _times(alpha, b), -1)


@register_complex(aten.rsub.Tensor, aten.rsub.Scalar)
def _rsub(a: Any, b: Any, alpha: Any = 1) -> Pair:
    return plus(b, a if alpha == 1 else _times(alpha, a), -1)


def _times(a: Any, b: Any) -> Any:
    return times(a, b) if is_complex(a) or is_complex(b) else a * b


@register_complex(aten.reciprocal.default)
def _reciprocal(a: Pair) -> Pair:
    return over(1.0, a)


@register_complex(aten.neg.default)
def _neg(a: Pair) -> Pair:
    return a.both(torch.neg)


@register_complex(aten.square.default)
def _square(a: Pair) -> Pair:
    return times(a, a)


@register_complex(aten.addcmul.default)
def _addcmul(a: Any, b: Any, c: Any, value: Any = 1) -> Pair:
    return plus(a, _times(value, _times(b, c)) if value != 1 else _times(b, c))


@register_complex(aten.addcdiv.default)
def _addcdiv(a: Any, b: Any, c: Any, value: Any = 1) -> Pair:
    ratio = over(b, c) if is_complex(b) or is_complex(c) else b / c
    return plus(a, ratio if value == 1 else _times(value, ratio))


@register_complex(aten.lerp.Scalar, aten.lerp.Tensor)
def _lerp(start: Pair, end: Pair, weight: Any) -> Pair:
    return plus(start, times(plus(end, start, -1), weight))
