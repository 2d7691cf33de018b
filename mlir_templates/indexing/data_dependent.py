"""Operators with data-dependent result sizes (nonzero, masked_select, indexing with a mask).

The device computes the results at the front of a table of the largest possible size, together with their number, and
`npusim.mlir_templates.indexing.dynamic_slice` slices the front.
"""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import ir, ops
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.inductor.replacements.scatters import scatter_into
from npusim.frontend.inductor.tracing_api import free_unbacked_symbols
from npusim.mlir_templates.indexing.dynamic_slice import first_columns, front
from npusim.mlir_templates.indexing.masks import ranks_of

aten = torch.ops.aten


def _call(operator: Any, *arguments: Any) -> Any:
    result = ir.FallbackKernel.create(operator, *arguments)
    return inductor.TensorBox.create(result) if isinstance(result, ir.IRNode) else result


def _count(mask: Any) -> Any:
    return inductor.sum_(inductor.view(inductor.to_dtype(mask, torch.bool), [mask.get_numel()]), [0])


def _packed(mask: Any, shape: Sequence[Any], dtype: torch.dtype, load: Any, place: Any) -> Any:
    """A table whose elements `place(rank, index)` are `load(index)` for the indices of the mask's true elements.

    `place` gets the element's rank among the true ones and its index behind the mask's dimensions.
    """
    ranks = ranks_of(mask)
    holds, rank = mask.make_loader(), ranks.make_loader()
    table = ir.Pointwise.create(
        device=mask.get_device(), dtype=dtype, inner_fn=lambda _: ops.constant(0, dtype), ranges=list(shape)
    )
    table.realize()
    depth, extent = len(mask.get_size()), mask.get_numel()

    def put(at: Sequence[Any]) -> Any:
        beyond = ops.index_expr(extent, torch.int64)  # outside of the table: the scatter skips it
        number = ops.where(ops.to_dtype(holds(at[:depth]), torch.bool), rank(at[:depth]), beyond)
        return place(ops.indirect_indexing(number, extent, check=False, wrap_neg=False), at[depth:])

    return table, load, put


@register_lowering(aten.nonzero.default)
def lower_nonzero(x: Any) -> Any:
    mask = inductor.to_dtype(x, torch.bool)
    mask.realize()
    size, extent = list(x.get_size()), x.get_numel()
    table, _, put = _packed(mask, [extent, len(size)], torch.int64, None, lambda number, rest: [number, *rest])

    def coordinate(at: Sequence[Any]) -> Any:
        value = ops.index_expr(0, torch.int64)
        for d in range(len(size)):
            here = ops.eq(ops.index_expr(at[-1], torch.int64), ops.constant(d, torch.int64))
            value = ops.where(here, ops.index_expr(at[d], torch.int64), value)
        return value

    if size:
        scatter_into(table, coordinate, [*size, len(size)], put, None)
    columns = inductor.clone(inductor.permute(table, [1, 0]))
    return _call(first_columns, columns, _count(mask))


@register_lowering(aten.masked_select.default)
def lower_masked_select(x: Any, mask: Any) -> Any:
    x, mask = inductor.broadcast_tensors(x, mask)
    return _rows(x, mask)


@register_lowering(aten.index.Tensor)
def lower_index(x: Any, indices: Sequence[Any]) -> Any:
    """Indexing with one mask over the first dimensions, and of dimensions without elements with as many indices as data
    tell; other cases use Inductor's lowering.
    """
    masks = [i for i in indices if i is not None and i.get_dtype() in (torch.bool, torch.uint8)]
    if not masks:
        return _of_nothing(x, indices)
    if len(masks) != 1 or indices[0] is not masks[0] or any(i is not None for i in indices[1:]):
        return None
    return _rows(x, masks[0])


def _of_nothing(x: Any, indices: Sequence[Any]) -> Any:
    """An empty result if there are no indices, which their check finds out; Inductor takes for granted that there are
    some. None where sizes decide.
    """
    size = x.get_size()[: len(indices)]
    if all(index is None or extent != 0 for extent, index in zip(size, indices, strict=True)):
        return None
    indices, given = inductor.check_and_broadcast_indices(indices, x.get_device())
    shape = list(indices[given[0]].get_size())
    if 0 in shape or not free_unbacked_symbols(shape):
        return None
    loaders = [None if index is None else index.make_loader() for index in indices]
    ranges, element = inductor.index_output_size_and_inner_fn(
        x.get_size(), indices, given, shape, loaders, size, x.make_loader(), check=True
    )
    return ir.Pointwise.create(device=x.get_device(), dtype=x.get_dtype(), inner_fn=element, ranges=ranges)


def _rows(x: Any, mask: Any) -> Any:
    """The rows of `x` (its dimensions behind the mask's) at the mask's true elements."""
    mask = inductor.to_dtype(mask, torch.bool)
    mask.realize()
    size = list(x.get_size())
    rest = size[len(mask.get_size()) :]
    table, load, put = _packed(
        mask, [mask.get_numel(), *rest], x.get_dtype(), x.make_loader(), lambda number, tail: [number, *tail]
    )
    scatter_into(table, load, size, put, None)
    return _call(front, table, _count(mask), 0)
