"""Histograms: over equal bins, over bins with given edges, in several dimensions, and of integers."""

import math
from collections.abc import Sequence

import torch
from npusim.frontend.inductor.tracing_api import guard_or_false
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.indexing.assertions import checked
from npusim.mlir_templates.indexing.dynamic_slice import zeros_up_to

aten = torch.ops.aten


@register_decomposition(aten.histc.default)
def histc(x: torch.Tensor, bins: int = 100, min: float = 0, max: float = 0) -> torch.Tensor:
    """Counts in x's dtype; min = max selects the range of the data, widened by 1 on each side if it is one value.
    Places of whole numbers are found in float64: products with the number of bins may leave their own dtype.
    """
    values = x.flatten() if x.dtype.is_floating_point else x.flatten().double()
    low, high = _range(values, min, max)
    inside = (values >= low) & (values <= high)
    place = ((values - low) * bins / (high - low)).to(torch.int64).clamp(0, bins - 1)
    return x.new_zeros(bins).index_add(0, place, inside.to(x.dtype))


def _range(values: torch.Tensor, low: float, high: float) -> tuple[torch.Tensor, torch.Tensor]:
    first = torch.full((), low, dtype=values.dtype, device=values.device)
    last = torch.full((), high, dtype=values.dtype, device=values.device)
    if low == high:
        first, last = _range_of_data(values, first, last)
    flat = first == last
    return torch.where(flat, first - 1, first), torch.where(flat, last + 1, last)


def _range_of_data(values: torch.Tensor, low: torch.Tensor, high: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The smallest and the largest of floating-point values (n,), which are finite, or the given limits if n is 0."""
    if guard_or_false(values.numel() > 0):
        first, last = values.amin(), values.amax()
        return checked(first, first.isfinite() & last.isfinite(), "the range of the data is not finite"), last
    infinite = torch.full((1,), math.inf, dtype=values.dtype, device=values.device)
    first, last = torch.cat([values, infinite]).amin(), torch.cat([values, -infinite]).amax()
    is_empty = first > last
    return torch.where(is_empty, low, first), torch.where(is_empty, high, last)


@register_decomposition(aten.bincount.default)
def bincount(x: torch.Tensor, weights: torch.Tensor | None = None, minlength: int = 0) -> torch.Tensor:
    """Count of every number, or the sum of its weights; the size depends on the largest number.

    Nothing has the dtype of counts, also with weights, as in eager PyTorch; where the length depends on data the dtype
    cannot, and is that of the weights.
    """
    if guard_or_false(x.numel() == 0):
        return torch.zeros(minlength, dtype=torch.int64, device=x.device)
    dtype = torch.int64 if weights is None else torch.float32 if weights.dtype == torch.float32 else torch.float64
    place = checked(x, x >= 0, "bincount only supports 1-d non-negative integral inputs.").to(torch.int64)
    none = torch.full((1,), -1, device=x.device)
    last = (place if guard_or_false(x.numel() > 0) else torch.cat([place, none])).amax()
    amounts = torch.ones_like(place) if weights is None else weights.to(dtype)
    return zeros_up_to(last, minlength, dtype).index_add(0, place, amounts)


def _edges(values: torch.Tensor, count: int, limits: Sequence[float] | None) -> torch.Tensor:
    """Edges of equal bins over the limits or the range of the data; as with `linspace`, both ends are exact."""
    low, high = _limits(values, limits)
    number = torch.arange(count + 1, device=values.device).to(values.dtype)
    step = (high - low) / count
    return torch.where(number < (count + 1) // 2, low + step * number, high - step * (count - number))


def _limits(values: torch.Tensor, limits: Sequence[float] | None) -> tuple[torch.Tensor, torch.Tensor]:
    low, high = (torch.full((), end, dtype=values.dtype, device=values.device) for end in limits or (0.0, 1.0))
    if limits is None:
        low, high = _range_of_data(values, low, high)
    flat = low == high
    return torch.where(flat, low - 0.5, low), torch.where(flat, high + 0.5, high)


def _counted(
    points: torch.Tensor, edges: Sequence[torch.Tensor], weight: torch.Tensor | None, density: bool
) -> torch.Tensor:
    """Histogram of (points, dimensions); bins include their lower edge, the last bin also its upper edge."""
    shape = [len(e) - 1 for e in edges]
    inside = torch.ones_like(points[:, 0], dtype=torch.bool)
    place = torch.zeros_like(points[:, 0], dtype=torch.int64)
    for d, (edge, bins) in enumerate(zip(edges, shape, strict=True)):
        values = points[:, d].contiguous()
        inside = inside & (values >= edge[0]) & (values <= edge[-1])
        place = place * bins + (torch.searchsorted(edge.contiguous(), values, right=True) - 1).clamp(0, bins - 1)
    amounts = torch.ones_like(points[:, 0]) if weight is None else weight.flatten()
    counts = points.new_zeros(math.prod(shape)).index_add(0, place, torch.where(inside, amounts, 0)).view(shape)
    return _density(counts, edges) if density else counts


def _density(counts: torch.Tensor, edges: Sequence[torch.Tensor]) -> torch.Tensor:
    result = counts / counts.sum()
    for d, edge in enumerate(edges):
        result = result / edge.diff().view(-1, *[1] * (len(edges) - 1 - d))
    return result


@register_decomposition(aten.histogram.bin_ct)
def histogram(
    x: torch.Tensor,
    bins: int = 100,
    *,
    range: Sequence[float] | None = None,
    weight: torch.Tensor | None = None,
    density: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Counts (or sums of weights) in equal bins, and the edges."""
    points = x.reshape(-1, 1)
    edges = _edges(points, bins, range)
    return _counted(points, [edges], weight, density), edges


@register_decomposition(aten.histogram.bins_tensor)
def histogram_of_edges(
    x: torch.Tensor, bins: torch.Tensor, *, weight: torch.Tensor | None = None, density: bool = False
) -> tuple[torch.Tensor, torch.Tensor]:
    return _counted(x.reshape(-1, 1), [bins], weight, density), bins.clone()


@register_decomposition(aten._histogramdd_bin_edges.default)
def histogramdd_edges(
    x: torch.Tensor,
    bins: Sequence[int],
    *,
    range: Sequence[float] | None = None,
    weight: torch.Tensor | None = None,
    density: bool = False,
) -> list[torch.Tensor]:
    """Edges along every dimension of points (..., dimensions); a range is two numbers per dimension."""
    limits = [None if range is None else range[2 * d : 2 * d + 2] for d, _ in enumerate(bins)]
    return [_edges(x.select(-1, d), count, limits[d]) for d, count in enumerate(bins)]


@register_decomposition(aten._histogramdd_from_bin_cts.default)
def histogramdd(
    x: torch.Tensor,
    bins: Sequence[int],
    *,
    range: Sequence[float] | None = None,
    weight: torch.Tensor | None = None,
    density: bool = False,
) -> torch.Tensor:
    return _counted(x.reshape(-1, len(bins)), histogramdd_edges(x, bins, range=range), weight, density)


@register_decomposition(aten._histogramdd_from_bin_tensors.default)
def histogramdd_of_edges(
    x: torch.Tensor, bins: Sequence[torch.Tensor], *, weight: torch.Tensor | None = None, density: bool = False
) -> torch.Tensor:
    return _counted(x.reshape(-1, len(bins)), bins, weight, density)
