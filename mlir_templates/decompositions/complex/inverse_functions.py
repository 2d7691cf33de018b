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


@register_complex(aten.acos.default)
def _acos(z: Pair) -> Pair:
    below, above = root(Pair(1 - z.real, -z.imag)), root(Pair(1 + z.real, z.imag))
    return Pair(2 * torch.atan2(below.real, above.real), torch.asinh(_conjugate_product(above, below).imag))


@register_complex(aten.asin.default)
def arcsine(z: Pair) -> Pair:
    below, above = root(Pair(1 - z.real, -z.imag)), root(Pair(1 + z.real, z.imag))
    width = below.real * above.real - below.imag * above.imag
    return Pair(torch.atan2(z.real, width), torch.asinh(_conjugate_product(below, above).imag))


@register_complex(aten.acosh.default)
def _acosh(z: Pair) -> Pair:
    below, above = root(Pair(z.real - 1, z.imag)), root(Pair(z.real + 1, z.imag))
    return Pair(torch.asinh(_conjugate_product(below, above).real), 2 * torch.atan2(below.imag, above.real))


@register_complex(aten.asinh.default)
def _asinh(z: Pair) -> Pair:
    return turned_back(arcsine(turned(z)))


@register_complex(aten.atanh.default)
def hyperbolic_arctangent(z: Pair) -> Pair:
    x, y = z.real.abs(), z.imag
    distance = (1 - x) * (1 - x) + y * y
    angle = torch.atan2(2 * y, (1 - x) * (1 + x) - y * y)
    is_infinite = torch.isinf(x) | torch.isinf(y)
    width = torch.where(is_infinite, 0.0, 0.25 * torch.log1p(4 * x / distance))
    turn = torch.where(is_infinite, torch.copysign(torch.full_like(y, math.pi / 2), y), 0.5 * angle)
    return Pair(torch.copysign(width, z.real), torch.where(torch.isnan(y), y, turn))


@register_complex(aten.atan.default)
def _atan(z: Pair) -> Pair:
    return turned_back(hyperbolic_arctangent(turned(z)))
