"""Discrete Fourier transforms as matrix products on the systolic arrays.

A short transform along the last axis is one product of packed rows with a matrix of cosines and sines; all others use
planes of real and imaginary parts (`fourier_planes`), along the second of three axes.
"""

import math
from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.complex_numbers import Pair, register_complex, stored
from npusim.mlir_templates.decompositions.complex import fourier_tables as tables
from npusim.mlir_templates.decompositions.complex.arithmetic import times
from npusim.mlir_templates.decompositions.complex.fourier_planes import (
    BACKWARD,
    DIRECT,
    FORWARD,
    real_transformed,
    transformed,
)
from npusim.mlir_templates.decompositions.complex.movement import wrap

aten = torch.ops.aten


@register_complex(aten._fft_c2c.default)
def _fft_c2c(z: Pair, dims: Sequence[int], normalization: int, forward: bool) -> Pair:
    made = _along(z, dims, FORWARD if forward else BACKWARD)
    return _normalized(made, _points(z.shape, dims), normalization)


@register_complex(aten._fft_r2c.default)
def _fft_r2c(x: torch.Tensor, dims: Sequence[int], normalization: int, onesided: bool) -> Pair:
    *others, last = [wrap(dim, x.dim()) for dim in dims]
    n = int(x.shape[last])
    made = _real_along(x, last, n // 2 + 1 if onesided else n)
    return _normalized(_along(made, others, FORWARD), _points(x.shape, dims), normalization)


@register_complex(aten._fft_c2r.default)
def _fft_c2r(z: Pair, dims: Sequence[int], normalization: int, n: int) -> torch.Tensor:
    *others, last = [wrap(dim, z.dim()) for dim in dims]
    made = _hermitian_along(_along(z, others, BACKWARD), last, int(n))
    points = _points(z.shape, others) * int(n)
    return made if normalization == 0 else made * _scale(points, normalization)


def _points(shape: Sequence[Any], dims: Sequence[int]) -> int:
    return math.prod(int(shape[wrap(dim, len(shape))]) for dim in dims)


def _scale(points: int, normalization: int) -> float:
    """The factor of a normalization: 1 / sqrt(points) for 1, 1 / points for 2."""
    return 1 / math.sqrt(points) if normalization == 1 else 1 / points


def _normalized(z: Pair, points: int, normalization: int) -> Pair:
    return z if normalization == 0 else times(z, _scale(points, normalization))


def _along(z: Pair, dims: Sequence[int], sign: int) -> Pair:
    """The unscaled transform along each of the dimensions."""
    for dim in reversed([wrap(dim, z.dim()) for dim in dims]):
        n = int(z.shape[dim])
        if n == 1 or 0 in z.shape:
            continue
        if n <= DIRECT and dim == z.dim() - 1:
            z = _packed(_rows(z.packed.flatten(-2), tables.rows_matrix(n, sign, z.part_dtype)))
        else:
            z = _from_planes(transformed(_planes(z, dim), sign), z.shape, dim)
    return z


def _rows(rows: torch.Tensor, matrix: torch.Tensor) -> torch.Tensor:
    made = stored(rows).reshape(-1, matrix.shape[0]) @ matrix
    return made.reshape([*rows.shape[:-1], matrix.shape[1]])


def _packed(rows: torch.Tensor) -> Pair:
    return Pair(packed=rows.unflatten(-1, (-1, 2)))


def _planes(z: Pair, dim: int) -> torch.Tensor:
    """The planes (real and imaginary part, size of `dim`, all other dimensions)."""
    whole = z.packed.movedim(-1, 0) if z.is_packed else _stacked(z)
    return stored(whole.movedim(dim + 1, 1)).flatten(2) if z.dim() > 1 else stored(whole).unsqueeze(-1)


def _stacked(z: Pair) -> torch.Tensor:
    first = (torch.arange(2, device=z.device) == 0).reshape([2] + [1] * z.dim())
    return torch.where(first, z.real, z.imag)


def _from_planes(planes: torch.Tensor, shape: Sequence[int], dim: int) -> Pair:
    """The inverse of `_planes`: a tensor of `shape`, except for the size of `dim`."""
    others = [size for axis, size in enumerate(shape) if axis != dim]
    return Pair(*(plane.reshape([plane.shape[0], *others]).movedim(0, dim) for plane in planes.unbind(0)))


def _real_along(x: torch.Tensor, dim: int, results: int) -> Pair:
    """The first `results` elements of the forward transform of real numbers along a dimension."""
    n = int(x.shape[dim])
    if n <= DIRECT and dim == x.dim() - 1:
        return _packed(_rows(x, tables.real_rows_matrix(n, results, FORWARD, x.dtype)))
    columns = stored(x.movedim(dim, 0)).reshape(n, -1)
    made = _from_planes(real_transformed(columns), x.shape, dim)
    return made.each(lambda part: part.narrow(dim, 0, results))


def _hermitian_along(z: Pair, dim: int, n: int) -> torch.Tensor:
    """The backward transform along a dimension of Hermitian signals of n points; z holds their first half."""
    half = int(z.shape[dim])
    if n <= DIRECT:
        moved = z.both(lambda part: part.movedim(dim, z.dim() - 1)).packed
        return _rows(moved.flatten(-2), tables.hermitian_matrix(half, n, BACKWARD, z.part_dtype)).movedim(-1, dim)
    mirrored = z.each(lambda part: part.narrow(dim, 1, n - half).flip(dim))
    whole = Pair(torch.cat([z.real, mirrored.real], dim), torch.cat([z.imag, -mirrored.imag], dim))
    return _along(whole, [dim], BACKWARD).real
