"""Scatters of one element into each row of a tensor that is computed anyway: the gradients of a maximum, of a gather of
one column and of a loss of classes. Each element of the result asks whether it is the one, so nothing is written by
index: the result fuses with what reads it, and needs no index that mode `timing` would have to know.
"""

from collections.abc import Callable, Sequence
from typing import Any

import sympy
import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import V, ir, ops

aten = torch.ops.aten


@register_lowering(aten.scatter.src, aten.scatter.value)
def lower_scatter(x: Any, dim: int, index: Any, src: Any) -> Any:
    """`x` with the elements of `src`, or with a number; None for other scatters."""
    return one_per_row(x, dim, index, src, lambda _, new: new)


def one_per_row(x: Any, dim: int, index: Any, src: Any, combine: Callable[[Any, Any], Any]) -> Any:
    """`x` where each row of `dim` has one element combined with that of `src`; None if the scatter is none of these.

    Args:
        x: unrealized; a tensor in memory is cheaper to copy and to write to.
        index: of the sizes of `x`, but for 1 in `dim`.
        src: a tensor at least as large as `index`, or a number.
        combine: the new element of the old one and that of `src`.
    """
    sizes = list(x.get_size())
    if not sizes or not _is_computed(x):
        return None
    dim %= len(sizes)
    one_each = [1 if d == dim else size for d, size in enumerate(sizes)]
    known = V.graph.sizevars.statically_known_equals
    if len(index.get_size()) != len(sizes) or not all(map(known, index.get_size(), one_each)):
        return None
    index.realize()
    dtype, load, load_index = x.get_dtype(), x.make_loader(), index.make_loader()
    load_src = src.make_loader() if isinstance(src, ir.TensorBox) else lambda _: ops.constant(src, dtype)

    def element(at: Sequence[Any]) -> Any:
        row = [*at[:dim], sympy.Integer(0), *at[dim + 1 :]]
        place = load_index(row)
        ops.indirect_indexing(place, sizes[dim], wrap_neg=False)  # only for the bounds check
        is_it = ops.eq(ops.to_dtype(place, torch.int64), ops.index_expr(at[dim], torch.int64))
        old = load(at)
        return ops.where(is_it, combine(old, load_src(row)), old)

    return ir.Pointwise.create(device=x.get_device(), dtype=dtype, inner_fn=element, ranges=sizes)


def _is_computed(x: Any) -> bool:
    """Whether a tensor is not in memory yet."""
    return isinstance(x.data, ir.StorageBox) and isinstance(x.data.data, ir.Pointwise)
