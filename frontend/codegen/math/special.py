"""Special functions as compositions of elementary operations.

All of them are computed in float64 and rounded once, so that recurrences and cancellations cost no accuracy that a
float32 result would show. Formulas: NIST Digital Library of Mathematical Functions, chapters 5 (gamma), 7 (error
functions) and 10 (Bessel functions).
"""

import math
from collections.abc import Callable, Sequence

import torch
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.builder import Builder, Operand
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.math.operations import OPERATIONS, absolute, operation

Function = Callable[..., Value]
"""Of a builder and float64 values."""


def in_float64(*names: str) -> Callable[[Function], Function]:
    """Registers a function of float64 values under Inductor's names; its result is rounded to the operands' dtype."""

    def register(function: Function) -> Function:
        def rounded(b: Builder, *operands: Operand) -> Value:
            values = b.promote(*operands)
            result = values[0].dtype if dtypes.is_float(values[0].dtype) else torch.float32
            return b.convert(function(b, *(b.convert(value, torch.float64) for value in values)), result)

        operation(*names)(rounded)
        return function

    return register


def polynomial(b: Builder, x: Value, coefficients: Sequence[float]) -> Value:
    """Horner's rule, highest power first."""
    result = b.const(coefficients[0], x.dtype)
    for c in coefficients[1:]:
        result = b.add(b.mul(result, x), c)
    return result


def call(b: Builder, name: str, *args: Operand) -> Value:
    """Inductor's operation `name`."""
    value: Value = OPERATIONS[name](b, *args)
    return value


# -- the gamma function and its derivatives

_SHIFT = 10
"""Arguments are raised above this by the recurrence; the asymptotic series then have more than 14 digits."""
BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)


def fraction_of_pi(b: Builder, x: Value) -> Value:
    """pi times the distance of x from the nearest whole number: tiny numbers keep their digits."""
    return b.mul(b.sub(x, b.raw("roundeven", x.dtype, x)), math.pi)


_TINY = 1e-17


@in_float64("lgamma")
def lgamma(b: Builder, x: Value) -> Value:
    """Logarithm of the absolute value of the gamma function (DLMF 5.11.1, 5.5.1, 5.5.3)."""
    reflected = b.compare("lt", x, 0.5)
    positive = _lgamma_positive(b, b.where(reflected, b.sub(1.0, x), x))
    sine = absolute(b, call(b, "sin", fraction_of_pi(b, x)))
    size = absolute(b, x)  # of tiny ones, whose sine has few digits; pi / sine may overflow
    part = b.where(b.compare("lt", size, _TINY), size, b.float_op("div", sine, math.pi))
    mirror = b.sub(b.raw("neg", x.dtype, call(b, "log", part)), positive)
    finite = b.where(reflected, mirror, positive)
    root = b.either(b.compare("eq", x, 1), b.compare("eq", x, 2))
    finite = b.where(root, b.const(0.0, x.dtype), finite)
    pole = b.both(b.compare("le", x, 0), b.compare("eq", b.raw("floor", x.dtype, x), x))
    unbounded = b.either(pole, b.compare("eq", absolute(b, x), math.inf))
    return b.where(unbounded, b.const(math.inf, x.dtype), finite)


def _lgamma_positive(b: Builder, x: Value) -> Value:
    small = b.compare("lt", x, _SHIFT)
    product = b.const(1.0, x.dtype)
    for step in range(_SHIFT):
        product = b.mul(product, b.add(x, float(step)))
    large = b.where(small, b.add(x, float(_SHIFT)), x)
    inverse = b.float_op("div", 1.0, large)
    terms = [c / (2 * k * (2 * k - 1)) for k, c in enumerate(BERNOULLI, start=1)]
    series = b.mul(polynomial(b, b.mul(inverse, inverse), terms[::-1]), inverse)
    leading = b.sub(b.mul(b.sub(large, 0.5), call(b, "log", large)), large)
    stirling = b.add(b.add(leading, 0.5 * math.log(2 * math.pi)), series)
    return b.where(small, b.sub(stirling, call(b, "log", product)), stirling)


