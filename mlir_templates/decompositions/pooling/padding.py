"""Gradients of replication padding: the gradient of every copy is added to that of its source element."""

from collections.abc import Sequence

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(
    aten.replication_pad1d_backward.default,
    aten.replication_pad2d_backward.default,
    aten.replication_pad3d_backward.default,
)
def replication_pad_backward(grad: torch.Tensor, x: torch.Tensor, padding: Sequence[int]) -> torch.Tensor:
    """`padding` is (before, after) for the last dimension, the second to last, ...; may be negative."""
    result = grad
    for number, before in enumerate(padding[::2]):
        dim = x.dim() - 1 - number
        source = (torch.arange(result.shape[dim], device=x.device) - before).clamp(0, x.shape[dim] - 1)
        shape = list(result.shape)
        shape[dim] = x.shape[dim]
        result = result.new_zeros(shape).index_add(dim, source, result)
    return result
