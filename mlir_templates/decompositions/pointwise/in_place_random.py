"""Random operators in place (`Tensor.uniform_`, `Tensor.normal_`)."""

import math
from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.uniform.default)
def uniform(x: torch.Tensor, low: float = 0.0, high: float = 1.0, *, generator: Any = None) -> torch.Tensor:
    """Numbers from `low` to below `high`: those that would be rounded to `high` are `low`. Both parts if complex."""
    if x.is_complex():
        return torch.view_as_complex(aten.uniform.default(_parts(x), low, high))
    drawn = torch.rand_like(x, dtype=torch.promote_types(x.dtype, torch.float32)) * (high - low) + low
    lost = 0.0 if drawn.dtype == x.dtype else abs(high) * torch.finfo(x.dtype).eps / 2
    return torch.where(drawn < high - lost, drawn, low).to(x.dtype)


@register_decomposition(aten.normal_functional.default)
def normal_functional(x: torch.Tensor, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> torch.Tensor:
    """Numbers of a mean and a deviation; the parts of complex ones have the mean each, and half of the variance."""
    if x.is_complex():
        return torch.view_as_complex(torch.randn_like(_parts(x)) * (std * math.sqrt(0.5)) + mean)
    return torch.randn_like(x) * std + mean


def _parts(x: torch.Tensor) -> torch.Tensor:
    return torch.empty([*x.shape, 2], dtype=x.dtype.to_real(), device=x.device)