@in_float64("digamma")
def digamma(b: Builder, x: Value) -> Value:
    """Logarithmic derivative of the gamma function (DLMF 5.11.2, 5.5.2, 5.5.4); NaN at negative whole numbers."""
    reflected = b.compare("lt", x, 0.5)
    y = b.where(reflected, b.sub(1.0, x), x)
    small, shifted, below = b.compare("lt", y, _SHIFT), y, b.const(0.0, x.dtype)
    for _ in range(_SHIFT):
        below = b.add(below, b.float_op("div", 1.0, shifted))
        shifted = b.add(shifted, 1.0)
    large = b.where(small, shifted, y)
    inverse = b.float_op("div", 1.0, large)
    square = b.mul(inverse, inverse)
    terms = [c / (2 * k) for k, c in enumerate(BERNOULLI, start=1)]
    series = b.mul(polynomial(b, square, terms[::-1]), square)
    value = b.sub(b.sub(call(b, "log", large), b.mul(inverse, 0.5)), series)
    value = b.where(small, b.sub(value, below), value)
    mirror = b.sub(value, b.float_op("div", math.pi, call(b, "tan", fraction_of_pi(b, x))))
    result = b.where(reflected, mirror, value)
    pole = b.both(b.compare("lt", x, 0), b.compare("eq", b.raw("floor", x.dtype, x), x))
    result = b.where(pole, b.const(math.nan, x.dtype), result)
    return b.where(
        b.compare("eq", x, 0), b.raw("copysign", x.dtype, b.const(math.inf, x.dtype), b.raw("neg", x.dtype, x)), result
    )


# -- error functions


@in_float64("erfinv")
def erfinv(b: Builder, x: Value) -> Value:
    """Inverse of erf."""
    size = absolute(b, x)
    return b.raw("copysign", x.dtype, _erfinv_positive(b, size, b.sub(1.0, size)), x)


def _erfinv_positive(b: Builder, size: Value, complement: Value) -> Value:
    """erfinv of `size`, given 1 - size as well: Winitzki's approximation (near 0 the series DLMF 7.17.2), then Halley's
    method on erf, above 1/2 on erfc, so that neither numbers near 0 nor those near 1 lose digits.
    """
    near = b.compare("lt", size, 0.5)
    y = b.where(near, _erfinv_near_zero(b, size), _erfinv_near_one(b, complement))
    for _ in range(3):
        slope = b.mul(call(b, "exp", b.raw("neg", y.dtype, b.mul(y, y))), 2 / math.sqrt(math.pi))
        excess = b.where(near, b.sub(size, call(b, "erf", y)), b.sub(call(b, "erfc", y), complement))
        step = b.float_op("div", excess, slope)
        y = b.add(y, b.float_op("div", step, b.add(1.0, b.mul(y, step))))  # erf'' = -2 y erf'
    y = b.where(b.compare("eq", complement, 0), b.const(math.inf, y.dtype), y)
    return b.where(b.compare("eq", size, 0), b.const(0.0, y.dtype), y)


def _erfinv_near_zero(b: Builder, size: Value) -> Value:
    leading = b.mul(size, math.sqrt(math.pi) / 2)
    return b.mul(leading, b.add(1.0, b.mul(b.mul(size, size), math.pi / 12)))


def _erfinv_near_one(b: Builder, complement: Value) -> Value:
    """Winitzki's approximation; far out once more from the leading term of erfc (DLMF 7.12.1)."""
    y = _erfinv_winitzki(b, complement)
    leading = b.raw("neg", y.dtype, call(b, "log", b.mul(b.mul(complement, y), math.sqrt(math.pi))))
    return b.where(b.compare("lt", complement, 1e-6), b.float_op("sqrt", leading), y)


