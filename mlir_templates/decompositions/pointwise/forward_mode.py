"""Operators that PyTorch's derivatives in forward mode call, and nothing else does."""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from torch import Tensor

aten = torch.ops.aten


@register_decomposition(aten.glu_jvp.default)
def glu_jvp(glu: Tensor, x: Tensor, dx: Tensor, dim: int) -> Tensor:
    """The tangent of `glu(x) = a * sigmoid(b)`, where a and b are the halves of x along `dim`."""
    _, b = x.chunk(2, dim)
    da, db = dx.chunk(2, dim)
    gate = b.sigmoid()
    return da * gate + glu * (1 - gate) * db


@register_decomposition(aten.glu_backward_jvp.default)
def glu_backward_jvp(grad_x: Tensor, grad_glu: Tensor, x: Tensor, dgrad_glu: Tensor, dx: Tensor, dim: int) -> Tensor:
    """The tangent of the gradient of x, `cat(grad * sigmoid(b), grad * a * sigmoid'(b))`."""
    a, b = x.chunk(2, dim)
    da, db = dx.chunk(2, dim)
    gate = b.sigmoid()
    slope = gate * (1 - gate)
    of_a = dgrad_glu * gate + grad_glu * slope * db
    of_b = slope * (dgrad_glu * a + grad_glu * (da + a * (1 - 2 * gate) * db))
    return torch.cat([of_a, of_b], dim)


@register_decomposition(aten._new_zeros_with_same_feature_meta.default)
def zeros_in_same_memory(x: Tensor, other: Tensor, *, self_num_batch_dims: int = 0) -> Tensor:
    """The first tangent of `other`, of which a view got the tangent x: zeros in memory like that of `other`, so that
    the view's sizes, strides and offset find the same elements in them. Batch dimensions of x are in front.
    """
    batch = list(x.shape[:self_num_batch_dims])
    sizes, strides = [*batch, *other.shape], list(other.stride())
    count = other.untyped_storage().nbytes() // other.element_size()
    if other.is_contiguous() and other.storage_offset() == 0 and count == other.numel():
        return torch.zeros(sizes, dtype=other.dtype, device=other.device)
    for size in reversed(batch):
        strides.insert(0, count)
        count *= size
    zeros = torch.zeros(count, dtype=other.dtype, device=other.device)
    return zeros.as_strided(sizes, strides, other.storage_offset())
