"""Copies between layouts: contiguous copies by vectors, transposing copies by square blocks in registers."""

from dataclasses import replace
from math import prod
from typing import Any

from npusim.simulator.functional.vectorize.body import Body, copy_body
from npusim.simulator.functional.vectorize.builder import Builder, Offset
from npusim.simulator.functional.vectorize.lanes import LaneEmitter
from npusim.simulator.functional.vectorize.nest import Access, Nest, simplify
from npusim.simulator.functional.vectorize.planner import Plan, block_size, can_repack, plan
from npusim.simulator.functional.vectorize.transpose import transpose_block

Value = Any

SMALLEST_BLOCK = 8
"""Rows and columns of the smallest block that is transposed in registers."""


def copy_nest(source: Access, target: Access, sizes: tuple[int, ...]) -> Nest:
    """The loop nest of a copy; both accesses have one stride per size."""
    return simplify(Nest(sizes, (False,) * len(sizes), (source,), (target,), ()))


def emit_copy(builder: Builder, nest: Nest, starts: list[Offset], extension: str | None = None) -> None:
    """target = extension(source), at the insertion point.

    Args:
        nest: from `copy_nest`.
        starts: addresses of the first elements of source and target.
        extension: operation that widens the elements to the target's type.
    """
    body = copy_body(extension, nest.outputs[0].element_type)
    dims = transposed_dims(nest)
    if dims is None:
        LaneEmitter(builder, nest, body, plan(nest, body)).emit(starts)
    else:
        _TransposingCopy(builder, nest, extension, *dims).emit(starts)


def transposed_dims(nest: Nest) -> tuple[int, int] | None:
    """(loop along which the source is contiguous, the target's); None unless both are long and differ."""
    source, target = nest.inputs[0], nest.outputs[0]
    columns = [
        d for d, s in enumerate(source.strides) if s == 1 and target.strides[d] > 1 and nest.sizes[d] >= SMALLEST_BLOCK
    ]
    rows = [
        d for d, s in enumerate(target.strides) if s == 1 and source.strides[d] > 1 and nest.sizes[d] >= SMALLEST_BLOCK
    ]
    return (columns[0], rows[0]) if columns and rows else None


class _TransposingCopy:
    """Loads whole blocks along the source, transposes them, stores them along the target; gathers the rest."""

    def __init__(self, builder: Builder, nest: Nest, extension: str | None, column_dim: int, row_dim: int) -> None:
        self.builder = builder
        self.nest = nest
        self.body = copy_body(extension, nest.outputs[0].element_type)
        self.extension = extension
        self.column_dim = column_dim
        self.row_dim = row_dim
        shortest = min(nest.sizes[column_dim], nest.sizes[row_dim])
        self.block = min(block_size(nest.inputs[0].element_type), 16 if shortest >= 16 else SMALLEST_BLOCK)

    def emit(self, starts: list[Offset]) -> None:
        """Emit the whole copy."""
        columns, rows = self.nest.sizes[self.column_dim], self.nest.sizes[self.row_dim]
        whole_columns, whole_rows = columns - columns % self.block, rows - rows % self.block
        self._blocks(starts, self._loops(whole_columns, whole_rows))
        if columns > whole_columns:
            self._rest(self._moved(starts, self.column_dim, whole_columns), {self.column_dim: columns - whole_columns})
        if rows > whole_rows:
            rest = {self.row_dim: rows - whole_rows, self.column_dim: whole_columns}
            self._rest(self._moved(starts, self.row_dim, whole_rows), rest)

    def _loops(self, columns: int, rows: int) -> list[tuple[int, int, int]]:
        """(loop, iterations, step), outermost first."""
        others = [(d, n, 1) for d, n in enumerate(self.nest.sizes) if d not in (self.column_dim, self.row_dim)]
        return [*others, (self.row_dim, rows, self.block), (self.column_dim, columns, self.block)]

    def _moved(self, starts: list[Offset], dim: int, step: Value | int) -> list[Offset]:
        return [
            self.builder.advance(at, step, a.strides[dim]) for at, a in zip(starts, self.nest.accesses, strict=True)
        ]

    def _rest(self, starts: list[Offset], sizes: dict[int, int]) -> None:
        """Copies the remainder without whole blocks."""
        part = replace(self.nest, sizes=tuple(sizes.get(d, n) for d, n in enumerate(self.nest.sizes)))
        LaneEmitter(self.builder, part, self.body, plan(part, self.body)).emit(starts)

    def _blocks(self, at: list[Offset], loops: list[tuple[int, int, int]]) -> None:
        if not loops:
            self._block(at)
            return
        dim, size, step = loops[0]
        with self.builder.loop(0, size, step) as (variable, *_):
            self._blocks(self._moved(at, dim, variable), loops[1:])

    def _block(self, at: list[Offset]) -> None:
        (source, target), advance = self.nest.accesses, self.builder.advance
        places = [advance(at[0], i, source.strides[self.row_dim]) for i in range(self.block)]
        rows = [self.builder.load(source, place, self.block) for place in places]
        for i, value in enumerate(transpose_block(self.builder, rows)):
            if self.extension is not None:
                wide = self.builder.vector_type(self.block, target.element_type)
                value = self.builder.op(self.extension, wide, [value])
            self.builder.store(value, target, advance(at[1], i, target.strides[self.column_dim]), self.block)


def is_copy(nest: Nest, body: Body) -> bool:
    """Whether a nest only copies one operand to another."""
    return (
        len(nest.inputs) == len(nest.outputs) == 1
        and not body.ops
        and body.yielded == body.inputs
        and nest.inputs[0].is_memref
    )


def repack_transposed(builder: Builder, nest: Nest, plan_: Plan) -> Nest:
    """Copies inputs that are contiguous along another loop than the lanes; returns the nest that reads the copies."""
    lane_dim = plan_.lane_dim
    if lane_dim is None:
        return nest
    inputs = [
        _repacked(builder, nest, i, lane_dim) if a.strides[lane_dim] > 1 and can_repack(nest, a, lane_dim) else a
        for i, a in enumerate(nest.inputs)
    ]
    return replace(nest, inputs=tuple(inputs))


def _repacked(builder: Builder, nest: Nest, i: int, lane_dim: int) -> Access:
    access = nest.inputs[i]
    dims = [d for d, stride in enumerate(access.strides) if stride and d != lane_dim] + [lane_dim]
    strides = [0] * len(nest.sizes)
    for position, d in enumerate(dims):
        strides[d] = prod(nest.sizes[e] for e in dims[position + 1 :])
    extent = prod(nest.sizes[d] for d in dims)
    target = Access(builder.buffer(f"operand{i}", extent, access.element_type), access.element_type, 0, tuple(strides))
    copy = copy_nest(access.select(dims), target.select(dims), tuple(nest.sizes[d] for d in dims))
    emit_copy(builder, copy, [Offset(None, access.constant), Offset(None)])
    return target
