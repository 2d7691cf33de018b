"""Complex matrix products and convolutions: four real ones, or two if one operand is real."""

import functools
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.complex_numbers import Pair, register_complex
from npusim.mlir_templates.decompositions.complex.arithmetic import plus, times

aten = torch.ops.aten
Product = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def bilinear(product: Product, a: Any, b: Any) -> Pair:
    """A bilinear operation on matrices or images, at least one of them complex."""
    if not isinstance(a, Pair):
        assert isinstance(b, Pair)
        return b.each(lambda part: product(a, part))
    if not isinstance(b, Pair):
        return a.each(lambda part: product(part, b))
    return Pair(
        product(a.real, b.real) - product(a.imag, b.imag),
        product(a.real, b.imag) + product(a.imag, b.real),
    )


for _overload in (aten.mm.default, aten.bmm.default, aten.mv.default, aten.dot.default):
    register_complex(_overload)(functools.partial(bilinear, _overload))


@register_complex(aten.vdot.default)
def _vdot(a: Pair, b: Pair) -> Pair:
    return bilinear(torch.dot, Pair(a.real, -a.imag), b)


def _sum_of(addend: Any, made: Pair, beta: Any, alpha: Any) -> Pair:
    scaled = made if alpha == 1 else times(made, alpha)
    if beta == 0:
        return scaled
    return plus(addend if beta == 1 else times(addend, beta), scaled)


def _register_sum(operator: Any, product: Product) -> None:
    @register_complex(operator)
    def rule(addend: Any, a: Any, b: Any, *, beta: Any = 1, alpha: Any = 1) -> Pair:
        return _sum_of(addend, bilinear(product, a, b), beta, alpha)


_register_sum(aten.addmm.default, torch.mm)
_register_sum(aten.baddbmm.default, torch.bmm)
_register_sum(aten.addmv.default, torch.mv)
_register_sum(aten.addr.default, torch.outer)


@register_complex(aten.addbmm.default)
def _addbmm(addend: Any, a: Any, b: Any, *, beta: Any = 1, alpha: Any = 1) -> Pair:
    return _sum_of(addend, bilinear(torch.bmm, a, b).each(lambda part: part.sum(0)), beta, alpha)


@register_complex(aten.convolution.default)
def _convolution(image: Any, weight: Any, bias: Any, *args: Any) -> Pair:
    made = bilinear(lambda x, w: aten.convolution(x, w, None, *args), image, weight)
    if bias is None:
        return made
    shape = [-1] + [1] * (made.dim() - 2)
    return plus(made, _shaped(bias, shape))


def _shaped(bias: Any, shape: list[int]) -> Any:
    return bias.each(lambda part: part.reshape(shape)) if isinstance(bias, Pair) else bias.reshape(shape)
