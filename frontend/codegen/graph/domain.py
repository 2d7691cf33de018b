"""The loop domain that a set of fused nodes shares.

Every node iterates over parallel and reduction ranges. The domain is a list of dimensions, parallel ones first, such
that each node's loop variables are sums of domain variables times constants: the common refinement of the ranges.
Dimensions are split where an index divides, and merged where all indices let them merge, so that contiguous data
becomes one long dimension.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key, lru_cache

import sympy
from npusim.frontend.codegen.graph.cannot_share import CannotShareKernel
from npusim.frontend.codegen.graph.sizes import REMEMBERED, Size, Sizes
from npusim.frontend.inductor.api import FloorDiv, ModularIndexing

Ranges = tuple[Sequence[Size], Sequence[Size]]
Variables = tuple[list[sympy.Expr], list[sympy.Expr]]


class NoCommonDomain(CannotShareKernel):
    """The ranges of these nodes have no common refinement, so they cannot share a kernel."""


@dataclass(frozen=True)
class Dim:
    """One dimension of the domain: its variable and its size."""

    symbol: sympy.Symbol
    size: sympy.Expr
    reduction: bool = False


@dataclass(frozen=True)
class Domain:
    """Dimensions (parallel ones first, each group outermost first), and each node's loop variables over them."""

    dims: tuple[Dim, ...]
    variables: tuple[Variables, ...]

    @property
    def parallel(self) -> tuple[Dim, ...]:
        return tuple(d for d in self.dims if not d.reduction)

    @property
    def reduced(self) -> tuple[Dim, ...]:
        return tuple(d for d in self.dims if d.reduction)

    @property
    def ranges(self) -> dict[sympy.Symbol, sympy.Expr]:
        return {d.symbol: d.size for d in self.dims}


def loop_symbol(name: str) -> sympy.Symbol:
    """A variable of the domain; its name must not have a lower-case prefix, as Inductor's symbols do."""
    return sympy.Symbol(name, integer=True, nonnegative=True)


def common_domain(nodes: Sequence[Ranges], sizes: Sizes) -> Domain:
    """The coarsest domain of which all nodes' ranges are products.

    A node without reduction ranges covers either the parallel dimensions or all of them.

    Raises:
        NoCommonDomain: there is none.
    """
    nodes = [(_with_known_ones(outer, sizes), _with_known_ones(inner, sizes)) for outer, inner in nodes]
    numel, rnumel = _extents(nodes, sizes)
    spans = [_spans(n, numel, rnumel, sizes) for n in nodes]
    parallel_cuts, reduction_cuts = _all_cuts(spans, rnumel, sizes)
    dims = _dims_between(parallel_cuts, numel, False, "P", sizes) + _dims_between(
        reduction_cuts, rnumel, True, "R", sizes
    )
    if not any(not d.reduction for d in dims):
        dims = [Dim(loop_symbol("P0"), sympy.S.One), *dims]
    places = _places(dims, rnumel, sizes)
    return Domain(tuple(dims), tuple(_node_variables(n, s, places, sizes) for n, s in zip(nodes, spans, strict=True)))


def _with_known_ones(ranges: Sequence[Size], sizes: Sizes) -> list[Size]:
    """The ranges, with expressions known to be 1 replaced by 1, so that their divisibility need not be known."""
    return [sympy.S.One if sizes.equal(size, 1) else size for size in ranges]


def _extents(nodes: Sequence[Ranges], sizes: Sizes) -> tuple[sympy.Expr, sympy.Expr]:
    """(elements of the parallel part, elements of the reduction part)."""
    reductions = [n for n in nodes if n[1]]
    first = reductions[0] if reductions else nodes[0]
    return sizes.product(first[0]), sizes.product(first[1])


@dataclass(frozen=True)
class _Span:
    """A node's ranges in the chain of all dimensions: `start` is the stride of its innermost variable."""

    ranges: tuple[sympy.Expr, ...]
    start: sympy.Expr


def _spans(node: Ranges, numel: sympy.Expr, rnumel: sympy.Expr, sizes: Sizes) -> tuple[_Span, _Span]:
    outer, inner = (tuple(sympy.sympify(s) for s in part) for part in node)
    total = sizes.product(outer)
    if inner:
        if not sizes.equal(total, numel) or not sizes.equal(sizes.product(inner), rnumel):
            raise NoCommonDomain(f"reductions over {node} and over ({numel}, {rnumel}) elements differ")
        return _Span(outer, rnumel), _Span(inner, sympy.S.One)
    if sizes.equal(total, numel):
        return _Span(outer, rnumel), _Span((), sympy.S.One)
    if sizes.equal(total, numel * rnumel):
        return _Span(outer, sympy.S.One), _Span((), sympy.S.One)
    raise NoCommonDomain(f"a node over {list(outer)} covers neither {numel} nor {numel * rnumel} elements")


