"""Masked loads whose mask is a box of the loop domain: `0 <= i - 3 < n` of a pad, `i < 512` of a concatenation.

Such a load is a clipped DMA into a part of its tile, with padding around it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import sympy
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.access import Access
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.graph.domain import linear_coefficient
from npusim.frontend.inductor.api import FloorDiv


@dataclass
class Box:
    """Bounds of loop variables: `lower[d] <= variable < upper[d]` for every bound listed."""

    lower: dict[int, list[sympy.Expr]]
    upper: dict[int, list[sympy.Expr]]

    @property
    def dims(self) -> set[int]:
        return {*self.lower, *self.upper}


def box_of(mask: Value, dims: Mapping[sympy.Symbol, int], fixed: Collection[sympy.Symbol]) -> Box | None:
    """The box in which a mask holds; None when it is another set.

    Args:
        dims: number of every loop variable's dimension.
        fixed: variables that have one value in a tile; bounds of others may depend on them.
    """
    box = Box({}, {})
    for condition in _conjuncts(mask):
        negative = _negative_expressions(condition)
        if negative is None or not all(_bound(e, box, dims, fixed) for e in negative):
            return None
    return box


def box_of_access(
    mask: Value, access: Access, dims: Mapping[sympy.Symbol, int], fixed: Collection[sympy.Symbol]
) -> Box | None:
    """The box in which a mask holds, if it bounds only dimensions that an access moves along: a clipped DMA follows."""
    box = box_of(mask, dims, fixed)
    return box if box is not None and box.dims <= set(access.dims) else None


def _conjuncts(mask: Value) -> list[Value]:
    if mask.op == "bitwise_and":
        return [part for operand in mask.args for part in _conjuncts(operand)]
    return [mask]


def _negative_expressions(condition: Value) -> list[sympy.Expr] | None:
    """Expressions that are negative exactly where an integer comparison holds."""
    if condition.op not in _COMPARISONS:
        return None
    x, y = (expression_of(operand) for operand in condition.args)
    if x is None or y is None:
        return None
    return [sympy.expand(e) for e in _COMPARISONS[condition.op](x, y)]


_COMPARISONS: dict[str, Callable[[sympy.Expr, sympy.Expr], list[sympy.Expr]]] = {
    "lt": lambda x, y: [x - y],
    "le": lambda x, y: [x - y - 1],
    "gt": lambda x, y: [y - x],
    "ge": lambda x, y: [y - x - 1],
    "eq": lambda x, y: [x - y - 1, y - x - 1],
}


def expression_of(value: Value) -> sympy.Expr | None:
    """An integer value as an expression of loop variables and sizes; None when it is computed otherwise."""
    if dtypes.is_float(value.dtype):
        return None
    if value.op in ("iter", "size"):
        return value.attributes[0]
    if value.op == "const":
        return sympy.Integer(int(value.attributes[0]))
    if value.op not in _ARITHMETIC:
        return None
    parts = [expression_of(operand) for operand in value.args]
    return None if None in parts else _ARITHMETIC[value.op](*parts)


_ARITHMETIC: dict[str, Callable[..., sympy.Expr]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "convert": lambda x: x,
}


def _bound(expression: sympy.Expr, box: Box, dims: Mapping[sympy.Symbol, int], fixed: Collection[sympy.Symbol]) -> bool:
    """Adds the bound that an expression is negative to the box; False when it does not bound a single variable."""
    variables = expression.free_symbols & dims.keys()
    moving = [s for s in variables if s not in fixed] or list(variables)
    if len(moving) != 1:
        return False
    (symbol,) = moving
    factor = linear_coefficient(expression, symbol)
    if factor is None or not factor.is_Integer or factor == 0:
        return False
    rest = sympy.expand(expression - factor * symbol)
    if factor > 0:
        box.upper.setdefault(dims[symbol], []).append(FloorDiv(factor - 1 - rest, factor))
    else:
        box.lower.setdefault(dims[symbol], []).append(FloorDiv(rest, -factor) + 1)
    return True
