"""Operations on the parts of floating-point numbers: mantissa, exponent, neighbours."""

import math

import torch
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.builder import Builder, Operand
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.math.operations import absolute, operation


def _layout(dtype: torch.dtype) -> tuple[int, int]:
    """(bits of the mantissa, bias of the exponent)."""
    return (52, 1023) if dtype == torch.float64 else (23, 127)


@operation("frexp")
def frexp(b: Builder, x: Operand) -> tuple[Value, Value]:
    """Mantissa in [0.5, 1) and exponent (int32) with x = mantissa * 2**exponent; 0, infinities and NaN have exponent
    0.
    """
    (value,) = b.promote(x)
    mantissa_bits, bias = _layout(value.dtype)
    tiny = b.compare("lt", absolute(b, value), 2.0 ** (1 - bias))
    scaled = b.where(tiny, b.mul(value, 2.0 ** (mantissa_bits + 1)), value)
    bits = b.bits_of(scaled)
    field = b.op("bitwise_and", b.raw("shr", bits.dtype, bits, b.const(mantissa_bits, bits.dtype)), 2 * bias + 1)
    exponent = b.sub(
        b.sub(field, bias - 1), b.where(tiny, b.const(mantissa_bits + 1, bits.dtype), b.const(0, bits.dtype))
    )
    keep = b.const(~((2 * bias + 1) << mantissa_bits), bits.dtype)
    mantissa = b.bitcast(b.op("bitwise_or", b.op("bitwise_and", bits, keep), (bias - 1) << mantissa_bits), value.dtype)
    special = b.either(b.compare("eq", value, 0), b.compare("eq", field, 2 * bias + 1))
    whole = b.convert(exponent, torch.int32)
    return b.where(special, value, mantissa), b.where(special, b.const(0, torch.int32), whole)


@operation("ldexp")
def ldexp(b: Builder, x: Operand, n: Operand) -> Value:
    """x * 2**n in two steps, so that neither factor overflows on its own."""
    (value,) = b.promote(x)
    value = value if dtypes.is_float(value.dtype) else b.convert(value, torch.float32)
    exponent = b.convert(n, torch.int32)
    half = b.raw("shr", torch.int32, exponent, b.const(1, torch.int32))
    first, second = (b.float_op("exp2", b.convert(e, value.dtype)) for e in (half, b.sub(exponent, half)))
    return b.mul(b.mul(value, first), second)


@operation("nextafter")
def nextafter(b: Builder, x: Operand, y: Operand) -> Value:
    """The number after x towards y, among those of the operands' dtype: narrow floats of one dtype are not widened."""
    p, q = _of_one_float_dtype(x, y) or b.promote(x, y)
    bits = b.bits_of(p)
    away = b.compare("eq", b.compare("gt", q, p), b.compare("gt", p, 0))
    one = b.const(1, bits.dtype)
    step = b.bitcast(b.where(away, b.add(bits, one), b.sub(bits, one)), p.dtype)
    from_zero = b.raw("copysign", p.dtype, b.bitcast(one, p.dtype), q)
    moved = b.where(b.compare("eq", p, 0), from_zero, step)
    unordered = b.either(b.is_nan(p), b.is_nan(q))
    return b.where(unordered, b.const(math.nan, p.dtype), b.where(b.compare("eq", p, q), q, moved))


def _of_one_float_dtype(x: Operand, y: Operand) -> tuple[Value, Value] | None:
    """Both operands, if that is what they are."""
    if not isinstance(x, Value) or not isinstance(y, Value) or x.dtype != y.dtype:
        return None
    return (x, y) if dtypes.is_float(x.dtype) else None
