"""Stores to computed addresses: of rows where elements lie side by side, of single elements elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass

import sympy
from npusim.frontend.codegen.emit.transfers import Transfers
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.dag import Store, Value
from npusim.frontend.codegen.graph.domain import linear_coefficient
from npusim.frontend.codegen.schedule.tiles import Tile
from npusim.frontend.mlir_writer.memory import Memref, view
from npusim.frontend.mlir_writer.text import Block
from npusim.simulator.ir.dialect import ScatterOp


@dataclass(frozen=True)
class _Rows:
    """A store as rows: their begins vary along `outer`, their elements along dimension `along`.

    Attributes:
        begin: element index of a row's first element.
    """

    begin: sympy.Expr
    outer: tuple[int, ...]
    along: int


class Scatters(Transfers):
    """Writes `npu.scatter`; `Emitter` provides the computation of tiles."""

    def elementwise(self, targets: Sequence[tuple[Value, Tile]], dims: Sequence[int], block: Block) -> None:
        """One linalg.generic that computes all targets into their tiles."""
        raise NotImplementedError

    def scatter(self, store: Store, dims: Sequence[int]) -> None:
        """Writes a store whose addresses are computed, or that adds."""
        rows = self._rows_of(store, dims)
        outer = self.in_order(dims) if rows is None else rows.outer
        axes = outer if rows is None else (*outer, rows.along)
        begin = self.element_index(store.index if rows is None else rows.begin, None, store.buffer, outer)
        positions = self._tile_over(("scatter index", store.buffer, store.index, begin.number), begin, outer)
        self.check_indices(store.index.free_symbols)
        values = self._values(store, axes)
        block, argument = self.levels[-1].block, self.environment.output(store.buffer)
        if rows is None:
            target = self.whole(argument, store.buffer, block)
        else:
            target = self._view_of_rows(argument, store.buffer, rows, values, block)
        combine = None if store.mode is None else store.mode.removeprefix("atomic_")
        block.line(ScatterOp.text(values, positions, target, combine=combine))

    def _rows_of(self, store: Store, dims: Sequence[int]) -> _Rows | None:
        """The rows of a store whose innermost dimension has stride 1 and whose address loads nothing along it."""
        *outer, along = self.in_order(dims) or (self._unit_dim(),)
        symbol = self.plan.dims[along].symbol
        if self.plan.dims[along].tile == 1 or linear_coefficient(store.index, symbol) != 1:
            return None
        indices = self.graph.indirect_values(store.index)
        if any(along in self.deps(value) for value in indices):
            return None
        begin = sympy.expand(store.index).xreplace({symbol: sympy.S.Zero})
        return _Rows(begin, tuple(outer) or (self._unit_dim(),), along)

    def _view_of_rows(self, argument: str, buffer: str, rows: _Rows, values: Tile, block: Block) -> Memref:
        """The tensor as overlapping rows, one from every element on where a whole row has room."""
        dim = self.plan.dims[rows.along]
        beginnings = self.sizes.simplify(self.environment.extent(buffer) - dim.size + 1)
        count = self.index.write(sympy.Max(beginnings, 0), block)
        offset = self.index.write(dim.start, block)
        sizes = [count, self.count(rows.along, block)]
        return view(self.at(block), self.tensor(argument, buffer), offset, sizes, [1, 1], values.element)

    def _values(self, store: Store, axes: tuple[int, ...]) -> Tile:
        """A tile of the stored value that covers all these dimensions; if possible the one it is loaded to."""
        if set(axes) == self.deps(store.value):
            self.prepare([store.value], axes)
            known = self.resident(store.value)
            if known is not None and known.dims == axes:
                return known
        return self._tile_over(("scatter value", store.buffer, store.value.number), store.value, axes)

    def prepare(self, targets: Sequence[Value], dims: Sequence[int]) -> list[Value]:
        """Loads the targets' operands; returns the resident values that the targets are computed from."""
        raise NotImplementedError

    def _tile_over(self, key: object, value: Value, axes: tuple[int, ...]) -> Tile:
        """A tile of a value that covers all these dimensions, even if the value is constant along some."""
        tile = self.tile(key, tile_stem(value), dtypes.mlir_element(value.dtype), axes)
        self.elementwise([(value, tile)], axes or tile.dims, self.levels[-1].block)
        return tile


def tile_stem(value: Value) -> str:
    """The stem of the names of a value's tiles."""
    return {"select": "sel", "convert": "cvt"}.get(value.op, value.op.replace("bitwise_", ""))
