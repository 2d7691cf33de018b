"""`torch.take`: elements of a tensor read as a row. A single index is as much data as many are."""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.take.default)
def take(x: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Elements at the places `index`; negative ones count from the end."""
    elements: torch.Tensor = aten.index.Tensor(x.reshape(-1), [index])
    return elements
