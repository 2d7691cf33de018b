"""Gradients that only eager programs call: compiled ones differentiate the decomposed functions."""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from torch import Tensor

aten = torch.ops.aten
_MEAN = 1
"""`at::Reduction::Mean`."""


@register_decomposition(aten.hardshrink_backward.default, aten.softshrink_backward.default)
def shrink_backward(grad: Tensor, x: Tensor, lambd: float) -> Tensor:
    return torch.where((x < -lambd) | (x > lambd), grad, 0)


def _share(rows: Tensor, reduction: int) -> float:
    """The factor of each term of a margin loss."""
    return 1 / rows.shape[1] / (rows.shape[0] if reduction == _MEAN else 1)


@register_decomposition(aten.multi_margin_loss_backward.default)
def multi_margin_loss_backward(
    grad: Tensor,
    x: Tensor,
    target: Tensor,
    p: int,
    margin: float,
    weight: Tensor | None = None,
    reduction: int = _MEAN,
) -> Tensor:
    """x: (N, C) or (C,); target: the class of each row."""
    rows, wanted = x.reshape(-1, x.shape[-1]), target.reshape(-1, 1)
    is_wanted = torch.arange(rows.shape[1], device=x.device) == wanted
    violation = margin - rows.gather(1, wanted) + rows
    slope = torch.where((violation > 0) & ~is_wanted, 1.0 if p == 1 else 2 * violation, 0.0)
    if weight is not None:
        slope = slope * weight[wanted]
    slope = torch.where(is_wanted, -slope.sum(1, keepdim=True), slope) * _share(rows, reduction)
    return (slope * grad.reshape(-1, 1)).reshape(x.shape).to(x.dtype)


@register_decomposition(aten.multilabel_margin_loss_backward.default)
def multilabel_margin_loss_backward(
    grad: Tensor, x: Tensor, target: Tensor, reduction: int, is_target: Tensor
) -> Tensor:
    """x: (N, C) or (C,); target: classes of each row, up to the first -1; is_target: 1 for these."""
    rows = x.reshape(-1, x.shape[-1])
    classes = target.reshape(rows.shape)
    counts = (classes < 0).cumsum(1) == 0
    classes = classes.clamp(min=0)
    violation = 1 - rows.gather(1, classes)[:, :, None] + rows[:, None, :]  # (N, targets, C)
    others = is_target.reshape(rows.shape)[:, None, :] == 0
    slope = torch.where((violation > 0) & counts[:, :, None] & others, 1.0, 0.0).to(rows.dtype)
    total = slope.sum(1).scatter_add(1, classes, -slope.sum(2)) * _share(rows, reduction)
    return (total * grad.reshape(-1, 1)).reshape(x.shape).to(x.dtype)
