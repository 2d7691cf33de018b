"""Normalisations by known statistics; gradients of normalisations: of groups of empty tensors, where PyTorch's divides
by zero, and of weights.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.lowering.decompositions import KEPT, register_decomposition

aten, prims = torch.ops.aten, torch.ops.prims


@register_decomposition(aten._native_batch_norm_legit_no_training.default)
def batch_norm_in_evaluation(*args: Any) -> Any:
    """With autograd, operators of which forward and backward compute each what it needs. Without, none: they are most
    of a convolutional model's graph, and it is the lowering that writes them out.
    """
    return _normalised(_call, *args) if torch.is_grad_enabled() else KEPT


@register_lowering(aten._native_batch_norm_legit_no_training.default)
def lower_batch_norm_in_evaluation(*args: Any) -> Any:
    """One pointwise loop."""
    return _normalised(lambda operator, *operands: inductor.lowerings[operator](*operands), *args)


def _call(operator: Any, *operands: Any) -> Any:
    return operator(*operands)


def _normalised(
    call: Callable[..., Any], x: Any, weight: Any, bias: Any, mean: Any, variance: Any, momentum: float, eps: float
) -> tuple[Any, Any, Any]:
    """What PyTorch computes, in two thirds of the operators: x (batch, channels, ...) normalised by statistics
    (channels), the mean, and the reciprocal of the standard deviation.

    Args:
        call: `call(operator, *operands)` computes an operator of tensors, or of what lowerings compute with.
    """

    def converted(values: Any, dtype: torch.dtype) -> Any:
        return values if values.dtype == dtype else call(prims.convert_element_type.default, values, dtype)

    def by_channel(values: Any) -> Any:
        return call(aten.view.default, values, [*values.shape, *[1] * (len(x.shape) - 2)])

    dtype = torch.promote_types(x.dtype, torch.float32)
    mean, variance = converted(mean, dtype), converted(variance, dtype)
    inverse = call(aten.reciprocal.default, call(aten.sqrt.default, call(aten.add.Tensor, variance, eps)))
    result = call(aten.mul.Tensor, call(aten.sub.Tensor, x, by_channel(mean)), by_channel(inverse))
    if weight is not None:
        result = call(aten.mul.Tensor, result, by_channel(weight))
    if bias is not None:
        result = call(aten.add.Tensor, result, by_channel(bias))
    return converted(result, x.dtype), call(aten.clone.default, mean), inverse


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
