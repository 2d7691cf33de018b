"""`torch.take`: elements of a flattened tensor; also for an index of one element, without reading it on the host."""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.take.default)
def take(x: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Elements of the flattened x at `index`; negative indices count from the end."""
    elements: torch.Tensor = aten.index.Tensor(x.reshape(-1), [index])
    return elements
