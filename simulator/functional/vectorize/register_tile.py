"""Emits contractions with panels of one factor in the L1 cache and register tiles of the output.

The scheme of Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication" (ACM TOMS 34, 2008), for
tiles in the L2 cache: a panel of the factor that is read along lanes is copied, widened and transposed as needed, to a
buffer that stays in the L1 cache, and a register tile accumulates over the panel for every few rows of the output.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from npusim.simulator.functional.host import vector_bytes
from npusim.simulator.functional.vectorize.builder import Builder, Offset, register_lanes
from npusim.simulator.functional.vectorize.contraction import Contraction
from npusim.simulator.functional.vectorize.init_folding import FirstWrite
from npusim.simulator.functional.vectorize.nest import Access
from npusim.simulator.functional.vectorize.packing import Chunk, Factor, Loop, RowBlock, pack_panels, pack_rows
from npusim.simulator.functional.vectorize.planner import chunks, element_bytes
from npusim.simulator.ir.mlir import ir

Value = Any
Columns = list[tuple[Chunk, Factor]]

LONGEST_PANEL = 256
"""Reduction steps that are summed before they are added to the output: like the host's BLAS, so that values are close
to PyTorch's and long sums stay accurate.
"""
_PANEL_BYTES = 32 * 1024  # leaves a third of a common L1 cache to the other operands
_FEWEST_ROWS_FOR_PANEL = 32  # a panel that is read fewer times costs more than it saves
_STEPS_IN_PLACE = 32  # reduction steps if a factor is read in place: fewer, longer rows of memory
_FEWEST_LANES_FOR_ROWS = 128  # fewer lanes do not repay copying the rows
_CONFLICT_STRIDE_BYTES = 4096  # the few rows of a register tile conflict in the L1 cache at this distance
_CONFLICT_STEP_BYTES = 1024  # the same for the many steps of the reduction
_LANE_REGISTERS = 2
_TILES_OF_A_LONG_LOOP = 16  # after this many register tiles the remainder does not matter
_UNROLL = 2  # reduction steps per iteration, if they divide the reduction
_BLOCK_ROWS = 96  # with the reduction steps of a panel they fill a part of the L2 cache
_CACHE_LINE_BYTES = 64


@dataclass(frozen=True)
class _TileShape:
    rows: int
    lanes: int


def _tile_shape(contraction: Contraction) -> _TileShape:
    """Rows and lanes of the register tile: about half of the registers hold the output."""
    register = vector_bytes() // element_bytes(contraction.output.element_type)
    lanes = min(_LANE_REGISTERS * register, contraction.sizes[contraction.lane_dim])
    registers = 16 if vector_bytes() == 64 else 12
    most = max(1, registers // -(-lanes // register))
    return _TileShape(_tile_rows(contraction.sizes[contraction.row_dim], most), lanes)


def _tile_rows(size: int, most: int) -> int:
    """Rows of a register tile: as many as fit the registers, or fewer if they divide a short loop evenly."""
    if size >= _TILES_OF_A_LONG_LOOP * most:
        return most
    dividing = [rows for rows in range(max(1, most // 2), most + 1) if size % rows == 0]
    return min(dividing[-1] if dividing else most, size)


@dataclass(frozen=True)
class _Position:
    """Addresses of the three operands."""

    broadcast: Offset
    lanes: Offset
    output: Offset


class RegisterTileEmitter:
    """Emits one contraction at the insertion point.

    Args:
        builder: emits the operations.
        contraction: the contraction.
        first: the condition for overwriting the output instead of adding to it; None for never.
    """

    def __init__(self, builder: Builder, contraction: Contraction, first: FirstWrite | None = None) -> None:
        self.builder = builder
        self.contraction = contraction
        self.first = first
        self._overwrites: Value | None = None  # i1: the current slab is the first to write the output
        self.shape = _tile_shape(contraction)
        step_bytes = register_lanes(self.shape.lanes) * element_bytes(contraction.output.element_type)
        self.panel_room = min(LONGEST_PANEL, _PANEL_BYTES // step_bytes)
        moves_lanes = [contraction.lanes.access.strides[d] != 0 for d in contraction.outer]
        self.around = tuple(d for d, moves in zip(contraction.outer, moves_lanes, strict=True) if moves)
        self.rest = tuple(d for d, moves in zip(contraction.outer, moves_lanes, strict=True) if not moves)
        if self._lanes_are_in_place():
            self.panel_room = min(self.panel_room, _STEPS_IN_PLACE)

    # -- loops around -------------------------------------------------------------------------------------------------

    def emit(self) -> None:
        """Emit the whole contraction."""
        operands = (self.contraction.broadcast.access, self.contraction.lanes.access, self.contraction.output)
        start = _Position(*(Offset(None, a.constant) for a in operands))
        if self.first is not None:
            self._overwrites = self._all_first(self.first.loops)
        self._around(start, list(self.around))

    def _all_first(self, loops: Sequence[tuple[Value, int]], also: Value | None = None) -> Value:
        """i1: all loops are in their first iteration, and `also` holds."""
        builder, both = self.builder, also
        for variable, lower in loops:
            here = builder.equal(variable, builder.index(lower))
            both = here if both is None else builder.op("arith.andi", builder.i1, [both, here])
        return builder.constant(ir.IntegerAttr.get(builder.i1, 1), None) if both is None else both

    def _step(self, position: _Position, dim: int, variable: Value | int) -> _Position:
        advance, contraction = self.builder.advance, self.contraction
        return _Position(
            advance(position.broadcast, variable, contraction.broadcast.access.strides[dim]),
            advance(position.lanes, variable, contraction.lanes.access.strides[dim]),
            advance(position.output, variable, contraction.output.strides[dim]),
        )

    def _around(self, position: _Position, dims: list[int]) -> None:
        if dims:
            with self.builder.loop(0, self.contraction.sizes[dims[0]], 1) as (variable, *_):
                self._around(self._step(position, dims[0], variable), dims[1:])
            return
        self._reductions(position, list(self.contraction.inner))

    def _reductions(self, position: _Position, dims: list[int]) -> None:
        """Emits the reduction loops beyond a panel; the loop that fits in part is split."""
        sizes = self.contraction.sizes
        inside = prod(sizes[d] for d in dims[1:])
        if inside * (sizes[dims[0]] if dims else 1) <= self.panel_room or not dims:
            self._slab(position, [(d, sizes[d]) for d in dims])
            return
        size = sizes[dims[0]]
        room = max(1, self.panel_room // inside)
        piece = -(-size // -(-size // room))
        for first, last, length in chunks(size, piece):
            with self.builder.loop(first, last, length) as (variable, *_):
                moved, outside = self._step(position, dims[0], variable), self._overwrites
                if outside is not None:
                    self._overwrites = self._all_first([(variable, 0)], outside)
                if inside > self.panel_room:
                    self._reductions(moved, dims[1:])
                else:
                    self._slab(moved, [(dims[0], length), *((d, sizes[d]) for d in dims[1:])])
                self._overwrites = outside

    def _slab(self, position: _Position, loops: list[Loop]) -> None:
        """Emits all rows and lanes for one panel's part of the reduction."""
        columns = [(chunk, self._lanes_factor(position, chunk, loops)) for chunk in self._lane_chunks()]
        self._rest(position.output, list(self.rest), position.broadcast, columns, loops)

    def _lane_chunks(self) -> list[Chunk]:
        return list(chunks(self.contraction.sizes[self.contraction.lane_dim], self.shape.lanes))

    def _rest(self, output: Offset, dims: list[int], rows: Offset, columns: Columns, loops: list[Loop]) -> None:
        """Emits the remaining parallel loops, on which the panels do not depend, then blocks of rows."""
        contraction, advance = self.contraction, self.builder.advance
        if dims:
            with self.builder.loop(0, contraction.sizes[dims[0]], 1) as (variable, *_):
                moved = advance(rows, variable, contraction.broadcast.access.strides[dims[0]])
                place = advance(output, variable, contraction.output.strides[dims[0]])
                self._rest(place, dims[1:], moved, columns, loops)
            return
        for first, last, count in chunks(contraction.sizes[contraction.row_dim], self.shape.rows):
            if last - first <= _BLOCK_ROWS:
                self._block(output, RowBlock(first, last, count, last - first), rows, columns, loops)
                continue
            most = _BLOCK_ROWS // count * count
            with self.builder.loop(first, last, most) as (start, *_):
                end = self._block_end(start, last, most)
                self._block(output, RowBlock(start, end, count, most), rows, columns, loops)

    def _block_end(self, start: Value, last: int, rows: int) -> Value:
        index = self.builder.index_type
        end = self.builder.op("arith.addi", index, [start, self.builder.index(rows)])
        return self.builder.op("arith.minsi", index, [end, self.builder.index(last)])

    def _block(self, output: Offset, block: RowBlock, at: Offset, columns: Columns, loops: list[Loop]) -> None:
        """Emits one block of rows, which stays in the L2 cache for all panels."""
        advance, contraction = self.builder.advance, self.contraction
        rows = self._rows_factor(at, block, loops)
        row_stride = contraction.output.strides[contraction.row_dim]
        for (lane, lane_end, lanes), panel in columns:
            with self.builder.loop(lane, lane_end, lanes) as (column, *_):
                moved_panel = panel.moved(advance(panel.start, column, panel.block_stride))
                place = advance(output, column, contraction.output.strides[contraction.lane_dim])
                with self.builder.loop(block.first, block.end, block.step) as (row, *_):
                    moved_rows = rows.moved(advance(rows.start, row, rows.block_stride))
                    self._tile(advance(place, row, row_stride), block.step, lanes, loops, moved_rows, moved_panel)

    # -- the factors, packed or in place ------------------------------------------------------------------------------

    def _rows_factor(self, at: Offset, block: RowBlock, loops: list[Loop]) -> Factor:
        operand, row_dim = self.contraction.broadcast, self.contraction.row_dim
        stride = operand.access.strides[row_dim]
        size = element_bytes(operand.access.element_type)
        step = max((operand.access.strides[d] for d, _ in loops), default=0)
        conflicts = stride * size >= _CONFLICT_STRIDE_BYTES or step * size >= _CONFLICT_STEP_BYTES
        many = self.contraction.sizes[self.contraction.lane_dim] >= _FEWEST_LANES_FOR_ROWS
        if operand.extension is None and not (conflicts and many):
            return Factor(operand.access, at, stride, stride)
        return pack_rows(self.builder, self.contraction, at, block, loops)

    def _lanes_are_in_place(self) -> bool:
        """Whether vectors of the factor are read in place."""
        operand, dims = self.contraction.lanes, (*self.rest, self.contraction.row_dim)
        rows = prod(self.contraction.sizes[d] for d in dims)
        is_contiguous = operand.access.strides[self.contraction.lane_dim] == 1
        return operand.extension is None and is_contiguous and rows < _FEWEST_ROWS_FOR_PANEL

    def _lanes_factor(self, position: _Position, chunk: Chunk, loops: list[Loop]) -> Factor:
        if self._lanes_are_in_place():
            return Factor(self.contraction.lanes.access, position.lanes, 1)
        return pack_panels(self.builder, self.contraction, position.lanes, chunk, loops)

    # -- register tiles -----------------------------------------------------------------------------------------------

    def _tile(self, output: Offset, count: int, lanes: int, loops: list[Loop], rows: Factor, panel: Factor) -> None:
        """Emits one register tile: it sums from zero while the output is prefetched."""
        access, stride = self.contraction.output, self.contraction.output.strides[self.contraction.row_dim]
        places = [self.builder.advance(output, row, stride) for row in range(count)]
        for at in places:
            self._prefetch(access, at, lanes)
        zero = self.builder.zero(access.element_type, lanes)
        sums = self._accumulate(rows, panel, lanes, [zero] * count, loops)
        if self._overwrites is None:
            self._add(sums, places, lanes)
            return
        with self.builder.branch(self._overwrites) as (first, later):
            with first:
                for value, at in zip(sums, places, strict=True):
                    self.builder.store(value, access, at, lanes)
            with later:
                self._add(sums, places, lanes)

    def _add(self, sums: list[Value], places: list[Offset], lanes: int) -> None:
        """Adds vectors to the output."""
        access, add = self.contraction.output, "arith.addf" if self.contraction.is_float else "arith.addi"
        for value, at in zip(sums, places, strict=True):
            before = self.builder.load(access, at, lanes)
            self.builder.store(self.builder.op(add, value.type, [before, value]), access, at, lanes)

    def _prefetch(self, access: Access, at: Offset, lanes: int) -> None:
        line = _CACHE_LINE_BYTES // element_bytes(access.element_type)
        for first in range(0, lanes, line):
            self.builder.prefetch_for_writing(access, self.builder.advance(at, first, 1))

    def _accumulate(self, rows: Factor, panel: Factor, lanes: int, sums: list[Value], loops: list[Loop]) -> list[Value]:
        if not loops:
            return self._products(rows, panel, lanes, sums)
        dim, length = loops[0]
        advance = self.builder.advance
        unrolled = _UNROLL if len(loops) == 1 and length % _UNROLL == 0 else 1
        with self.builder.loop(0, length, unrolled, sums) as (variable, carried, following, results):
            rows = rows.moved(advance(rows.start, variable, rows.access.strides[dim]))
            panel = panel.moved(advance(panel.start, variable, panel.access.strides[dim]))
            for i in range(unrolled):
                moved_rows = rows.moved(advance(rows.start, i, rows.access.strides[dim]))
                moved_panel = panel.moved(advance(panel.start, i, panel.access.strides[dim]))
                carried = self._accumulate(moved_rows, moved_panel, lanes, carried, loops[1:])
            following += carried
        return results

    def _products(self, rows: Factor, panel: Factor, lanes: int, sums: list[Value]) -> list[Value]:
        """One step of the reduction for the whole register tile."""
        vector = self.builder.load(panel.access, panel.start, lanes)
        result = []
        for row, total in enumerate(sums):
            scalar = self.builder.load(rows.access, self.builder.advance(rows.start, row, rows.row_stride))
            result.append(self._multiply_add(self.builder.widen(scalar, lanes), vector, total))
        return result

    def _multiply_add(self, left: Value, right: Value, total: Value) -> Value:
        if self.contraction.is_float:
            return self.builder.op("vector.fma", total.type, [left, right, total])
        product = self.builder.op("arith.muli", total.type, [left, right])
        return self.builder.op("arith.addi", total.type, [total, product])
