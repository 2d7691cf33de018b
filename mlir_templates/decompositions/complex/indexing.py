"""Gathers and scatters of complex numbers: both parts with the same indices."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.complex_numbers import Pair, pair_of, register_complex
from npusim.mlir_templates.decompositions.complex.arithmetic import times
from npusim.mlir_templates.decompositions.complex.conversions import convert

aten = torch.ops.aten


@register_complex(aten.index.Tensor)
def _index(z: Pair, indices: Sequence[torch.Tensor | None]) -> Pair:
    return z.both(lambda part: aten.index.Tensor(part, indices))


@register_complex(aten.gather.default)
def _gather(z: Pair, dim: int, index: torch.Tensor, **_: Any) -> Pair:
    return z.each(lambda part: torch.gather(part, dim, index))


@register_complex(aten.embedding.default)
def _embedding(weight: Pair, indices: torch.Tensor, *_: Any) -> Pair:
    return weight.both(lambda part: part[indices])


@register_complex(aten.index_put.default, aten._unsafe_index_put.default)
def _index_put(z: Pair, indices: Sequence[torch.Tensor | None], values: Any, accumulate: bool = False) -> Pair:
    new = convert(values, z.dtype)
    put = aten.index_put.default  # which takes None for dimensions without an index; torch.index_put does not
    return Pair(put(z.real, indices, new.real, accumulate), put(z.imag, indices, new.imag, accumulate))


@register_complex(aten.index_add.default)
def _index_add(z: Pair, dim: int, index: torch.Tensor, source: Any, *, alpha: Any = 1) -> Pair:
    new = convert(source, z.dtype) if alpha == 1 else times(convert(source, z.dtype), alpha)
    return Pair(z.real.index_add(dim, index, new.real), z.imag.index_add(dim, index, new.imag))


def _writes(operator: Any, parts_of: Callable[[Any, torch.dtype], Any]) -> Callable[..., Pair]:
    """Registers and returns a rule for (z, dim, index, new) that writes both parts of `parts_of(new, dtype of z)`."""

    @register_complex(operator)
    def write(z: Pair, dim: int, index: torch.Tensor, new: Any) -> Pair:
        parts = parts_of(new, z.dtype)
        return Pair(operator(z.real, dim, index, parts.real), operator(z.imag, dim, index, parts.imag))

    return write


def _number(value: Any, dtype: torch.dtype) -> complex:
    return complex(value)


_writes(aten.index_copy.default, convert)
_writes(aten.scatter.src, convert)
_scatter_add = _writes(aten.scatter_add.default, convert)
_writes(aten.index_fill.int_Scalar, _number)
_writes(aten.scatter.value, _number)


@register_complex(aten.masked_fill.Scalar, aten.masked_fill.Tensor)
def _masked_fill(z: Pair, mask: torch.Tensor, value: Any) -> Pair:
    re, im = pair_of(value)
    return Pair(z.real.masked_fill(mask, re), z.imag.masked_fill(mask, im))


@register_complex(aten.masked_scatter.default)
def _masked_scatter(z: Pair, mask: torch.Tensor, source: Pair) -> Pair:
    return Pair(z.real.masked_scatter(mask, source.real), z.imag.masked_scatter(mask, source.imag))


def _into_part(operator: Any) -> None:
    """Registers a rule for an operator (tensor, source, ...) that replaces a part of a tensor."""

    def rule(z: Any, source: Any, *args: Any, **kwargs: Any) -> Pair:
        whole = z if isinstance(z, Pair) else convert(z, source.dtype)
        new = convert(source, whole.dtype)
        return Pair(operator(whole.real, new.real, *args, **kwargs), operator(whole.imag, new.imag, *args, **kwargs))

    register_complex(operator)(rule)


for _each in (aten.slice_scatter.default, aten.select_scatter.default, aten.diagonal_scatter.default):
    _into_part(_each)


@register_complex(aten.scatter.reduce, aten.scatter.value_reduce)
def _scatter_reduced(z: Pair, dim: int, index: torch.Tensor, source: Any, *, reduce: str) -> Any:
    """Sums only: products of complex numbers are not the products of their parts."""
    if reduce != "add":
        return NotImplemented
    if not isinstance(source, (Pair, torch.Tensor)):
        re, im = (torch.full(index.shape, part, dtype=z.part_dtype, device=z.device) for part in pair_of(source))
        source = Pair(re, im)
    return _scatter_add(z, dim, index, source)


@register_complex(aten._unsafe_index.Tensor)
def _unsafe_index(z: Pair, indices: Sequence[torch.Tensor | None]) -> Pair:
    return z.both(lambda part: aten._unsafe_index.Tensor(part, indices))


@register_complex(aten._unsafe_masked_index.default)
def _unsafe_masked_index(z: Pair, mask: torch.Tensor, indices: Sequence[torch.Tensor | None], fill: Any) -> Pair:
    return Pair(*(aten._unsafe_masked_index(part, mask, indices, value) for part, value in _with_values(z, fill)))


@register_complex(aten._unsafe_masked_index_put_accumulate.default)
def _unsafe_masked_index_put_accumulate(
    z: Pair, mask: torch.Tensor, indices: Sequence[torch.Tensor | None], values: Any
) -> Pair:
    new = convert(values, z.dtype)
    put = aten._unsafe_masked_index_put_accumulate
    return Pair(put(z.real, mask, indices, new.real), put(z.imag, mask, indices, new.imag))


def _with_values(z: Pair, value: Any) -> list[tuple[torch.Tensor, Any]]:
    return list(zip((z.real, z.imag), pair_of(value), strict=True))
