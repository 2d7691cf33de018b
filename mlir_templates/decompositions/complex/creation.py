"""Tensors filled with one complex number, `*_like` operators included."""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.complex_numbers import Pair, register_complex
from npusim.mlir_templates.decompositions.complex.conversions import convert, moved

aten = torch.ops.aten


@register_complex(aten.full.default)
def _full(size: Sequence[int], value: Any, *, dtype: torch.dtype | None = None, device: Any = None, **_: Any) -> Pair:
    part = (dtype or torch.complex64).to_real()
    number = complex(value)
    return Pair(*(torch.full(size, each, dtype=part, device=device) for each in (number.real, number.imag)))


@register_complex(aten.scalar_tensor.default)
def _scalar_tensor(value: Any, **kwargs: Any) -> Pair:
    return _full([], value, **kwargs)


@register_complex(aten.full_like.default)
def _full_like(like: Any, value: Any, *, dtype: torch.dtype | None = None, **_: Any) -> Any:
    if dtype is None:
        dtype = like.dtype
    if not dtype.is_complex:
        return torch.full(like.shape, value, dtype=dtype, device=like.device)
    return _full(like.shape, value, dtype=dtype, device=like.device)


@register_complex(aten.fill.Scalar)
def _fill(z: Pair, value: Any) -> Pair:
    return _full(z.shape, value, dtype=z.dtype, device=z.device)


@register_complex(aten.fill.Tensor)
def _fill_tensor(z: Pair, value: Any) -> Any:
    return _copy(z, value)


@register_complex(aten.copy.default)
def _copy(z: Any, source: Any, non_blocking: bool = False) -> Any:
    if not isinstance(z, Pair):
        converted = convert(source, z.dtype)
        return (converted if z.device == source.device else moved(converted, z.device)).expand(z.shape)
    if isinstance(source, Pair):
        return source.to(z.dtype).both(_expanded(z, source))
    real = source.to(z.part_dtype).expand(z.shape)
    return Pair(real, torch.zeros_like(real))


def _expanded(z: Pair, source: Pair) -> Any:
    return lambda part: part.expand([*z.shape, 2] if source.is_packed else z.shape)


@register_complex(aten.copy_.default)
def _copy_into(z: Any, source: Any, non_blocking: bool = False) -> Any:
    """Writes into a complex input of the graph, through its packed form; that of a lazy conjugate holds conjugates."""
    if not isinstance(z, Pair):
        return aten.copy_.default(z, convert(source, z.dtype))
    written = _copy(z, source)
    target, written = (z.conjugate_of, written.conjugate()) if z.conjugate_of is not None else (z, written)
    if target.memory is None:
        return NotImplemented
    aten.copy_.default(target.packed, written.packed)
    return z


@register_complex(aten.empty.memory_format, aten.zeros.default)
def _zeros(size: Sequence[int], *, dtype: torch.dtype, device: Any = None, **_: Any) -> Pair:
    return _full(size, 0, dtype=dtype, device=device)


@register_complex(aten.empty_strided.default)
def _empty_strided(size: Sequence[int], stride: Sequence[int], *, dtype: torch.dtype, **kwargs: Any) -> Pair:
    return _full(size, 0, dtype=dtype, **kwargs)


@register_complex(aten.new_empty_strided.default)
def _new_empty_strided(like: Any, size: Sequence[int], stride: Sequence[int], **kwargs: Any) -> Any:
    return _new_full(like, size, **kwargs)


@register_complex(aten.new_empty.default, aten.new_zeros.default)
def _new_full(like: Any, size: Sequence[int], *, dtype: torch.dtype | None = None, device: Any = None, **_: Any) -> Any:
    dtype, device = dtype or like.dtype, device or like.device
    if dtype.is_complex:
        return _full(size, 0, dtype=dtype, device=device)
    return torch.zeros(size, dtype=dtype, device=device)


@register_complex(aten.empty_like.default, aten.zeros_like.default)
def _zeros_like(like: Any, *, dtype: torch.dtype | None = None, **_: Any) -> Any:
    return _full_like(like, 0, dtype=dtype)


@register_complex(aten.ones_like.default)
def _ones_like(like: Any, *, dtype: torch.dtype | None = None, **_: Any) -> Any:
    return _full_like(like, 1, dtype=dtype)


@register_complex(aten.clone.default)
def _clone(z: Pair, *, memory_format: torch.memory_format | None = None) -> Pair:
    if memory_format != torch.contiguous_format:
        return z.both(torch.clone)
    return z.both(lambda part: part.clone(memory_format=torch.contiguous_format))


@register_complex(aten.lift_fresh_copy.default)
def _lift_fresh_copy(z: Pair) -> Pair:
    return z.both(torch.clone)
