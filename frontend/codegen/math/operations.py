"""Inductor's pointwise operations in terms of elementary ones: those of `torch._inductor.ops_handler.OpsHandler`.

Each entry takes the builder and the operation's operands. Special functions are in `special`, random numbers in
`philox`.
"""

import math
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.builder import Builder, Operand
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.graph.mlir_ops import ELEMENTARY

Operation = Callable[..., Any]
OPERATIONS: dict[str, Operation] = {}
"""Inductor's name of an operation -> function of (builder, operands...)."""


def operation(*names: str) -> Callable[[Operation], Operation]:
    """Registers a function under Inductor's names."""

    def register(function: Operation) -> Operation:
        OPERATIONS.update(dict.fromkeys(names, function))
        return function

    return register


def _of_floats(name: str) -> Operation:
    return lambda b, *operands: b.float_op(name, *operands)


def _of_numbers(name: str) -> Operation:
    return lambda b, *operands: b.op(name, *operands)


def _comparison(name: str) -> Operation:
    return lambda b, x, y: b.compare(name, x, y)


def _of_truth(name: str) -> Operation:
    return lambda b, x, y: b.raw(name, torch.bool, b.convert(x, torch.bool), b.convert(y, torch.bool))


OPERATIONS |= {
    "add": Builder.add,
    "sub": Builder.sub,
    "mul": Builder.mul,
    "mul_rn": Builder.mul,
    "floordiv": Builder.floor_divide,
    "truncdiv": Builder.trunc_divide,
    "remainder": Builder.python_modulo,
    "mod": Builder.c_modulo,
    "fmod": Builder.c_modulo,
    "where": Builder.where,
    "constant": Builder.const,
    "identity": lambda b, x: x,
    "maximum": _of_numbers("maximum"),
    "minimum": _of_numbers("minimum"),
    **{name: _of_floats(name) for name in (*ELEMENTARY, "rsqrt", "copysign", "atan2")},
    **{name: _comparison(name) for name in ("eq", "ne", "lt", "le", "gt", "ge")},
    **{f"bitwise_{name}": _of_numbers(f"bitwise_{name}") for name in ("and", "or", "xor")},
    **{name: _of_numbers(f"bitwise_{name.removesuffix('_')}") for name in ("and_", "or_", "xor")},
    **{f"logical_{name}": _of_truth(f"bitwise_{name}") for name in ("and", "or", "xor")},
}


# -- arithmetic


@operation("truediv", "div_rn", "int_truediv")
def truediv(b: Builder, x: Operand, y: Operand) -> Value:
    if _is_own_sum(x, y):
        return b.mul(x, reciprocal(b, y))
    return b.float_op("div", x, y)


def _is_own_sum(x: Operand, y: Operand) -> bool:
    """Whether y sums x along the reduced dimensions, as in a softmax: one reciprocal per row is enough."""
    return isinstance(y, Value) and y.op == "reduce" and y.attributes == ("sum",) and y.args[0] is x


@operation("fma")
def fma(b: Builder, x: Operand, y: Operand, z: Operand) -> Value:
    values = b.promote(x, y, z)
    if dtypes.is_float(values[0].dtype):
        return b.raw("fma", values[0].dtype, *values)
    return b.add(b.mul(values[0], values[1]), values[2])


@operation("neg")
def neg(b: Builder, x: Operand) -> Value:
    (value,) = b.promote(x)
    if dtypes.is_float(value.dtype):
        return b.raw("neg", value.dtype, value)
    return b.sub(b.const(0, value.dtype), value)


@operation("abs")
def absolute(b: Builder, x: Operand) -> Value:
    (value,) = b.promote(x)
    return value if dtypes.is_unsigned(value.dtype) else b.raw("abs", value.dtype, value)


@operation("square")
def square(b: Builder, x: Operand) -> Value:
    return b.mul(x, x)


@operation("reciprocal")
def reciprocal(b: Builder, x: Operand) -> Value:
    return b.float_op("div", 1.0, x)


@operation("relu")
def relu(b: Builder, x: Operand) -> Value:
    return b.op("maximum", x, 0)


