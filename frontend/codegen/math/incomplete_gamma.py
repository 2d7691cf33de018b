"""The regularized incomplete gamma functions P(a, x) and Q(a, x) = 1 - P(a, x), in float64 and rounded once.

Below the largest order of `_SMALL_ORDERS` the power series (DLMF 8.11.4) for P where x < a + 1 and the continued
fraction (DLMF 8.9.2) for Q elsewhere; above it Gauss-Legendre quadrature of the integrand around its peak at a - 1,
from x to where the integrand has vanished (Press et al., "Numerical Recipes", 3rd ed., section 6.2). All of them agree
with float64 references to 1e-8 or better relative to the function that is computed directly.
"""

import math

import numpy as np
from npusim.frontend.codegen.graph.builder import Builder
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.math.operations import absolute
from npusim.frontend.codegen.math.special import call, in_float64, lgamma, polynomial

_SMALL_ORDERS = 60.0
_SERIES_TERMS, _FRACTION_TERMS, _NODES = 64, 48, 18
_LOG_TERMS, _NEAR = 9, 1e-2
_STEP_ORDERS = 2.0**110
"""From here on the functions go from 0 to 1 within less than the distance of two float64, at x = a."""


@in_float64("igamma", "gammainc")
def igamma(b: Builder, a: Value, x: Value) -> Value:
    """P(a, x); 1 at a = 0, 0 at x = 0, NaN where either is negative or both are 0 or infinite."""
    lower, upper, direct_lower = _branches(b, a, x)
    return _limits(b, a, x, b.where(direct_lower, lower, b.sub(1.0, upper)), at_zero=0.0)


@in_float64("igammac", "gammaincc")
def igammac(b: Builder, a: Value, x: Value) -> Value:
    """Q(a, x); 0 at a = 0, 1 at x = 0, NaN where either is negative or both are 0 or infinite."""
    lower, upper, direct_lower = _branches(b, a, x)
    return _limits(b, a, x, b.where(direct_lower, b.sub(1.0, lower), upper), at_zero=1.0)


def _branches(b: Builder, a: Value, x: Value) -> tuple[Value, Value, Value]:
    """P, Q (accurate for the one that is computed directly) and whether that one is P."""
    small = b.compare("lt", a, _SMALL_ORDERS)
    order = b.op("minimum", a, _SMALL_ORDERS)
    is_lower = b.compare("lt", x, b.add(a, 1.0))
    below = b.op("minimum", x, b.add(order, 1.0))
    peak = b.sub(b.op("minimum", b.op("maximum", a, _SMALL_ORDERS), _STEP_ORDERS), 1.0)
    area = _quadrature(b, x, peak)
    left = b.compare("le", x, peak)
    lower = b.where(small, _series(b, order, below), b.raw("neg", area.dtype, area))
    upper = b.where(small, _fraction(b, order, b.op("maximum", x, b.add(order, 1.0))), area)
    is_step = b.compare("ge", a, _STEP_ORDERS)
    lower, upper = b.where(is_step, _step(b, a, x), lower), b.where(is_step, _step(b, x, a), upper)
    return lower, upper, b.where(small, is_lower, left)


def _step(b: Builder, edge: Value, x: Value) -> Value:
    """0 below the edge, 1 above it, a half at it."""
    high = b.where(b.compare("eq", x, edge), b.const(0.5, x.dtype), b.const(1.0, x.dtype))
    return b.where(b.compare("lt", x, edge), b.const(0.0, x.dtype), high)


def _front(b: Builder, a: Value, x: Value, gamma_order: Value) -> Value:
    """x^a e^-x / gamma(gamma_order)."""
    return call(b, "exp", b.sub(b.sub(b.mul(a, call(b, "log", x)), x), lgamma(b, gamma_order)))


def _series(b: Builder, a: Value, x: Value) -> Value:
    term = total = b.const(1.0, x.dtype)
    for k in range(1, _SERIES_TERMS):
        term = b.float_op("div", b.mul(term, x), b.add(a, float(k)))
        total = b.add(total, term)
    return b.mul(total, _front(b, a, x, b.add(a, 1.0)))


def _fraction(b: Builder, a: Value, x: Value) -> Value:
    """The continued fraction of Q, evaluated from its last term on."""
    shifted = b.sub(x, a)
    depth = b.add(shifted, 2.0 * _FRACTION_TERMS + 1)
    for k in range(_FRACTION_TERMS, 0, -1):
        numerator = b.mul(b.sub(float(k), a), float(k))
        depth = b.sub(b.add(shifted, 2.0 * k - 1), b.float_op("div", numerator, depth))
    return b.float_op("div", _front(b, a, x, a), depth)


def _quadrature(b: Builder, x: Value, peak: Value) -> Value:
    """Integral of t^peak e^-t / gamma(peak + 1) from x to the far end of its side: Q right of the peak, else -P.

    With d = t / peak - 1 the integrand is e^(peak (log(1 + d) - d)) over the square root of 2 pi peak, as Stirling's
    series (DLMF 5.11.3) has it: no large numbers are subtracted, so that it has all digits at the largest orders.
    """
    width, start = b.float_op("sqrt", peak), b.sub(x, peak)
    right = b.op("maximum", b.mul(width, 11.5), b.add(start, b.mul(width, 6.0)))
    left = b.op("minimum", b.mul(width, -7.5), b.sub(start, b.mul(width, 5.0)))
    left = b.op("maximum", left, b.raw("neg", peak.dtype, peak))
    half = b.mul(b.sub(b.where(b.compare("gt", start, 0), right, left), start), 0.5)
    total = b.const(0.0, x.dtype)
    for node, weight in zip(*np.polynomial.legendre.leggauss(_NODES), strict=True):
        d = b.float_op("div", b.add(start, b.mul(half, 1.0 + float(node))), peak)
        total = b.add(total, b.mul(call(b, "exp", b.mul(peak, _log_less(b, d))), float(weight)))
    inverse = b.float_op("div", 1.0, peak)
    series = b.mul(polynomial(b, b.mul(inverse, inverse), [-1 / 1260, 1 / 360, -1 / 12]), inverse)
    scale = b.float_op("div", call(b, "exp", series), b.mul(width, math.sqrt(2 * math.pi)))
    return b.mul(b.mul(total, half), scale)


def _log_less(b: Builder, d: Value) -> Value:
    """log(1 + d) - d, by its power series near 0."""
    series = polynomial(b, d, [(-1) ** (k + 1) / k for k in range(2, _LOG_TERMS)][::-1])
    near = b.mul(b.mul(series, d), d)
    is_near = b.compare("lt", absolute(b, d), _NEAR)
    return b.where(is_near, near, b.sub(call(b, "log1p", d), d))


def _limits(b: Builder, a: Value, x: Value, value: Value, at_zero: float) -> Value:
    """The values at the ends of the domain; `at_zero` is the one at x = 0."""
    start, end = b.const(at_zero, x.dtype), b.const(1 - at_zero, x.dtype)
    value = b.where(b.compare("eq", x, math.inf), end, value)
    value = b.where(b.compare("eq", a, math.inf), start, value)
    value = b.where(b.compare("eq", x, 0), start, value)
    value = b.where(b.compare("eq", a, 0), end, value)
    both_ends = b.either(
        b.both(b.compare("eq", a, 0), b.negate(b.compare("gt", x, 0))),
        b.both(b.compare("eq", a, math.inf), b.compare("eq", x, math.inf)),
    )
    outside = b.either(b.either(b.compare("lt", a, 0), b.compare("lt", x, 0)), both_ends)
    return b.where(outside, b.const(math.nan, x.dtype), value)
