"""Comparisons of strides that are expressions of symbolic sizes."""

from collections.abc import Callable
from typing import Any

import sympy
from npusim.frontend.inductor.api import V, sympy_functions
from npusim.frontend.inductor.patching import around


@around
def comparing_whole_numbers(stock: Callable[[Any, Any], bool], left: Any, right: Any) -> bool:
    """Replaces `Layout._stride_expr_ge_or_false`: whether one stride is known to be as large as another.

    `Mod` keeps its operands. sympy's own, which torch takes, turns the remainder of `n` and `n**2` into that of `1` and
    `n**2/n`; it is a guard of the compiled program.
    """
    known: Callable[[Any], bool] = V.graph.sizevars.guard_or_false
    if known(sympy.Eq(right, 0)):
        return True
    if known(sympy.Eq(left, 0)):
        return False
    return known(sympy.Ge(left, right)) or known(sympy.Eq(sympy_functions.Mod(left, right), 0))
