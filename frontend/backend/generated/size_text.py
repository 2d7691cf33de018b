"""Sizes as Python text in the module that Inductor generates."""

from typing import Any

import sympy
from npusim.frontend.codegen.graph.buffers import current
from npusim.frontend.inductor.api import PythonPrinter


class _SizePrinter(PythonPrinter):  # type: ignore[misc]
    """Inductor's printer, with the functions that it cannot print."""

    def _print_FloatBits(self, expression: sympy.Expr) -> str:
        return f"npusim_float_bits({self._print(expression.args[0])})"

    def _print_Where(self, expression: sympy.Expr) -> str:
        condition, one, other = map(self._print, expression.args)
        return f"(({one}) if {condition} else ({other}))"

    def _print_TruncToFloat(self, expression: sympy.Expr) -> str:
        return f"float(math.trunc({self._print(expression.args[0])}))"

    def _print_OpaqueUnaryFn_exp(self, expression: sympy.Expr) -> str:
        return f"math.exp({self._print(expression.args[0])})"

    def _print_OpaqueUnaryFn_log(self, expression: sympy.Expr) -> str:
        return f"math.log({self._print(expression.args[0])})"

    def _print_OpaqueUnaryFn_asinh(self, expression: sympy.Expr) -> str:
        return f"math.asinh({self._print(expression.args[0])})"

    def _print_Pow(self, expression: sympy.Expr) -> str:
        base, exponent = expression.args
        if exponent.is_Integer and exponent >= 0:
            return str(super()._print_Pow(expression))
        return f"(({self._print(base)}) ** ({self._print(exponent)}))"


_printer = _SizePrinter()


def size_text(expression: Any, *, simplify: bool = True) -> str:
    """Python text of an expression in sizes; `simplify` first applies what is known of its symbols."""
    return str(_printer.doprint(current(expression) if simplify else expression, simplify=simplify))
