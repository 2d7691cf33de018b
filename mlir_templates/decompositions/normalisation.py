"""Normalisations by known statistics; gradients of normalisations: of groups of empty tensors, where PyTorch's divides
by zero, and of weights.
"""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten._native_batch_norm_legit_no_training.default)
def batch_norm_in_evaluation(
    x: torch.Tensor,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    running_mean: torch.Tensor,
    running_var: torch.Tensor,
    momentum: float,
    eps: float,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """What PyTorch computes, in two thirds of the operators: they are most of a convolutional model's graph."""
    dtype = torch.promote_types(x.dtype, torch.float32)
    mean, deviation = running_mean.to(dtype), (running_var.to(dtype) + eps).sqrt()
    inverse = deviation.reciprocal()

    def by_channel(values: torch.Tensor) -> torch.Tensor:
        return values.reshape(-1, *[1] * (x.dim() - 2))

    result = (x - by_channel(mean)) * by_channel(inverse)
    if weight is not None:
        result = result * by_channel(weight)
    if bias is not None:
        result = result + by_channel(bias)
    return result.to(x.dtype), mean.clone(), inverse


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
