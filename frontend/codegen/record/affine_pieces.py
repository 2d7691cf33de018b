"""Indices that are linear in several ranges of the loops: rolled, reflected and clamped ones.

`(i + 3) % 56` of a roll is `i + 3` below 53 and `i - 53` from there on. A load with such an index is a selection among
loads with linear indices, each of which a DMA follows; as a computed address it would have to be gathered.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import sympy
from npusim.frontend.codegen.graph.domain import linear_coefficient
from npusim.frontend.codegen.graph.sizes import REMEMBERED, Sizes
from npusim.frontend.inductor.api import FloorDiv, ModularIndexing
from npusim.frontend.inductor.api import sympy_functions as sf

MOST_PIECES = 9
"""Ranges of a load: three along each of two dimensions, as in a reflecting pad."""

Bounds: TypeAlias = Mapping[sympy.Symbol, tuple[sympy.Expr, sympy.Expr]]
"""The range (first, end) of every loop variable."""


@dataclass(frozen=True)
class Split:
    """What an index is where a loop variable is below a bound, and where it is not.

    Attributes:
        exists: both parts are known to have elements, whatever the sizes are.
    """

    variable: sympy.Symbol
    bound: sympy.Expr
    below: "Pieces"
    above: "Pieces"
    exists: bool


Pieces: TypeAlias = sympy.Expr | Split


class _NotPieces(Exception):
    """An index that is not linear in few ranges of the loops."""


def affine_pieces(index: sympy.Expr, bounds: Bounds, sizes: Sizes) -> Pieces:
    """The ranges of loop variables in which an index is linear, or the index itself if they are many or it is linear.

    Args:
        bounds: of every loop variable; a masked load reads nothing beyond its mask's.
    """
    if not index.has(*_TERMS):
        return index
    if index.free_symbols <= bounds.keys() and all(end.is_Integer for _, end in bounds.values()):
        return _pieces_in_numbers(index, tuple(bounds.items()))
    return _pieces(index, bounds, sizes)


@functools.lru_cache(maxsize=REMEMBERED)
def _pieces_in_numbers(
    index: sympy.Expr, bounds: tuple[tuple[sympy.Symbol, tuple[sympy.Expr, sympy.Expr]], ...]
) -> Pieces:
    """Equal layers, and the trials of kernels that they may become, have equal indices."""
    return _pieces(index, dict(bounds), _no_sizes())


_no_sizes = functools.cache(Sizes)


def _pieces(index: sympy.Expr, bounds: Bounds, sizes: Sizes) -> Pieces:
    try:
        found = _Search(sizes).pieces(index, bounds)
    except _NotPieces:
        return index
    return index if _repeats_neighbours(list(_leaves(found)), bounds) else found


def _leaves(pieces: Pieces) -> Iterator[sympy.Expr]:
    if isinstance(pieces, Split):
        yield from (*_leaves(pieces.below), *_leaves(pieces.above))
    else:
        yield pieces


def _repeats_neighbours(pieces: Sequence[sympy.Expr], variables: Iterable[sympy.Symbol]) -> bool:
    """Whether one element is read for many where others are read side by side, as the edges of rows that are padded:
    a transfer of a column moves a memory request per element, a gather moves each once.
    """
    fast = {v for v in variables for index in pieces if linear_coefficient(index, v) in (1, -1)}
    return any(v not in index.free_symbols for v in fast for index in pieces)


class _Search:
    """Splits ranges until an index is linear in each."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        self.count = 1

    def pieces(self, index: sympy.Expr, bounds: Bounds) -> Pieces:
        """The pieces of an index within bounds."""
        known = {s: low for s, (low, end) in bounds.items() if self.sizes.equal(end - low, 1)}
        index = sympy.expand(index.xreplace(known))
        term = _innermost(index, bounds)
        if term is None:
            if any(linear_coefficient(index, s) is None for s in bounds):
                raise _NotPieces
            return index
        return _TERMS[type(term)](self, index, term, bounds)

    def branch(
        self, x: sympy.Expr, bounds: Bounds, below: Callable[[Bounds], Pieces], above: Callable[[Bounds], Pieces]
    ) -> Pieces:
        """Pieces where a linear expression is negative and where it is not."""
        x = sympy.expand(x)
        low, high = self._span(x, bounds)
        if self._is_nonnegative(-1 - high):
            return below(bounds)
        if self._is_nonnegative(low):
            return above(bounds)
        variable = _slowest(x, bounds)
        factor = sympy.sympify(linear_coefficient(x, variable))
        if factor < 0:
            return self.branch(-x - 1, bounds, above, below)
        least, most = self._span(sympy.expand(x - factor * variable), bounds)
        first, end = (_ceiling(-rest, factor) for rest in (most, least))
        if first == end:
            return self._split(variable, first, bounds, below, above)
        if end - first != 1:
            raise _NotPieces

        def middle(inner: Bounds) -> Pieces:
            return self.branch(x.xreplace({variable: first}), inner, below, above)

        return self._split(variable, first, bounds, below, lambda rest: self._split(variable, end, rest, middle, above))

    def _split(
        self,
        variable: sympy.Symbol,
        bound: sympy.Expr,
        bounds: Bounds,
        below: Callable[[Bounds], Pieces],
        above: Callable[[Bounds], Pieces],
    ) -> Pieces:
        low, end = bounds[variable]
        if self._is_nonnegative(low - bound):
            return above(bounds)
        if self._is_nonnegative(bound - end):
            return below(bounds)
        self.count += 1
        if self.count > MOST_PIECES:
            raise _NotPieces
        exists = self._is_nonnegative(bound - low - 1) and self._is_nonnegative(end - bound - 1)
        parts = below({**bounds, variable: (low, bound)}), above({**bounds, variable: (bound, end)})
        return parts[0] if parts[0] == parts[1] else Split(variable, bound, *parts, exists)

    def _span(self, x: sympy.Expr, bounds: Bounds) -> tuple[sympy.Expr, sympy.Expr]:
        """Least and greatest value of a linear expression."""
        low = high = x
        for symbol in x.free_symbols & bounds.keys():
            factor, (first, end) = linear_coefficient(x, symbol), bounds[symbol]
            if factor is None or not factor.is_Integer:
                raise _NotPieces
            ends = (first, end - 1) if factor > 0 else (end - 1, first)
            low, high = (e.xreplace({symbol: value}) for e, value in zip((low, high), ends, strict=True))
        return sympy.expand(low), sympy.expand(high)

    def _is_nonnegative(self, x: sympy.Expr) -> bool:
        """Whether an expression in sizes is known to be at least 0."""
        x = sympy.expand(x)
        for term in sorted(x.atoms(sf.Mod, sf.PythonMod), key=str):
            factor = linear_coefficient(x.xreplace({term: _TERM}), _TERM)
            if factor is None or not factor.is_Integer or not term.args[1].is_positive:
                return False
            x = sympy.expand(x.xreplace({term: sympy.S.Zero if factor > 0 else term.args[1] - 1}))
        return self.sizes.at_least(x, 0)

    # -- terms

    def absolute(self, index: sympy.Expr, term: sympy.Expr, bounds: Bounds) -> Pieces:
        (x,) = term.args
        return self.branch(x, bounds, *(self._with(index, term, value) for value in (-x, x)))

    def least(self, index: sympy.Expr, term: sympy.Expr, bounds: Bounds) -> Pieces:
        x, y, *others = term.args
        values = (type(term)(value, *others) for value in (x, y))
        return self.branch(x - y, bounds, *(self._with(index, term, value) for value in values))

    def greatest(self, index: sympy.Expr, term: sympy.Expr, bounds: Bounds) -> Pieces:
        x, y, *others = term.args
        values = (type(term)(value, *others) for value in (y, x))
        return self.branch(x - y, bounds, *(self._with(index, term, value) for value in values))

    def choice(self, index: sympy.Expr, term: sympy.Expr, bounds: Bounds) -> Pieces:
        condition, *values = term.args
        if not isinstance(condition, (sympy.StrictLessThan, sympy.LessThan)):
            raise _NotPieces
        x = condition.lhs - condition.rhs - int(isinstance(condition, sympy.LessThan))
        return self.branch(x, bounds, *(self._with(index, term, value) for value in values))

    def quotient(self, index: sympy.Expr, term: sympy.Expr, bounds: Bounds) -> Pieces:
        x, divisor = term.args
        return self._with(index, term, self._only_quotient(x, divisor, bounds))(bounds)

    def remainder(self, index: sympy.Expr, term: sympy.Expr, bounds: Bounds) -> Pieces:
        x, modulus = term.args[0], term.args[-1]
        if isinstance(term, ModularIndexing) and term.args[1] != 1:
            return self._with(index, term, self._only_quotient(x, term.args[1], bounds) % modulus)(bounds)
        return self._by_quotient(index, term, bounds, x, modulus, lambda q: x - q * modulus)

    def _only_quotient(self, x: sympy.Expr, divisor: sympy.Expr, bounds: Bounds) -> sympy.Expr:
        """The quotient within bounds, if there is one: loops over several are split (`domain`), or gather."""
        low, high = self._span(sympy.expand(x), bounds)
        if not (low.is_Integer and high.is_Integer and divisor.is_Integer) or low // divisor != high // divisor:
            raise _NotPieces
        return low // divisor

    def _by_quotient(
        self,
        index: sympy.Expr,
        term: sympy.Expr,
        bounds: Bounds,
        x: sympy.Expr,
        divisor: sympy.Expr,
        value: Callable[[sympy.Expr], sympy.Expr],
    ) -> Pieces:
        """Pieces in which the quotient of `x` and the divisor is one number, which tells the value of the term."""
        x = sympy.expand(x)
        low, _ = self._span(x, bounds)
        numbers = low.is_Integer and divisor.is_Integer
        if not divisor.is_positive or not (numbers or self._is_nonnegative(low)):
            raise _NotPieces

        def from_quotient(q: sympy.Expr, inner: Bounds) -> Pieces:
            higher = lambda rest: from_quotient(least_quotient(rest) if numbers else q + 1, rest)  # noqa: E731
            return self.branch(x - (q + 1) * divisor, inner, self._with(index, term, value(q)), higher)

        def least_quotient(inner: Bounds) -> sympy.Expr:
            return self._span(x, inner)[0] // divisor

        return from_quotient(least_quotient(bounds) if numbers else sympy.S.Zero, bounds)

    def _with(self, index: sympy.Expr, term: sympy.Expr, value: sympy.Expr) -> Callable[[Bounds], Pieces]:
        return lambda bounds: self.pieces(index.xreplace({term: value}), bounds)


