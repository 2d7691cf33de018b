"""Bounds of expressions in loop variables, where Inductor asks for them without saying how far the loops go.

Simplifying an index expression with `Max(0, ...)` in it (a `clamp` of computed places, then divided) asks the shape
environment for the sign of the argument. The environment knows ranges of sizes only and fails with "vr must not be
None for symbol q0"; that nothing is known is the right answer. So it is for quotients, which divisibility of sizes by
each other brings in as powers of -1: the analysis raises "Exponent must be non-negative". The places of a concatenation
that is computed where it is read are marked with `Identity`, which SymPy cannot evaluate: comparing with one at a given
index raises "The argument ((-6)) + 1 is not comparable". Checked with torch 2.13.0.
"""

import functools
from typing import Any

import sympy


@functools.cache
def answer_without_ranges() -> None:
    """Lets the shape environment answer None, "not known", for expressions without known bounds."""
    from torch.fx.experimental import symbolic_shapes

    evaluate: Any = symbolic_shapes._maybe_evaluate_static_worker

    @functools.wraps(evaluate)
    def evaluate_if_bounded(expr: Any, symbols: Any, *options: Any) -> Any:
        is_bounded = all(info.vr is not None or info.val is not None for info in symbols) and not _divides(expr)
        return evaluate(expr, symbols, *options) if is_bounded else None

    symbolic_shapes._maybe_evaluate_static_worker = evaluate_if_bounded


@functools.cache
def evaluate_marked_numbers() -> None:
    """Lets SymPy evaluate numbers that are marked with `Identity`, which leaves every other expression as it was."""
    from torch.utils._sympy.functions import Identity

    marked: Any = Identity
    marked._eval_evalf = lambda self, precision: self.args[0].evalf(precision)


@functools.cache
def _divides(expr: sympy.Basic) -> bool:
    return any(power.exp.is_negative for power in expr.atoms(sympy.Pow))
