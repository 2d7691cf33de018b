"""Sums, means, products and norms of complex numbers."""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.complex_numbers import Pair, register_complex
from npusim.mlir_templates.decompositions.complex.arithmetic import times
from npusim.mlir_templates.decompositions.complex.conversions import convert
from npusim.mlir_templates.decompositions.complex.functions import magnitude
from npusim.mlir_templates.decompositions.complex.movement import wrap

aten = torch.ops.aten


def _dims(z: Pair, dim: Any) -> list[int]:
    if dim is None or dim == []:
        return list(range(z.dim()))
    return [wrap(each, z.dim()) for each in ([dim] if isinstance(dim, int) else dim)]


def _each_sum(z: Any, dims: Any, keepdim: bool, dtype: torch.dtype | None, reduce: Any) -> Any:
    if dtype is not None:
        z = convert(z, dtype)
    if not isinstance(z, Pair):
        return reduce(z, dims, keepdim, dtype=dtype)
    if z.dim() == 0:
        return z
    return z.both(lambda part: reduce(part, _dims(z, dims), keepdim))


@register_complex(aten.sum.default, aten.sum.dim_IntList)
def _sum(z: Any, dim: Any = None, keepdim: bool = False, *, dtype: torch.dtype | None = None) -> Any:
    return _each_sum(z, dim, keepdim, dtype, torch.sum)


@register_complex(aten.mean.default, aten.mean.dim)
def _mean(z: Any, dim: Any = None, keepdim: bool = False, *, dtype: torch.dtype | None = None) -> Any:
    return _each_sum(z, dim, keepdim, dtype, torch.mean)


@register_complex(aten.var.correction)
def _var(z: Pair, dim: Sequence[int] | None = None, **kwargs: Any) -> torch.Tensor:
    return torch.var(z.real, dim, **kwargs) + torch.var(z.imag, dim, **kwargs)


@register_complex(aten.prod.default)
def _prod(z: Any, *, dtype: torch.dtype | None = None) -> Any:
    number = convert(z, dtype) if dtype is not None else z
    if not isinstance(number, Pair):
        return number.prod(dtype=dtype)
    return _product(number.each(lambda part: part.reshape(-1)), 0, False)


@register_complex(aten.prod.dim_int)
def _prod_dim(z: Any, dim: int, keepdim: bool = False, *, dtype: torch.dtype | None = None) -> Any:
    number = convert(z, dtype) if dtype is not None else z
    if not isinstance(number, Pair):
        return number.prod(dim, keepdim, dtype=dtype)
    return number if number.dim() == 0 else _product(number, wrap(dim, number.dim()), keepdim)


def _product(z: Pair, dim: int, keepdim: bool) -> Pair:
    """Multiplies the halves of the dimension until one number is left."""
    while (size := z.shape[dim]) > 1:
        half = size // 2
        first, second, rest = (_part(z, dim, *span) for span in ((0, half), (half, half), (2 * half, size % 2)))
        z = times(first, second)
        if size % 2:
            z = Pair(torch.cat([z.real, rest.real], dim), torch.cat([z.imag, rest.imag], dim))
    if z.shape[dim] == 0:
        shape = [1 if axis == dim else size for axis, size in enumerate(z.shape)]
        z = Pair(torch.ones(shape, dtype=z.part_dtype, device=z.device), z.imag.new_zeros(shape))
    return z if keepdim else z.each(lambda part: part.squeeze(dim))


def _part(z: Pair, dim: int, start: int, length: int) -> Pair:
    return z.each(lambda part: part.narrow(dim, start, length))


@register_complex(aten.linalg_vector_norm.default)
def _vector_norm(
    z: Pair, order: Any = 2, dim: Any = None, keepdim: bool = False, *, dtype: torch.dtype | None = None
) -> torch.Tensor:
    part = dtype.to_real() if dtype is not None else None
    return torch.linalg.vector_norm(magnitude(z), order, dim, keepdim, dtype=part)


@register_complex(aten.norm.Scalar, aten.norm.ScalarOpt_dim)
def _norm(z: Pair, order: Any = 2, *args: Any, **kwargs: Any) -> torch.Tensor:
    return torch.norm(magnitude(z), 2 if order is None else order, *args, **kwargs)


@register_complex(aten.var_mean.correction)
def _var_mean(z: Pair, dim: Sequence[int] | None = None, **kwargs: Any) -> tuple[torch.Tensor, Pair]:
    return _var(z, dim, **kwargs), _mean(z, dim, kwargs.get("keepdim", False))


@register_complex(aten.std.correction)
def _std(z: Pair, dim: Sequence[int] | None = None, **kwargs: Any) -> torch.Tensor:
    return _var(z, dim, **kwargs).sqrt()


@register_complex(aten.cumsum.default)
def _cumsum(z: Any, dim: int, *, dtype: torch.dtype | None = None) -> Any:
    z = convert(z, dtype) if dtype is not None else z
    if not isinstance(z, Pair):
        return z.cumsum(dim, dtype=dtype)
    return z.both(lambda part: part.cumsum(wrap(dim, z.dim()))) if z.dim() else z


@register_complex(aten.cumprod.default)
def _cumprod(z: Any, dim: int, *, dtype: torch.dtype | None = None) -> Any:
    """Multiplies every number by the number `step` before it, for steps 1, 2, 4, ..."""
    number = convert(z, dtype) if dtype is not None else z
    if not isinstance(number, Pair):
        return number.cumprod(dim, dtype=dtype)
    at, step = wrap(dim, number.dim()), 1
    size = int(number.shape[at]) if number.dim() else 0
    while step < size:
        first, early, late = (_part(number, at, *span) for span in ((0, step), (0, size - step), (step, size - step)))
        made = times(early, late)
        number = Pair(torch.cat([first.real, made.real], at), torch.cat([first.imag, made.imag], at))
        step *= 2
    return number
