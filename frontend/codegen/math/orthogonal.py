"""Orthogonal polynomials of whole degree n, in float64 and rounded once. Formulas: DLMF chapter 18.

Chebyshev polynomials have closed forms: trigonometric for |x| <= 1 (DLMF 18.5.1 to 18.5.4), hyperbolic elsewhere. The
others follow their three-term recurrences (DLMF 18.9.1), as many steps as a constant degree needs. A degree that is
known only at run time takes `LARGEST_DEGREE` steps, of which each element keeps the one it asks for; beyond that the
result is NaN, as PyTorch's own Hermite polynomials are; those of Laguerre and Legendre are refused before.
"""

import math
from collections.abc import Callable

from npusim.frontend.codegen.graph.builder import Builder
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.math.operations import absolute
from npusim.frontend.codegen.math.special import call, in_float64
from npusim.simulator.errors import UnsupportedError

Polynomial = Callable[[Builder, Value, Value], Value]
LARGEST_DEGREE = 128
"""Of a degree that is known at run time only."""
_LARGEST_CONSTANT_DEGREE = 1024


def _polynomial(name: str) -> Callable[[Polynomial], Polynomial]:
    """Registers a function of float64 values x and n (whole, at least 0); degrees below 0 give 0."""

    def register(function: Polynomial) -> Polynomial:
        @in_float64(name)
        def of_any_degree(b: Builder, x: Value, n: Value) -> Value:
            whole = n if n.op == "const" else b.raw("trunc", n.dtype, n)
            return b.where(b.compare("gt", n, -1), _of(function, b, x, whole), b.const(0.0, x.dtype))

        return function

    return register


def _of(function: Polynomial, b: Builder, x: Value, n: Value) -> Value:
    """The polynomial, which is 1 for degree 0 whatever x is."""
    if n.op == "const" and n.attributes[0] != 0:
        return function(b, x, n)
    return b.where(b.compare("eq", n, 0), b.const(1.0, x.dtype), function(b, x, n))


# -- Chebyshev


def _even(b: Builder, n: Value) -> Value:
    half = b.mul(n, 0.5)
    return b.compare("eq", b.raw("floor", n.dtype, half), half)


def _closed_form(
    b: Builder, x: Value, multiple: Value, divisor: float | None, function: str, at_one: Value, mirrored: Value
) -> Value:
    """function(multiple * t) / function(divisor * t), with t = acos x, or its hyperbolic twin for |x| > 1.

    `at_one` is the value at x = 1 and `mirrored` the value at -1; hyperbolic values are taken at |x|.
    """
    size = absolute(b, x)
    inner, outer = call(b, "acos", b.op("minimum", size, 1.0)), call(b, "acosh", b.op("maximum", size, 1.0))
    inner = b.where(b.compare("lt", x, 0), b.sub(math.pi, inner), inner)
    values = []
    for angle, name in ((inner, function), (outer, f"{function}h")):
        value = call(b, name, b.mul(angle, multiple))
        if divisor is not None:
            value = b.float_op("div", value, call(b, name, b.mul(angle, divisor)))
        values.append(value)
    value = b.where(b.compare("le", size, 1), *values)
    if divisor is not None:  # a quotient of infinities is NaN
        value = b.where(b.compare("eq", size, math.inf), size, value)
    value = b.where(b.compare("eq", x, 1), at_one, value)
    return b.where(b.compare("eq", x, -1), mirrored, value)


def _signed(b: Builder, n: Value, value: Value) -> Value:
    """(-1)^n times a value."""
    return b.where(_even(b, n), value, b.raw("neg", value.dtype, value))


def _beyond(b: Builder, x: Value, inside: Value, outside: Value) -> Value:
    """`inside`, or `outside` for x < -1, where the closed forms are those of |x|, mirrored."""
    return b.where(b.compare("lt", x, -1), outside, inside)


@_polynomial("chebyshev_polynomial_t")
def chebyshev_t(b: Builder, x: Value, n: Value) -> Value:
    one = b.const(1.0, x.dtype)
    value = _closed_form(b, x, n, None, "cos", one, _signed(b, n, one))
    return _beyond(b, x, value, _signed(b, n, value))


@_polynomial("chebyshev_polynomial_u")
def chebyshev_u(b: Builder, x: Value, n: Value) -> Value:
    ends = b.add(n, 1.0)
    value = _closed_form(b, x, ends, 1.0, "sin", ends, _signed(b, n, ends))
    return _beyond(b, x, value, _signed(b, n, value))


