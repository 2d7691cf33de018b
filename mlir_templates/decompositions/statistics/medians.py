"""Medians by sorting. NaN sorts last, so `nanmedian` is the middle of the part before; `median` of a row with NaN is
its first NaN.
"""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.nanmedian.dim)
def nanmedian_dim(x: torch.Tensor, dim: int, keepdim: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    """Medians and their indices along a dimension; the lower median of an even number of elements."""
    if x.dim() == 0:
        return x.clone(), torch.zeros_like(x, dtype=torch.int64)
    ordered, indices = torch.sort(x, dim=dim, stable=True)
    count = x.isnan().logical_not().sum(dim, keepdim=True) if x.is_floating_point() else None
    middle = _middle(x, dim) if count is None else ((count - 1) // 2).clamp(min=0)
    values, places = ordered.gather(dim, middle), indices.gather(dim, middle)
    return (values, places) if keepdim else (values.squeeze(dim), places.squeeze(dim))


def _middle(x: torch.Tensor, dim: int) -> torch.Tensor:
    """Position of the median in every sorted row without NaN."""
    shape = list(x.shape)
    shape[dim] = 1
    return torch.full(shape, (x.shape[dim] - 1) // 2, device=x.device)


@register_decomposition(aten.median.dim)
def median_dim(x: torch.Tensor, dim: int, keepdim: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    """As `nanmedian_dim`, but of a row with NaN the median is NaN and its index that of the first NaN."""
    without_nan: tuple[torch.Tensor, torch.Tensor]
    if x.dim() == 0 or not x.is_floating_point():
        without_nan = nanmedian_dim(x, dim, keepdim)
        return without_nan
    values, places = nanmedian_dim(x, dim, True)
    missing = x.isnan()
    first = missing.to(torch.int32).argmax(dim, keepdim=True)
    has_nan = missing.any(dim, keepdim=True)
    values, places = torch.where(has_nan, float("nan"), values), torch.where(has_nan, first, places)
    return (values, places) if keepdim else (values.squeeze(dim), places.squeeze(dim))


@register_decomposition(aten.median.default)
def median(x: torch.Tensor) -> torch.Tensor:
    if x.numel() == 0:
        return _of_nothing(x)
    return median_dim(x.flatten(), 0)[0]


@register_decomposition(aten.nanmedian.default)
def nanmedian(x: torch.Tensor) -> torch.Tensor:
    if x.numel() == 0:
        return _of_nothing(x)
    return nanmedian_dim(x.flatten(), 0)[0]


def _of_nothing(x: torch.Tensor) -> torch.Tensor:
    """NaN, for integers the number that the CPU's conversion makes of it."""
    smallest = torch.iinfo(x.dtype).min if not x.is_floating_point() and x.itemsize >= 4 else 0
    return torch.full((), float("nan") if x.is_floating_point() else smallest, dtype=x.dtype, device=x.device)