@operation("sigmoid")
def sigmoid(b: Builder, x: Operand) -> Value:
    return b.float_op("div", 1.0, b.add(1.0, b.float_op("exp", neg(b, x))))


@operation("sign")
def sign(b: Builder, x: Operand) -> Value:
    """1, 0 or -1; 0 for NaN."""
    (value,) = b.promote(x)
    if value.dtype == torch.bool:
        return value
    zero, one = b.const(0, value.dtype), b.const(1, value.dtype)
    positive = b.where(b.compare("gt", value, zero), one, zero)
    if dtypes.is_unsigned(value.dtype):
        return positive
    return b.where(b.compare("lt", value, zero), b.const(-1, value.dtype), positive)


@operation("hypot")
def hypot(b: Builder, x: Operand, y: Operand) -> Value:
    """Scaled by the larger operand, so that squares do not overflow."""
    p, q = (absolute(b, v) for v in b.promote(x, y))
    large, small = b.op("maximum", p, q), b.op("minimum", p, q)
    ratio = b.where(b.compare("eq", large, 0), b.const(0, large.dtype), b.float_op("div", small, large))
    scaled = b.mul(large, b.float_op("sqrt", b.add(1.0, b.mul(ratio, ratio))))
    infinite = b.either(b.compare("eq", p, math.inf), b.compare("eq", q, math.inf))  # also beside NaN
    return b.where(infinite, b.const(math.inf, large.dtype), scaled)


# -- rounding: integers are whole already


def _rounding(name: str) -> Operation:
    def round_value(b: Builder, x: Operand) -> Value:
        (value,) = b.promote(x)
        return b.raw(name, value.dtype, value) if dtypes.is_float(value.dtype) else value

    return round_value


def _rounding_to_int(name: str) -> Operation:
    rounding = _rounding(name)
    return lambda b, x, dtype: b.convert(rounding(b, x), dtype)


for _torch_name, _name in (("floor", "floor"), ("ceil", "ceil"), ("trunc", "trunc"), ("round", "roundeven")):
    OPERATIONS[_torch_name] = _rounding(_name)
    OPERATIONS[f"{_torch_name}_to_int"] = _rounding_to_int(_name)


# -- powers


@operation("pow")
def power(b: Builder, x: Operand, y: Operand) -> Value:
    base, exponent = b.promote(x, y)
    if not dtypes.is_float(base.dtype):
        return _int_power(b, base, exponent)
    if exponent.op == "const" and exponent.attributes[0] == -0.5:
        return b.raw("rsqrt", base.dtype, base)  # of -0.0 minus infinity, as eager PyTorch; a power has no sign there
    small = _small_whole(exponent)
    if small is None:
        return b.raw("pow", base.dtype, base, exponent)
    result = _by_squaring(b, base, abs(small))
    return result if small >= 0 else reciprocal(b, result)


def _small_whole(exponent: Value) -> int | None:
    """A constant exponent that is a small whole number; a few multiplications are exact enough for it."""
    if exponent.op != "const":
        return None
    number = exponent.attributes[0]
    return int(number) if abs(number) <= 4 and float(number).is_integer() else None


def _by_squaring(b: Builder, base: Value, exponent: int) -> Value:
    result: Value | None = None
    factor = base
    while exponent:
        if exponent & 1:
            result = factor if result is None else b.mul(result, factor)
        exponent >>= 1
        factor = b.mul(factor, factor) if exponent else factor
    return b.const(1, base.dtype) if result is None else result


