"""Whether results of a whole model are right: near the CPU's, or as near the exact ones as the CPU's are.

A deep model amplifies rounding, so two right results may differ by more than one operator's tolerance. The model in
float64, also where it names another dtype, decides then: our error may be `FACTOR` times that of eager PyTorch in the
same dtype. The CPU's result may be right by chance, a loss above all, which is one number. So our error may also be
`FACTOR_OF_ROUNDINGS` times the largest that eager PyTorch makes where every parameter is moved by one rounding: these
are `ROUNDINGS` other results of the same program, as right as the CPU's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import torch
from npusim.frontend.comparison import Comparison, compared, max_abs_error, together
from npusim.frontend.inductor.core_api import TorchDispatchMode
from torch import Tensor

FACTOR = 4.0
"""Errors of two orders of summation differ by a small factor; a wrong operator is off by powers of ten."""

ROUNDINGS = 8
FACTOR_OF_ROUNDINGS = 2.0
"""Smaller than `FACTOR`, since the largest of several errors is hardly small by chance."""

Reference = Callable[[Sequence[str]], Mapping[str, Tensor]]
"""From names of results to these in float64."""

Roundings = Callable[[Sequence[str], int], Mapping[str, Tensor]]
"""From names of results and a seed to what eager PyTorch gives for parameters that are rounded by this seed."""


class InDtype(TorchDispatchMode):
    """Computes in ``dtype`` also where a program names another floating-point one.

    Timesteps are embedded at float32 in models of any dtype: a float64 reference that rounds there as the CPU does
    would take the CPU's rounding for exact.
    """

    def __init__(self, dtype: torch.dtype):
        super().__init__()
        self._dtype = dtype

    def __torch_dispatch__(self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None) -> Any:
        asked = {name: self._dtype if _is_real(value) else value for name, value in (kwargs or {}).items()}
        return func(*args, **asked)


def _is_real(value: Any) -> bool:
    return isinstance(value, torch.dtype) and value.is_floating_point


def compare_all(
    got: Mapping[str, Tensor], expected: Mapping[str, Tensor], exact: Reference, rounded: Roundings | None = None
) -> Comparison:
    """Compares results by name; ``exact`` computes those that differ, and is called only if some do; ``rounded`` those
    that are then further from the exact ones than the CPU's, until none is or there are `ROUNDINGS` of them.
    """
    parts = {name: compared(each, expected[name], _tolerance(expected[name])) for name, each in got.items()}
    doubtful = [name for name, part in parts.items() if not part.match and expected[name].is_floating_point()]
    references = exact(doubtful) if doubtful else {}
    allowed = {name: FACTOR * _error(expected[name], references[name]) for name in doubtful}
    dtypes = {expected[name].dtype for name in doubtful}
    rounding = {dtype: _rounding(expected.values(), dtype) for dtype in dtypes}

    def differing() -> list[str]:
        for name in doubtful:
            least = rounding[expected[name].dtype]
            parts[name] = _against_exact(got[name], expected[name], references[name], least, allowed[name])
        return [name for name in doubtful if not parts[name].match]

    doubtful = differing()
    for seed in range(ROUNDINGS):
        if not doubtful or rounded is None:
            break
        for name, other in rounded(doubtful, seed).items():
            if name in doubtful:
                allowed[name] = max(allowed[name], FACTOR_OF_ROUNDINGS * _error(other, references[name]))
        doubtful = differing()
    return together(
        [part if part.match else replace(part, message=f"{name}: {part.message}") for name, part in parts.items()]
    )


def _tolerance(expected: Tensor) -> dict[str, float]:
    """`assert_close`'s for the dtype; the absolute one is that of values near 1, so small values have a smaller one."""
    relative, absolute = torch.testing._comparison.default_tolerances(expected.dtype)
    largest = float(expected.abs().max()) if expected.numel() and absolute else 0.0
    return {"rtol": relative, "atol": absolute * min(1.0, largest)}


def _rounding(results: Iterable[Tensor], dtype: torch.dtype) -> float:
    """Of the largest of all results: what is left of sums that cancel, such as the gradient of a bias of keys."""
    largest = max((float(each.abs().max()) for each in results if each.dtype == dtype and each.numel()), default=0.0)
    return torch.finfo(dtype).eps * largest if dtype.is_floating_point else 0.0


def _error(value: Tensor, exact: Tensor) -> float:
    """The largest error; elements that overflow say nothing about what others may be off by."""
    errors = (value.double() - exact).abs()
    return float(errors[errors.isfinite()].max()) if bool(errors.isfinite().any()) else 0.0


def _against_exact(got: Tensor, expected: Tensor, exact: Tensor, rounding: float, allowed: float) -> Comparison:
    """``rounding`` is allowed where the CPU's error is not zero and not below the exact values: no digit of them can
    be right, and zeros of the CPU cancelled exactly by the order of its sums. ``allowed`` is an error that every
    result may have.
    """
    error = max_abs_error(got, expected)
    if got.shape != exact.shape or bool((got.isfinite() != exact.isfinite()).any()):
        return Comparison(
            False, error, compared(got, expected, _tolerance(expected)).message or "values are not finite"
        )
    tolerance = _tolerance(exact.to(got.dtype))
    ours = (got.double() - exact).abs()
    theirs = _error(expected, exact)
    cancels = theirs > 0 and float(exact.abs().max()) <= theirs
    least = max(tolerance["atol"], allowed, rounding if cancels else 0.0)
    if bool((ours <= tolerance["rtol"] * exact.abs() + least).all()):
        return Comparison(True, error)
    message = f"error {float(ours.max()):.3g} against float64, where the CPU's is {theirs:.3g}"
    return Comparison(False, error, f"{message}, of values up to {float(exact.abs().max()):.3g}")
