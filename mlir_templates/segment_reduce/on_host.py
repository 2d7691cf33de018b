"""`npusim::segment_sums` and `npusim::segment_maxima` of tensors on the CPU, for verification."""

import torch


def sums(
    table: torch.Tensor,
    indices: torch.Tensor,
    offsets: torch.Tensor,
    factors: torch.Tensor | None = None,
    *,
    mean: bool = False,
    closed: bool = False,
    padding_index: int = -1,
    checks: bool = False,
) -> torch.Tensor:
    """See `npusim.mlir_templates.segment_reduce.lowering.segment_sums`."""
    segments, rows, count = _rows(table, indices, offsets, closed, padding_index)
    dtype = torch.promote_types(table.dtype, torch.float32) if table.is_floating_point() else table.dtype
    values = table[indices[rows].long()].to(dtype)
    if factors is not None:
        values = values * factors[rows, None]
    total = torch.zeros(count, table.shape[1], dtype=values.dtype).index_add_(0, segments, values)
    if mean:
        total = total / torch.bincount(segments, minlength=count).clamp(min=1)[:, None]
    return total.to(table.dtype)


def maxima(
    table: torch.Tensor,
    indices: torch.Tensor,
    offsets: torch.Tensor,
    *,
    sources: bool = True,
    closed: bool = False,
    padding_index: int = -1,
    checks: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """See `npusim.mlir_templates.segment_reduce.lowering.segment_maxima`."""
    segments, rows, count = _rows(table, indices, offsets, closed, padding_index)
    shape = (count, table.shape[1])
    found, origins = table.new_zeros(shape), indices.new_zeros(shape)
    for segment in segments.unique().tolist():
        members = indices[rows[segments == segment]]
        found[segment], first = table[members.long()].max(0)
        origins[segment] = members[first]
    return found, origins if sources else indices.new_empty(0)


def _rows(
    table: torch.Tensor, indices: torch.Tensor, offsets: torch.Tensor, closed: bool, padding_index: int
) -> tuple[torch.Tensor, torch.Tensor, int]:
    """The segment and the place of every index that counts, and the number of segments."""
    count = offsets.shape[0] - closed
    places = torch.arange(indices.shape[0])
    segments = torch.searchsorted(offsets.contiguous(), places.to(offsets.dtype), right=True) - 1
    counts = (segments >= 0) & (segments < count) & (indices >= 0) & (indices < table.shape[0])
    counts &= indices != padding_index
    return segments[counts], places[counts], count
