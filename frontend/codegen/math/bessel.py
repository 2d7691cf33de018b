"""Bessel, Airy and zeta functions as compositions of elementary operations, in float64 and rounded once.

Power series near zero, asymptotic series far from it. Formulas: NIST Digital Library of Mathematical Functions,
chapters 9 (Airy), 10 (Bessel), 25 (zeta).
"""

import math
from functools import partial

from npusim.frontend.codegen.graph.builder import Builder
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.math.operations import absolute
from npusim.frontend.codegen.math.special import (
    BERNOULLI,
    call,
    digamma,
    fraction_of_pi,
    i0e,
    i1e,
    in_float64,
    lgamma,
    polynomial,
    power_series,
)

_EULER = 0.5772156649015329
_SERIES_TERMS = 40
_NEAR_J, _NEAR_K, _NEAR_AIRY = 16.0, 8.0, 6.0
"""Where the asymptotic series take over: both series give more than float32's digits there."""


# -- Bessel functions of the first and second kind


def _hankel(order: int, count: int) -> list[float]:
    """a_k(order) of DLMF 10.17.1."""
    terms = [1.0]
    for k in range(1, count):
        terms.append(terms[-1] * (4 * order * order - (2 * k - 1) ** 2) / (8 * k))
    return terms


def _far(b: Builder, x: Value, order: int, second_kind: bool) -> Value:
    """DLMF 10.17.3 and 10.17.4 for x > 0."""
    inverse, a = b.float_op("div", 1.0, x), _hankel(order, 24)
    square = b.mul(inverse, inverse)
    even = polynomial(b, square, [(-1) ** k * a[2 * k] for k in range(12)][::-1])
    odd = b.mul(polynomial(b, square, [(-1) ** k * a[2 * k + 1] for k in range(12)][::-1]), inverse)
    phase = b.sub(x, (order / 2 + 0.25) * math.pi)
    sine, cosine = call(b, "sin", phase), call(b, "cos", phase)
    first, second = (b.mul(sine, even), b.mul(cosine, odd)) if second_kind else (b.mul(cosine, even), b.mul(sine, odd))
    wave = b.add(first, second) if second_kind else b.sub(first, second)
    return b.mul(b.float_op("sqrt", b.mul(inverse, 2 / math.pi)), wave)


def _harmonic(k: int) -> float:
    return sum(1 / n for n in range(1, k + 1))


def _series(b: Builder, x: Value, order: int, sign: int, weighted: bool) -> Value:
    """`power_series`, weighted by digammas for the second kind."""
    weights = [
        sign**k * (_harmonic(k) + _harmonic(k + order) - 2 * _EULER if weighted else 1.0) for k in range(_SERIES_TERMS)
    ]
    return power_series(b, x, order, weights)


def _first_kind(b: Builder, x: Value, order: int) -> Value:
    size = absolute(b, x)
    near = _series(b, b.op("minimum", size, _NEAR_J), order, -1, False)
    far = _far(b, b.op("maximum", size, _NEAR_J), order, False)
    value = b.where(b.compare("le", size, _NEAR_J), near, far)
    value = b.where(b.compare("eq", size, math.inf), b.const(0.0, x.dtype), value)
    value = b.where(b.is_nan(x), x, value)
    if not order:
        return value
    value = b.where(b.compare("lt", x, 0), b.raw("neg", x.dtype, value), value)
    return b.where(b.compare("eq", x, 0), x, value)


def _second_kind(b: Builder, x: Value, order: int) -> Value:
    """DLMF 10.8.1; minus infinity at 0, NaN below."""
    low = b.op("minimum", x, _NEAR_J)
    half = b.sub(call(b, "log", low), math.log(2))  # half of the smallest number is 0
    logarithm = b.mul(half, 2 / math.pi)
    near = b.mul(logarithm, _series(b, low, order, -1, False))
    near = b.sub(near, b.mul(_series(b, low, order, -1, True), 1 / math.pi))
    if order:
        near = b.sub(near, b.float_op("div", 2 / math.pi, low))
    value = b.where(b.compare("le", x, _NEAR_J), near, _far(b, b.op("maximum", x, _NEAR_J), order, True))
    return _on_positives(b, x, value, -math.inf)


def _on_positives(b: Builder, x: Value, value: Value, at_zero: float) -> Value:
    """`value` where x > 0, with its limits: `at_zero` at 0, 0 at infinity, NaN below 0."""
    value = b.where(b.compare("eq", x, math.inf), b.const(0.0, x.dtype), value)
    value = b.where(b.compare("eq", x, 0), b.const(at_zero, x.dtype), value)
    return b.where(b.compare("ge", x, 0), value, b.const(math.nan, x.dtype))


