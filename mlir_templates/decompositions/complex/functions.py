"""Exponential, logarithm, roots, powers, trigonometric and hyperbolic functions.

The formulas in the parts x + iy avoid overflow and cancellation of intermediate values (W. Kahan, "Branch cuts for
complex elementary functions", 1987). The code generator computes half precision in single precision.
"""

import functools
import math
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.complex_numbers import Pair, register_complex
from npusim.mlir_templates.decompositions.complex.arithmetic import over, plus, times
from npusim.mlir_templates.decompositions.complex.operands import aligned, common, is_complex

aten = torch.ops.aten


@register_complex(aten.abs.default, torch.ops.prims.abs.default)
def magnitude(z: Pair) -> torch.Tensor:
    """|z|, scaled by the larger part so that squares do not overflow; infinite if either part is."""
    x, y = z.real.abs(), z.imag.abs()
    large, small = torch.fmax(x, y), torch.minimum(x, y)
    ratio = small / large
    return torch.where((small == 0) | large.isinf(), large, large * torch.sqrt(1 + ratio * ratio))


@register_complex(aten.angle.default)
def argument(z: Pair) -> torch.Tensor:
    """The angle of z, in (-pi, pi]."""
    return torch.atan2(z.imag, z.real)


@register_complex(aten.sqrt.default)
def root(z: Pair) -> Pair:
    """The square root with a nonnegative real part."""
    height = z.imag.abs()
    half = torch.where(height.isinf(), height, torch.sqrt(0.5 * magnitude(z) + 0.5 * z.real.abs()))
    other = torch.where((half == 0) | height.isinf(), height, height / (2 * half))
    right = z.real >= 0
    return Pair(torch.where(right, half, other), torch.copysign(torch.where(right, other, half), z.imag))


@register_complex(aten.exp.default)
def exponential(z: Pair) -> Pair:
    x, y = z.real, z.imag
    root = (0.5 * x).exp()
    y = torch.where((root == 0) & ~y.isfinite(), 0.0, y)
    return Pair(_turned_part(root, y, root * (root * y.cos())), torch.where(y == 0, y, root * (root * y.sin())))


def _turned_part(size: torch.Tensor, angle: torch.Tensor, part: torch.Tensor) -> torch.Tensor:
    """A part that is a size times a cosine of the angle; an infinite size stays infinite whatever the angle is.

    The parts are products of functions of x / 2, the sine or cosine in between: they may be finite where the
    exponential of x is not.
    """
    return torch.where(size.isinf() & ~angle.isfinite(), size, part)


@register_complex(aten.log.default)
def logarithm(z: Pair) -> Pair:
    return Pair(magnitude(z).log(), argument(z))


@register_complex(aten.sinh.default)
def hyperbolic_sine(z: Pair) -> Pair:
    """2 sinh(x/2) cosh(x/2) = sinh x and 1 + 2 sinh(x/2)^2 = cosh x."""
    x, y = z.real, z.imag
    half, other = (0.5 * x).sinh(), (0.5 * x).cosh()
    return Pair(
        torch.where(x == 0, x, _turned_part(half, y, 2 * (half * (other * y.cos())))),
        torch.where(y == 0, y, y.sin() + 2 * (half * (half * y.sin()))),
    )


@register_complex(aten.cosh.default)
def hyperbolic_cosine(z: Pair) -> Pair:
    x, y = z.real, z.imag
    half, other = (0.5 * x).sinh(), (0.5 * x).cosh()
    imaginary = 2 * (half * (other * y.sin()))
    vanishes = imaginary.isnan() & ((x == 0) | (y == 0))
    return Pair(
        _turned_part(other, y, y.cos() + 2 * (half * (half * y.cos()))),
        torch.where(vanishes, 0.0, imaginary),
    )


@register_complex(aten.tanh.default)
def hyperbolic_tangent(z: Pair) -> Pair:
    x, y = z.real, z.imag
    decay = torch.exp(-2 * x.abs())
    y = torch.where((decay == 0) & ~y.isfinite(), 0.0, y)
    near = torch.expm1(-2 * x.abs())
    below = near * near + 4 * decay * y.cos() * y.cos()
    return Pair(
        torch.where(x == 0, x, torch.copysign(-torch.expm1(-4 * x.abs()) / below, x)),
        torch.where(y == 0, y, 4 * decay * (y.sin() * y.cos()) / below),
    )


def turned(z: Pair) -> Pair:
    """i z"""
    return Pair(-z.imag, z.real)


def turned_back(z: Pair) -> Pair:
    """-i z"""
    return Pair(z.imag, -z.real)


@register_complex(aten.expm1.default)
def _expm1(z: Pair) -> Pair:
    """Past 80, where no dtype has digits for the one that is subtracted, and below float32's largest exponent (88.7),
    it is the exponential, of which one part may be finite where the other is not.
    """
    x, y = z.real, z.imag
    half, root = (0.5 * y).sin(), (0.5 * x).exp()
    real = torch.where(x > 80, root * (root * y.cos()), torch.expm1(x) * y.cos() - 2 * half * half)
    return Pair(real, root * (root * y.sin()))