def _int_power(b: Builder, base: Value, exponent: Value) -> Value:
    """Square and multiply over all bits of the exponent; a negative exponent gives what torch gives: 1, -1 or 0."""
    result, factor, rest = b.const(1, base.dtype), base, exponent
    for _ in range(dtypes.bits(base.dtype) - (not dtypes.is_unsigned(base.dtype))):
        odd = b.compare("ne", b.op("bitwise_and", rest, 1), 0)
        result = b.where(odd, b.mul(result, factor), result)
        factor = b.mul(factor, factor)
        rest = b.raw("shr", rest.dtype, rest, b.const(1, rest.dtype))
    if dtypes.is_unsigned(base.dtype):
        return result
    is_odd = b.compare("ne", b.op("bitwise_and", exponent, 1), 0)
    minus_one = b.where(is_odd, b.const(-1, base.dtype), b.const(1, base.dtype))
    unit = b.where(b.compare("eq", base, -1), minus_one, b.const(0, base.dtype))
    inverse = b.where(b.compare("eq", base, 1), b.const(1, base.dtype), unit)
    return b.where(b.compare("lt", exponent, 0), inverse, result)


# -- logic and bits


@operation("logical_not")
def logical_not(b: Builder, x: Operand) -> Value:
    return b.negate(b.convert(x, torch.bool))


@operation("bitwise_not")
def bitwise_not(b: Builder, x: Operand) -> Value:
    (value,) = b.promote(x)
    return b.op("bitwise_xor", value, b.const(True if value.dtype == torch.bool else -1, value.dtype))


@operation("bitwise_left_shift", "lshift")
def shift_left(b: Builder, x: Operand, y: Operand) -> Value:
    """A shift by the width or more gives 0, as in torch."""
    value, amount = b.promote(x, y)
    width = dtypes.bits(value.dtype)
    if _is_below(amount, width):
        return b.raw("shl", value.dtype, value, amount)
    fits = _shift_fits(b, amount, width)
    shifted = b.raw("shl", value.dtype, value, b.where(fits, amount, b.const(0, amount.dtype)))
    return b.where(fits, shifted, b.const(0, value.dtype))


@operation("bitwise_right_shift", "rshift")
def shift_right(b: Builder, x: Operand, y: Operand) -> Value:
    """Arithmetic for signed dtypes; a shift by the width or more leaves only the sign, as in torch."""
    value, amount = b.promote(x, y)
    width = dtypes.bits(value.dtype)
    if _is_below(amount, width):
        return b.raw("shr", value.dtype, value, amount)
    last = width - 1 if not dtypes.is_unsigned(value.dtype) else 0
    fits = _shift_fits(b, amount, width)
    shifted = b.raw("shr", value.dtype, value, b.where(fits, amount, b.const(last, amount.dtype)))
    return b.where(fits, shifted, b.const(0, value.dtype)) if dtypes.is_unsigned(value.dtype) else shifted


def _is_below(amount: Value, width: int) -> bool:
    """Whether an amount is a constant in [0, width)."""
    return amount.op == "const" and 0 <= amount.attributes[0] < width


def _shift_fits(b: Builder, amount: Value, width: int) -> Value:
    below = b.compare("lt", amount, width)
    return below if dtypes.is_unsigned(amount.dtype) else b.both(below, b.compare("ge", amount, 0))


@operation("isnan")
def isnan(b: Builder, x: Operand) -> Value:
    return b.is_nan(b.as_value(x))


@operation("isinf")
def isinf(b: Builder, x: Operand) -> Value:
    (value,) = b.promote(x)
    if not dtypes.is_float(value.dtype):
        return b.const(False, torch.bool)
    return b.compare("eq", b.raw("abs", value.dtype, value), math.inf)


@operation("signbit")
def signbit(b: Builder, x: Operand) -> Value:
    (value,) = b.promote(x)
    if dtypes.is_unsigned(value.dtype):
        return b.const(False, torch.bool)
    return b.compare("lt", b.bits_of(value) if dtypes.is_float(value.dtype) else value, 0)


# -- conversions


@operation("to_dtype")
def to_dtype(
    b: Builder, x: Operand, dtype: torch.dtype, src_dtype: torch.dtype | None = None, use_compute_types: bool = True
) -> Value:
    return b.convert(x, dtype)


@operation("to_dtype_bitcast")
def to_dtype_bitcast(b: Builder, x: Operand, dtype: torch.dtype, src_dtype: torch.dtype) -> Value:
    if src_dtype.is_complex:
        return b.convert(x, dtype)  # of complex numbers kernels load the parts
    return b.bitcast(b.convert(x, src_dtype), dtype)