def _half_integer(b: Builder, x: Value, n: Value, function: str, at_one: Value, mirrored: Value) -> Value:
    """function((n + 1/2) t) / function(t / 2)."""
    return _closed_form(b, x, b.add(n, 0.5), 0.5, function, at_one, mirrored)


@_polynomial("chebyshev_polynomial_v")
def chebyshev_v(b: Builder, x: Value, n: Value) -> Value:
    one, ends = b.const(1.0, x.dtype), b.add(b.mul(n, 2.0), 1.0)
    value = _half_integer(b, x, n, "cos", one, _signed(b, n, ends))
    # V_n(-x) = (-1)^n W_n(x), DLMF 18.7.6
    return _beyond(b, x, value, _signed(b, n, _half_integer(b, absolute(b, x), n, "sin", ends, ends)))


@_polynomial("chebyshev_polynomial_w")
def chebyshev_w(b: Builder, x: Value, n: Value) -> Value:
    one, ends = b.const(1.0, x.dtype), b.add(b.mul(n, 2.0), 1.0)
    value = _half_integer(b, x, n, "sin", ends, _signed(b, n, one))
    return _beyond(b, x, value, _signed(b, n, _half_integer(b, absolute(b, x), n, "cos", one, one)))


def _shifted(function: Polynomial) -> Polynomial:
    return lambda b, x, n: function(b, b.sub(b.mul(x, 2.0), 1.0), n)


for _letter, _function in {"t": chebyshev_t, "u": chebyshev_u, "v": chebyshev_v, "w": chebyshev_w}.items():
    _polynomial(f"shifted_chebyshev_polynomial_{_letter}")(_shifted(_function))


# -- three-term recurrences

Step = Callable[[Builder, Value, Value, Value, int], Value]


def _recurrence(b: Builder, x: Value, n: Value, first: Value, step: Step) -> Value:
    """p_n of p_0 = 1, p_1 = first, p_{k+1} = step(x, p_k, p_{k-1}, k)."""
    last = _steps(n)
    before, here = b.const(1.0, x.dtype), first
    value = b.where(b.compare("eq", n, 0), before, here)
    for k in range(1, last):
        before, here = here, step(b, x, here, before, k)
        value = here if n.op == "const" else b.where(b.compare("eq", n, k + 1), here, value)
    return b.where(b.compare("le", n, last), value, b.const(math.nan, x.dtype))


def _steps(n: Value) -> int:
    """The largest degree that is computed."""
    if n.op != "const":
        return LARGEST_DEGREE
    degree = n.attributes[0]
    if degree > _LARGEST_CONSTANT_DEGREE:
        raise UnsupportedError(
            f"orthogonal polynomials of degree {degree:.0f} are not supported on the device; the largest degree is "
            f"{_LARGEST_CONSTANT_DEGREE}"
        )
    return max(int(degree), 1)


def _combine(b: Builder, factor: Value, here: Value, before: Value, weight: float) -> Value:
    return b.sub(b.mul(factor, here), b.mul(before, weight))


@_polynomial("hermite_polynomial_h")
def hermite_h(b: Builder, x: Value, n: Value) -> Value:
    twice = b.mul(x, 2.0)
    return _recurrence(b, twice, n, twice, lambda b, x, here, before, k: _combine(b, x, here, before, 2.0 * k))


@_polynomial("hermite_polynomial_he")
def hermite_he(b: Builder, x: Value, n: Value) -> Value:
    return _recurrence(b, x, n, x, lambda b, x, here, before, k: _combine(b, x, here, before, float(k)))


@_polynomial("laguerre_polynomial_l")
def laguerre(b: Builder, x: Value, n: Value) -> Value:
    def step(b: Builder, x: Value, here: Value, before: Value, k: int) -> Value:
        factor = b.mul(b.sub(2.0 * k + 1, x), 1 / (k + 1))
        return _combine(b, factor, here, before, k / (k + 1))

    return _recurrence(b, x, n, b.sub(1.0, x), step)


@_polynomial("legendre_polynomial_p")
def legendre(b: Builder, x: Value, n: Value) -> Value:
    def step(b: Builder, x: Value, here: Value, before: Value, k: int) -> Value:
        return _combine(b, b.mul(x, (2 * k + 1) / (k + 1)), here, before, k / (k + 1))

    return _recurrence(b, x, n, x, step)
