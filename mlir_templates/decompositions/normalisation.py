"""Gradients of normalisations: of groups of empty tensors, where PyTorch's divides by zero, and of weights."""

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


@register_decomposition(aten._weight_norm_interface_backward.default)
def weight_norm_backward(
    grad_w: torch.Tensor, saved_v: torch.Tensor, saved_g: torch.Tensor, saved_norms: torch.Tensor, dim: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Gradients of w = v * g / norm(v): of the direction v, orthogonal to it, and of the length g."""
    others = [each for each in range(saved_v.dim()) if each != dim % saved_v.dim()]
    norms = saved_norms.to(grad_w.dtype)
    along = (grad_w * saved_v).sum(others, keepdim=True)
    return saved_g / norms * (grad_w - saved_v * (along / norms.square())), along / norms
