"""Softmax behind a scaling: `scaled - max(scaled)`, as the model says it.

Inductor's joint graph takes it for `(x - max(x)) * scale`, where the scaling is computed once: other backends may fuse
its multiplication with the subtraction behind it and not with the maximum's, and the exponential of the difference of
large values then overflows. Since that form is wrong for values that are not finite, it computes both, tests every row,
and selects: two maxima, two subtractions and a reduction more. The device rounds every operation, so that a value
that is computed twice is the same, and the plain form cannot go wrong.
"""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.inductor.patching import around


@around
def as_written(
    stock: Callable[..., torch.Tensor], scaled: torch.Tensor, stable: torch.Tensor, dim: Any, keepdim: bool
) -> torch.Tensor:
    """`_preserve_scaled_softmax_nonfinite_semantics` that takes the form of the model on the device; the stable form is
    then not used by anything.
    """
    if scaled.device.type != DEVICE_TYPE:
        return stock(scaled, stable, dim, keepdim)
    return scaled - torch.amax(scaled, dim=dim, keepdim=keepdim)
