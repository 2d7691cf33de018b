"""`index_add` of bfloat16, which Inductor leaves to eager PyTorch; the device adds it as any other dtype."""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.index_add.default)
def index_add(
    x: torch.Tensor, dim: int, index: torch.Tensor, source: torch.Tensor, *, alpha: float = 1
) -> torch.Tensor:
    if x.dtype != torch.bfloat16:
        return NotImplemented
    scaled = source if alpha == 1 else source * alpha
    if x.dim() == 0:
        return aten.index_put(x[None], [index.reshape(-1)], scaled.reshape(-1), accumulate=True)[0]
    return aten.index_put(x, [*[None] * (dim % x.dim()), index], scaled, accumulate=True)
