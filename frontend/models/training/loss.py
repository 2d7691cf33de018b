"""A loss whose gradients are well above rounding, and the gradients that it gives."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

PROJECTIONS = 8


def projections(outputs: Sequence[Tensor], seed: int, values: bool = True) -> list[Tensor]:
    """For each output a matrix (its last size, `PROJECTIONS`) of normal values, scaled as a layer's weights are."""
    generator = torch.Generator().manual_seed(seed)
    made = []
    for output in outputs:
        size = output.shape[-1] if output.dim() else 1
        drawn = torch.randn(size, PROJECTIONS, generator=generator) if values else torch.empty(size, PROJECTIONS)
        made.append((drawn * size**-0.5).to(output.dtype))
    return made


def projected_loss(outputs: Sequence[Tensor], matrices: Sequence[Tensor]) -> Tensor:
    """The mean of squares of projected outputs, a scalar.

    A sum of outputs would have gradients that cancel: behind a layer normalisation or a softmax they are nothing but
    rounding.
    """
    losses = [
        (output.reshape(-1, len(matrix)) @ matrix).square().mean()
        for output, matrix in zip(outputs, matrices, strict=True)
    ]
    return torch.stack(losses).sum()


def gradients(module: nn.Module) -> dict[str, Tensor]:
    """The gradients of the parameters that have one, by name."""
    found = module.named_parameters()
    return {name: each.grad.detach() for name, each in found if each.grad is not None}
