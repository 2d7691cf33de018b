"""Bounds of expressions in loop variables, where Inductor asks for them without the loops' ranges.

Simplifying an index expression with `Max(0, ...)` in it (a `clamp` of computed places, then divided) asks the shape
environment for the sign of the argument. The environment knows ranges of sizes only and fails with "vr must not be
None for symbol q0"; that nothing is known is the right answer. So it is for quotients, which divisibility of sizes by
each other brings in as powers of -1: the analysis raises "Exponent must be non-negative". The places of a concatenation
that is computed where it is read are marked with `Identity`, which SymPy cannot evaluate: comparing with one at a given
index raises "The argument ((-6)) + 1 is not comparable", or "(((1))//2)" for its quotient.
"""

import functools
from collections.abc import Callable
from typing import Any

import sympy
from npusim.frontend.inductor.patching import around


@around
def answering_if_bounded(evaluate: Callable[..., Any], expr: Any, symbols: Any, *options: Any) -> Any:
    """Wraps `_maybe_evaluate_static_worker`: None, "not known", for expressions without known bounds."""
    is_bounded = all(info.vr is not None or info.val is not None for info in symbols) and not _divides(expr)
    return evaluate(expr, symbols, *options) if is_bounded else None


def leaving_numbers_unmarked(_: Any) -> Callable[..., Any]:
    """Replaces `Identity.eval`, what a mark becomes: a number stays one, in which there is nothing to expand."""
    return lambda expression: expression if expression.is_Number else None


@functools.cache
def _divides(expr: sympy.Basic) -> bool:
    return any(power.exp.is_negative for power in expr.atoms(sympy.Pow))
