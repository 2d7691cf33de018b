"""Products with the number 0, which are NaN for infinities and NaN."""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.mul.Tensor, aten.mul.Scalar)
def multiply(x: torch.Tensor, factor: torch.Tensor | float) -> torch.Tensor:
    """Makes an integer 0, for which PyTorch's compiler writes zeros whatever x is, a floating-point one."""
    if isinstance(factor, int) and factor == 0 and x.is_floating_point():
        return aten.mul.Tensor(x, 0.0)
    return NotImplemented
