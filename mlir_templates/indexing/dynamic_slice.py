"""Run-time operators that cut results of a size that depends on data out of tables of the largest possible size.

A result is computed on the device at the front of its table, together with its number of slices. These operators read
that number and copy the front out: one scalar and one copy that stays on the device, as on any accelerator.
"""

import torch
from npusim.frontend.device.poison import read_size

_LIBRARY = torch.library.Library("npusim", "FRAGMENT")
_LIBRARY.define("front(Tensor table, Tensor count, int dim) -> Tensor")
_LIBRARY.define("first_columns(Tensor table, Tensor count) -> Tensor")
_LIBRARY.define("dynamic_slices(Tensor table, Tensor numbers, Tensor count, int dim) -> (Tensor, Tensor)")
_LIBRARY.define("zeros_up_to(Tensor last, SymInt smallest, ScalarType dtype) -> Tensor")


def front(table: torch.Tensor, count: torch.Tensor, dim: int) -> torch.Tensor:
    """The first `count` slices of a table along a dimension."""
    return torch.ops.npusim.front(table, count, dim)


def dynamic_slices(
    table: torch.Tensor, numbers: torch.Tensor, count: torch.Tensor, dim: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """The first `count` slices of a table along a dimension, and the first `count` elements of a vector."""
    parts: tuple[torch.Tensor, torch.Tensor] = torch.ops.npusim.dynamic_slices(table, numbers, count, dim)
    return parts


def zeros_up_to(last: torch.Tensor, smallest: int, dtype: torch.dtype) -> torch.Tensor:
    """Zeros for the places 0 to `last`, at least `smallest` of them."""
    return torch.ops.npusim.zeros_up_to(last, smallest, dtype)


def _copied(table: torch.Tensor, number: int, dim: int) -> torch.Tensor:
    return table.narrow(dim, 0, number).clone(memory_format=torch.contiguous_format)


@torch.library.impl(_LIBRARY, "front", "PrivateUse1")
def _front(table: torch.Tensor, count: torch.Tensor, dim: int) -> torch.Tensor:
    return _copied(table, read_size(count, table.shape[dim]), dim)


@torch.library.impl(_LIBRARY, "first_columns", "PrivateUse1")
def _first_columns(table: torch.Tensor, count: torch.Tensor) -> torch.Tensor:
    """Transposed, with the strides that torch's nonzero has: Inductor looks for the new size where nonzero has it."""
    return _copied(table, read_size(count, table.shape[1]), 1).t()


@torch.library.impl(_LIBRARY, "dynamic_slices", "PrivateUse1")
def _fronts(
    table: torch.Tensor, numbers: torch.Tensor, count: torch.Tensor, dim: int
) -> tuple[torch.Tensor, torch.Tensor]:
    number = read_size(count, table.shape[dim])
    return _copied(table, number, dim), _copied(numbers, number, 0)


@torch.library.impl(_LIBRARY, "zeros_up_to", "PrivateUse1")
def _zeros_up_to(last: torch.Tensor, smallest: int, dtype: torch.dtype) -> torch.Tensor:
    return torch.zeros(max(int(last.item()) + 1, smallest), dtype=dtype, device=last.device)


def _new_size(shape: torch.Size, dim: int) -> list[int]:
    number = torch.library.get_ctx().new_dynamic_size(min=0)
    return [*shape[:dim], number, *shape[dim + 1 :]]


@torch.library.register_fake("npusim::front", lib=_LIBRARY)
def _(table: torch.Tensor, count: torch.Tensor, dim: int) -> torch.Tensor:
    return table.new_empty(_new_size(table.shape, dim))


@torch.library.register_fake("npusim::first_columns", lib=_LIBRARY)
def _(table: torch.Tensor, count: torch.Tensor) -> torch.Tensor:
    columns = _new_size(table.shape, 1)
    return table.new_empty_strided((columns[1], columns[0]), (1, columns[1]))


@torch.library.register_fake("npusim::dynamic_slices", lib=_LIBRARY)
def _(table: torch.Tensor, numbers: torch.Tensor, count: torch.Tensor, dim: int) -> tuple[torch.Tensor, torch.Tensor]:
    size = _new_size(table.shape, dim)
    return table.new_empty(size), numbers.new_empty(size[dim])


@torch.library.register_fake("npusim::zeros_up_to", lib=_LIBRARY)
def _(last: torch.Tensor, smallest: int, dtype: torch.dtype) -> torch.Tensor:
    number = torch.library.get_ctx().new_dynamic_size(min=0)
    torch._check(number >= smallest)
    return last.new_empty(number, dtype=dtype)