@in_float64("spherical_bessel_j0")
def spherical_bessel_j0(b: Builder, x: Value) -> Value:
    """sin(x) / x."""
    zero, infinite = b.compare("eq", x, 0), b.compare("eq", absolute(b, x), math.inf)
    safe = b.where(b.either(zero, infinite), b.const(1.0, x.dtype), x)
    value = b.float_op("div", call(b, "sin", safe), safe)
    value = b.where(zero, b.const(1.0, x.dtype), value)
    return b.where(infinite, b.const(0.0, x.dtype), value)


# -- modified Bessel functions of the second kind


def _scaled_k(b: Builder, x: Value, order: int) -> Value:
    """K_order(x) * exp(x): DLMF 10.31.1 near zero, 10.40.2 beyond."""
    low, high = b.op("minimum", x, _NEAR_K), b.op("maximum", x, _NEAR_K)
    growing = b.mul((i1e if order else i0e)(b, low), call(b, "exp", low))
    near = b.mul(call(b, "log", b.mul(low, 0.5)), growing)
    weighted = b.mul(_series(b, low, order, 1, True), 0.5)
    near = b.add(b.sub(near, weighted), b.float_op("div", 1.0, low)) if order else b.sub(weighted, near)
    near = b.mul(near, call(b, "exp", low))
    inverse = b.float_op("div", 1.0, high)
    far = b.mul(polynomial(b, inverse, _hankel(order, 16)[::-1]), b.float_op("sqrt", b.mul(inverse, math.pi / 2)))
    return _on_positives(b, x, b.where(b.compare("le", x, _NEAR_K), near, far), math.inf)


def _modified_k(b: Builder, x: Value, order: int) -> Value:
    return b.mul(_scaled_k(b, x, order), _decay(b, x))


def _decay(b: Builder, x: Value) -> Value:
    return call(b, "exp", b.raw("neg", x.dtype, x))


for _order in (0, 1):
    in_float64(f"bessel_j{_order}")(partial(_first_kind, order=_order))
    in_float64(f"bessel_y{_order}")(partial(_second_kind, order=_order))
    in_float64(f"modified_bessel_k{_order}")(partial(_modified_k, order=_order))
    in_float64(f"scaled_modified_bessel_k{_order}")(partial(_scaled_k, order=_order))


# -- Airy


def _airy_coefficients() -> list[float]:
    """u_k of DLMF 9.7.2."""
    terms = [1.0]
    for k in range(1, 14):
        terms.append(terms[-1] * (6 * k - 5) * (6 * k - 3) * (6 * k - 1) / (216 * k * (2 * k - 1)))
    return terms


def _airy_near(b: Builder, x: Value) -> Value:
    """DLMF 9.4.1."""
    first, second = [1.0], [1.0]
    for k in range(1, 34):
        first.append(first[-1] / ((3 * k - 1) * (3 * k)))
        second.append(second[-1] / ((3 * k) * (3 * k + 1)))
    cube = b.mul(b.mul(x, x), x)
    value = b.mul(polynomial(b, cube, first[::-1]), 3 ** (-2 / 3) / math.gamma(2 / 3))
    slope = b.mul(b.mul(polynomial(b, cube, second[::-1]), x), 3 ** (-1 / 3) / math.gamma(1 / 3))
    return b.sub(value, slope)


@in_float64("airy_ai")
def airy_ai(b: Builder, x: Value) -> Value:
    """Ai: DLMF 9.4.1 near zero, 9.7.5 and 9.7.9 beyond."""
    size, u = absolute(b, x), _airy_coefficients()
    near = _airy_near(b, b.op("minimum", b.op("maximum", x, -_NEAR_AIRY), _NEAR_AIRY))
    far = b.op("maximum", size, _NEAR_AIRY)
    root = b.float_op("sqrt", far)
    zeta = b.mul(b.mul(far, root), 2 / 3)
    inverse = b.float_op("div", 1.0, zeta)
    scale = b.float_op("div", 1 / math.sqrt(math.pi), b.float_op("sqrt", root))
    decaying = polynomial(b, inverse, [(-1) ** k * c for k, c in enumerate(u)][::-1])
    decaying = b.mul(b.mul(b.mul(scale, 0.5), _decay(b, zeta)), decaying)
    square = b.mul(inverse, inverse)
    even = polynomial(b, square, [(-1) ** k * u[2 * k] for k in range(7)][::-1])
    odd = b.mul(polynomial(b, square, [(-1) ** k * u[2 * k + 1] for k in range(7)][::-1]), inverse)
    phase = b.sub(zeta, math.pi / 4)
    wave = b.mul(scale, b.add(b.mul(call(b, "cos", phase), even), b.mul(call(b, "sin", phase), odd)))
    beyond = b.where(b.compare("gt", x, 0), decaying, wave)
    return b.where(b.compare("le", size, _NEAR_AIRY), near, beyond)


# -- zeta and polygamma

_ZETA_TERMS = 20
"""That are summed one by one, those nearest to 0 of a sum that begins below minus half of them."""