@register_complex(aten.log1p.default)
def _log1p(z: Pair) -> Pair:
    x, y = z.real, z.imag
    near = 0.5 * torch.log1p(x * (2 + x) + y * y)
    moved = Pair(1 + x, y)
    small = torch.maximum(x.abs(), y.abs()) < 0.5
    return Pair(torch.where(small, near, magnitude(moved).log()), argument(moved))


@register_complex(aten.sigmoid.default)
def _sigmoid(z: Pair) -> Pair:
    """e^z / (1 + e^z) to the left of zero, 1 / (1 + e^-z) to the right: no exponential overflows, nor does a square."""
    decay = torch.exp(-z.real.abs())
    y = torch.where((decay == 0) & ~z.imag.isfinite(), 0.0, z.imag)
    real, imaginary = decay * y.cos(), decay * y.sin()
    below = (1 + real) * (1 + real) + imaginary * imaginary
    return Pair(torch.where(z.real < 0, real + decay * decay, 1 + real) / below, imaginary / below)


_COMPOSED: dict[Any, Callable[[Pair], Pair]] = {
    aten.exp2.default: lambda z: exponential(times(z, math.log(2.0))),
    aten.log2.default: lambda z: times(logarithm(z), 1 / math.log(2.0)),
    aten.log10.default: lambda z: times(logarithm(z), 1 / math.log(10.0)),
    aten.rsqrt.default: lambda z: over(1.0, root(z)),
    aten.sin.default: lambda z: turned_back(hyperbolic_sine(turned(z))),
    aten.cos.default: lambda z: hyperbolic_cosine(turned(z)),
    aten.tan.default: lambda z: turned_back(hyperbolic_tangent(turned(z))),
    aten.silu.default: lambda z: times(z, _sigmoid(z)),
}
for _operator, _function in _COMPOSED.items():
    register_complex(_operator)(_function)


@register_complex(aten.tanh_backward.default)
def _tanh_backward(grad: Any, y: Pair) -> Pair:
    slope = plus(1.0, times(y, y), -1)
    return times(grad, Pair(slope.real, -slope.imag))


@register_complex(aten.sigmoid_backward.default)
def _sigmoid_backward(grad: Any, y: Pair) -> Pair:
    slope = times(y, plus(1.0, y, -1))
    return times(grad, Pair(slope.real, -slope.imag))


@register_complex(aten.pow.Tensor_Scalar)
def _pow_number(z: Any, exponent: Any) -> Pair:
    if isinstance(z, Pair) and not is_complex(exponent):
        if exponent == 0.5:
            return root(z)
        if exponent == int(exponent) and abs(exponent) <= 16:
            return _whole_power(z, int(exponent))
    return power(z, exponent)


def _whole_power(z: Pair, exponent: int) -> Pair:
    if exponent < 0:
        return over(1.0, _whole_power(z, -exponent))
    if exponent == 0:
        return Pair(torch.ones_like(z.real), torch.zeros_like(z.real))
    half = _whole_power(z, exponent // 2) if exponent > 1 else z
    if exponent == 1:
        return z
    squared = times(half, half)
    return times(squared, z) if exponent % 2 else squared


@register_complex(aten.pow.Scalar, aten.pow.Tensor_Tensor)
def power(z: Any, exponent: Any) -> Pair:
    """exp(exponent * log(z)), as eager PyTorch on the CPU also for zero to the power of zero (NaN) and infinities."""
    base, (c, d) = common(z, exponent)
    base_re, base_im = _tensors(base, c)
    c, d = _tensors((c, d), base_re)
    return exponential(_infinite_product(logarithm(Pair(base_re, base_im)), Pair(c, d)))


def _infinite_product(a: Pair, b: Pair) -> Pair:
    """a * b; a product of an infinite number is infinite although both of its parts are NaN (C11, annex G.5.1)."""
    terms = a.real * b.real, a.imag * b.imag, a.real * b.imag, a.imag * b.real
    re, im = terms[0] - terms[1], terms[2] + terms[3]
    a_infinite, b_infinite = (z.real.isinf() | z.imag.isinf() for z in (a, b))
    overflows = functools.reduce(torch.logical_or, (term.isinf() for term in terms))
    recovers = re.isnan() & im.isnan() & (a_infinite | b_infinite | overflows)
    a, b = _direction(a, a_infinite), _direction(b, b_infinite)
    recovered = times(a, b)
    return Pair(
        torch.where(recovers, math.inf * recovered.real, re), torch.where(recovers, math.inf * recovered.imag, im)
    )


def _direction(z: Pair, is_infinite: torch.Tensor) -> Pair:
    """A number with parts of 1, -1 or 0 in the direction of an infinite one; a finite one with 0 for NaN."""

    def part(x: torch.Tensor) -> torch.Tensor:
        unit = torch.where(x.isinf(), x.sign(), 0.0)
        return torch.where(is_infinite, unit, torch.where(x.isnan(), 0.0, x))

    return z.each(part)


def _tensors(parts: tuple[Any, Any], like: Any) -> tuple[torch.Tensor, torch.Tensor]:
    re, im = parts
    if isinstance(re, torch.Tensor) or isinstance(im, torch.Tensor):
        return aligned(re, im)
    return torch.full_like(like, re), torch.full_like(like, im)


@register_complex(aten.ldexp.Tensor)
def _ldexp(z: Any, exponent: Any) -> Pair:
    return times(z, power(2.0, exponent) if is_complex(exponent) else torch.pow(2.0, exponent))
