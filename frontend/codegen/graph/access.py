"""Memory accesses as strides per dimension of the domain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy
from npusim.frontend.codegen.graph.domain import Dim, linear_coefficient
from npusim.frontend.codegen.graph.sizes import Sizes


@dataclass(frozen=True)
class Access:
    """An index that is linear in the domain's variables.

    Attributes:
        offset: element index where all variables are 0.
        dims: dimensions with a stride other than 0, largest stride first: the order in which a tile of it is laid out.
        strides: the stride of each of them.
    """

    offset: sympy.Expr
    dims: tuple[int, ...]
    strides: tuple[sympy.Expr, ...]

    @property
    def innermost(self) -> int | None:
        return self.dims[-1] if self.dims else None


def affine(
    index: sympy.Expr, dims: Sequence[Dim], sizes: Sizes, foreign: Mapping[sympy.Symbol, object] | None = None
) -> Access | None:
    """The access of a linear index; None if it divides, or uses loaded values (`foreign` symbols)."""
    index = sympy.expand(index)
    if foreign and index.free_symbols & set(foreign):
        return None
    strides: dict[int, sympy.Expr] = {}
    for number, dim in enumerate(dims):
        coefficient = linear_coefficient(index, dim.symbol)
        if coefficient is None:
            return None
        if coefficient != 0 and not sizes.equal(dim.size, 1):
            strides[number] = sizes.simplify(coefficient)
    loops = {d.symbol for d in dims}
    if any(s.free_symbols & loops for s in strides.values()):
        return None
    offset = index.xreplace(dict.fromkeys(loops, sympy.S.Zero))
    order = sorted(strides, key=lambda d: (-abs(sizes.hint(strides[d])), d))
    return Access(sizes.simplify(offset), tuple(order), tuple(strides[d] for d in order))


def with_offset(access: Access, replacement: Mapping[sympy.Symbol, sympy.Expr]) -> Access:
    """The access with symbols of its offset replaced."""
    return Access(access.offset.xreplace(dict(replacement)), access.dims, access.strides)


def stays_inside(access: Access, dims: Sequence[Dim], extent: sympy.Expr) -> bool:
    """Whether every element of the domain accesses an index in [0, extent). False when a size is symbolic."""
    low = high = access.offset
    for d, stride in zip(access.dims, access.strides, strict=True):
        reach = stride * (dims[d].size - 1)
        if not reach.is_number:
            return False
        low, high = low + min(reach, 0), high + max(reach, 0)
    if not (low.is_number and high.is_number and sympy.sympify(extent).is_number):
        return False
    return bool(low >= 0 and high < extent)
