"""Index arithmetic as MLIR text: sympy expressions over loop variables and symbolic sizes."""

from collections.abc import Callable
from typing import Any

import sympy
from npusim.frontend.codegen.graph.index_arithmetic import fold_of
from npusim.simulator.errors import UnsupportedError


class IndexText:
    """Prints operations on `index` values.

    Args:
        emit: takes a line of text.
        fresh: gives a new SSA name, with `%`.
    """

    def __init__(self, emit: Callable[[str], None], fresh: Callable[[], str]) -> None:
        self._emit = emit
        self._fresh = fresh

    def value(self, expression: Any) -> str:
        """SSA name of the value of an expression whose symbols are SSA names without `%`."""
        expression = sympy.sympify(expression)
        if isinstance(expression, sympy.Symbol):
            return f"%{expression.name}"
        if expression.is_Integer:
            return self._define(f"arith.constant {int(expression)} : index")
        return self._compound(expression)

    def operand(self, expression: Any) -> str:
        """The expression as an operand of `memref.reinterpret_cast`: an integer literal or an SSA name."""
        expression = sympy.sympify(expression)
        return str(int(expression)) if expression.is_Integer else self.value(expression)

    def _compound(self, expression: Any) -> str:
        found = fold_of(expression)
        if found is None:
            kind = type(expression).__name__
            raise UnsupportedError(f"a size or index of the form {expression} ({kind}) is not supported in templates")
        operation, parts = found
        first, *rest = [self.value(part) for part in parts]
        for other in rest:
            first = self._define(f"arith.{operation} {first}, {other} : index")
        return first

    def _define(self, operation: str) -> str:
        name = self._fresh()
        self._emit(f"{name} = {operation}")
        return name


def affine_sum(terms: dict[str, int], constant: int) -> str:
    """An `affine.apply` of `constant + sum(variable * factor)`; the variables are SSA names with `%`."""
    names = list(terms)
    parts = [f"d{i}" if terms[name] == 1 else f"d{i} * {terms[name]}" for i, name in enumerate(names)]
    if constant or not parts:
        parts.append(str(constant))
    dims = ", ".join(f"d{i}" for i in range(len(names)))
    return f"affine.apply affine_map<({dims}) -> ({' + '.join(parts)})>({', '.join(names)})"
