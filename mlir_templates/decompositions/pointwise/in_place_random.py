"""Random operators in place (`Tensor.uniform_`, `Tensor.normal_`)."""

from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.uniform.default)
def uniform(x: torch.Tensor, low: float = 0.0, high: float = 1.0, *, generator: Any = None) -> torch.Tensor:
    return torch.rand_like(x) * (high - low) + low


@register_decomposition(aten.normal_functional.default)
def normal_functional(x: torch.Tensor, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> torch.Tensor:
    return torch.randn_like(x) * std + mean
