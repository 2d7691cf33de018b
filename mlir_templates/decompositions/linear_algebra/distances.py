"""Distances between all pairs of vectors (`cdist`, `pdist`) and their gradients."""

import math

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


def _norm(difference: torch.Tensor, p: float) -> torch.Tensor:
    """p-norm over the last dimension, 0 for vectors without elements."""
    if difference.shape[-1] == 0:
        return difference.sum(-1)
    size = difference.abs()
    if p == 0:
        return torch.where(size.isnan(), size, (size != 0).to(size.dtype)).sum(-1)
    if p == 1:
        return size.sum(-1)
    if p == 2:
        return (size * size).sum(-1).sqrt()
    if p == math.inf:
        return size.amax(-1)
    return size.pow(p).sum(-1).pow(1 / p)


def _slope(difference: torch.Tensor, distance: torch.Tensor, p: float) -> torch.Tensor:
    """Derivative of the p-norm of every vector with respect to its elements; 0 where the distance is 0."""
    distance = distance.unsqueeze(-1)
    if p == 1:
        return difference.sign()
    if p == math.inf:
        return difference.sign() * (difference.abs() == distance)
    if p == 2:
        slope = difference / distance
    else:
        slope = difference.sign() * (difference.abs() / distance).pow(p - 1)
        slope = torch.where(difference == 0, 0, slope) if p < 1 else slope
    return torch.where(distance == 0, 0, slope)


@register_decomposition(aten._cdist_forward.default)
def cdist(x1: torch.Tensor, x2: torch.Tensor, p: float, compute_mode: int | None) -> torch.Tensor:
    return _norm(x1.unsqueeze(-2) - x2.unsqueeze(-3), p)


@register_decomposition(aten._cdist_backward.default)
def cdist_backward(
    grad: torch.Tensor, x1: torch.Tensor, x2: torch.Tensor, p: float, distance: torch.Tensor
) -> torch.Tensor:
    """Gradient with respect to x1."""
    if p == 0 or 0 in (grad.numel(), x1.numel(), x2.numel()):
        return torch.zeros_like(x1)
    slope = _slope(x1.unsqueeze(-2) - x2.unsqueeze(-3), distance, p)
    total = (grad.unsqueeze(-1) * slope).sum(-2)
    return total.view(x1.shape) if total.shape == x1.shape else total.sum_to_size(x1.shape)


def _pairs(count: int, device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
    """First and second vector of every pair i < j, in the order of `torch.triu_indices`."""
    rows, columns = torch.triu_indices(count, count, 1, device=device).unbind(0)
    return rows, columns


@register_decomposition(aten._pdist_forward.default)
def pdist(x: torch.Tensor, p: float = 2) -> torch.Tensor:
    first, second = _pairs(x.shape[0], x.device)
    return _norm(x[first] - x[second], p)


@register_decomposition(aten._pdist_backward.default)
def pdist_backward(grad: torch.Tensor, x: torch.Tensor, p: float, distance: torch.Tensor) -> torch.Tensor:
    if p == 0 or 0 in (grad.numel(), x.numel()):
        return torch.zeros_like(x)
    first, second = _pairs(x.shape[0], x.device)
    pull = grad.unsqueeze(-1) * _slope(x[first] - x[second], distance, p)
    return torch.zeros_like(x).index_add(0, first, pull).index_add(0, second, -pull)
