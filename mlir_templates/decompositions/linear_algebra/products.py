"""Products in terms of matrix products and sums."""

from collections.abc import Sequence

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.addbmm.default)
def addbmm(
    addend: torch.Tensor, left: torch.Tensor, right: torch.Tensor, *, beta: float = 1, alpha: float = 1
) -> torch.Tensor:
    """`addbmm` as one matrix product with a longer reduction, over the batch too."""
    factors = left.transpose(0, 1).flatten(1, 2), right.flatten(0, 1)
    return torch.addmm(addend, *factors, beta=beta, alpha=alpha)


@register_decomposition(aten._trilinear.default)
def trilinear(
    first: torch.Tensor,
    second: torch.Tensor,
    third: torch.Tensor,
    expand1: Sequence[int],
    expand2: Sequence[int],
    expand3: Sequence[int],
    sumdim: Sequence[int],
    unroll_dim: int = 1,
) -> torch.Tensor:
    """Sum over `sumdim` of the product of three tensors, each unsqueezed at its `expand` dimensions."""
    factors = [first, second, third]
    for number, places in enumerate((expand1, expand2, expand3)):
        for place in sorted(places):
            factors[number] = factors[number].unsqueeze(place)
    product = factors[0] * factors[1] * factors[2]
    return product.sum(list(sumdim), dtype=product.dtype) if sumdim else product
