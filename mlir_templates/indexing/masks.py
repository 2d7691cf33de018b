"""Values for the true elements of a mask, and the ranks of these elements."""

from collections.abc import Sequence
from typing import Any

import sympy
import torch
from npusim.frontend.inductor.api import V, ir, ops
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.inductor.tracing_api import free_unbacked_symbols

aten = torch.ops.aten
_OTHER_COUNT = "shape mismatch: the values are neither one nor as many as the mask's true elements"


def put_masked(x: Any, first: int, mask: Any, values: Any, accumulate: bool) -> Any:
    """Puts consecutive values at the true elements of a mask over the dimensions from `first` on.

    Raises:
        IndexError: the mask has other sizes than these dimensions.
        RuntimeError: the values cannot be broadcast to what the mask takes.
    """
    _check_sizes(x, first, mask)
    ranks = ranks_of(mask)
    rank, holds, old = ranks.make_loader(), mask.make_loader(), x.make_loader()
    size, last = list(x.get_size()), first + len(mask.get_size())
    values = _broadcast_values(inductor.to_dtype(values, x.get_dtype()), [*size[:first], None, *size[last:]])
    new, sizes = values.make_loader(), list(values.get_size())
    extent = sizes[first] if not _is_one(sizes[first]) else None
    may_be_one = extent is not None and bool(free_unbacked_symbols(extent))

    def check(at: Sequence[Any]) -> None:
        """Every true element gets a value, and every value an element: the last rank tells, where it is used anyway."""
        before_last = ops.ne(_whole(_position(at, mask)), _whole(mask.get_numel() - 1))
        fits = ops.eq(ops.add(rank(at), _whole(1)), _whole(extent))
        fits = ops.logical_or(fits, ops.eq(_whole(extent), _whole(1))) if may_be_one else fits
        ops.device_assert_async(ops.logical_or(before_last, fits), _OTHER_COUNT)

    def inner(at: Sequence[Any]) -> Any:
        chosen = ops.to_dtype(holds(at[first:last]), torch.bool)
        if extent is not None:
            check(at[first:last])

        def value() -> Any:
            number = rank(at[first:last])
            number = ops.where(ops.eq(_whole(extent), _whole(1)), _whole(0), number) if may_be_one else number
            number = ops.indirect_indexing(number, x.get_numel(), check=False, wrap_neg=False)
            place = [*at[:first], number, *at[last:]]
            return new([0 if _is_one(end) else p for p, end in zip(place, sizes, strict=True)])

        put = ops.masked(chosen, value, 0)
        return ops.where(chosen, ops.add(old(at), put) if accumulate else put, old(at))

    return ir.Pointwise.create(device=x.get_device(), dtype=x.get_dtype(), inner_fn=inner, ranges=size)


def _check_sizes(x: Any, first: int, mask: Any) -> None:
    for at, (own, size) in enumerate(zip(mask.get_size(), x.get_size()[first:], strict=False)):
        if not _may_equal(own, size):
            raise IndexError(
                f"The shape of the mask {list(mask.get_size())} at index {at} does not match the shape of the indexed "
                f"tensor {list(x.get_size())} at index {first + at}"
            )
        V.graph.sizevars.check_equals(own, size)


def _broadcast_values(values: Any, wanted: Sequence[Any]) -> Any:
    """Values with one dimension for each of those that are set, of its size or one; None: as many as there will be.

    Raises:
        RuntimeError: they cannot be broadcast to these sizes.
    """
    sizes, missing = list(values.get_size()), len(wanted) - len(values.get_size())
    fits = missing >= 0 and all(
        end is None or _is_one(size) or _may_equal(size, end) for size, end in zip(sizes, wanted[missing:], strict=True)
    )
    if not fits:
        shown = [str(size) if size is not None else "mask" for size in wanted]
        raise RuntimeError(f"shape mismatch: values of shape {sizes} cannot be broadcast to [{', '.join(shown)}]")
    values = inductor.view(values, [*[1] * missing, *sizes])
    values.realize()
    return values


def _position(at: Sequence[Any], x: Any) -> Any:
    """The number of an element in row-major order."""
    position = sympy.Integer(0)
    for index, size in zip(at, x.get_size(), strict=True):
        position = position * size + index
    return position


def _whole(number: Any) -> Any:
    return ops.index_expr(number, torch.int64)


def _is_one(size: Any) -> bool:
    return bool(V.graph.sizevars.statically_known_equals(size, 1))


def _may_equal(size: Any, other: Any) -> bool:
    return not (isinstance(size, (int, sympy.Integer)) and isinstance(other, (int, sympy.Integer)) and size != other)


def ranks_of(mask: Any) -> Any:
    """For every element of a mask the number of true elements before it (int64)."""
    size = list(mask.get_size())
    flat = inductor.view(inductor.to_dtype(inductor.to_dtype(mask, torch.bool), torch.int64), [mask.get_numel()])
    ranks = inductor.sub(inductor.lowerings[aten.cumsum.default](flat, 0), 1)
    ranks.realize()
    return inductor.view(ranks, size)
