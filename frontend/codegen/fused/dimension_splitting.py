"""Dimensions split where indices divide them, so that every index becomes linear.

A weight with a scale per group of 32 elements along K reads the scale at `k // 32`; over `k = 32 * group + i` both
addresses are strides. An operand's tile is seen through `memref.expand_shape` then, and holds whole groups.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import sympy
from npusim.frontend.codegen.fused.result_tiles import TileDim
from npusim.frontend.codegen.graph.domain import Dim, Domain, loop_symbol, split_once
from npusim.frontend.codegen.graph.sizes import Size, Sizes
from npusim.frontend.codegen.schedule.tiles import Tile, TiledDim
from npusim.frontend.mlir_writer.indices import applied
from npusim.frontend.mlir_writer.memory import split_axes
from npusim.frontend.mlir_writer.text import Block, InsertionPoint, Names
from npusim.simulator.errors import OptionError


@dataclass(frozen=True)
class SplitDims:
    """Dimensions and the parts they are split into.

    Attributes:
        domain: all parts; its one entry of `variables` gives the dimensions' indices.
        parts: for every dimension the numbers of its parts in the domain, outermost first.
    """

    domain: Domain
    parts: tuple[tuple[int, ...], ...]

    @property
    def indices(self) -> list[sympy.Expr]:
        """The index along every dimension, in terms of the parts."""
        return self.domain.variables[0][0]

    def has_fixed_groups(self) -> bool:
        """Whether dimensions are split at numbers, so that tiles can hold whole groups."""
        return all(self.domain.dims[part].size.is_Integer for parts in self.parts for part in parts[1:])

    def multiple(self, dim: int, sizes: Sizes) -> int:
        """Elements that a tile must hold a multiple of along a dimension, whose groups are fixed."""
        inner = [self.domain.dims[part].size for part in self.parts[dim][1:]]
        return int(sizes.product(inner))

    def split(self, divided: Sequence[sympy.Expr], sizes: Sizes) -> "SplitDims | None":
        """These dimensions with one more split where one of these indices divides it; None when no index divides."""
        finer = split_once(self.domain, divided, sizes)
        if finer is None:
            return None
        before = {dim.symbol: number for number, dim in enumerate(self.domain.dims)}
        gone = next(n for s, n in before.items() if s not in {d.symbol for d in finer.dims})
        axes = [[gone, gone + 1] if n == gone else [n + (n > gone)] for n in range(len(before))]
        parts = tuple(tuple(axis for part in dim for axis in axes[part]) for dim in self.parts)
        return SplitDims(finer, parts)


def unsplit(sizes_of: Sequence[Size]) -> SplitDims:
    """Dimensions of these sizes."""
    dims = tuple(Dim(loop_symbol(f"P{i}"), sympy.sympify(size)) for i, size in enumerate(sizes_of))
    variables = [sympy.S.Zero if dim.size == 1 else dim.symbol for dim in dims]
    return SplitDims(Domain(dims, ((variables, []),)), tuple((i,) for i in range(len(dims))))


def tiles_of_split_dims(
    split_dims: SplitDims, dims: Sequence[TileDim], sizes: Sizes, names: Names, block: Block
) -> tuple[TiledDim, ...]:
    """The parts as tiled dimensions; offsets that are quotients are written into the block.

    Raises:
        OptionError: a tile does not hold whole groups.
    """
    tiled: dict[int, TiledDim] = {}
    for number, (dim, parts) in enumerate(zip(dims, split_dims.parts, strict=True)):
        inner = split_dims.multiple(number, sizes)
        if dim.size % inner:
            raise OptionError(
                f"a tile of {dim.size} elements does not hold whole groups of {inner}, by which a fused operand is "
                f"computed; use a tile size that is a multiple of {inner}"
            )
        first = split_dims.domain.dims[parts[0]]
        size, offset = dim.size // inner, _quotient(dim.offset, inner, names, block)
        exact = sizes.divides(size, first.size) if dim.exact is None else dim.exact
        tiled[parts[0]] = TiledDim(first.symbol, first.size, size, offset, False, exact, dim.stepped, dim.begin)
        for part in parts[1:]:
            whole = split_dims.domain.dims[part]
            tiled[part] = TiledDim(whole.symbol, whole.size, int(whole.size), None, False, True)
    return tuple(tiled[part] for part in sorted(tiled))


def _quotient(offset: str | None, divisor: int, names: Names, block: Block) -> str | None:
    if divisor == 1 or offset is None:
        return offset
    quotient = applied(f"d0 floordiv {divisor}", [offset])
    return InsertionPoint(block.line, names.fresh).define(f"affine.apply {quotient}", "group")


def expanded_tile(split_dims: SplitDims, tiled: Sequence[TiledDim], tile: Tile, names: Names, block: Block) -> Tile:
    """A tile over the dimensions as one over their parts; the view is written into the block.

    Args:
        tile: its `dims` are numbers of dimensions, not of parts.
    """
    groups = [split_dims.parts[dim] for dim in tile.dims]
    parts = tuple(part for group in groups for part in group)
    if len(parts) == len(tile.dims):
        return Tile.whole(tile.name, tile.element, parts, tile.shape)
    shape = [[tiled[part].tile for part in group] for group in groups]
    return Tile.of(split_axes(InsertionPoint(block.line, names.fresh), tile, shape, "groups"), parts)
