"""How far a value may be from the exact one: the error model, and what programs it can be applied to.

The error model is that of verification (`npusim.frontend.verification.error_model`).
"""

import torch
from npusim.frontend.verification.error_model import FACTOR, is_rounded, unit_of_error

LIMITS = {torch.float16: 8.0, torch.bfloat16: 4.0}
"""Largest error that any element may have, in units of error, by dtype; what conditioning justifies is cut here."""

OTHER_LIMIT = 200.0
"""The same for float32, float64 and complex numbers: 3e-4 of the size in float32."""


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
