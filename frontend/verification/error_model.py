"""How far a value may be from the exact one. See docs/debugging.md and docs/fuzzing.md.

The unit of error of an element is `torch.testing.assert_close`'s tolerance for its dtype, rtol * size + atol, where the
size is the element's own or the root mean square of its tensor, whichever is larger.
"""

import math
from collections.abc import Sequence

import torch
from npusim.frontend.comparison import tolerances

FACTOR = 4.0
"""How many times eager's own error, or the largest effect of rounding that was seen, an element may be off."""


def is_rounded(dtype: torch.dtype) -> bool:
    """Whether values of this dtype are rounded, real or complex."""
    return bool(dtype.is_floating_point or dtype.is_complex)


def wide(dtype: torch.dtype) -> torch.dtype:
    """The dtype of the exact world for values of a dtype."""
    return torch.complex128 if dtype.is_complex else torch.float64 if dtype.is_floating_point else dtype


def unit_roundoff(dtype: torch.dtype) -> float:
    return float(torch.finfo(dtype).eps) / 2


def unit_of_error(exact: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """The unit of error of each element, in float64."""
    rtol, atol = tolerances(dtype)
    size = exact.abs().double()
    finite = size[size.isfinite()]
    mean = finite.square().mean().sqrt() if finite.numel() else torch.zeros((), dtype=torch.float64)
    return atol + rtol * torch.maximum(size.nan_to_num(0, 0, 0), mean)


def allowed(
    exact: torch.Tensor,
    eager: torch.Tensor,
    noisy: Sequence[torch.Tensor],
    dtype: torch.dtype,
    limit: float = math.inf,
) -> torch.Tensor:
    """The largest error that each element may have: its tolerance, and a multiple of eager's error and of what rounding
    was seen to do, but never more than `limit` units of error.
    """
    rtol, atol = tolerances(dtype)
    spread = torch.stack([(other - exact).abs() for other in noisy]).amax(0)
    eager_error = (eager.to(exact.dtype) - exact).abs()
    seen = spread.nan_to_num(0, math.inf, 0) + eager_error.nan_to_num(0, 0, 0)
    justified = (atol + rtol * exact.abs() + FACTOR * seen).double()
    return justified if limit == math.inf else torch.minimum(justified, limit * unit_of_error(exact, dtype))


def far_from_eager(got: torch.Tensor, eager: torch.Tensor) -> torch.Tensor:
    """Where a value is beyond the dtype's tolerance of eager's: a mask of elements."""
    if not is_rounded(eager.dtype):
        return got != eager
    rtol, atol = tolerances(eager.dtype)
    largest = torch.finfo(eager.dtype).max if eager.dtype.itemsize == 1 else math.inf
    if eager.dtype.itemsize < 4:
        got, eager = got.float(), eager.float()
    is_saturated = eager.isnan() & (
        got.abs() == largest
    )  # docs/low_precision.md: results beyond float8 are the largest
    return ~(torch.isclose(got, eager, rtol=rtol, atol=atol, equal_nan=True) | is_saturated)


def far_from_exact(
    got: torch.Tensor,
    eager: torch.Tensor,
    exact: torch.Tensor,
    noisy: Sequence[torch.Tensor],
    limit: float = math.inf,
    precision: torch.dtype | None = None,
) -> torch.Tensor:
    """Where a value is wrong by float64: a mask of elements.

    Args:
        exact: what float64 gives.
        noisy: what float64 gives when roundings are made visible.
        precision: the dtype whose tolerance applies, that of the value by default.
    """
    if not is_rounded(got.dtype):
        return (got != exact) & (got != eager)
    exact, noisy = exact.to(wide(got.dtype)), [other.to(wide(got.dtype)) for other in noisy]
    bound = allowed(exact, eager, noisy, precision or got.dtype, limit)
    value = got.to(exact.dtype)
    return ~(((value - exact).abs() <= bound) | (value == exact) | (value.isnan() & exact.isnan()))
