"""Masked loads whose mask is a box of the loop domain: `0 <= i - 3 < n` of a pad, `i < 512` of a concatenation.

Such a load is a clipped DMA into a part of its tile, with padding around it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

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


class Loop(Protocol):
    """A dimension of loops: its variable and its size."""

    @property
    def symbol(self) -> sympy.Symbol: ...
    @property
    def size(self) -> sympy.Expr: ...


def box_of(mask: Value, dims: Sequence[Loop], fixed: Collection[sympy.Symbol]) -> Box | None:
    """The box in which a mask holds; None when it is another set.

    Args:
        fixed: variables that have one value in a tile; bounds of others may depend on them.
    """
    box = Box({}, {})
    for condition in _conjuncts(mask):
        negative = _negative_expressions(condition)
        if negative is None or not all(_bound(e, box, dims, fixed) for e in negative):
            return None
    return box


def box_of_access(mask: Value, access: Access, dims: Sequence[Loop], fixed: Collection[sympy.Symbol]) -> Box | None:
    """The box in which a mask holds, if it bounds only dimensions that an access moves along: a clipped DMA follows."""
    box = box_of(mask, dims, fixed)
    return box if box is not None and box.dims <= set(access.dims) else None


def bounds_within(mask: Value | None, dims: Sequence[Loop]) -> dict[sympy.Symbol, tuple[sympy.Expr, sympy.Expr]]:
    """The range (first, end) of every loop variable in which a mask may hold; the whole loops where it cannot hold."""
    box = Box({}, {})
    for condition in [] if mask is None else _conjuncts(mask):
        for expression in _negative_expressions(condition) or ():
            _bound(expression, box, dims, ())
    bounds = {dim.symbol: range_within(number, dim, box) for number, dim in enumerate(dims)}
    may_hold = all(first < end for first, end in bounds.values() if end.is_Integer)
    return bounds if may_hold else {dim.symbol: (sympy.S.Zero, dim.size) for dim in dims}


def range_within(number: int, dim: Loop, box: Box) -> tuple[sympy.Expr, sympy.Expr]:
    """The range (first, end) of a variable within those bounds of a box that are numbers; it may be empty."""
    if not dim.size.is_Integer:
        return sympy.S.Zero, dim.size
    first = max([sympy.S.Zero, *(b for b in box.lower.get(number, []) if b.is_Integer)])
    return first, min([dim.size, *(b for b in box.upper.get(number, []) if b.is_Integer)])


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
    """An integer value as an expression of loop variables and sizes; None when it is computed otherwise or may wrap."""
    if dtypes.is_float(value.dtype) or (value.op == "convert" and not _keeps_numbers(value)):
        return None
    if value.op in ("iter", "size"):
        return value.attributes[0]
    if value.op == "const":
        return sympy.Integer(int(value.attributes[0]))
    if value.op not in _ARITHMETIC:
        return None
    parts = [expression_of(operand) for operand in value.args]
    return None if None in parts else _ARITHMETIC[value.op](*parts)


def _keeps_numbers(conversion: Value) -> bool:
    """Whether a conversion between integers gives every number itself: none to fewer bits or to another sign does."""
    source, target = conversion.args[0].dtype, conversion.dtype
    keeps_sign = dtypes.is_unsigned(source) or not dtypes.is_unsigned(target)
    wider = dtypes.bits(source) < dtypes.bits(target)
    return source == target or (keeps_sign and wider)


def _quotient(x: sympy.Expr, y: sympy.Expr) -> sympy.Expr | None:
    """Division that rounds to zero, where that is rounding down."""
    return FloorDiv(x, y) if x.is_nonnegative and y.is_positive else None


def _shifted_down(x: sympy.Expr, bits: sympy.Expr) -> sympy.Expr | None:
    return FloorDiv(x, 2**bits) if bits.is_Integer and 0 <= bits < 31 else None


_ARITHMETIC: dict[str, Callable[..., sympy.Expr | None]] = {
    "div": _quotient,
    "shr": _shifted_down,
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "convert": lambda x: x,
}


def _bound(expression: sympy.Expr, box: Box, dims: Sequence[Loop], fixed: Collection[sympy.Symbol]) -> bool:
    """Adds the bound that an expression is negative to the box; False when it does not bound a single variable."""
    loops = {d.symbol: number for number, d in enumerate(dims)}
    variables = expression.free_symbols & loops.keys()
    moving = [s for s in variables if s not in fixed] or list(variables)
    if len(moving) > 1:
        expression, moving = _of_slowest(expression, {s: dims[loops[s]].size for s in moving})
    if len(moving) != 1:
        return False
    (symbol,) = moving
    factor = linear_coefficient(expression, symbol)
    if factor is None or not factor.is_Integer or factor == 0:
        return False
    rest = sympy.expand(expression - factor * symbol)
    if factor > 0:
        box.upper.setdefault(loops[symbol], []).append(FloorDiv(factor - 1 - rest, factor))
    else:
        box.lower.setdefault(loops[symbol], []).append(FloorDiv(rest, -factor) + 1)
    return True


def _of_slowest(
    expression: sympy.Expr, moving: Mapping[sympy.Symbol, sympy.Expr]
) -> tuple[sympy.Expr, list[sympy.Symbol]]:
    """An expression of the slowest variable alone that is negative where one of several variables is, as is
    `32 * i + j - 32` of j below 32; the expression itself and all variables if there is none.
    """
    factors = {s: sympy.sympify(linear_coefficient(expression, s)) for s in sorted(moving, key=str)}
    if not all(f is not None and f.is_Integer for f in factors.values()):
        return expression, list(moving)
    slowest = max(factors, key=lambda s: abs(factors[s]))
    low = high = expression.xreplace(dict.fromkeys(moving, sympy.S.Zero))
    for symbol in moving.keys() - {slowest}:
        reach = factors[symbol] * (moving[symbol] - 1)
        if not reach.is_Integer:
            return expression, list(moving)
        low, high = low + min(0, reach), high + max(0, reach)
    step = abs(factors[slowest])
    if not low.is_Integer or (-1 - low) // step != (-1 - high) // step:
        return expression, list(moving)
    return factors[slowest] * slowest + high, [slowest]
