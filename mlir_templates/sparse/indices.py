"""Conversions between the rows of a sparse matrix's elements (COO) and the offsets of its rows (CSR)."""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten._convert_indices_from_coo_to_csr.default)
def offsets_of_rows(rows: torch.Tensor, size: int, *, out_int32: bool = False) -> torch.Tensor:
    """The number of elements in front of each row, and of all.

    Args:
        rows: of the elements, ascending (n,).
        size: the number of rows.
    """
    starts = torch.arange(size + 1, dtype=rows.dtype, device=rows.device)
    return torch.searchsorted(rows, starts, out_int32=out_int32)


@register_decomposition(aten._convert_indices_from_csr_to_coo.default)
def rows_and_columns(
    offsets: torch.Tensor, columns: torch.Tensor, *, out_int32: bool = False, transpose: bool = False
) -> torch.Tensor:
    """The indices of the elements: of their matrix in the batch, row and column (column and row if `transpose`).

    Args:
        offsets: of the rows, (*batch, rows + 1).
        columns: of the elements, (*batch, n).
    """
    places = torch.arange(columns.shape[-1], dtype=offsets.dtype, device=offsets.device).expand_as(columns)
    rows = torch.searchsorted(offsets, places.contiguous(), right=True) - 1
    batch = torch.meshgrid(*(torch.arange(n, device=columns.device) for n in columns.shape), indexing="ij")[:-1]
    matrix = (columns, rows) if transpose else (rows, columns)
    dtype = torch.int32 if out_int32 else torch.int64
    return torch.stack([index.to(dtype).flatten() for index in (*batch, *matrix)])
