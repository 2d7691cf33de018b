"""How `torch.vmap` treats the device's fused attention: the mapped dimension becomes a part of the batch."""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.device import runtime
from torch import Tensor

_OPERATOR = torch.ops.aten._scaled_dot_product_fused_attention_overrideable
_BACKWARD = torch.ops.aten._scaled_dot_product_fused_attention_overrideable_backward
_RANK = 4


def connect() -> None:
    """Called when the device starts."""
    library = runtime.registrations("aten")
    torch.library.register_vmap(_OPERATOR.default, _forward, lib=library)
    torch.library.register_vmap(_BACKWARD.default, _gradients, lib=library)


def _forward(
    info: Any,
    in_dims: Sequence[int | None],
    query: Tensor,
    key: Tensor,
    value: Tensor,
    bias: Tensor | None = None,
    *options: Any,
    **scale: Any,
) -> tuple[Any, Any]:
    size = info.batch_size
    joined = [_joined(x, dim, size) for x, dim in zip((query, key, value), in_dims, strict=False)]
    if bias is not None:
        bias = _joined_bias(bias, in_dims[3], size, joined[0].shape[0] // size)
    output, logsumexp, *others = _OPERATOR.default(*joined, bias, *options, **scale)
    return (_apart(output, size), _apart(logsumexp, size), *others), (0, 0, *[None] * len(others))


def _gradients(
    info: Any,
    in_dims: Sequence[int | None],
    grad: Tensor,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    bias: Tensor | None,
    wanted: list[bool],
    output: Tensor,
    logsumexp: Tensor,
    *options: Any,
    **scale: Any,
) -> tuple[Any, Any]:
    size = info.batch_size
    grad, query, key, value = (
        _joined(x, dim, size) for x, dim in zip((grad, query, key, value), in_dims, strict=False)
    )
    output, logsumexp = _joined(output, in_dims[6], size), _joined(logsumexp, in_dims[7], size)
    joined = None if bias is None else _joined_bias(bias, in_dims[4], size, query.shape[0] // size)
    found = _BACKWARD.default(grad, query, key, value, joined, wanted, output, logsumexp, *options, **scale)
    *grads, of_bias = (None if x is None else _apart(x, size) for x in found)
    if bias is not None and of_bias is not None:
        shape = bias.shape if in_dims[4] is None else bias.movedim(in_dims[4], 0).shape[1:]
        ones = [1] * (_RANK - len(shape))
        of_bias = of_bias.sum_to_size(size, *ones, *shape).view(size, *shape)
    grads.append(of_bias)
    return tuple(grads), tuple(None if x is None else 0 for x in grads)


def _joined(x: Tensor, dim: int | None, size: int) -> Tensor:
    """A tensor whose first dimension has the mapped one, too; what is not mapped is repeated."""
    mapped = x.expand(size, *x.shape) if dim is None else x.movedim(dim, 0)
    return mapped.flatten(0, 1)


def _joined_bias(bias: Tensor, dim: int | None, size: int, batch: int) -> Tensor:
    """A bias of rank 4 for the joined batch."""
    mapped = bias.expand(size, *bias.shape) if dim is None else bias.movedim(dim, 0)
    shape = [*[1] * (_RANK + 1 - mapped.dim()), *mapped.shape[1:]]
    return mapped.reshape(size, *shape).expand(size, batch, *shape[1:]).flatten(0, 1)


def _apart(x: Tensor, size: int) -> Tensor:
    return x.unflatten(0, (size, -1))
