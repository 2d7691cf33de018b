"""Sums of rows by destination: a segment reduction of row numbers sorted by destination.

Every row of the result is summed in the scratchpad, in 32 bits or more and in the given order, and stored once. The
same kernel stores zeros to destinations without rows.
"""

import torch
from npusim.frontend.inductor.tracing_api import guard_or_false
from npusim.mlir_templates.segment_reduce.lowering import segment_sums

_LONG = 2**31 - 2
"""The first number of destinations that exceeds int32."""
_FIXED_BYTES, _BYTES_PER_ROW = 1 << 23, 512
"""The time of sorting, in bytes of memory traffic: for launches and latency, and per destination."""
_MANY, _UNEVEN = 4, 3
"""The mean number of rows per destination from which on segments have similar lengths; and the slowdown of shorter
ones, as a strip takes as long as its longest segment.
"""


def sums_by_index(
    table: torch.Tensor,
    destinations: torch.Tensor,
    count: int,
    *,
    rows: torch.Tensor | None = None,
    factors: torch.Tensor | None = None,
    mean: bool = False,
) -> torch.Tensor:
    """(count, columns) in the table's dtype: row d sums `table[rows[i]] * factors[i]` where `destinations[i] == d`.

    Args:
        table: (rows, columns) of any strides.
        destinations: (n) integers; values outside of [0, `count`) are ignored.
        count: rows of the result.
        rows: (n) integers, rows of the table; by default row i.
        factors: (n), of the table's dtype or that of its sums; by default 1.
        mean: divide by the number of rows of the destination.
    """
    if guard_or_false(destinations.shape[0] == 0):
        return table.new_zeros((count, table.shape[1]))
    order, offsets = sorted_indices(destinations, count)
    taken = order if rows is None else rows.to(order.dtype)[order]
    weights = None if factors is None else factors[order]
    return segment_sums(table, taken, offsets, weights, mean=mean, closed=True)


def sorted_indices(destinations: torch.Tensor, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The stable sorting order of destinations, and the offsets of each in it, followed by the end of the last one.

    Both are int32 if that suffices; values outside of [0, `count`) come after the end.
    """
    is_short = guard_or_false(count < _LONG) and guard_or_false(destinations.shape[0] < _LONG)
    dtype = torch.int32 if is_short else torch.int64
    kept = torch.where((destinations >= 0) & (destinations < count), destinations, count).to(dtype)
    order = torch.sort(kept, stable=True).indices.to(dtype)
    begins = torch.zeros(count + 2, dtype=dtype, device=destinations.device)
    offsets = torch.cumsum(begins.index_add(0, kept + 1, torch.ones_like(kept)), 0, dtype=dtype)[: count + 1]
    return order, offsets


def segment_of_each(later: torch.Tensor, length: int) -> torch.Tensor:
    """For each of `length` positions its segment; `later` are the offsets of all segments but the first."""
    begins = torch.zeros(length + 1, dtype=later.dtype, device=later.device)
    return torch.cumsum(begins.index_add(0, later, torch.ones_like(later)), 0)[:-1]


def is_worth_sorting(count: int, columns: int, added: int, dtype: torch.dtype) -> bool:
    """Whether sorting the destinations of `added` rows takes less time than it saves.

    Additions in memory read and write every row; narrow floats are added to a copy in 32 bits, which is filled before,
    and rounded afterwards.
    """
    wide = max(4, dtype.itemsize)
    destinations, rows = _expected(count), _expected(added)
    saved = 2 * wide * rows
    if wide > dtype.itemsize:
        saved += wide * rows + 2 * wide * destinations
    if rows < _MANY * destinations:
        saved -= _UNEVEN * wide * rows
    return bool(_expected(columns) * saved > _FIXED_BYTES + _BYTES_PER_ROW * rows)


def _expected(size: int) -> int:
    """A size, or a hint of a symbolic size, without a guard."""
    return size if isinstance(size, int) else int(size.node.hint or 1024)
