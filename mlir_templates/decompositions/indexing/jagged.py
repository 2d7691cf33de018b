"""Rows of several lengths, one behind the other, as a padded tensor."""

from collections.abc import Sequence

import torch
from npusim.frontend.inductor.tracing_api import guard_or_false
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten._jagged_to_padded_dense_forward.default)
def jagged_to_padded(
    values: torch.Tensor, offsets: Sequence[torch.Tensor], max_lengths: Sequence[int], padding_value: float = 0.0
) -> torch.Tensor:
    """Rows that are longer than the padded tensor are cut.

    Args:
        values: (rows, ...).
        offsets: one tensor (batch + 1), where each element's rows begin and where the last one's end.
        max_lengths: one number of rows of the result (batch, max_length, ...).
    """
    if len(offsets) != 1:
        return NotImplemented
    starts, ends = offsets[0][:-1, None], offsets[0][1:, None]
    place = starts + torch.arange(max_lengths[0], device=values.device)
    if guard_or_false(values.shape[0] == 0):
        return values.new_full((*place.shape, *values.shape[1:]), padding_value)
    inside = place < ends
    rows = values[torch.where(inside, place, 0)]
    return torch.where(inside.reshape(*inside.shape, *[1] * (values.dim() - 1)), rows, padding_value)


@register_decomposition(aten._padded_dense_to_jagged_forward.default)
def padded_to_jagged(dense: torch.Tensor, offsets: Sequence[torch.Tensor], total_L: int | None = None) -> torch.Tensor:
    """The inverse of `jagged_to_padded`: (rows, ...).

    Args:
        dense: (batch, max_length, ...).
        offsets: see `jagged_to_padded`. An element with more rows than max_length is an index out of range.
        total_L: the number of rows, which the last offset also tells; without it there is no decomposition.
    """
    if len(offsets) != 1 or total_L is None:
        return NotImplemented
    row = torch.arange(total_L, device=dense.device)
    element = torch.searchsorted(offsets[0], row, right=True) - 1
    return dense[element, row - offsets[0][element]]