def _strides(span: _Span) -> list[sympy.Expr]:
    """Stride of each variable in the chain, outermost first."""
    strides: list[sympy.Expr] = []
    running = span.start
    for size in reversed(span.ranges):
        strides.append(running)
        running = running * size
    return strides[::-1]


def _all_cuts(
    spans: Sequence[tuple[_Span, _Span]], rnumel: sympy.Expr, sizes: Sizes
) -> tuple[list[sympy.Expr], list[sympy.Expr]]:
    """Strides at which a dimension starts, relative to their part of the chain."""
    parallel: list[sympy.Expr] = [sympy.S.One]
    reduction: list[sympy.Expr] = [sympy.S.One]
    for stride in (s for pair in spans for span in pair for s in _strides(span)):
        if not sizes.equal(rnumel, 1) and sizes.comes_before(stride, rnumel):
            _insert(reduction, sizes.simplify(stride), sizes)
        elif sizes.divides(rnumel, stride):
            _insert(parallel, sizes.quotient(stride, rnumel), sizes)
        else:
            raise NoCommonDomain(
                f"a loop of stride {stride} crosses the boundary of a reduction over {rnumel} elements"
            )
    return parallel, reduction


def _insert(cuts: list[sympy.Expr], cut: sympy.Expr, sizes: Sizes) -> None:
    if not any(sizes.equal(cut, c) for c in cuts):
        cuts.append(cut)


def _dims_between(cuts: list[sympy.Expr], total: sympy.Expr, reduction: bool, prefix: str, sizes: Sizes) -> list[Dim]:
    """Dimensions between successive cuts, outermost first. Each cut must divide the next."""
    ordered = sorted(cuts, key=cmp_to_key(lambda a, b: sizes.comes_before(b, a) - sizes.comes_before(a, b)))
    found: list[sympy.Expr] = []
    for low, high in zip(ordered, [*ordered[1:], total], strict=True):
        if not sizes.divides(low, high):
            raise NoCommonDomain(f"loops of {low} and {high} elements do not nest")
        found.append(sizes.quotient(high, low))
    found = [size for size in found if not sizes.equal(size, 1)]
    return [Dim(loop_symbol(f"{prefix}{i}"), size, reduction) for i, size in enumerate(reversed(found))]


def _places(dims: Sequence[Dim], rnumel: sympy.Expr, sizes: Sizes) -> list[tuple[Dim, sympy.Expr]]:
    """Every dimension with its stride in the chain, outermost first."""
    places: list[tuple[Dim, sympy.Expr]] = []
    running: sympy.Expr = sympy.S.One
    for dim in reversed(dims):
        places.append((dim, running))
        running = sizes.simplify(running * dim.size)
    return places[::-1]


def _node_variables(
    node: Ranges, spans: tuple[_Span, _Span], places: list[tuple[Dim, sympy.Expr]], sizes: Sizes
) -> Variables:
    outer, inner = (_span_variables(span, places, sizes) for span in spans)
    return outer, inner


def _span_variables(span: _Span, places: list[tuple[Dim, sympy.Expr]], sizes: Sizes) -> list[sympy.Expr]:
    """Each loop variable of a node as a sum of domain variables."""
    return [_variable(stride, size, places, sizes) for stride, size in zip(_strides(span), span.ranges, strict=True)]


def _variable(stride: sympy.Expr, size: sympy.Expr, places: list[tuple[Dim, sympy.Expr]], sizes: Sizes) -> sympy.Expr:
    if sizes.equal(size, 1):
        return sympy.S.Zero
    end = sizes.simplify(stride * size)
    total: sympy.Expr = sympy.S.Zero
    for dim, place in places:
        if not sizes.comes_before(place, stride) and sizes.comes_before(place, end) and not sizes.equal(dim.size, 1):
            total = total + dim.symbol * sizes.quotient(place, stride)
    return total


# -- splitting and merging

IndexOf = Callable[[Domain], Sequence[sympy.Expr]]


def fitted_domain(nodes: Sequence[Ranges], indices: IndexOf, sizes: Sizes) -> Domain:
    """The common domain, split where indices divide and then merged where they allow it.

    Args:
        indices: gives all index expressions of the nodes for a domain.
    """
    domain = common_domain(nodes, sizes)
    for _ in range(8):
        finer = split_once(domain, indices(domain), sizes)
        if finer is None:
            break
        domain = finer
    found = indices(domain)
    while (coarser := _merge_once(domain, found, indices, sizes)) is not None:
        domain, found = coarser
    return _renamed(domain)


def substituted(domain: Domain, dims: Sequence[Dim], replacement: Mapping[sympy.Symbol, sympy.Expr]) -> Domain:
    """The domain over other dimensions, given its variables in terms of theirs."""
    table = dict(replacement)
    variables = tuple(
        ([v.xreplace(table) for v in outer], [v.xreplace(table) for v in inner]) for outer, inner in domain.variables
    )
    return Domain(tuple(dims), variables)


