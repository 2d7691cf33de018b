"""Gradients that only eager programs call: compiled ones differentiate the decomposed functions. And those of these
functions that PyTorch decomposes into something else.
"""

import torch
from npusim.frontend.lowering.decompositions import register_before_autograd, register_decomposition
from torch import Tensor

aten = torch.ops.aten
_MEAN = 1
"""`at::Reduction::Mean`."""


@register_decomposition(aten.hardshrink_backward.default, aten.softshrink_backward.default)
def shrink_backward(grad: Tensor, x: Tensor, lambd: float) -> Tensor:
    return torch.where((x < -lambd) | (x > lambd), grad, 0)


def _rows(x: Tensor) -> Tensor:
    """(N, C), from (C,) or a single number too."""
    return torch.atleast_2d(x)


def _share(rows: Tensor, reduction: int) -> float:
    """The factor of each term of a margin loss."""
    share: float = 1 / rows.shape[1] / (_count(rows) if reduction == _MEAN else 1)
    return share


def _count(rows: Tensor) -> int:
    """The rows that a mean divides by: that of none is 0."""
    count: int = torch.sym_max(rows.shape[0], 1)
    return count


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
    rows, wanted = _rows(x), target.reshape(-1, 1)
    is_wanted, violation = _violation_of_one(rows, wanted, margin)
    slope = torch.where(violation > 0, 1.0 if p == 1 else 2 * violation, 0.0)
    if weight is not None:
        slope = slope * weight[wanted]
    slope = torch.where(is_wanted, -slope.sum(1, keepdim=True), slope) * _share(rows, reduction)
    return (slope * grad.reshape(-1, 1)).reshape(x.shape).to(x.dtype)


@register_before_autograd("multi_margin_loss")
def multi_margin_loss(
    x: Tensor, target: Tensor, p: int = 1, margin: float = 1, weight: Tensor | None = None, reduction: int = _MEAN
) -> Tensor:
    """x: (N, C) or (C,); target: the class of each row. PyTorch clamps violations of 0, which gives them a gradient."""
    rows, wanted = _rows(x), target.reshape(-1, 1)
    _check_margin_loss(rows, wanted, p, weight)
    _, costs = _violation_of_one(rows, wanted, margin)
    costs = costs if p == 1 else costs * costs
    if weight is not None:
        costs = costs * weight[wanted]
    losses = (costs.sum(1) / rows.shape[1]).reshape(x.shape[:-1])
    return losses if reduction == 0 else losses.sum() / (_count(rows) if reduction == _MEAN else 1)


def _violation_of_one(rows: Tensor, wanted: Tensor, margin: float) -> tuple[Tensor, Tensor]:
    """Which class of each row is wanted, and how far the others are from being a margin below it: (N, C)."""
    is_wanted = torch.arange(rows.shape[1], device=rows.device) == wanted
    violation = margin - rows.gather(1, wanted) + rows
    return is_wanted, torch.where((violation > 0) & ~is_wanted, violation, 0)


def _check_margin_loss(rows: Tensor, wanted: Tensor, p: int, weight: Tensor | None) -> None:
    """Raises what eager PyTorch refuses, in its words."""
    checks = [
        (p in (1, 2), "only p == 1 and p == 2 supported"),
        (
            rows.dim() == 2 and rows.shape[1] != 0,
            f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {list(rows.shape)}",
        ),
        (
            wanted.shape[0] == rows.shape[0],
            f"inconsistent target size, expected {rows.shape[0]} but got {list(wanted.shape[:1])}",
        ),
    ]
    if weight is not None:
        sizes = f"inconsistent weight size, expected {rows.shape[-1]} but got {list(weight.shape)}"
        checks.append((weight.numel() == rows.shape[-1], sizes))
    for holds, message in checks:
        torch._check(holds, lambda message=message: message)


@register_before_autograd("multilabel_margin_loss_forward")
@register_decomposition(aten.multilabel_margin_loss_forward.default)
def multilabel_margin_loss_forward(x: Tensor, target: Tensor, reduction: int) -> tuple[Tensor, Tensor]:
    """Loss and `is_target` of the backward. PyTorch lets places behind the first -1 count as class 0."""
    rows = _rows(x)
    classes, counts = _classes(target, rows)
    is_target = (counts & (classes[:, :, None] == torch.arange(rows.shape[1], device=x.device))).any(1)
    violation = torch.where(counts & ~is_target[:, None, :], _violation(rows, classes).relu(), 0)
    losses = (violation.sum((1, 2)) / rows.shape[1]).reshape(x.shape[:-1])
    loss = losses if reduction == 0 else losses.sum() / (_count(rows) if reduction == _MEAN else 1)
    return loss, is_target.to(x.dtype).reshape(target.shape)


def _classes(target: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
    """Classes of each row, (N, targets); and which of them stand before the first -1, (N, targets, 1)."""
    classes = target.reshape(rows.shape)
    return classes.clamp(min=0), ((classes < 0).cumsum(1) == 0)[:, :, None]


def _violation(rows: Tensor, classes: Tensor) -> Tensor:
    """How far each class is from being 1 below each target: (N, targets, C)."""
    return 1 - rows.gather(1, classes)[:, :, None] + rows[:, None, :]


@register_decomposition(aten.multilabel_margin_loss_backward.default)
def multilabel_margin_loss_backward(
    grad: Tensor, x: Tensor, target: Tensor, reduction: int, is_target: Tensor
) -> Tensor:
    """x: (N, C) or (C,); target: classes of each row, up to the first -1; is_target: 1 for these."""
    rows = _rows(x)
    classes, counts = _classes(target, rows)
    others = is_target.reshape(rows.shape)[:, None, :] == 0
    slope = torch.where((_violation(rows, classes) > 0) & counts & others, 1.0, 0.0).to(rows.dtype)
    total = slope.sum(1).scatter_add(1, classes, -slope.sum(2)) * _share(rows, reduction)
    return (total * grad.reshape(-1, 1)).reshape(x.shape).to(x.dtype)