def _innermost(index: sympy.Expr, bounds: Bounds) -> sympy.Expr | None:
    """A term of loop variables that is not linear, whose arguments are."""
    moving = [t for t in index.atoms(*_TERMS) if t.free_symbols & bounds.keys()]
    inner = [t for t in moving if not any(o is not t and t.has(o) for o in moving)]
    return min(inner, key=str, default=None)


def _slowest(x: sympy.Expr, bounds: Bounds) -> sympy.Symbol:
    """The variable whose steps change a linear expression most."""
    symbols = sorted(x.free_symbols & bounds.keys(), key=str)
    return max(symbols, key=lambda s: abs(sympy.sympify(linear_coefficient(x, s))))


def _ceiling(x: sympy.Expr, divisor: sympy.Expr) -> sympy.Expr:
    return sympy.expand(x) if divisor == 1 else FloorDiv(sympy.expand(x + divisor - 1), divisor)


_TERM = sympy.Symbol("term", integer=True)
_TERMS: dict[type, Callable[[_Search, sympy.Expr, sympy.Expr, Bounds], Pieces]] = {
    sympy.Abs: _Search.absolute,
    sympy.Min: _Search.least,
    sf.Min: _Search.least,
    sympy.Max: _Search.greatest,
    sf.Max: _Search.greatest,
    sf.Where: _Search.choice,
    FloorDiv: _Search.quotient,
    ModularIndexing: _Search.remainder,
    sf.Mod: _Search.remainder,
    sf.PythonMod: _Search.remainder,
}
