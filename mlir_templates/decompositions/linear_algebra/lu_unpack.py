"""`torch.lu_unpack`: triangles of a factored matrix, and the permutation that its row exchanges amount to.

The composition of exchanges is associative, so they are composed as a tree, all neighbouring pairs at once.
"""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

Results = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


@register_decomposition(torch.ops.aten.lu_unpack.default)
def lu_unpack(
    factors: torch.Tensor, pivots: torch.Tensor, unpack_data: bool = True, unpack_pivots: bool = True
) -> Results:
    """Permutation matrix, lower and upper triangle of matrices (..., m, n); empty if not requested."""
    rows, columns = factors.shape[-2:]
    count = min(rows, columns)
    permutation = lower = upper = factors.new_empty([0])
    if unpack_pivots:
        order = _permuted(pivots, rows)
        row = torch.arange(rows, device=factors.device)
        permutation = (row.unsqueeze(-1) == order.unsqueeze(-2)).to(factors.dtype)
    if unpack_data:
        unit = torch.eye(rows, count, dtype=factors.dtype, device=factors.device)
        lower = factors[..., :count].tril(-1) + unit
        upper = factors[..., :count, :].triu()
    return permutation, lower, upper


def _permuted(pivots: torch.Tensor, rows: int) -> torch.Tensor:
    """The original row (..., rows) of each row after exchanging row `i` with `pivots[i] - 1` for `i` = 0, 1, ..."""
    place = torch.arange(rows, device=pivots.device)
    if pivots.shape[-1] == 0:
        return place.expand([*pivots.shape[:-1], rows])
    one = torch.arange(pivots.shape[-1], device=pivots.device).unsqueeze(-1)
    other = pivots.long().unsqueeze(-1) - 1
    exchanges = torch.where(place == one, other, torch.where(place == other, one, place))
    while exchanges.shape[-2] > 1:
        pairs, left = exchanges.shape[-2] // 2, exchanges[..., exchanges.shape[-2] // 2 * 2 :, :]
        first, second = exchanges[..., 0 : 2 * pairs : 2, :], exchanges[..., 1 : 2 * pairs : 2, :]
        exchanges = torch.cat([first.gather(-1, second), left], -2)
    return exchanges.squeeze(-2)
