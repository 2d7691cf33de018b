"""Inverse trigonometric and hyperbolic functions, correct on both sides of their branch cuts.

After W. Kahan, "Branch cuts for complex elementary functions, or much ado about nothing's sign bit", 1987.
"""

import math

import torch
from npusim.frontend.complex_numbers import Pair, register_complex
from npusim.mlir_templates.decompositions.complex.functions import root, turned, turned_back

aten = torch.ops.aten


def _conjugate_product(a: Pair, b: Pair) -> Pair:
    """conj(a) * b"""
    return Pair(a.real * b.real + a.imag * b.imag, a.real * b.imag - a.imag * b.real)


def _is_infinite(z: Pair) -> torch.Tensor:
    return z.real.isinf() | z.imag.isinf()


@register_complex(aten.acos.default)
def arccosine(z: Pair) -> Pair:
    x, y = z.real, z.imag
    below, above = root(Pair(1 - x, -y)), root(Pair(1 + x, y))
    angle = torch.where(x == 0, math.pi / 2, 2 * torch.atan2(below.real, above.real))
    size = torch.asinh(_conjugate_product(above, below).imag)
    infinite = _is_infinite(z)
    return Pair(
        torch.where(infinite, torch.atan2(y.abs(), x), angle),
        torch.where(infinite, torch.copysign(torch.full_like(y, math.inf), -y), size),
    )


@register_complex(aten.asin.default)
def arcsine(z: Pair) -> Pair:
    x, y = z.real, z.imag
    below, above = root(Pair(1 - x, -y)), root(Pair(1 + x, y))
    width = below.real * above.real - below.imag * above.imag
    angle = torch.where(x == 0, x, torch.atan2(x, width))
    size = torch.asinh(_conjugate_product(below, above).imag)
    infinite = _is_infinite(z)
    return Pair(
        torch.where(infinite, torch.atan2(x, y.abs()), angle),
        torch.where(infinite, torch.copysign(torch.full_like(y, math.inf), y), size),
    )


@register_complex(aten.acosh.default)
def _acosh(z: Pair) -> Pair:
    angle = arccosine(z)
    return Pair(angle.imag.abs(), torch.copysign(angle.real, z.imag))


@register_complex(aten.asinh.default)
def _asinh(z: Pair) -> Pair:
    return turned_back(arcsine(turned(z)))


@register_complex(aten.atanh.default)
def hyperbolic_arctangent(z: Pair) -> Pair:
    x, y = z.real.abs(), z.imag
    distance = (1 - x) * (1 - x) + y * y
    angle = torch.atan2(y, 0.5 * ((1 - x) * (1 + x) - y * y))
    is_infinite = _is_infinite(z)
    width = torch.where(is_infinite | (x == 0), 0.0, 0.25 * torch.log1p(4 * (x / distance)))
    is_beside_pole = (x == 1) & (y.abs() < 1e-8)  # the distance may underflow
    width = torch.where(is_beside_pole, 0.5 * torch.log(2 / y.abs()), width)
    turn = torch.where(is_infinite, torch.copysign(torch.full_like(y, math.pi / 2), y), 0.5 * angle)
    return Pair(torch.copysign(width, z.real), torch.where(torch.isnan(y), y, turn))


@register_complex(aten.atan.default)
def _atan(z: Pair) -> Pair:
    return turned_back(hyperbolic_arctangent(turned(z)))
