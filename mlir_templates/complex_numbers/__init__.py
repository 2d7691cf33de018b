"""Operators on complex numbers, written with operators on their real and imaginary parts.

Importing this package registers their rules, one file per family. Checked with torch 2.13.0.
"""

from npusim.mlir_templates.complex_numbers import (
    arithmetic,
    before_rewriting,
    comparisons,
    conversions,
    creation,
    fourier,
    functions,
    indexing,
    inverse_functions,
    movement,
    products,
    reductions,
)

__all__ = [
    "arithmetic",
    "before_rewriting",
    "comparisons",
    "conversions",
    "creation",
    "fourier",
    "functions",
    "indexing",
    "inverse_functions",
    "movement",
    "products",
    "reductions",
]
