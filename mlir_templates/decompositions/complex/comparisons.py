"""Equality, truth, and tests for infinities and NaN."""

from collections.abc import Callable
from operator import and_, or_, xor
from typing import Any

import torch
from npusim.frontend.complex_numbers import Pair, SameCall, pair_of, register_complex
from npusim.mlir_templates.decompositions.complex.operands import aligned, common

aten = torch.ops.aten


def is_true(value: Any) -> torch.Tensor:
    """Whether elements are nonzero."""
    return (value.real != 0) | (value.imag != 0) if isinstance(value, Pair) else value != 0


@register_complex(aten.eq.Tensor, aten.eq.Scalar)
def _eq(a: Any, b: Any) -> torch.Tensor:
    (a_re, a_im), (b_re, b_im) = pair_of(a), pair_of(b)
    return _equal(a_re, b_re) & _equal(a_im, b_im)


@register_complex(aten.ne.Tensor, aten.ne.Scalar)
def _ne(a: Any, b: Any) -> torch.Tensor:
    return torch.logical_not(_eq(a, b))


def _equal(a: Any, b: Any) -> Any:
    """Whether real parts are equal, of which each may be a number."""
    return torch.eq(b, a) if isinstance(b, torch.Tensor) else a == b


@register_complex(aten.isnan.default)
def _isnan(z: Pair) -> torch.Tensor:
    return torch.isnan(z.real) | torch.isnan(z.imag)


@register_complex(aten.isinf.default)
def _isinf(z: Pair) -> torch.Tensor:
    return torch.isinf(z.real) | torch.isinf(z.imag)


@register_complex(aten.isfinite.default)
def _isfinite(z: Pair) -> torch.Tensor:
    return torch.isfinite(z.real) & torch.isfinite(z.imag)


@register_complex(aten.logical_not.default)
def _logical_not(z: Pair) -> torch.Tensor:
    return torch.logical_not(is_true(z))


def _register_of_two(operator: Any, join: Callable[[Any, Any], torch.Tensor]) -> None:
    register_complex(operator)(lambda a, b: join(is_true(a), is_true(b)))


_register_of_two(aten.logical_and.default, and_)
_register_of_two(aten.logical_or.default, or_)
_register_of_two(aten.logical_xor.default, xor)


def _register_reduction(packet: Any, reduce: Callable[..., torch.Tensor]) -> None:
    register_complex(packet)(lambda z, *args, **kwargs: reduce(is_true(z), *args, **kwargs))


_register_reduction(aten.any, torch.any)
_register_reduction(aten.all, torch.all)
_register_reduction(aten.count_nonzero, torch.count_nonzero)


@register_complex(aten.nonzero.default)
def _nonzero(z: Pair) -> SameCall:
    return SameCall(is_true(z))


@register_complex(aten.where.self)
def _where(condition: torch.Tensor, a: Any, b: Any) -> Pair:
    if isinstance(a, Pair) and isinstance(b, Pair) and a.is_packed and b.is_packed and a.dtype == b.dtype:
        return Pair(packed=torch.where(condition.unsqueeze(-1), a.packed, b.packed))
    (a_re, a_im), (b_re, b_im) = common(a, b)
    return Pair(*aligned(torch.where(condition, a_re, b_re), _imaginary(condition, a_im, b_im)))


def _imaginary(condition: torch.Tensor, a: Any, b: Any) -> torch.Tensor:
    zero = torch.zeros_like(a if isinstance(a, torch.Tensor) else b)
    return torch.where(condition, *(part if isinstance(part, torch.Tensor) else zero for part in (a, b)))
