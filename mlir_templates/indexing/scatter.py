"""Scatters with a reduction, and index_put with masks or additions of any dtype.

The scatter DMA combines sums, maxima and minima in row-major order of the source, so results with duplicate indices are
deterministic. Products are reductions over the source, one per element of the result.
"""

from collections.abc import Sequence
from typing import Any
from unittest import mock

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import V, ir, ops
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.inductor.replacements.scatters import scatter_into
from npusim.mlir_templates.indexing.masks import put_masked
from npusim.mlir_templates.indexing.one_per_row import one_per_row

aten = torch.ops.aten
_MODES = {"sum": "atomic_add", "add": "atomic_add", "mean": "atomic_add", "amax": "atomic_max", "amin": "atomic_min"}
_PRODUCTS = ("prod", "multiply")
_SIGNED = {torch.uint8: torch.int16, torch.uint16: torch.int32, torch.uint32: torch.int64}
"""Types that hold unsigned numbers for maxima and minima: the DMA compares signed ones."""


def _neutral(reduce: str, dtype: torch.dtype) -> Any:
    """The neutral element of a reduction."""
    if reduce in _PRODUCTS:
        return 1
    if reduce not in ("amax", "amin"):
        return 0
    if dtype == torch.bool:
        return reduce == "amin"
    sign = -1 if reduce == "amax" else 1
    if dtype.is_floating_point:
        return sign * float("inf")
    limits = torch.iinfo(dtype)
    return limits.min if sign < 0 else limits.max


def _is_empty(x: Any) -> bool:
    return any(V.graph.sizevars.statically_known_equals(size, 0) for size in x.get_size())


def _flat_case(x: Any) -> Any:
    """Reshapes a scalar to a vector of one element."""
    return inductor.view(x, [1]) if len(x.get_size()) == 0 else x


def _reduced(x: Any, dim: int, index: Any, src: Any, reduce: str, include_self: bool) -> Any:
    """`x` with the elements of `src` reduced into the positions `index` along `dim`."""
    if _is_empty(index):
        return _copy(x)  # an index without elements may have any number of dimensions
    size = list(x.get_size())
    if not isinstance(src, ir.TensorBox):
        src = inductor.full_like(index, src, dtype=x.get_dtype())
    x, index, src = _flat_case(x), _flat_case(index), _flat_case(src)
    dim %= len(x.get_size())
    index.realize()
    src.realize()
    start = x if include_self else _replaced(x, dim, index, _neutral(reduce, x.get_dtype()))
    result = _product(start, dim, index, src) if reduce in _PRODUCTS else _combined(start, dim, index, src, reduce)
    if reduce == "mean":
        result = _divided(result, _counts(x, dim, index, include_self))
    return inductor.view(result, size)


def _place(x: Any, dim: int, index: Any) -> Any:
    load, extent = index.make_loader(), x.get_size()[dim]

    def place(at: Sequence[Any]) -> list[Any]:
        return [*at[:dim], ops.indirect_indexing(load(at), extent, wrap_neg=False), *at[dim + 1 :]]

    return place


def _copy(x: Any) -> Any:
    made = inductor.clone(x)
    made.realize()
    return made


def _replaced(x: Any, dim: int, index: Any, value: Any) -> Any:
    result, dtype = _copy(x), x.get_dtype()
    scatter_into(result, lambda _: ops.constant(value, dtype), index.get_size(), _place(x, dim, index), None)
    return result


def _combined(x: Any, dim: int, index: Any, src: Any, reduce: str) -> Any:
    dtype = x.get_dtype()
    if reduce in ("amax", "amin") and dtype in _SIGNED:
        x, src = (inductor.to_dtype(each, _SIGNED[dtype]) for each in (x, src))
        return inductor.to_dtype(_combined(x, dim, index, src, reduce), dtype)
    result = _copy(x)
    scatter_into(result, src.make_loader(), index.get_size(), _place(x, dim, index), _MODES[reduce])
    return result


def _product(x: Any, dim: int, index: Any, src: Any) -> Any:
    """Multiplies every element by the elements of the source with its index."""
    dtype, places, sizes = x.get_dtype(), index.get_size(), list(x.get_size())
    load, load_index = src.make_loader(), index.make_loader()

    def inner(at: Sequence[Any], reduced: Sequence[Any]) -> Any:
        source = [*at[:dim], reduced[0], *at[dim + 1 :]]
        inside = ops.constant(True, torch.bool)
        for d, (place, extent) in enumerate(zip(at, places, strict=True)):
            if d != dim and sizes[d] != extent:
                below = ops.lt(ops.index_expr(place, torch.int64), ops.index_expr(extent, torch.int64))
                inside = ops.and_(inside, below)
        here = ops.to_dtype(ops.index_expr(at[dim], torch.int64), torch.int64)

        def wanted() -> Any:
            index = load_index(source)
            ops.indirect_indexing(index, sizes[dim], wrap_neg=False)  # only for the bounds check
            return ops.to_dtype(index, torch.int64)

        chosen = ops.eq(ops.masked(inside, wanted, -1), here)
        return ops.where(chosen, ops.masked(inside, lambda: load(source), 1), ops.constant(1, dtype))

    factors = ir.Reduction.create(
        device=x.get_device(),
        dst_dtype=dtype,
        src_dtype=dtype,
        inner_fn=inner,
        ranges=sizes,
        reduction_ranges=[places[dim]],
        reduction_type="prod",
    )
    factors.realize()
    return inductor.mul(x, factors)


