"""`torch.range`, which has both ends."""

import math
from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.range.default, aten.range.step)
def range_with_end(start: Any, end: Any, step: Any = 1, *, dtype: torch.dtype | None = None, **options: Any) -> Any:
    """Numbers from `start` to `end`, which is among them if steps lead there; computed as the CPU does in double."""
    dtype = dtype or torch.get_default_dtype()
    count = math.floor((end - start) / step) + 1
    position = torch.arange(count, dtype=torch.float64 if dtype.is_floating_point else torch.int64, **options)
    return (start + step * position).to(dtype)
