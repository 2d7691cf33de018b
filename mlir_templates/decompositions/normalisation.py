"""The gradient of group normalisation of empty tensors, for which PyTorch's decomposition divides by zero."""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.native_group_norm_backward.default)
def group_norm_backward(
    grad: torch.Tensor,
    x: torch.Tensor,
    mean: torch.Tensor,
    rstd: torch.Tensor,
    weight: torch.Tensor | None,
    batch: int,
    channels: int,
    places: int,
    groups: int,
    wanted: Sequence[bool],
) -> Any:
    """Zeros for empty tensors, else PyTorch's decomposition."""
    if x.numel():
        return NotImplemented
    shapes = (x.shape, (channels,), (channels,))
    return tuple(x.new_zeros(shape) if is_wanted else None for shape, is_wanted in zip(shapes, wanted, strict=True))
