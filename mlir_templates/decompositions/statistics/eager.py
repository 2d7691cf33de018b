"""Statistics in eager mode, and shapes while tracing.

PyTorch's `cov` checks its weights on the host, which cannot be traced. The device's version uses assertions in the
program instead. Quantiles get the assertion that PyTorch has for the CPU only, histograms the Meta kernels that it
lacks.
"""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.device.operators.composed import register_recomposition
from torch import Tensor

_ATEN = torch.library.Library("aten", "IMPL")
_META = torch.library.Library("aten", "IMPL", "Meta")


@torch.library.impl(_ATEN, "cov", "AutogradPrivateUse1")  # records gradients
@torch.library.impl(_ATEN, "cov", "PrivateUse1")  # without gradients
def _cov(x: Tensor, *, correction: int = 1, fweights: Tensor | None = None, aweights: Tensor | None = None) -> Tensor:
    """Covariance of the rows of x (variables, observations); a vector is one variable."""
    if x.dim() > 2:
        raise RuntimeError(f"cov(): expected input to have two or fewer dimensions but got an input with {x.dim()}")
    rows = x if x.dim() == 2 else x.reshape(1, -1)
    _check_weights("fweights", fweights, rows, whole=True)
    _check_weights("aweights", aweights, rows, whole=False)
    weights = fweights if aweights is None else aweights if fweights is None else fweights * aweights
    total = rows.shape[1] if weights is None else weights.sum()
    sums = rows.sum(1) if weights is None else (rows * weights).sum(1)
    if isinstance(total, Tensor):
        torch._assert_async(total != 0, "cov(): weights sum to zero, can't be normalized")
    centered = rows - (sums / total).unsqueeze(1)
    weighted = centered if weights is None else centered * weights
    products = torch.mm(centered, weighted.t().conj())
    freedom = _freedom(total, correction, weights, aweights)
    return (products / (freedom.to(products.dtype.to_real()) if aweights is not None else freedom)).squeeze()


def _freedom(total: Any, correction: int, weights: Tensor | None, aweights: Tensor | None) -> Any:
    """The divisor of the sums of products, at least 0; in float64, as the difference may be small."""
    if weights is not None and aweights is not None:
        total, weights, aweights = weights.double().sum(), weights.double(), aweights.double()
    if weights is None or correction == 0:
        lost: Any = correction
    elif aweights is None:
        lost = correction
    else:
        lost = correction * (weights * aweights).sum() / total
    rest = total - lost
    return rest.clamp(min=0) if isinstance(rest, Tensor) else max(rest, 0)


def _check_weights(name: str, weights: Tensor | None, rows: Tensor, *, whole: bool) -> None:
    if weights is None:
        return
    if weights.dim() > 1 or weights.numel() != rows.shape[1]:
        raise RuntimeError(f"cov(): expected {name} to have one dimension and as many elements as observations")
    if weights.dtype.is_complex or weights.dtype == torch.bool or weights.dtype.is_floating_point == whole:
        raise RuntimeError(f"cov(): expected {name} to have {'integral' if whole else 'floating point'} dtype")
    torch._assert_async((weights >= 0).all(), f"cov(): {name} cannot be negative")


@register_recomposition(
    torch.ops.aten.quantile.default,
    torch.ops.aten.quantile.out,
    torch.ops.aten.nanquantile.default,
    torch.ops.aten.nanquantile.out,
)
def _check_quantiles(_: Tensor, q: Tensor, *args: Any, **kwargs: Any) -> Any:
    """Asserts that every q is from 0 to 1, and leaves the rest to PyTorch."""
    torch._assert_async(((q >= 0) & (q <= 1)).all(), "quantile() q values must be in the range [0, 1]")
    return NotImplemented


@torch.library.impl(_META, "histogram.bin_ct")
def _histogram(
    self: Tensor,
    bins: int = 100,
    *,
    range: Sequence[float] | None = None,
    weight: Tensor | None = None,
    density: bool = False,
) -> tuple[Tensor, Tensor]:
    return self.new_empty(bins), self.new_empty(bins + 1)


@torch.library.impl(_META, "histogram.bins_tensor")
def _histogram_of_edges(
    self: Tensor, bins: Tensor, *, weight: Tensor | None = None, density: bool = False
) -> tuple[Tensor, Tensor]:
    return self.new_empty(bins.numel() - 1), torch.empty_like(bins)


@torch.library.impl(_META, "_histogramdd_bin_edges")
def _edges(self: Tensor, bins: Sequence[int], **_: Any) -> list[Tensor]:
    return [self.new_empty(count + 1) for count in bins]


@torch.library.impl(_META, "_histogramdd_from_bin_cts")
def _counts(self: Tensor, bins: Sequence[int], **_: Any) -> Tensor:
    return self.new_empty(list(bins))


@torch.library.impl(_META, "_histogramdd_from_bin_tensors")
def _counts_of_edges(self: Tensor, bins: Sequence[Tensor], **_: Any) -> Tensor:
    return self.new_empty([edges.numel() - 1 for edges in bins])
