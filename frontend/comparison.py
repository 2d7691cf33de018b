"""How values of the device compare with the CPU's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch
    from torch import Tensor


@dataclass(frozen=True)
class Comparison:
    """How the device's values compare with the CPU's; None where no values were computed.

    Attributes:
        match: whether they agree at ``torch.testing.assert_close``'s tolerance for the dtype.
        max_abs_error: the largest absolute difference of finite values; None when the shapes differ.
        message: the differences, if any.
    """

    match: bool | None = None
    max_abs_error: float | None = None
    message: str = ""


def tolerances(dtype: torch.dtype) -> tuple[float, float]:
    """rtol and atol of `torch.testing.assert_close`; for eight-bit floats, which it compares exactly, a neighbour."""
    import torch

    if dtype.is_floating_point and dtype.itemsize == 1:
        info = torch.finfo(dtype)
        return info.eps, info.smallest_normal * info.eps
    rtol, atol = torch.testing._comparison.default_tolerances(dtype)
    return float(rtol), float(atol)


def compared(got: Tensor, expected: Tensor, tolerance: dict[str, float]) -> Comparison:
    """Compares two tensors on the CPU; ``tolerance`` has options of `assert_close`."""
    import torch

    try:
        torch.testing.assert_close(got, expected, equal_nan=True, **tolerance)
        match, message = True, ""
    except AssertionError as error:
        match, message = False, str(error)
    return Comparison(match, max_abs_error(got, expected), message)


def together(parts: Sequence[Comparison]) -> Comparison:
    """One comparison of several results: the largest error, and the first message."""
    errors = [part.max_abs_error for part in parts]
    largest = None if None in errors else max((error for error in errors if error is not None), default=0.0)
    return Comparison(all(part.match for part in parts), largest, next((x.message for x in parts if x.message), ""))


def max_abs_error(got: Tensor, expected: Tensor) -> float | None:
    """The largest absolute difference of finite values; None when the shapes differ."""
    if got.shape != expected.shape:
        return None
    pair = [x.cdouble() if got.is_complex() or expected.is_complex() else x.double() for x in (got, expected)]
    difference = (pair[0] - pair[1]).abs()
    difference = difference[difference.isfinite()]
    return float(difference.max()) if difference.numel() else 0.0
