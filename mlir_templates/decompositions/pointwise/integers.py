"""Powers and greatest common divisors of integers, quotients by numbers, floors of quotients, neighbours of floats."""

import functools
import math
from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import V, ops
from npusim.frontend.inductor.api import lowering as inductor

aten = torch.ops.aten
_STEPS = {torch.int8: 12, torch.uint8: 13, torch.int16: 24, torch.int32: 47, torch.int64: 93}
"""Sufficient steps of Euclid's algorithm per dtype; neighbouring Fibonacci numbers take the most (Lame's theorem)."""
_EXPONENTS = 126
"""Up to which 2**n and its reciprocal are normal float32 numbers."""


def _pointwise(function: Any, *operands: Any) -> Any:
    """A pointwise node over operands converted to the dtype of the current node's result."""
    dtype = V.graph.current_node.meta["val"].dtype
    converted = [inductor.to_dtype(x, dtype) if hasattr(x, "get_dtype") else x for x in operands]
    tensors = inductor.broadcast_tensors(*(x for x in converted if hasattr(x, "get_dtype")))
    ready = iter(tensors)
    filled = [next(ready) if hasattr(x, "get_dtype") else inductor.full_like(tensors[0], x) for x in converted]
    return inductor.make_pointwise(function)(*filled)


@register_lowering(aten.pow.Tensor_Tensor, aten.pow.Scalar)
def lower_power(base: Any, exponent: Any) -> Any:
    """Powers of integers; with negative exponents 1, -1 or 0."""
    dtype = V.graph.current_node.meta["val"].dtype
    if dtype.is_floating_point or dtype.is_complex:
        return None
    return _pointwise(ops.pow, base, exponent)


@register_lowering(aten.gcd.default)
def lower_gcd(x: Any, y: Any) -> Any:
    steps = _STEPS[V.graph.current_node.meta["val"].dtype]

    def euclid(a: Any, b: Any) -> Any:
        a, b = ops.abs(a), ops.abs(b)
        for _ in range(steps):
            done = ops.eq(b, ops.constant(0, torch.int64))
            divisor = ops.where(done, ops.constant(1, torch.int64), b)  # of which the remainder is 0 again
            a, b = ops.where(done, a, b), ops.mod(a, divisor)
        return a

    return _pointwise(euclid, x, y)


@register_lowering(aten.div.Tensor, aten.div.Scalar)
def lower_quotient(x: Any, y: Any) -> Any:
    """Divides by numbers whose reciprocals are rounded.

    Inductor multiplies by reciprocals, but on the CPU: (41 * (1 / 41)).floor() is 0 in float32.
    """
    dtype = V.graph.current_node.meta["val"].dtype
    if not dtype.is_floating_point or not _is_number_with_a_rounded_reciprocal(y):
        return None
    return _pointwise(ops.truediv, x, y)


def _is_number_with_a_rounded_reciprocal(y: Any) -> bool:
    constant = inductor.get_constant_value(y) if hasattr(y, "get_dtype") else None
    number = y if constant is None else constant.value
    if not isinstance(number, int | float):
        return False
    fraction, exponent = math.frexp(number)
    return abs(fraction) != 0.5 or abs(exponent) >= _EXPONENTS


@register_lowering(aten.div.Tensor_mode, aten.div.Scalar_mode)
def lower_rounded_division(x: Any, y: Any, rounding_mode: str | None = None) -> Any:
    """Floor division of floating-point numbers."""
    dtype = V.graph.current_node.meta["val"].dtype
    if rounding_mode != "floor" or not dtype.is_floating_point:
        return None
    return _pointwise(functools.partial(_floor_of_quotient, _computed_in(dtype)), x, y)


def _computed_in(dtype: torch.dtype) -> torch.dtype:
    return dtype if dtype.itemsize > 2 else torch.float32


def _floor_of_quotient(dtype: torch.dtype, a: Any, b: Any) -> Any:
    """The floor of the exact quotient: 1 // 0.1 is 9, as the float nearest to 0.1 is slightly larger."""
    zero, one = ops.constant(0.0, dtype), ops.constant(1.0, dtype)
    quotient = ops.div_rn(a, b)
    floor = ops.floor(quotient)
    rest = ops.where(ops.eq(floor, zero), a, ops.fma(ops.neg(floor), b, a))  # zero times an infinite divisor is none
    rounded_up = ops.and_(ops.ne(rest, zero), ops.ne(ops.lt(rest, zero), ops.lt(b, zero)))
    # Beyond this quotients are whole, and eager PyTorch's are rounded as well.
    fraction = ops.lt(ops.abs(quotient), ops.constant(1 / torch.finfo(dtype).eps, dtype))
    floored = ops.where(ops.and_(fraction, rounded_up), ops.sub(floor, one), floor)
    undefined = ops.and_(ops.eq(ops.abs(a), ops.constant(math.inf, dtype)), ops.ne(b, zero))
    return ops.where(undefined, ops.constant(math.nan, dtype), floored)


@register_lowering(aten.nextafter.default)
def lower_neighbour(x: Any, y: Any) -> Any:
    """Neighbours among narrow floats, which other operators compute in float32."""
    dtype = V.graph.current_node.meta["val"].dtype
    if dtype.itemsize > 2:
        return None
    return _pointwise(lambda a, b: ops.nextafter(*(ops.to_dtype(v, dtype) for v in (a, b))), x, y)
