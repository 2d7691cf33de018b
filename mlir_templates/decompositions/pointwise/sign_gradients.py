"""Gradients of `sgn` and `sign`: zeros that eager PyTorch does not store and compiled programs fold."""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition


@register_decomposition(torch.ops.aten._efficientzerotensor.default)
def efficient_zeros(
    size: Sequence[int],
    *,
    dtype: torch.dtype | None = None,
    layout: Any = None,
    device: torch.device | None = None,
    pin_memory: bool | None = None,
) -> torch.Tensor:
    return torch.zeros(size, dtype=dtype, device=device)
