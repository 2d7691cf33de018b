"""Writes to slices whose start or end depends on data: the gradients of `x.narrow(dim, start.item(), length)` and
`x[:end.item()]`.
"""

from typing import Any

import torch
from npusim.frontend.inductor.tracing_api import free_unbacked_symbols
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.slice_scatter.default)
def slice_scatter(
    x: torch.Tensor, source: torch.Tensor, dim: int = 0, start: Any = None, end: Any = None, step: int = 1
) -> Any:
    """Every element of the result computes which element of the source it takes; negative starts count from the end.

    The source has as many elements as the slice, so where that ends needs no look at its end.
    """
    if not any(isinstance(each, torch.SymInt) and free_unbacked_symbols(each) for each in (start, end)):
        return NotImplemented
    dim %= x.dim()
    size, count = x.shape[dim], source.shape[dim]
    first = torch.scalar_tensor(0 if start is None else start, dtype=torch.int64, device=x.device)
    distance = torch.arange(size, device=x.device) - torch.where(first < 0, (first + size).clamp(min=0), first)
    number = distance.clamp(min=0) // step
    is_written = (distance >= 0) & (distance % step == 0) & (number < count)
    is_written = is_written.view([-1 if d == dim else 1 for d in range(x.dim())])
    taken = aten._unsafe_masked_index(source, is_written, [number if d == dim else None for d in range(x.dim())], 0)
    return torch.where(is_written, taken, x)
