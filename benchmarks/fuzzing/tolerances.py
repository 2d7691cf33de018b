"""How far a value may be from the exact one: the error model, and what programs it can be applied to.

The unit of error of an element is `torch.testing.assert_close`'s tolerance for its dtype, rtol * size + atol, where the
size is the element's own or the root mean square of its tensor, whichever is larger.
"""

from collections.abc import Sequence

import torch

from fuzzing.worlds import is_rounded

LIMITS = {torch.float16: 8.0, torch.bfloat16: 4.0}
"""Largest error that any element may have, in units of error, by dtype; what conditioning justifies is cut here."""

OTHER_LIMIT = 200.0
"""The same for float32, float64 and complex numbers: 3e-4 of the size in float32."""

FACTOR = 4.0
"""How many times eager's own error, or the largest effect of rounding that was seen, an element may be off."""


def unit_of_error(exact: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """The unit of error of each element, in float64."""
    rtol, atol = torch.testing._comparison.default_tolerances(dtype)
    size = exact.abs().double()
    finite = size[size.isfinite()]
    mean = finite.square().mean().sqrt() if finite.numel() else torch.zeros((), dtype=torch.float64)
    return atol + rtol * torch.maximum(size.nan_to_num(0, 0, 0), mean)


def limit(dtype: torch.dtype) -> float:
    return LIMITS.get(dtype, OTHER_LIMIT)


def is_tame(exact: torch.Tensor, noisy: torch.Tensor, dtype: torch.dtype) -> bool:
    """Whether what rounding does to a value needs no more than a sixteenth of the limit.

    Whole numbers and booleans must not depend on rounding at all.
    """
    if not is_rounded(dtype):
        return bool(torch.equal(exact, noisy))
    off = (noisy - exact).abs()
    same = (noisy == exact) | (noisy.isnan() & exact.isnan())
    bound = limit(dtype) / (4 * FACTOR) * unit_of_error(exact, dtype)
    return bool((same | (off <= bound)).all())


def allowed(
    exact: torch.Tensor, eager: torch.Tensor, noisy: Sequence[torch.Tensor], dtype: torch.dtype
) -> torch.Tensor:
    """The largest error that each element may have: its tolerance, a multiple of eager's error and of what rounding
    was seen to do, and never more than the limit of its dtype.
    """
    unit = unit_of_error(exact, dtype)
    rtol, atol = torch.testing._comparison.default_tolerances(dtype)
    spread = torch.stack([(other - exact).abs() for other in noisy]).amax(0)
    eager_error = (eager.to(exact.dtype) - exact).abs()
    justified = atol + rtol * exact.abs() + FACTOR * (spread + eager_error.nan_to_num(0, 0, 0))
    return torch.minimum(justified.double(), limit(dtype) * unit)
