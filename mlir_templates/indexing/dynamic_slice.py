"""Run-time operators that slice results of data-dependent size from tables of the largest possible size.

The device computes a result at the front of its table, together with its number of slices. These operators read that
number on the host and copy the front on the device, as on any accelerator.
"""

import torch
from npusim.frontend.device.poison import read_size
from npusim.frontend.lowering.operators import define_operator


def _copied(table: torch.Tensor, number: int, dim: int) -> torch.Tensor:
    return table.narrow(dim, 0, number).clone(memory_format=torch.contiguous_format)


def _front(table: torch.Tensor, count: torch.Tensor, dim: int) -> torch.Tensor:
    return _copied(table, read_size(count, table.shape[dim]), dim)


def _first_rows(tables: list[torch.Tensor], count: torch.Tensor) -> list[torch.Tensor]:
    number = read_size(count, tables[0].shape[0])
    return [_copied(table, number, 0) for table in tables]


def _first_columns(table: torch.Tensor, count: torch.Tensor) -> torch.Tensor:
    return _copied(table, read_size(count, table.shape[1]), 1).t()


def _fronts(
    table: torch.Tensor, numbers: torch.Tensor, count: torch.Tensor, dim: int
) -> tuple[torch.Tensor, torch.Tensor]:
    number = read_size(count, table.shape[dim])
    return _copied(table, number, dim), _copied(numbers, number, 0)


def _zeros(last: torch.Tensor, smallest: int, dtype: torch.dtype) -> torch.Tensor:
    return torch.zeros(max(int(last.item()) + 1, smallest), dtype=dtype, device=last.device)


def _new_size(shape: torch.Size, dim: int) -> list[int]:
    number = torch.library.get_ctx().new_dynamic_size(min=0)
    return [*shape[:dim], number, *shape[dim + 1 :]]


@define_operator("front(Tensor table, Tensor count, int dim) -> Tensor", _front, _front)
def front(table: torch.Tensor, count: torch.Tensor, dim: int) -> torch.Tensor:
    """The first `count` slices of a table along a dimension."""
    return table.new_empty(_new_size(table.shape, dim))


@define_operator("first_rows(Tensor[] tables, Tensor count) -> Tensor[]", _first_rows, _first_rows)
def first_rows(tables: list[torch.Tensor], count: torch.Tensor) -> list[torch.Tensor]:
    """The first `count` rows of each of the tables."""
    (number,) = _new_size(tables[0].shape[:1], 0)
    return [table.new_empty(number, *table.shape[1:]) for table in tables]


@define_operator("first_columns(Tensor table, Tensor count) -> Tensor", _first_columns, _first_columns)
def first_columns(table: torch.Tensor, count: torch.Tensor) -> torch.Tensor:
    """The first `count` columns of a table (rows, columns), as (count, rows).

    Strides are those of `torch.nonzero`, where Inductor expects the new size.
    """
    columns = _new_size(table.shape, 1)
    return table.new_empty_strided((columns[1], columns[0]), (1, columns[1]))


@define_operator(
    "dynamic_slices(Tensor table, Tensor numbers, Tensor count, int dim) -> (Tensor, Tensor)", _fronts, _fronts
)
def dynamic_slices(
    table: torch.Tensor, numbers: torch.Tensor, count: torch.Tensor, dim: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """The first `count` slices of a table along a dimension, and the first `count` elements of a vector."""
    size = _new_size(table.shape, dim)
    return table.new_empty(size), numbers.new_empty(size[dim])


@define_operator("zeros_up_to(Tensor last, SymInt smallest, ScalarType dtype) -> Tensor", _zeros, _zeros)
def zeros_up_to(last: torch.Tensor, smallest: int, dtype: torch.dtype) -> torch.Tensor:
    """A vector of max(`last` + 1, `smallest`) zeros."""
    number = torch.library.get_ctx().new_dynamic_size(min=0)
    torch._check(number >= smallest)
    return last.new_empty(number, dtype=dtype)
