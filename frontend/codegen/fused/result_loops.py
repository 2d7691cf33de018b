"""How the loops of an epilogue's nodes walk the result of a template: the place in it that each of them is at."""

from collections.abc import Iterable, Sequence
from typing import Any

import sympy
from npusim.frontend.codegen.graph.domain import Dim, NoCommonDomain, Ranges, Variables
from npusim.frontend.codegen.graph.sizes import Size, Sizes
from npusim.frontend.codegen.record.recording import node_ranges
from npusim.frontend.inductor.api import FloorDiv, MemoryUsageType, ModularIndexing, V


def walking_variables(
    nodes: Sequence[Any], loops: Sequence[Dim], results: Iterable[str], sizes: Sizes
) -> tuple[Variables, ...]:
    """Each node's loop variables in terms of the loops over a template's result.

    Inductor sorts the loops of a node by the strides of what it touches. So they walk a result that is not contiguous
    (`channels_last`) in the order of its memory, or row by row where most of what they touch lies so: whichever reads
    the result, and what other nodes made of it, at the element that is written there.

    Args:
        loops: of the result, in row-major order.
        results: the template's buffers.

    Raises:
        NoCommonDomain: a node covers neither the result nor its rows.
    """
    orders = _orders(loops, results, sizes)
    if len(orders) == 1:
        return tuple(_variables(node_ranges(node), loops, sizes) for node in nodes)
    written = {name: identity_index(name, loops, sizes) for name in results}
    return tuple(_agreeing(node, orders, written, sizes) for node in nodes)


def _orders(loops: Sequence[Dim], results: Iterable[str], sizes: Sizes) -> list[list[Dim]]:
    """Row by row, and in the order of the results' memory where that is another one."""
    orders = [list(loops)]
    for name in results:
        strides = V.graph.get_buffer(name).get_layout().stride  # type: ignore[union-attr]
        if len(strides) == len(loops) and not any(loop.reduction for loop in loops):
            pairs = sorted(zip(strides, loops, strict=True), key=lambda pair: -sizes.hint(pair[0]))
            orders.append([loop for _, loop in pairs])
    return [order for i, order in enumerate(orders) if order not in orders[:i]]


def _agreeing(node: Any, orders: Sequence[Sequence[Dim]], written: dict[str, sympy.Expr], sizes: Sizes) -> Variables:
    """The variables under which a node reads what was written where it was written; what it writes is added."""
    for order in orders:
        variables = _variables(node_ranges(node), order, sizes)
        loads, stores = _indices(node, variables, order, sizes)
        if all(written.get(name, index) == index for name, index in loads):
            written.update(stores)
            return variables
    return _variables(node_ranges(node), orders[0], sizes)


_Indices = list[tuple[str, sympy.Expr]]


def _indices(node: Any, variables: Variables, order: Sequence[Dim], sizes: Sizes) -> tuple[_Indices, _Indices]:
    """Buffers that a node's body loads and stores, and where."""
    ranges, body = {dim.symbol: dim.size for dim in order}, node._body
    named = body.indexing_from_args(variables)
    places = {name: sizes.simplify_index(index, ranges) for name, index in named.items()}
    loads, stores = (
        [(entry.buffer_name, places[entry.index_name]) for entry in body.memory_usage[kind]]
        for kind in (MemoryUsageType.LOAD, MemoryUsageType.STORE)
    )
    return loads, stores


def _variables(ranges: Ranges, loops: Sequence[Dim], sizes: Sizes) -> Variables:
    """A node's loop variables on the template's output: all of it, its rows, or (parallel part, reduced part)."""
    parallel, reduced = ([d for d in loops if d.reduction is kind] for kind in (False, True))
    outer, inner = ranges
    covered = sizes.product(outer)
    rows, row = (sizes.product(d.size for d in group) for group in (parallel, reduced))
    if inner:
        if not sizes.equal(covered, rows) or not sizes.equal(sizes.product(inner), row):
            raise NoCommonDomain("it does not reduce the rows of the result")
        return node_variables(outer, parallel, sizes), node_variables(inner, reduced, sizes)
    if sizes.equal(covered, sizes.product((rows, row))):
        return node_variables(outer, loops, sizes), []
    if reduced and sizes.equal(covered, rows):
        return node_variables(outer, parallel, sizes), []
    raise NoCommonDomain("it computes neither as many elements as the result has nor one for each of its rows")


def node_variables(ranges: Sequence[Size], loops: Sequence[Dim], sizes: Sizes) -> list[sympy.Expr]:
    """A node's loop variables as parts of the flat index of the template's output."""
    parts = (_parts(some, of, sizes) for some, of in _aligned(ranges, loops, sizes))
    return [variable for group in parts for variable in group]


def _aligned(ranges: Sequence[Size], loops: Sequence[Dim], sizes: Sizes) -> list[tuple[list[Size], list[Dim]]]:
    """Ranges and loops in the smallest groups that have as many elements as each other, where that can be told."""
    left, right = list(ranges), list(loops)
    groups: list[tuple[list[Size], list[Dim]]] = []
    while left and right:
        some, of = [left.pop()], [right.pop()]
        while not sizes.equal(covered := sizes.product(some), wanted := sizes.product(d.size for d in of)):
            shorter: list[Any] = left if sizes.hint(covered) < sizes.hint(wanted) else right
            if not shorter:
                return [(left + some, right + of), *groups]
            (some if shorter is left else of).insert(0, shorter.pop())
        groups.insert(0, (some, of))
    if not groups:
        return [(left, right)]
    return [(left + groups[0][0], right + groups[0][1]), *groups[1:]]


def _parts(ranges: Sequence[Size], loops: Sequence[Dim], sizes: Sizes) -> list[sympy.Expr]:
    """Parts of the flat index of some loops."""
    flat: sympy.Expr = sympy.S.Zero
    for dim in loops:
        flat = flat * dim.size + (sympy.S.Zero if sizes.equal(dim.size, 1) else dim.symbol)
    bounds = {d.symbol: d.size for d in loops}
    result: list[sympy.Expr] = []
    below: sympy.Expr = sympy.S.One
    for position, size in enumerate(reversed(list(ranges))):
        outermost = position == len(ranges) - 1
        part = FloorDiv(sympy.expand(flat), below) if outermost else ModularIndexing(sympy.expand(flat), below, size)
        result.append(sizes.simplify_index(part, bounds) if not sizes.equal(size, 1) else sympy.S.Zero)
        below = sizes.simplify(below * size)
    return result[::-1]


def identity_index(name: str, loops: Sequence[Dim], sizes: Sizes) -> sympy.Expr:
    """Where the element of a buffer lies that belongs to the current point of the loops, which walk it in row-major
    order.
    """
    layout: Any = V.graph.get_buffer(name).get_layout()  # type: ignore[union-attr]
    variables = node_variables(layout.size, loops, sizes)
    index = sum((v * s for v, s in zip(variables, layout.stride, strict=True)), sympy.S.Zero)
    return sizes.simplify_index(index, {d.symbol: d.size for d in loops})
