"""Simplification of indices that Inductor does for each pair of nodes that might fuse.

Inductor's own finds terms by matching patterns of sympy, which takes some milliseconds for an index of a windowed
attention, and lists facts about loops for indices without a quotient as well, which most are. What is simplified stays
as it is, so that loops and kernels are the same.
"""

import functools
from collections.abc import Callable, Mapping
from typing import Any

import sympy
from npusim.frontend.inductor.api import FloorDiv, ModularIndexing, ValueRanges, int_oo
from npusim.frontend.inductor.api import sympy_functions as sf
from npusim.frontend.inductor.patching import around

_REMEMBERED = 4096
_MODULUS = sympy.Symbol("modulus", integer=True)


@around
def by_structure(
    _: Callable[..., Any], allocator: Any, expr: sympy.Expr, ranges: Mapping[sympy.Symbol, Any]
) -> sympy.Expr:
    """Replaces `SizeVarAllocator._simplify_with_ranges`: an index without quotients and remainders that the ranges of
    the loop variables make superfluous.
    """
    while True:
        before = joined(allocator.simplify(expr))
        if not before.has(FloorDiv, ModularIndexing):
            return before
        terms = _Terms(allocator.shape_env, ranges, before.free_symbols)
        expr = before.replace(ModularIndexing, terms.remainder).replace(FloorDiv, terms.quotient)
        if expr == before:
            return before


class _Terms:
    """Quotients and remainders within the ranges of loop variables.

    Args:
        environment: the shape environment, which knows sizes.
        used: symbols of the index; those of unknown range are not negative.
    """

    def __init__(self, environment: Any, ranges: Mapping[sympy.Symbol, Any], used: set[sympy.Symbol]) -> None:
        self._environment, self._variables = environment, ranges
        loops, facts = _loops(tuple(ranges.items()))
        known = {**environment.var_to_range, **loops}
        unknown = {symbol: _NOT_NEGATIVE for symbol in used if symbol not in known}
        self._ranges = tuple({**known, **unknown}.items())
        self._facts = facts + environment.get_axioms()

    def _holds(self, condition: Any) -> bool:
        found = self._environment._maybe_evaluate_static(condition, axioms=self._facts, var_to_range=self._ranges)
        return bool(found)

    def remainder(self, base: sympy.Expr, divisor: sympy.Expr, modulus: sympy.Expr) -> sympy.Expr:
        """`base // divisor % modulus`."""
        base = self._without_fraction(base, divisor)
        is_whole = self._holds(base >= 0) and self._holds(base < modulus * divisor)
        return FloorDiv(base, divisor) if is_whole else ModularIndexing(base, divisor, modulus)

    def quotient(self, base: sympy.Expr, divisor: sympy.Expr) -> sympy.Expr:
        """`base // divisor`; of a remainder it is a remainder of a quotient."""
        base = self._without_fraction(base, divisor)
        if self._holds(base >= 0) and self._holds(base < divisor):
            return sympy.S.Zero
        if isinstance(base, ModularIndexing) and isinstance(divisor, sympy.Integer):
            inner, own_divisor, modulus = base.args
            if modulus % divisor == 0:
                return ModularIndexing(inner, own_divisor * divisor, FloorDiv(modulus, divisor))
        return FloorDiv(base, divisor)

    def _without_fraction(self, base: sympy.Expr, divisor: sympy.Expr) -> sympy.Expr:
        """A dividend without the variable below the common factor of its other terms and the divisor."""
        alone = [term for term in base.free_symbols if term in self._variables and term in sympy.Add.make_args(base)]
        if not alone or not self._holds(base >= 0):
            return base
        for variable in alone:
            rest = base - variable
            if variable not in rest.free_symbols and self._holds(variable < sf.safe_gcd(rest, divisor)):
                base = rest
        return base


_NOT_NEGATIVE = ValueRanges(0, int_oo)


@functools.lru_cache(_REMEMBERED)
def _loops(ranges: tuple[tuple[sympy.Symbol, Any], ...]) -> tuple[dict[sympy.Symbol, Any], tuple[Any, ...]]:
    """Ranges of loop variables with their sizes, and inequalities that say the same."""
    known = {
        symbol: _NOT_NEGATIVE if getattr(size, "free_symbols", None) else ValueRanges(0, max(0, size - 1))
        for symbol, size in ranges
    }
    return known, tuple(fact for symbol, size in ranges for fact in (symbol >= 0, symbol < size))


# -- neighbouring digits


def joined(index: sympy.Expr) -> sympy.Expr:
    """A sum with neighbouring digits of a variable as one: `x % 32 + 32 * (x // 32 % 4)` is `x % 128`, and
    `x % 32 + 32 * (x // 32)` is `x`.
    """
    return _joined(index) if isinstance(index, sympy.Add) and index.has(ModularIndexing) else index


@functools.lru_cache(_REMEMBERED)
def _joined(total: sympy.Expr) -> sympy.Expr:
    digits = [(term, *found) for term in total.args if (found := _digit(term)) is not None]
    for find in (_next_digit, _rest):
        for term, scale, digit in digits:
            found = find(total.args, term, scale, digit)
            if found is not None:
                other, whole = found
                return joined(total - term - other + scale * whole)
    return total


def _digit(term: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr] | None:
    """(scale, digit) of a term `scale * (x // divisor % modulus)`."""
    factors = sympy.Mul.make_args(term)
    digit = next((factor for factor in factors if isinstance(factor, ModularIndexing)), None)
    return None if digit is None else (sympy.Mul(*(factor for factor in factors if factor is not digit)), digit)


def _next_digit(
    terms: tuple[sympy.Expr, ...], term: sympy.Expr, scale: sympy.Expr, digit: sympy.Expr
) -> tuple[sympy.Expr, sympy.Expr] | None:
    """The term of the next higher digit, and the digit that both are."""
    base, divisor, modulus = digit.args
    for other in terms:
        found = _digit(other)
        if other == term or found is None or found[0] != scale * modulus:
            continue
        wanted = ModularIndexing(base, divisor * modulus, _MODULUS)
        if isinstance(wanted, ModularIndexing) and found[1].args[:2] == wanted.args[:2]:
            return other, ModularIndexing(base, divisor, modulus * found[1].args[2])
    return None


def _rest(
    terms: tuple[sympy.Expr, ...], _: sympy.Expr, scale: sympy.Expr, digit: sympy.Expr
) -> tuple[sympy.Expr, sympy.Expr] | None:
    """The term of all higher digits, and what both are."""
    base, divisor, modulus = digit.args
    other = scale * modulus * FloorDiv(base, divisor * modulus)
    return (other, FloorDiv(base, divisor)) if other in terms else None
