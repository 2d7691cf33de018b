"""Gradients of maximum pooling with indices: each gradient is added at the flat index its maximum came from."""

from typing import Any

import torch
from npusim.frontend.inductor.tracing_api import guard_or_false
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


def _scattered(grad: torch.Tensor, x: torch.Tensor, indices: torch.Tensor, dims: int) -> torch.Tensor:
    """Gradients added into zeros of x's shape; indices are flat over the last `dims` dimensions of x."""
    if guard_or_false(x.numel() == 0) or guard_or_false(grad.numel() == 0):
        return torch.zeros_like(x)
    leading = x.dim() - dims
    zeros = torch.zeros_like(x, memory_format=torch.contiguous_format).flatten(leading)
    return zeros.scatter_add(-1, indices.flatten(leading), grad.flatten(leading)).view(x.shape)


@register_decomposition(aten.adaptive_max_pool2d_backward.default)
def adaptive_max_pool2d_backward(grad: torch.Tensor, x: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    return _scattered(grad, x, indices, 2)


@register_decomposition(aten.adaptive_max_pool3d_backward.default)
def adaptive_max_pool3d_backward(grad: torch.Tensor, x: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    return _scattered(grad, x, indices, 3)


@register_decomposition(aten.fractional_max_pool2d_backward.default)
def fractional_max_pool2d_backward(
    grad: torch.Tensor, x: torch.Tensor, kernel_size: Any, output_size: Any, indices: torch.Tensor
) -> torch.Tensor:
    return _scattered(grad, x, indices, 2)


@register_decomposition(aten.fractional_max_pool3d_backward.default)
def fractional_max_pool3d_backward(
    grad: torch.Tensor, x: torch.Tensor, kernel_size: Any, output_size: Any, indices: torch.Tensor
) -> torch.Tensor:
    return _scattered(grad, x, indices, 3)


@register_decomposition(aten.max_pool3d_with_indices_backward.default)
def max_pool3d_with_indices_backward(
    grad: torch.Tensor,
    x: torch.Tensor,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    ceil_mode: bool,
    indices: torch.Tensor,
) -> torch.Tensor:
    return _scattered(grad, x, indices, 3)
