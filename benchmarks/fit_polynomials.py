"""Where the coefficients of simulator/functional/math/polynomials.py come from.

    python benchmarks/fit_polynomials.py

Each function is sampled at Chebyshev points in 40-digit arithmetic and fitted by iteratively reweighted least squares
(Lawson's algorithm), which tends to the polynomial of least maximum weighted error. Printed: that error before the
coefficients are rounded to f32, and the rounded coefficients, highest power first.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mpmath as mp
import numpy as np

POINTS, ROUNDS = 400, 60
Function = Callable[[Any], Any]


@dataclass(frozen=True)
class Fit:
    """What is fitted: a function on a range, a degree, and the weight of errors."""

    name: str
    function: Function
    lower: Any
    upper: Any
    degree: int
    weight: Function


def fits() -> list[Fit]:
    """The polynomials of `polynomials.py`, by the names they have there."""
    log2, root2 = mp.log(2), mp.sqrt(2)
    exp_rest: Function = lambda r: (mp.exp(r) - 1 - r) / r**2  # noqa: E731
    return [
        Fit("_EXP", exp_rest, -log2 / 2, log2 / 2, 4, lambda r: r**2),
        Fit("_EXP_WIDE", exp_rest, -log2, log2, 5, lambda r: r**2 * mp.exp(-r)),
        Fit("_LOG", lambda f: (mp.log1p(f) - f + f**2 / 2) / f**3, root2 / 2 - 1, root2 - 1, 8, lambda f: f**2),
        Fit("_ERF_NEAR", lambda z: mp.erf(mp.sqrt(z)) / mp.sqrt(z) - 1, mp.mpf("1e-9"), mp.mpf("0.49"), 5, lambda z: 1),
        Fit(
            "_ERF_FAR",
            lambda x: mp.log(mp.erfc(x)) / x + 1,
            mp.mpf("0.65"),
            mp.mpf("3.95"),
            5,
            lambda x: x * mp.erfc(x) / mp.erf(x),
        ),
    ]


def solve(fit: Fit) -> tuple[float, list[float]]:
    """Largest weighted error and coefficients, highest power first."""
    nodes = [mp.cos(mp.pi * (2 * i + 1) / (2 * POINTS)) for i in range(POINTS)]
    points = [(fit.lower + fit.upper) / 2 + (fit.upper - fit.lower) / 2 * t for t in nodes]
    values = np.array([float(fit.function(x)) for x in points])
    weights = np.array([float(fit.weight(x)) for x in points])
    basis = np.polynomial.chebyshev.chebvander(np.array([float(t) for t in nodes]), fit.degree)
    importance = np.full(POINTS, 1 / POINTS)
    best, coefficients = np.inf, np.zeros(fit.degree + 1)
    for _ in range(ROUNDS):
        scale = np.sqrt(importance) * weights
        found = np.linalg.lstsq(basis * scale[:, None], values * scale, rcond=None)[0]
        error = np.abs(basis @ found - values) * weights
        if error.max() < best:
            best, coefficients = error.max(), found
        importance = importance * error / (importance * error).sum()
    domain = [float(fit.lower), float(fit.upper)]
    powers = np.polynomial.chebyshev.Chebyshev(coefficients, domain=domain).convert(kind=np.polynomial.Polynomial).coef
    return float(best), [float(f"{np.float32(c):.9g}") for c in powers[::-1]]


def main() -> None:
    """Print all fits."""
    mp.mp.dps = 40
    for fit in fits():
        error, coefficients = solve(fit)
        print(f"{fit.name}: largest weighted error {error:.2e}\n    {coefficients}")


if __name__ == "__main__":
    main()
