"""Code for a contraction: panels of one factor in fast memory, register tiles of the output.

The scheme is that of Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication" (ACM TOMS 34, 2008), for tiles that are in the L2 cache already:
a panel of the factor read along lanes is copied, widened and transposed as needed, to a buffer that stays in the L1 cache, and for every few rows of the
output one register tile accumulates over the whole panel.
"""

from dataclasses import dataclass
from math import prod
from typing import Any

from npusim.simulator.functional.vectorize.builder import Builder, Offset
from npusim.simulator.functional.vectorize.contraction import Contraction, Operand
from npusim.simulator.functional.vectorize.host import vector_bytes
from npusim.simulator.functional.vectorize.nest import Access
from npusim.simulator.functional.vectorize.planner import chunks, element_bytes
from npusim.simulator.functional.vectorize.transpose import emit_transposed_copy
from npusim.simulator.mlir import ir

Value = Any

_PANEL_BYTES = 32 * 1024  # leaves a third of a common L1 cache to the other operands
_FEWEST_ROWS_FOR_PANEL = 32  # a panel that is read fewer times costs more than it saves
_LANE_REGISTERS = 2


@dataclass(frozen=True)
class _TileShape:
    rows: int
    lanes: int


def _tile_shape(contraction: Contraction) -> _TileShape:
    """Rows and lanes of the register tile: half of the registers hold the output."""
    register = vector_bytes() // element_bytes(contraction.output.element_type)
    lanes = min(_LANE_REGISTERS * register, contraction.sizes[contraction.lane_dim])
    registers = 16 if vector_bytes() == 64 else 12
    most = max(1, registers // -(-lanes // register))
    size = contraction.sizes[contraction.row_dim]
    dividing = [rows for rows in range(max(1, most // 2), most + 1) if size % rows == 0]
    return _TileShape(min(dividing[-1] if dividing else most, size), lanes)


@dataclass
class _Position:
    """Addresses of the three operands, and the part of the reduction that is current."""

    broadcast: Offset
    lanes: Offset
    output: Offset


class RegisterTileEmitter:
    """Emits one contraction at the insertion point."""

    def __init__(self, builder: Builder, contraction: Contraction) -> None:
        self.builder = builder
        self.contraction = contraction
        self.shape = _tile_shape(contraction)
        self.element = contraction.output.element_type
        self.panel_dims, self.split_dim, self.split = self._panel_plan()
        self.packs = self._wants_panel()
        self.broadcast = contraction.broadcast.access
        self.rest = tuple(d for d in contraction.outer if contraction.lanes.access.strides[d] == 0)

    def _panel_plan(self) -> tuple[tuple[int, ...], int | None, int]:
        """Reduction loops inside a panel, the loop before them that is cut to what fits (None: all fit), and the length of its pieces."""
        sizes, room = self.contraction.sizes, _PANEL_BYTES // (self.shape.lanes * element_bytes(self.element))
        inside: list[int] = []
        for d in reversed(self.contraction.inner):
            if sizes[d] > room:
                return tuple(inside), d, max(1, room)
            inside.insert(0, d)
            room //= sizes[d]
        return tuple(inside), None, 1

    def _wants_panel(self) -> bool:
        contraction = self.contraction
        rows = prod(contraction.sizes[d] for d in (*contraction.outer, contraction.row_dim) if contraction.lanes.access.strides[d] == 0)
        must = contraction.lanes.extension is not None or contraction.lanes.access.strides[contraction.lane_dim] != 1
        return must or rows >= _FEWEST_ROWS_FOR_PANEL

    # -- loops around the panel -------------------------------------------------------------------------------------------------------------------------

    def emit(self) -> None:
        """Emit the whole contraction."""
        if self.contraction.broadcast.extension is not None:
            self.broadcast = self._widened_copy(self.contraction.broadcast)
        accesses = (self.broadcast, self.contraction.lanes.access, self.contraction.output)
        start = _Position(*(Offset(None, a.constant) for a in accesses))
        self._outer(start, [d for d in self.contraction.outer if d not in self.rest])

    def _step(self, position: _Position, dim: int, variable: Value | int) -> _Position:
        advance, contraction = self.builder.advance, self.contraction
        return _Position(
            advance(position.broadcast, variable, self.broadcast.strides[dim]),
            advance(position.lanes, variable, contraction.lanes.access.strides[dim]),
            advance(position.output, variable, contraction.output.strides[dim]),
        )

    def _outer(self, position: _Position, dims: list[int]) -> None:
        if dims:
            with self.builder.loop(0, self.contraction.sizes[dims[0]], 1) as (variable, *_):
                self._outer(self._step(position, dims[0], variable), dims[1:])
            return
        lane_dim = self.contraction.lane_dim
        for first, last, lanes in chunks(self.contraction.sizes[lane_dim], self.shape.lanes):
            if last - first == lanes:
                self._columns(self._step(position, lane_dim, first), lanes, self._outer_reductions())
                continue
            with self.builder.loop(first, last, lanes) as (variable, *_):
                self._columns(self._step(position, lane_dim, variable), lanes, self._outer_reductions())

    def _outer_reductions(self) -> list[int]:
        return [d for d in self.contraction.inner if d not in self.panel_dims]

    def _columns(self, position: _Position, lanes: int, dims: list[int]) -> None:
        """Everything for one chunk of lanes: the reduction loops outside the panel, then panels."""
        if not dims:
            self._panel(position, lanes, None)
            return
        dim, size = dims[0], self.contraction.sizes[dims[0]]
        step = self.split if dim == self.split_dim else 1
        with self.builder.loop(0, size, step) as (variable, *_):
            inside = self._step(position, dim, variable)
            if dim == self.split_dim:
                self._panel(inside, lanes, self._remaining(variable, size, step))
            else:
                self._columns(inside, lanes, dims[1:])

    def _remaining(self, variable: Value, size: int, step: int) -> Value | int:
        if size % step == 0:
            return step
        left = self.builder.op("arith.subi", self.builder.index_type, [self.builder.index(size), variable])
        return self.builder.op("arith.minsi", self.builder.index_type, [left, self.builder.index(step)])

    # -- one panel --------------------------------------------------------------------------------------------------------------------------------------

    def _panel_loops(self, length: Value | int | None) -> list[tuple[int, Value | int]]:
        """(loop, iterations) inside the panel; `length` is that of the cut loop."""
        loops: list[tuple[int, Value | int]] = [(d, self.contraction.sizes[d]) for d in self.panel_dims]
        return loops if length is None or self.split_dim is None else [(self.split_dim, length), *loops]

    def _panel(self, position: _Position, lanes: int, length: Value | int | None) -> None:
        loops = self._panel_loops(length)
        source, strides, start = self.contraction.lanes.access, self.contraction.lanes.access.strides, position.lanes
        if self.packs:
            source, strides, start = self._pack(position.lanes, lanes, loops)
        self._rows(position, lanes, list(self.rest), _Panel(source, strides, start, loops))

    def _pack(self, at: Offset, lanes: int, loops: list[tuple[int, Value | int]]) -> tuple[Access, tuple[int, ...], Offset]:
        """Copy the panel to its buffer, as the output's element type, contiguous along lanes."""
        strides = [0] * len(self.contraction.sizes)
        step = lanes
        for d, _ in reversed(loops):
            strides[d] = step
            step *= self.split if d == self.split_dim else self.contraction.sizes[d]
        strides[self.contraction.lane_dim] = 1
        buffer = self.builder.buffer(_PANEL_BYTES // element_bytes(self.element), self.element)
        panel = Access(buffer, self.element, 0, tuple(strides))
        self._pack_loops(panel, at, Offset(None), lanes, loops)
        return panel, tuple(strides), Offset(None)

    def _pack_loops(self, panel: Access, at: Offset, to: Offset, lanes: int, loops: list[tuple[int, Value | int]]) -> None:
        operand = self.contraction.lanes
        strides = operand.access.strides
        if len(loops) == 1 and strides[self.contraction.lane_dim] != 1 and strides[loops[0][0]] == 1:
            dim, length = loops[0]
            emit_transposed_copy(
                self.builder, operand.access, at, strides[self.contraction.lane_dim], panel, to, panel.strides[dim], lanes, length,
                lambda value: self._extend(operand, value),
            )
            return
        if not loops:
            stride = strides[self.contraction.lane_dim]
            contiguous = stride == 1
            value = self.builder.load(operand.access, at, lanes) if contiguous else self.builder.gather(operand.access, at, stride, lanes)
            self.builder.store(self._extend(operand, value), panel, to)
            return
        dim, length = loops[0]
        with self.builder.loop(0, length, 1) as (variable, *_):
            advanced = self.builder.advance(at, variable, strides[dim])
            self._pack_loops(panel, advanced, self.builder.advance(to, variable, panel.strides[dim]), lanes, loops[1:])

    def _extend(self, operand: Operand, value: Value) -> Value:
        if operand.extension is None:
            return value
        target = ir.VectorType.get(value.type.shape, self.element) if isinstance(value.type, ir.VectorType) else self.element
        return self.builder.op(operand.extension, target, [value])

    def _widened_copy(self, operand: Operand) -> Access:
        """A copy of a whole tile with the output's element type and the same strides."""
        source = self.builder.flat(operand.access)
        extent = int(source.type.shape[0])
        copy = Access(self.builder.buffer(extent, self.element), self.element, operand.access.constant, operand.access.strides)
        lanes = 4 * vector_bytes() // element_bytes(self.element)
        for first, last, width in chunks(extent, lanes):
            with self.builder.loop(first, last, width) as (variable, *_):
                value = self.builder.load(operand.access, Offset(variable), width)
                self.builder.store(self._extend(operand, value), copy, Offset(variable))
        return copy

    # -- register tiles ---------------------------------------------------------------------------------------------------------------------------------

    def _rows(self, position: _Position, lanes: int, dims: list[int], panel: "_Panel") -> None:
        if dims:
            with self.builder.loop(0, self.contraction.sizes[dims[0]], 1) as (variable, *_):
                self._rows(self._step(position, dims[0], variable), lanes, dims[1:], panel)
            return
        row_dim = self.contraction.row_dim
        for first, last, rows in chunks(self.contraction.sizes[row_dim], self.shape.rows):
            if last - first == rows:
                self._tile(self._step(position, row_dim, first), rows, lanes, panel)
                continue
            with self.builder.loop(first, last, rows) as (variable, *_):
                self._tile(self._step(position, row_dim, variable), rows, lanes, panel)

    def _tile(self, position: _Position, rows: int, lanes: int, panel: "_Panel") -> None:
        output, stride = self.contraction.output, self.contraction.output.strides[self.contraction.row_dim]
        places = [self.builder.advance(position.output, row, stride) for row in range(rows)]
        start = [self.builder.load(output, at, lanes) for at in places]
        sums = self._accumulate(position.broadcast, panel.start, start, panel, panel.loops)
        for value, at in zip(sums, places, strict=True):
            self.builder.store(value, output, at)

    def _accumulate(
        self, broadcast: Offset, lanes: Offset, sums: list[Value], panel: "_Panel", loops: list[tuple[int, Value | int]]
    ) -> list[Value]:
        if not loops:
            return self._products(broadcast, lanes, sums, panel)
        dim, length = loops[0]
        with self.builder.loop(0, length, 1, sums) as (variable, carried, following, results):
            moved = self.builder.advance(broadcast, variable, self.broadcast.strides[dim])
            panel_moved = self.builder.advance(lanes, variable, panel.strides[dim])
            following += self._accumulate(moved, panel_moved, carried, panel, loops[1:])
        return results

    def _products(self, broadcast: Offset, lanes: Offset, sums: list[Value], panel: "_Panel") -> list[Value]:
        """One step of the reduction for the whole register tile."""
        width = sums[0].type.shape[0]
        vector = self.builder.load(panel.access, lanes, width)
        stride = self.broadcast.strides[self.contraction.row_dim]
        result = []
        for row, total in enumerate(sums):
            scalar = self.builder.load(self.broadcast, self.builder.advance(broadcast, row, stride))
            result.append(self._multiply_add(self.builder.widen(scalar, width), vector, total))
        return result

    def _multiply_add(self, left: Value, right: Value, total: Value) -> Value:
        if self.contraction.is_float:
            return self.builder.op("vector.fma", total.type, [left, right, total])
        product = self.builder.op("arith.muli", total.type, [left, right])
        return self.builder.op("arith.addi", total.type, [total, product])


@dataclass(frozen=True)
class _Panel:
    """The factor read along lanes, as the register tiles see it: in its buffer or in place."""

    access: Access
    strides: tuple[int, ...]
    start: Offset
    loops: list[tuple[int, Value | int]]
