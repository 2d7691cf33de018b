"""Loops that read neighbouring parts of a tensor, such as the halves or the pairs that a rotary embedding rotates.

`cat((-b, a))` of the halves of a tensor is a loop with masks: below the middle it reads half a row further on, from the
middle on half a row back. As one loop it reads the tensor once as it is and once per mask. As a loop over half of it
that computes one element of either half, it reads every element once and needs no masks.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import sympy
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.box_masks import Box, box_of, range_within
from npusim.frontend.codegen.graph.dag import Graph, Value
from npusim.frontend.codegen.graph.domain import Dim, Domain
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.rewrite.copying import Copier

MOST_PARTS, MOST_SHORT_PARTS = 8, 4
"""Parts of a loop, the second where they are short: those of a rotated quarter of every head are eighths."""
SHORT_PART = 8
"""Elements below which neither a part's transfers nor its vector operations are worth their start."""


def split_loops(domain: Domain, graph: Graph, sizes: Sizes) -> tuple[Domain, Graph]:
    """The kernel with loops split, one dimension after the other, as long as less memory is read."""
    for dim in domain.dims:
        length = _part_length(dim, domain, graph)
        if length is None or not _may_be_cut(dim, graph):
            continue
        cut = _cut(dim, length, domain, graph, sizes)
        if _elements_read(*cut) < _elements_read(domain, graph):
            return split_loops(*cut, sizes)
    return domain, graph


def _part_length(dim: Dim, domain: Domain, graph: Graph) -> int | None:
    """The largest length of equal parts at whose borders alone the masks of loads change."""
    if not dim.size.is_Integer:
        return None
    size, borders = int(dim.size), set[int]()
    for load in (v for v in graph.live() if v.op == "load"):
        borders |= _borders(load, dim, domain)
    length = math.gcd(size, *borders)
    parts = size // max(1, length)
    return length if 1 < parts <= (MOST_PARTS if length >= SHORT_PART else MOST_SHORT_PARTS) else None


def _borders(load: Value, dim: Dim, domain: Domain) -> set[int]:
    """The places along a dimension at which a load's mask begins or ends."""
    box = _box(load, domain)
    if box is None:
        return set()
    number = domain.dims.index(dim)
    bounds = [*box.lower.get(number, []), *box.upper.get(number, [])]
    return {int(b) for b in bounds if b.is_Integer and 0 < b < dim.size}


def _box(load: Value, domain: Domain) -> Box | None:
    if load.mask is None:
        return None
    return box_of(load.mask, domain.dims, ())


def _may_be_cut(dim: Dim, graph: Graph) -> bool:
    """Whether no store adds to its element, and reductions, if there are any, are over the parts."""
    reductions = any(v.op == "reduce" for v in graph.live())
    return all(s.mode is None for s in graph.stores) and (dim.reduction or not reductions)


class _Part(Copier):
    """Copies the body for one part. Reductions combine all parts."""

    parts: Sequence["_Part"] = ()

    def reduction(self, value: Value, argument: Value) -> Value:
        values = [part.value(value.args[0]) for part in self.parts]
        op = dtypes.combiner(str(value.attributes[0]), value.dtype).op
        whole = values[0]
        for each in values[1:]:
            whole = self.builder.raw(op, value.dtype, whole, each)
        return super().reduction(value, whole)


def _cut(dim: Dim, length: int, domain: Domain, graph: Graph, sizes: Sizes) -> tuple[Domain, Graph]:
    dims = _shortened(dim, length, domain)
    variable = dim.symbol if length > 1 else sympy.S.Zero
    target = Graph()
    starts = range(0, int(dim.size), length)
    parts = [_Part(graph, target, dims, sizes, {dim.symbol: variable + start}) for start in starts]
    for part in parts:
        part.parts = parts
    for store in graph.stores:
        target.stores += dict.fromkeys(p.store(store) for p in parts)
    for part in parts:
        part.copy_checks()
    return Domain(dims, domain.variables), target


def _shortened(dim: Dim, length: int, domain: Domain) -> tuple[Dim, ...]:
    """The dimensions, one shortened to `length`, or left out at length 1 if there are others of its kind."""
    others = any(d is not dim and d.reduction == dim.reduction for d in domain.dims)
    if length == 1 and others:
        return tuple(d for d in domain.dims if d is not dim)
    return tuple(replace(d, size=sympy.Integer(length)) if d is dim else d for d in domain.dims)


def _elements_read(domain: Domain, graph: Graph) -> sympy.Expr:
    """Elements that all loads together move; a dimension of symbolic size counts as a large one."""
    return sum((_moved(v, domain) for v in graph.live() if v.op == "load"), sympy.S.Zero)


def _moved(load: Value, domain: Domain) -> sympy.Expr:
    """Elements of one load: the part of every dimension that its mask leaves."""
    box = _box(load, domain)
    count: sympy.Expr = sympy.S.One
    for number, dim in enumerate(domain.dims):
        if dim.symbol in load.index.free_symbols:
            count *= _extent(number, dim, box) if dim.size.is_Integer else _LARGE
    return count


_LARGE = 4096
"""Elements of a dimension of symbolic size, for comparisons."""


def _extent(number: int, dim: Dim, box: Box | None) -> sympy.Expr:
    if box is None:
        return dim.size
    first, end = range_within(number, dim, box)
    return max(sympy.S.Zero, end - first)
