"""Random operators in place (`Tensor.uniform_`, `Tensor.normal_`)."""

from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.uniform.default)
def uniform(x: torch.Tensor, low: float = 0.0, high: float = 1.0, *, generator: Any = None) -> torch.Tensor:
    """Numbers from `low` to below `high`: those that would be rounded to `high` are `low`."""
    drawn = torch.rand_like(x, dtype=torch.promote_types(x.dtype, torch.float32)) * (high - low) + low
    lost = 0.0 if drawn.dtype == x.dtype else abs(high) * torch.finfo(x.dtype).eps / 2
    return torch.where(drawn < high - lost, drawn, low).to(x.dtype)


@register_decomposition(aten.normal_functional.default)
def normal_functional(x: torch.Tensor, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> torch.Tensor:
    return torch.randn_like(x) * std + mean
