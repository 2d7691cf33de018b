"""Sorting as ranking: an element's place is the number of elements that come before it.

The ranks are one reduction kernel (n comparisons per element) and the sorted tensors one scatter kernel: both work on
any axis and dtype, and the order is stable and PyTorch's own (NaN is the largest value). Time grows with n * n.

Checked with torch 2.13.0.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch._inductor import ir
from torch._inductor.virtualized import V, ops

Loader = Callable[[Sequence[Any]], Any]


def sort(
    device: torch.device,
    dtypes: Sequence[torch.dtype],
    inner_fns: Sequence[Loader],
    size: Sequence[Any],
    axis: int,
    descending: bool,
) -> list[ir.TensorBox]:
    """Tensors sorted by the first of them, with the arguments of `ir.Sort.create`; always stable."""
    keys = ir.Pointwise.create(device=device, dtype=dtypes[0], inner_fn=inner_fns[0], ranges=list(size))
    keys.realize()
    loaders = [keys.make_loader(), *inner_fns[1:]]
    ranks = _ranks(keys, axis, descending)
    return [_placed(device, dtype, load, ranks, axis) for dtype, load in zip(dtypes, loaders, strict=True)]


def _ranks(keys: Any, axis: int, descending: bool) -> Any:
    """Places of the elements in the sorted order (int32)."""
    load, size, dtype = keys.make_loader(), list(keys.get_size()), keys.get_dtype()
    precedes = _greater if descending else _less

    def inner(index: Sequence[Any], reduced: Sequence[Any]) -> Any:
        other = [*index[:axis], reduced[0], *index[axis + 1 :]]
        here, there = load(index), load(other)
        earlier = ops.lt(ops.index_expr(reduced[0], torch.int64), ops.index_expr(index[axis], torch.int64))
        tie = ops.and_(ops.logical_not(precedes(here, there, dtype)), earlier)
        return ops.to_dtype(ops.or_(precedes(there, here, dtype), tie), torch.int32)

    ranks = ir.Reduction.create(
        device=keys.get_device(),
        dst_dtype=torch.int32,
        src_dtype=torch.int32,
        inner_fn=inner,
        ranges=size,
        reduction_ranges=[size[axis]],
        reduction_type="sum",
    )
    ranks.realize()
    return ranks


def _less(x: Any, y: Any, dtype: torch.dtype) -> Any:
    """Whether x comes before y: NaN comes after every number."""
    if not dtype.is_floating_point:
        return ops.lt(x, y)
    return ops.or_(ops.lt(x, y), ops.and_(ops.isnan(y), ops.logical_not(ops.isnan(x))))


def _greater(x: Any, y: Any, dtype: torch.dtype) -> Any:
    return _less(y, x, dtype)


def _placed(device: torch.device, dtype: torch.dtype, load: Loader, ranks: Any, axis: int) -> ir.TensorBox:
    """A tensor whose elements are put where the ranks say."""
    size, rank = list(ranks.get_size()), ranks.make_loader()
    result = ir.Pointwise.create(device=device, dtype=dtype, inner_fn=lambda index: ops.constant(0, dtype), ranges=size)
    result.realize()

    def place(index: Sequence[Any]) -> list[Any]:
        return [*index[:axis], ops.indirect_indexing(rank(index), size[axis], wrap_neg=False), *index[axis + 1 :]]

    scatter_into(result, load, size, place, None)
    return result


def scatter_into(
    target: ir.TensorBox, load: Loader, ranges: Sequence[Any], place: Callable[[Sequence[Any]], Any], mode: Any
) -> None:
    """Stores `load(index)` at `place(index)` of a realized tensor, for every index in the ranges.

    Args:
        mode: None (the last one stays) or a name in `codegen.handler.STORE_MODES`.
    """
    scatter = ir.Scatter(
        device=target.get_device(),
        dtype=target.get_dtype(),
        inner_fn=load,
        ranges=list(ranges),
        output_indexer=place,
        scatter_mode=mode,
    )
    buffer = ir.ComputedBuffer(name=None, layout=ir.MutationLayoutSHOULDREMOVE(target), data=scatter)
    buffer.name = V.graph.register_buffer(buffer)
    V.graph.register_operation(buffer)
