"""Views and data movement of complex numbers; packed numbers move as pairs."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.complex_numbers import Pair, register_complex
from npusim.mlir_templates.decompositions.complex.conversions import convert
from npusim.mlir_templates.decompositions.complex.operands import result_dtype

aten = torch.ops.aten


def wrap(dim: int, rank: int) -> int:
    """A nonnegative dimension, as the packed form has one more dimension at the end."""
    return dim if dim >= 0 else dim + max(rank, 1)


def _with_dim(operator: Any, extra: int = 0) -> None:
    """Registers a rule for an operator (tensor, dim, ...) that adds `extra` dimensions."""

    def rule(z: Pair, dim: int = 0, *args: Any, **kwargs: Any) -> Pair:
        at = wrap(dim, z.dim() + extra)
        apply = z.both if z.dim() + extra else z.each  # the only dimension of one packed number is that of its parts
        return apply(lambda part: operator(part, at, *args, **kwargs))

    register_complex(operator)(rule)


for _each in (aten.select.int, aten.slice.Tensor, aten.squeeze.dim, aten.index_select.default):
    _with_dim(_each)
_with_dim(aten.unsqueeze.default, 1)


def _with_size(operator: Any) -> None:
    """Registers a rule for an operator (tensor, size, ...)."""

    def rule(z: Pair, size: Sequence[int], *args: Any, **kwargs: Any) -> Pair:
        if z.is_packed:
            return Pair(packed=operator(z.packed, [*size, 2], *args, **kwargs))
        return z.each(lambda part: operator(part, size, *args, **kwargs))

    register_complex(operator)(rule)


_with_size(aten.expand.default)


@register_complex(aten.view.default, aten.reshape.default, aten._unsafe_view.default)
def _view(z: Pair, size: Sequence[int]) -> Pair:
    if z.is_packed:
        return Pair(packed=z.packed.reshape([*_known(z, size), 2]))
    return z.each(lambda part: part.reshape(size))


def _known(z: Pair, size: Sequence[int]) -> list[int]:
    """Resolves -1 in `size`, which would be ambiguous in the packed form of an empty tensor."""
    if -1 not in [each for each in size if isinstance(each, int)]:
        return list(size)
    return list(z.real.reshape(size).shape)


@register_complex(aten.repeat.default)
def _repeat(z: Pair, counts: Sequence[int]) -> Pair:
    return _by_form(z, lambda p: p.repeat([*counts, 1]), lambda p: p.repeat(counts))


@register_complex(aten.permute.default)
def _permute(z: Pair, dims: Sequence[int]) -> Pair:
    order = [wrap(dim, z.dim()) for dim in dims]
    return _by_form(z, lambda p: p.permute([*order, z.dim()]), lambda p: p.permute(order))


@register_complex(aten.transpose.int)
def _transpose(z: Pair, a: int, b: int) -> Pair:
    return z if z.dim() == 0 else z.both(lambda p: p.transpose(wrap(a, z.dim()), wrap(b, z.dim())))


@register_complex(aten.t.default)
def _t(z: Pair) -> Pair:
    return z if z.dim() < 2 else _transpose(z, 0, 1)


@register_complex(aten.squeeze.default)
def _squeeze(z: Pair) -> Pair:
    return _squeeze_dims(z, range(z.dim()))


@register_complex(aten.squeeze.dims)
def _squeeze_dims(z: Pair, dims: Sequence[int]) -> Pair:
    return z.both(lambda p: p.squeeze(tuple(wrap(dim, z.dim()) for dim in dims)) if z.dim() else p)


@register_complex(aten.flip.default)
def _flip(z: Pair, dims: Sequence[int]) -> Pair:
    return z.both(lambda p: p.flip([wrap(dim, z.dim()) for dim in dims]))


@register_complex(aten.roll.default)
def _roll(z: Pair, shifts: Sequence[int], dims: Sequence[int] = ()) -> Pair:
    if not dims:
        return z.each(lambda p: p.roll(shifts))
    return z.both(lambda p: p.roll(shifts, [wrap(dim, z.dim()) for dim in dims]))


@register_complex(aten.cat.default)
def _cat(tensors: Sequence[Any], dim: int = 0) -> Pair:
    dtype = result_dtype(*tensors)
    # An empty vector may stand among tensors of any rank.
    pairs = [convert(each, dtype) for each in tensors if not (each.dim() == 1 and each.shape[0] == 0)]
    if not pairs:
        return convert(tensors[0], dtype)  # type: ignore[no-any-return]
    return _joined(lambda parts, at: torch.cat(parts, at), pairs, wrap(dim, pairs[0].dim()))


@register_complex(aten.stack.default)
def _stack(tensors: Sequence[Any], dim: int = 0) -> Pair:
    dtype = result_dtype(*tensors)
    pairs = [convert(each, dtype) for each in tensors]
    return _joined(lambda parts, at: torch.stack(parts, at), pairs, wrap(dim, pairs[0].dim() + 1))


def _joined(join: Callable[..., torch.Tensor], pairs: Sequence[Pair], dim: int) -> Pair:
    if all(pair.is_packed for pair in pairs):
        return Pair(packed=join([pair.packed for pair in pairs], dim))
    return Pair(join([pair.real for pair in pairs], dim), join([pair.imag for pair in pairs], dim))


@register_complex(aten.constant_pad_nd.default)
def _pad(z: Pair, pad: Sequence[int], value: Any = 0) -> Pair:
    number = complex(value)
    if number == 0 and z.is_packed:
        return Pair(packed=aten.constant_pad_nd(z.packed, [0, 0, *pad]))
    return Pair(aten.constant_pad_nd(z.real, pad, number.real), aten.constant_pad_nd(z.imag, pad, number.imag))


def _by_form(z: Pair, packed: Callable[..., torch.Tensor], single: Callable[..., torch.Tensor]) -> Pair:
    return Pair(packed=packed(z.packed)) if z.is_packed else z.each(single)


def _part_by_part(operator: Any) -> None:
    """Registers a rule for an operator on both parts of its first argument, its only complex one."""

    def rule(z: Pair, *args: Any, **kwargs: Any) -> Pair:
        return z.each(lambda part: operator(part, *args, **kwargs))

    register_complex(operator)(rule)


for _each in (
    aten.col2im.default,
    aten.diag_embed.default,
    aten.im2col.default,
    aten.pixel_shuffle.default,
    aten.pixel_unshuffle.default,
    aten.reflection_pad1d.default,
    aten.reflection_pad2d.default,
    aten.reflection_pad3d.default,
    aten.replication_pad1d.default,
    aten.replication_pad2d.default,
    aten.replication_pad3d.default,
    aten.take.default,
    aten.tril.default,
    aten.triu.default,
    aten.trace.default,
):
    _part_by_part(_each)


@register_complex(aten.diagonal.default)
def _diagonal(z: Pair, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Pair:
    dims = wrap(dim1, z.dim()), wrap(dim2, z.dim())
    return _by_form(z, lambda p: p.diagonal(offset, *dims).mT, lambda p: p.diagonal(offset, *dims))


@register_complex(aten.unfold.default)
def _unfold(z: Pair, dim: int, size: int, step: int) -> Pair:
    at = wrap(dim, z.dim())
    if z.dim() == 0:
        return z.each(lambda part: part.unfold(0, size, step))
    return _by_form(z, lambda p: p.unfold(at, size, step).mT, lambda p: p.unfold(at, size, step))


def _parts_of(operator: Any) -> None:
    """Registers a rule for an operator (tensor, sizes, dim) that splits a tensor along a dimension."""

    def rule(z: Pair, *args: Any, dim: int = 0) -> list[Pair]:
        if args and operator is aten.unbind.int:
            dim, args = args[0], ()
        elif len(args) > 1:
            dim, args = args[1], args[:1]
        at = wrap(dim, z.dim())
        if z.is_packed:
            return [Pair(packed=part) for part in operator(z.packed, *args, at)]
        return [Pair(*parts) for parts in zip(operator(z.real, *args, at), operator(z.imag, *args, at), strict=True)]

    register_complex(operator)(rule)


for _each in (aten.split.Tensor, aten.split_with_sizes.default, aten.unbind.int):
    _parts_of(_each)
