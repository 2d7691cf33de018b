"""Questions about sizes, answered by Inductor's SizeVarAllocator.

Most sizes are plain numbers, and the same questions are asked for every pair of nodes that might fuse: numbers are
answered without sympy, and sympy's answers are cached.
"""

import functools
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import sympy
from npusim.frontend.inductor.api import FloorDiv, SizeVarAllocator, SymT, symbol_is_type

Size: TypeAlias = Any
"""A sympy expression or an int."""


_UNKNOWN_SIZE = 8192
REMEMBERED = 16384
"""Expressions of which results are kept; a graph of a few hundred nodes has some thousands."""


class Sizes:
    """Equality, divisibility, hints and simplification of symbolic sizes."""

    def __init__(self, allocator: Any = None) -> None:
        self._allocator = allocator if allocator is not None else SizeVarAllocator()

    def equal(self, a: Size, b: Size) -> bool:
        if a is b or _are_numbers(a, b):
            return bool(a == b)
        return bool(self._allocator.statically_known_equals(a, b))

    def divides(self, divisor: Size, number: Size) -> bool:
        if _are_numbers(divisor, number) and divisor != 0:
            return bool(number % divisor == 0)
        if self._allocator.statically_known_multiple_of(sympy.sympify(number), sympy.sympify(divisor)):
            return True
        return _ratio(sympy.sympify(number), sympy.sympify(divisor)) is not None

    def at_least(self, a: Size, b: Size) -> bool:
        """Whether a >= b for every value of the symbols."""
        if _are_numbers(a, b):
            return bool(a >= b)
        return bool(self._allocator.statically_known_leq(b, a))

    def hint(self, size: Size) -> int:
        """The size in the example that is being compiled; for sizes that depend on data a guess."""
        expression = sympy.sympify(size)
        if expression.is_number:
            return int(expression)
        return int(self._allocator.optimization_hint(expression, fallback=_UNKNOWN_SIZE))

    def comes_before(self, a: Size, b: Size) -> bool:
        """Whether `a` is the smaller of two strides in a chain in which each stride divides the next.

        The compiled example decides, unless the sizes between them are 1 there and may differ in other calls, or
        depend on data: a guess of a factor is no guess of a product that an assertion says to be another size.
        """
        if _depends_on_data(a) or _depends_on_data(b):
            if self.divides(a, b):
                return not self.equal(a, b)
            if self.divides(b, a):
                return False
        low, high = self.hint(a), self.hint(b)
        return low < high or (low == high and not _are_numbers(a, b) and not self.equal(a, b) and self.divides(a, b))

    def simplify(self, expression: Size) -> sympy.Expr:
        if isinstance(expression, sympy.Integer):
            return expression
        return sympy.sympify(self._allocator.simplify(sympy.sympify(expression)))

    def simplify_index(self, expression: sympy.Expr, ranges: Mapping[sympy.Symbol, Size]) -> sympy.Expr:
        """Removes divisions and remainders that the ranges of the loop variables make superfluous, and Inductor's
        `Identity` marks, which keep an index from being expanded.
        """
        expanded = _expanded(sympy.sympify(expression))
        if not expanded.free_symbols:
            return expanded
        return sympy.sympify(self._allocator.simplify_with_ranges(expanded, dict(ranges)))

    def quotient(self, number: Size, divisor: Size) -> sympy.Expr:
        """number / divisor where it is known to divide."""
        ratio = _ratio(sympy.sympify(number), sympy.sympify(divisor))
        return self.simplify(FloorDiv(sympy.sympify(number), sympy.sympify(divisor)) if ratio is None else ratio)

    def product(self, sizes: Iterable[Size]) -> sympy.Expr:
        result: sympy.Expr = sympy.S.One
        for size in sizes:
            result = result * size
        return self.simplify(result)


def _depends_on_data(size: Size) -> bool:
    return any(symbol_is_type(symbol, SymT.UNBACKED_INT) for symbol in getattr(size, "free_symbols", ()))


def _are_numbers(a: Size, b: Size) -> bool:
    return isinstance(a, _NUMBERS) and isinstance(b, _NUMBERS)


_NUMBERS = (int, sympy.Integer)


@functools.lru_cache(maxsize=REMEMBERED)
def _expanded(expression: sympy.Expr) -> sympy.Expr:
    return sympy.expand(expression, identity=True)


@functools.lru_cache(maxsize=REMEMBERED)
def _ratio(number: sympy.Expr, divisor: sympy.Expr) -> sympy.Expr | None:
    """number / divisor if it is a polynomial with whole coefficients, also where products of sizes were expanded."""
    if divisor == 1:
        return number
    ratio = sympy.cancel(number / divisor)
    _, denominator = sympy.fraction(sympy.together(ratio))
    return ratio if denominator == 1 else None
