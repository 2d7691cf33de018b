"""The golden cases, by what their kernels do; importing this package fills `CASES`."""

from golden.case import CASES, Case
from golden.cases import (
    attention,
    convolutions,
    dynamic,
    loops,
    low_precision,
    movement,
    ordering,
    products,
    recurrent,
    reductions,
    scattering,
    sparse,
)

__all__ = [
    "CASES",
    "Case",
    "attention",
    "convolutions",
    "dynamic",
    "loops",
    "low_precision",
    "movement",
    "ordering",
    "products",
    "recurrent",
    "reductions",
    "scattering",
    "sparse",
]
