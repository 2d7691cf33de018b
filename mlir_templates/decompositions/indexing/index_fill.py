"""`index_fill`, whose negative indices count from the end: PyTorch decomposes it into `index_copy`, which has none."""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.index_fill.int_Tensor)
def index_fill(x: torch.Tensor, dim: int, index: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    if x.dim() == 0:
        return aten.index_put(x[None], [index.reshape(-1)], value.to(x.dtype))[0].clone()
    return aten.index_put(x, [*[None] * (dim % x.dim()), index], value.to(x.dtype))


@register_decomposition(aten.index_fill.int_Scalar)
def index_fill_with_number(x: torch.Tensor, dim: int, index: torch.Tensor, value: complex) -> torch.Tensor:
    return index_fill(x, dim, index, torch.scalar_tensor(value, dtype=x.dtype, device=x.device))
