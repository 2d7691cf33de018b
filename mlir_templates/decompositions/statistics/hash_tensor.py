"""`torch.hash_tensor`: elements widened to 64 bits and reduced by exclusive or."""

from collections.abc import Sequence

import torch
from npusim.frontend.lowering.decompositions import register_decomposition


@register_decomposition(torch.ops.aten.hash_tensor.default)
def hash_tensor(x: torch.Tensor, dim: Sequence[int] = (), *, keepdim: bool = False, mode: int = 0) -> torch.Tensor:
    """The hash (uint64) over some dimensions, all by default."""
    wide = x.to(torch.float64) if x.is_floating_point() else x.to(torch.int64)
    dims = sorted({d % x.dim() for d in dim}) if dim and x.dim() else list(range(x.dim()))
    bits = torch.ops.prims.xor_sum(wide.view(torch.int64), dims) if dims else wide.view(torch.int64).clone()
    for place in dims if keepdim else ():
        bits = bits.unsqueeze(place)
    return bits.view(torch.uint64)
