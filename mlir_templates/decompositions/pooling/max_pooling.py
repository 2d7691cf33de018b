"""Fractional maximum pooling in three dimensions; gradients of maximum pooling with indices.

Each gradient is added at the flat index of its maximum; where windows are regular and small, each element looks instead
through the windows that contain it, whose addresses no value decides.
"""

from functools import partial
from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.inductor.tracing_api import guard_or_false, suggest_memory_format
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.frontend.lowering.tracing import traced_node, traced_value
from npusim.mlir_templates.decompositions.pooling.window_gradients import sum_over_windows, window_dimensions

aten = torch.ops.aten


def _scattered(grad: torch.Tensor, x: torch.Tensor, indices: torch.Tensor, dims: int) -> torch.Tensor:
    """Adds gradients into zeros of x's shape; indices are flat over the last `dims` dimensions of x."""
    if guard_or_false(x.numel() == 0) or guard_or_false(grad.numel() == 0):
        return torch.zeros_like(x)
    leading = x.dim() - dims
    zeros = torch.zeros_like(x, memory_format=torch.contiguous_format).flatten(leading)
    return zeros.scatter_add(-1, indices.flatten(leading), grad.flatten(leading)).view(x.shape)


@register_lowering(aten.fractional_max_pool3d.default)
def fractional_max_pool3d(x: Any, kernel_size: Any, output_size: Any, random_samples: Any) -> Any:
    """Windows by samples in the order of the dimensions; Inductor reads them backwards, as two dimensions have them."""
    samples = inductor.rev(random_samples, [2])
    return inductor._fractional_max_pool(x, kernel_size, output_size, samples, n_dim=3)


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


def _regular_max_pool_backward(
    grad: torch.Tensor,
    x: torch.Tensor,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    ceil_mode: bool,
    indices: torch.Tensor,
    *,
    dims: int,
) -> torch.Tensor:
    """Every element looks for itself among the maxima of the windows that contain it."""
    geometry = (kernel_size, stride, padding, dilation)
    dimensions = window_dimensions(x.shape[-dims:], grad.shape[-dims:], *geometry)
    if dimensions is None or x.numel() == 0 or grad.numel() == 0:
        return _scattered(grad, x, indices, dims)
    maxima = _taps_of_maxima(indices)
    if maxima is None:
        total = sum_over_windows(dimensions, (grad, indices), lambda g, i, at: torch.where(i == at.places(), g, 0))
    else:
        total = sum_over_windows(dimensions, (grad, maxima), lambda g, tap, at: torch.where(tap == at.tap, g, 0))
    return total.contiguous(memory_format=suggest_memory_format(x))


for _operator, _dims in ((aten.max_pool2d_with_indices_backward, 2), (aten.max_pool3d_with_indices_backward, 3)):
    register_decomposition(_operator.default)(partial(_regular_max_pool_backward, dims=_dims))


def _taps_of_maxima(indices: torch.Tensor) -> torch.Tensor | None:
    """Which element of its window each maximum is, as int8, if the graph that is traced computes the indices from
    that; None otherwise.
    """
    node = traced_node(indices)
    if node is None or node.target is not torch.ops.prims._low_memory_max_pool_offsets_to_indices.default:
        return None
    return traced_value(node.args[0])