def split_once(domain: Domain, indices: Sequence[sympy.Expr], sizes: Sizes) -> Domain | None:
    """The domain with one dimension split where an index divides it; None when no index does."""
    for dim in domain.dims:
        factor = divisor_of(dim, indices, sizes)
        if factor is not None:
            high = Dim(loop_symbol(f"{dim.symbol}h"), sizes.quotient(dim.size, factor), dim.reduction)
            low = Dim(loop_symbol(f"{dim.symbol}l"), factor, dim.reduction)
            dims = [part for d in domain.dims for part in ((high, low) if d is dim else (d,))]
            return substituted(domain, dims, {dim.symbol: high.symbol * factor + low.symbol})
    return None


def divisor_of(dim: Dim, indices: Sequence[sympy.Expr], sizes: Sizes) -> sympy.Expr | None:
    """A proper divisor of the dimension's size at which some index divides its variable."""
    for index in indices:
        terms = [term for term in index.atoms(FloorDiv, ModularIndexing) if dim.symbol in term.args[0].free_symbols]
        for term in sorted(terms, key=str) if len(terms) > 1 else terms:
            coefficient = sympy.expand(term.args[0]).coeff(dim.symbol)
            if coefficient == 0 or coefficient.free_symbols & {dim.symbol}:
                continue
            found = _split_factor(dim, coefficient, [term.args[1], *_period(term)], sizes)
            if found is not None:
                return found
    return None


def _period(term: sympy.Expr) -> list[sympy.Expr]:
    return [term.args[1] * term.args[2]] if isinstance(term, ModularIndexing) else []


def _split_factor(dim: Dim, coefficient: sympy.Expr, divisors: Sequence[sympy.Expr], sizes: Sizes) -> sympy.Expr | None:
    for divisor in divisors:
        if not sizes.divides(coefficient, divisor):
            continue
        factor = sizes.quotient(divisor, coefficient)
        proper = not sizes.equal(factor, 1) and not sizes.equal(factor, dim.size) and sizes.divides(factor, dim.size)
        if proper and 1 < sizes.hint(factor) < sizes.hint(dim.size):
            return factor
    return None


def _merge_once(
    domain: Domain, found: Sequence[sympy.Expr], indices: IndexOf, sizes: Sizes
) -> tuple[Domain, Sequence[sympy.Expr]] | None:
    """The domain with two neighbouring dimensions merged, and its indices; None when no index allows it.

    A merged variable runs further than the node's own. That is right where the index is linear as the node has it, not
    only within the node's ranges: in `8 * p0 + p1 % (2 * (s // 2))` a size that became 4 since makes the remainder
    superfluous for `p1 < 4` alone. Which it is shows in the indices of the merged domain.
    """
    for outer, inner in zip(domain.dims, domain.dims[1:], strict=False):
        if outer.reduction == inner.reduction and all(_mergeable(e, outer, inner, sizes) for e in found):
            merged = Dim(inner.symbol, sizes.simplify(outer.size * inner.size), inner.reduction)
            dims = [merged if d is inner else d for d in domain.dims if d is not outer]
            without_outer = {outer.symbol: sympy.S.Zero}
            coarser = substituted(domain, dims, without_outer)
            now = indices(coarser)
            if all(sizes.equal(e.xreplace(without_outer), n) for e, n in zip(found, now, strict=True)):
                return coarser, now
    return None


def _mergeable(index: sympy.Expr, outer: Dim, inner: Dim, sizes: Sizes) -> bool:
    """Whether the index depends on the two variables only through outer * size + inner."""
    used = index.free_symbols & {outer.symbol, inner.symbol}
    if not used:
        return True
    high, low = (linear_coefficient(index, d.symbol) for d in (outer, inner))
    return high is not None and low is not None and sizes.equal(high, sizes.simplify(low * inner.size))


@lru_cache(maxsize=REMEMBERED)
def linear_coefficient(index: sympy.Expr, symbol: sympy.Symbol) -> sympy.Expr | None:
    """Factor of a variable in which the index is linear, else None. Other loop variables do not occur in the factor."""
    if symbol not in index.free_symbols:
        return sympy.S.Zero
    expanded = sympy.expand(index)
    coefficient = expanded.coeff(symbol)
    rest = sympy.expand(expanded - coefficient * symbol)
    if symbol in coefficient.free_symbols or symbol in rest.free_symbols:
        return None
    return coefficient


def _renamed(domain: Domain) -> Domain:
    """Variables P0, P1, ..., R0, R1, ... after splitting and merging."""
    fresh: list[Dim] = []
    for prefix, group in (("P", domain.parallel), ("R", domain.reduced)):
        fresh += [Dim(loop_symbol(f"{prefix}{i}"), d.size, d.reduction) for i, d in enumerate(group)]
    old = {d.symbol: new.symbol for d, new in zip((*domain.parallel, *domain.reduced), fresh, strict=True)}
    return substituted(domain, fresh, old)
