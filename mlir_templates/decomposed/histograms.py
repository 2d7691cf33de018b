"""Histograms: over equal bins, and of whole numbers."""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.decomposed.fronts import zeros_up_to

aten = torch.ops.aten


@register_decomposition(aten.histc.default)
def histc(x: torch.Tensor, bins: int = 100, min: float = 0, max: float = 0) -> torch.Tensor:
    """Counts in x's dtype. With min = max the range is that of the data; one value gets a range of 2 around it."""
    values = x.flatten()
    low, high = _range(values, min, max)
    inside = (values >= low) & (values <= high)
    place = ((values - low) * bins / (high - low)).to(torch.int64).clamp(0, bins - 1)
    return values.new_zeros(bins).index_add(0, place, inside.to(x.dtype))


def _range(values: torch.Tensor, low: float, high: float) -> tuple[torch.Tensor, torch.Tensor]:
    first = torch.full((), low, dtype=values.dtype, device=values.device)
    last = torch.full((), high, dtype=values.dtype, device=values.device)
    if low == high and values.numel() > 0:
        first, last = values.amin(), values.amax()
    flat = first == last
    return torch.where(flat, first - 1, first), torch.where(flat, last + 1, last)


@register_decomposition(aten.bincount.default)
def bincount(x: torch.Tensor, weights: torch.Tensor | None = None, minlength: int = 0) -> torch.Tensor:
    """How often every number occurs, or the sum of its weights; the size depends on the largest number."""
    dtype = torch.int64 if weights is None else torch.float32 if weights.dtype == torch.float32 else torch.float64
    place = x.to(torch.int64)
    last = place.amax() if x.numel() > 0 else torch.full((), -1, device=x.device)
    amounts = torch.ones_like(place) if weights is None else weights.to(dtype)
    return zeros_up_to(last, minlength, dtype).index_add(0, place, amounts)