def _counts(x: Any, dim: int, index: Any, include_self: bool) -> Any:
    """Number of elements added per position, at least 1."""
    start = inductor.full_like(x, int(include_self), dtype=torch.int32)
    start.realize()
    scatter_into(start, lambda _: ops.constant(1, torch.int32), index.get_size(), _place(x, dim, index), "atomic_add")
    return inductor.lowerings[aten.clamp_min.default](start, 1)


def _divided(total: Any, count: Any) -> Any:
    dtype = total.get_dtype()
    count = inductor.to_dtype(count, dtype)
    if dtype.is_floating_point:
        return inductor.div(total, count)
    return inductor.lowerings[aten.div.Tensor_mode](total, count, rounding_mode="floor")


@register_lowering(aten.scatter_reduce.two)
def lower_scatter_reduce(x: Any, dim: int, index: Any, src: Any, reduce: str, *, include_self: bool = True) -> Any:
    return _reduced(x, dim, index, src, reduce, include_self)


@register_lowering(aten.scatter_reduce_.two)
def lower_scatter_reduce_(x: Any, dim: int, index: Any, src: Any, reduce: str, *, include_self: bool = True) -> Any:
    return inductor.mutate_to(x, _reduced(x, dim, index, src, reduce, include_self))


@register_lowering(aten.scatter_add.default)
def lower_scatter_add(x: Any, dim: int, index: Any, src: Any) -> Any:
    return one_per_row(x, dim, index, src, ops.add) or _reduced(x, dim, index, src, "sum", True)


@register_lowering(aten.scatter.reduce, aten.scatter.value_reduce)
def lower_scatter_with(x: Any, dim: int, index: Any, src: Any, *, reduce: str) -> Any:
    return _reduced(x, dim, index, src, reduce, True)


@register_lowering(aten.scatter_.reduce, aten.scatter_.value_reduce)
def lower_scatter_with_(x: Any, dim: int, index: Any, src: Any, *, reduce: str) -> Any:
    return inductor.mutate_to(x, _reduced(x, dim, index, src, reduce, True))


@register_lowering(aten.index_reduce.default)
def lower_index_reduce(x: Any, dim: int, index: Any, source: Any, reduce: str, *, include_self: bool = True) -> Any:
    size = list(source.get_size()) or [1]
    dim %= len(size)
    ones = [1] * len(size)
    ones[dim] = size[dim]
    places = inductor.expand(inductor.view(index, ones), size)
    return _reduced(x, dim, places, source, reduce, include_self)


# -- index_put


@register_lowering(aten.index_put.default, aten._unsafe_index_put.default)
def lower_index_put(x: Any, indices: Sequence[Any], values: Any, accumulate: bool = False) -> Any:
    return _put(inductor.clone(x), indices, values, accumulate)


@register_lowering(aten.index_put_.default)
def lower_index_put_(x: Any, indices: Sequence[Any], values: Any, accumulate: bool = False) -> Any:
    return _put(x, indices, values, accumulate)


@register_lowering(aten._unsafe_masked_index_put_accumulate.default)
def lower_unsafe_masked_index_put_accumulate(x: Any, mask: Any, indices: Sequence[Any], values: Any) -> Any:
    """Inductor's lowering, with accumulation in any dtype."""
    with _additions_of_any_dtype():
        return inductor._unsafe_masked_index_put_accumulate(x, mask, indices, values)


def _additions_of_any_dtype() -> Any:
    """A context in which Inductor accepts dtypes without atomics, as the device's scatters add in order."""
    return mock.patch.object(inductor, "needs_fallback_due_to_atomic_add_limitations", lambda _dtype: False)


def _put(x: Any, indices: Sequence[Any], values: Any, accumulate: bool) -> Any:
    masks = [i for i in indices if i is not None and i.get_dtype() in (torch.bool, torch.uint8)]
    if len(masks) == 1 and len([i for i in indices if i is not None]) == 1:
        return inductor.mutate_to(x, put_masked(x, list(indices).index(masks[0]), masks[0], values, accumulate))
    with _additions_of_any_dtype():
        return inductor.index_put_impl_(x, indices, values, accumulate, check=True, may_realize=True)