def _erfinv_winitzki(b: Builder, complement: Value) -> Value:
    log = call(b, "log", b.mul(complement, b.sub(2.0, complement)))
    a = 0.147
    half = b.add(b.mul(log, 0.5), 2 / (math.pi * a))
    inner = b.sub(b.mul(half, half), b.mul(log, 1 / a))
    return b.float_op("sqrt", b.sub(b.float_op("sqrt", inner), half))


@in_float64("ndtr")
def ndtr(b: Builder, x: Value) -> Value:
    """Distribution function of the normal distribution."""
    return b.mul(call(b, "erfc", b.mul(x, -math.sqrt(0.5))), 0.5)


@in_float64("ndtri")
def ndtri(b: Builder, x: Value) -> Value:
    """Quantiles of the normal distribution; probabilities near 0 keep their digits."""
    lower = b.compare("lt", x, 0.5)
    complement = b.mul(b.where(lower, x, b.sub(1.0, x)), 2.0)
    size = b.where(lower, b.sub(1.0, complement), b.sub(b.mul(x, 2.0), 1.0))
    y = b.mul(_erfinv_positive(b, size, complement), math.sqrt(2))
    return b.where(lower, b.raw("neg", y.dtype, y), y)


# -- modified Bessel functions of the first kind

_SERIES_TERMS, _SERIES_LIMIT, _ASYMPTOTIC_TERMS = 48, 20.0, 14


def _bessel_scaled(b: Builder, x: Value, order: int) -> Value:
    """I_order(|x|) * exp(-|x|): power series (DLMF 10.25.2) up to 20, asymptotic series (10.40.1) beyond."""
    size = absolute(b, x)
    series = power_series(b, b.op("minimum", size, _SERIES_LIMIT), order, [1] * _SERIES_TERMS)
    near = b.mul(series, call(b, "exp", b.raw("neg", x.dtype, size)))
    far = _asymptotic_series(b, b.op("maximum", size, _SERIES_LIMIT), order)
    return b.where(b.compare("le", size, _SERIES_LIMIT), near, far)


def power_series(b: Builder, x: Value, order: int, weights: Sequence[float]) -> Value:
    """(x/2)^order times the sum of weights[k] (x^2/4)^k / (k! (k + order)!), for order 0 or 1."""
    square = b.mul(b.mul(x, x), 0.25)
    terms = [weight / (math.factorial(k) * math.factorial(k + order)) for k, weight in enumerate(weights)]
    series = polynomial(b, square, terms[::-1])
    return b.mul(series, b.mul(x, 0.5)) if order else series


def _asymptotic_series(b: Builder, x: Value, order: int) -> Value:
    coefficient, terms = 1.0, [1.0]
    for k in range(1, _ASYMPTOTIC_TERMS):
        coefficient *= -(4 * order * order - (2 * k - 1) ** 2) / (8 * k)
        terms.append(coefficient)
    series = polynomial(b, b.float_op("div", 1.0, x), terms[::-1])
    return b.float_op("div", series, b.mul(b.float_op("sqrt", x), math.sqrt(2 * math.pi)))


def _growth(b: Builder, x: Value) -> Value:
    return call(b, "exp", absolute(b, x))


@in_float64("i0e")
def i0e(b: Builder, x: Value) -> Value:
    return _bessel_scaled(b, x, 0)


@in_float64("i1e")
def i1e(b: Builder, x: Value) -> Value:
    return b.raw("copysign", x.dtype, _bessel_scaled(b, x, 1), x)


@in_float64("i0", "modified_bessel_i0")
def i0(b: Builder, x: Value) -> Value:
    return b.mul(i0e(b, x), _growth(b, x))


@in_float64("i1", "modified_bessel_i1")
def i1(b: Builder, x: Value) -> Value:
    return b.mul(i1e(b, x), _growth(b, x))