def _hurwitz(b: Builder, s: Value, q: Value) -> Value:
    """Sum of (q + k)^-s: terms up to the one of least |q + k| and beyond, then the rest (`_rest`).

    What is in front of these terms, when q is far below 0, is (-1)^s times a difference of two rests; s is whole there.
    """
    far = b.compare("lt", q, -_ZETA_TERMS / 2)
    near = b.sub(b.sub(q, b.raw("floor", q.dtype, q)), _ZETA_TERMS / 2)
    first = b.where(far, near, q)
    before = b.sub(_rest(b, s, b.sub(1.0, first)), _rest(b, s, b.sub(1.0, q)))
    even = b.compare("eq", b.c_modulo(s, 2.0), 0)
    before = b.where(even, before, b.raw("neg", s.dtype, before))
    total = b.where(far, before, b.const(0.0, s.dtype))
    minus = b.raw("neg", s.dtype, s)
    for k in range(_ZETA_TERMS):
        total = b.add(total, call(b, "pow", b.add(first, float(k)), minus))
    return b.add(total, _rest(b, s, b.add(first, float(_ZETA_TERMS))))


def _rest(b: Builder, s: Value, q: Value) -> Value:
    """Sum of (q + k)^-s for q of 10 and more, by the Euler-Maclaurin formula (DLMF 25.11.5 and 2.10.1)."""
    power = call(b, "pow", q, b.raw("neg", s.dtype, s))
    rest = b.add(b.float_op("div", b.mul(power, q), b.sub(s, 1.0)), b.mul(power, 0.5))
    factor = b.float_op("div", b.mul(power, s), q)
    for k, c in enumerate(BERNOULLI, start=1):
        rest = b.add(rest, b.mul(factor, c / math.factorial(2 * k)))
        rise = b.mul(b.add(s, float(2 * k - 1)), b.add(s, float(2 * k)))
        factor = b.float_op("div", b.mul(factor, rise), b.mul(q, q))
    return b.where(b.compare("eq", power, 0), b.const(0.0, s.dtype), rest)  # else NaN at infinities


def _is_pole(b: Builder, q: Value) -> Value:
    """Whether q is 0, -1, ..., where a term of the sum is infinite."""
    return b.both(b.compare("le", q, 0), b.compare("eq", b.raw("floor", q.dtype, q), q))


@in_float64("zeta")
def zeta(b: Builder, exponent: Value, start: Value) -> Value:
    """Hurwitz zeta of (s, q): infinite at s = 1 and at q = 0, -1, ...; NaN for s < 1, for q < 0 unless s is whole."""
    value, nan, infinity = _hurwitz(b, exponent, start), math.nan, math.inf
    whole = b.compare("eq", b.raw("floor", exponent.dtype, exponent), exponent)
    value = b.where(b.both(b.compare("lt", start, 0), b.negate(whole)), b.const(nan, value.dtype), value)
    value = b.where(_is_pole(b, start), b.const(infinity, value.dtype), value)
    value = b.where(b.compare("lt", exponent, 1), b.const(nan, value.dtype), value)
    return b.where(b.compare("eq", exponent, 1), b.const(infinity, value.dtype), value)


@in_float64("polygamma")
def polygamma(b: Builder, order: Value, at: Value) -> Value:
    """A derivative of digamma: digamma, trigamma by reflection (DLMF 5.15.6), else a zeta function (5.15.1)."""
    reflected = b.both(b.compare("lt", at, 0.5), b.compare("eq", order, 1))
    start = b.where(reflected, b.sub(1.0, at), at)
    value = _hurwitz(b, b.add(order, 1.0), start)
    value = b.where(_is_pole(b, start), b.const(math.inf, value.dtype), value)
    sine = call(b, "sin", fraction_of_pi(b, at))
    mirror = b.sub(b.float_op("div", math.pi**2, b.mul(sine, sine)), value)
    size = b.where(reflected, mirror, b.mul(value, call(b, "exp", lgamma(b, b.add(order, 1.0)))))
    odd = b.compare("eq", b.c_modulo(order, 2.0), 1)
    signed = b.where(odd, size, b.raw("neg", size.dtype, size))
    return b.where(b.compare("eq", order, 0), digamma(b, at), signed)


# -- the scaled complementary error function


@in_float64("erfcx")
def erfcx(b: Builder, x: Value) -> Value:
    """exp(x^2) erfc(x): computed directly up to 10, by DLMF 7.12.1 beyond."""
    low, high = b.op("minimum", x, 10.0), b.op("maximum", x, 10.0)
    near = b.mul(call(b, "exp", b.mul(low, low)), call(b, "erfc", low))
    inverse = b.float_op("div", 1.0, high)
    terms = [1.0]
    for k in range(1, 12):
        terms.append(-terms[-1] * (2 * k - 1) / 2)
    far = b.mul(polynomial(b, b.mul(inverse, inverse), terms[::-1]), b.mul(inverse, 1 / math.sqrt(math.pi)))
    return b.where(b.compare("le", x, 10), near, far)
