"""`index_add` of bfloat16, which Inductor leaves to eager PyTorch; the device adds it as any other dtype."""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.index_add.default)
def index_add(
    x: torch.Tensor, dim: int, index: torch.Tensor, source: torch.Tensor, *, alpha: float = 1
) -> torch.Tensor:
    if x.dtype != torch.bfloat16 or x.dim() == 0:
        return NotImplemented
    places: list[torch.Tensor | None] = [*[None] * (dim % x.dim()), index]
    return aten.index_put(x, places, source if alpha == 1 else source * alpha, accumulate=True)
