"""Sums of rows by the places that they go to: segments of the rows' numbers, sorted by place.

Every row of the result is summed in the scratchpad, in 32 bits or more, and stored once. Rows that nothing goes to are
stored as zeros by the same kernel. Rows of a place are added in the order in which they are given.
"""

import torch
from npusim.frontend.inductor.tracing_api import guard_or_false
from npusim.mlir_templates.segment_reduce.lowering import segment_sums

_LONG = 2**31 - 2
"""More places than numbers of 32 bits count."""
_FIXED_BYTES, _BYTES_PER_ROW = 1 << 23, 512
"""What sorting places takes, in bytes of memory traffic of the same duration: launches and latency, and per place."""
_MANY, _UNEVEN = 4, 3
"""Rows per place, on average, from which on most strips of segments are about equally long; how many times longer than
its traffic adding a row takes where they are not, since a strip takes as long as its longest segment.
"""


def sums_by_index(
    table: torch.Tensor,
    places: torch.Tensor,
    count: int,
    *,
    rows: torch.Tensor | None = None,
    factors: torch.Tensor | None = None,
    mean: bool = False,
) -> torch.Tensor:
    """(count, columns) in the table's dtype: at p the sum of `table[rows[i]] * factors[i]` over all i of place p.

    Args:
        table: (rows, columns) of any strides.
        places: (n) integers; what is negative or not below `count` goes nowhere.
        count: rows of the result.
        rows: (n) integers, which row of the table goes to a place; row i without them.
        factors: (n), of the table's dtype or that of its sums.
        mean: divide by how many rows go to the place.
    """
    if guard_or_false(places.shape[0] == 0):
        return table.new_zeros((count, table.shape[1]))
    order, offsets = sorted_indices(places, count)
    taken = order if rows is None else rows.to(order.dtype)[order]
    weights = None if factors is None else factors[order]
    return segment_sums(table, taken, offsets, weights, mean=mean, closed=True)


def sorted_indices(places: torch.Tensor, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The order that sorts places, equal ones as they come, and where each begins in it, then where the last one ends.

    Both are int32 if that suffices; what is negative or not below `count` comes after the end.
    """
    is_short = guard_or_false(count < _LONG) and guard_or_false(places.shape[0] < _LONG)
    dtype = torch.int32 if is_short else torch.int64
    kept = torch.where((places >= 0) & (places < count), places, count).to(dtype)
    order = torch.sort(kept, stable=True).indices.to(dtype)
    begins = torch.zeros(count + 2, dtype=dtype, device=places.device)
    offsets = torch.cumsum(begins.index_add(0, kept + 1, torch.ones_like(kept)), 0, dtype=dtype)[: count + 1]
    return order, offsets


def segment_of_each(later: torch.Tensor, length: int) -> torch.Tensor:
    """The inverse: for each of `length` positions its place, when the places after the first one begin at `later`."""
    begins = torch.zeros(length + 1, dtype=later.dtype, device=later.device)
    return torch.cumsum(begins.index_add(0, later, torch.ones_like(later)), 0)[:-1]


def is_worth_sorting(count: int, columns: int, added: int, dtype: torch.dtype) -> bool:
    """Whether sorting the places of `added` rows takes less time than what it saves.

    Additions in memory read and write every row; those of narrow floats go to a copy in 32 bits, which is filled
    before, and read and rounded afterwards.
    """
    wide = max(4, dtype.itemsize)
    places, rows = _expected(count), _expected(added)
    saved = 2 * wide * rows
    if wide > dtype.itemsize:
        saved += wide * rows + 2 * wide * places
    if rows < _MANY * places:
        saved -= _UNEVEN * wide * rows
    return bool(_expected(columns) * saved > _FIXED_BYTES + _BYTES_PER_ROW * rows)


def _expected(size: int) -> int:
    """A size, or what is expected of a symbolic one; asking makes no guard."""
    return size if isinstance(size, int) else int(size.node.hint or 1024)
