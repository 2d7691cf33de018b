"""Reads of buffers that are computed where they are read: the producer's loop body runs in place of the load."""

from collections.abc import Mapping
from typing import Any

import sympy
import torch
from npusim.frontend.codegen.graph.access import affine, stays_inside
from npusim.frontend.codegen.graph.buffers import buffer_extent
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.graph.memory import IndexMismatch
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.record.handler import Recording, RecordingHandler
from npusim.frontend.inductor.api import FloorDiv, ModularIndexing, V


class InliningHandler(RecordingHandler):
    """Records loads of some buffers as the computation of their producers at that element.

    Args:
        recording: receives the recorded values.
        producers: pointwise SchedulerNodes by the buffer that each writes.
    """

    def __init__(self, recording: Recording, producers: Mapping[str, Any]) -> None:
        super().__init__(recording)
        self._producers = producers
        self._made: dict[str, Value] = {}
        self._inlined: dict[tuple[str, sympy.Expr, int | None], Value] = {}
        self.computed_indices: list[sympy.Expr] = []

    def index_expr(self, expr: sympy.Expr, dtype: torch.dtype) -> Value:
        """The value of an index; noted in `computed_indices`."""
        self.computed_indices.append(self._simplify(expr))
        return super().index_expr(expr, dtype)

    value_expr = index_expr

    def load(self, name: str, index: sympy.Expr) -> Value:
        """The producer's value at `index`, rounded to the buffer's dtype; other buffers are loaded."""
        if name not in self._producers:
            return self._load(name, index)
        index = self._simplify(index)
        key = (name, index, None if self.mask is None else self.mask.number)
        if key not in self._inlined:
            self._inlined[key] = self._run(self._producers[name], name, index)
        return self._inlined[key]

    def _load(self, name: str, index: sympy.Expr) -> Value:
        """A load; without its mask where the address lies inside of the buffer anyway, so that branches share it."""
        mask, index = self.mask, self._simplify(index)
        recording = self.recording
        access = affine(index, recording.domain.dims, recording.sizes, recording.graph.indirect)
        if access is not None and stays_inside(access, recording.domain.dims, buffer_extent(name)):
            self.mask = None
        try:
            return super().load(name, index)
        finally:
            self.mask = mask

    def store(self, name: str, index: sympy.Expr, value: Any, mode: str | None = None) -> None:
        """Keeps the value for the load that asked for it; nothing is stored."""
        self._made[name] = self.builder.convert(value, self.recording.dtype_of(name))

    def _run(self, node: Any, name: str, index: sympy.Expr) -> Value:
        """Runs the body at the element that lies at `index`."""
        variables = producing_variables(node, name, index, self.recording)
        reader, self.scheduled = self.scheduled, node
        try:
            with V.set_ops_handler(self):
                node._body(variables, [])
        finally:
            self.scheduled = reader
        return self._made.pop(name)


def producing_variables(node: Any, name: str, index: sympy.Expr, recording: Recording) -> list[sympy.Expr]:
    """Values of a pointwise node's loop variables at which it writes the element `index` of a buffer.

    Raises:
        IndexMismatch: the node does not write its elements row after row, in any order of its loops.
    """
    sizes, body = recording.sizes, node._body
    written = sympy.expand(body.get_write_expr(name))
    ranges = dict(zip(body.iter_vars, body.sizes[0], strict=True))
    strides = {v: written.coeff(v) for v in ranges}
    offset = written.xreplace(dict.fromkeys(ranges, sympy.S.Zero))
    linear = offset + sum((v * s for v, s in strides.items()), sympy.S.Zero)
    if not sizes.equal(sympy.expand(linear - written), 0):
        raise IndexMismatch(f"{name} is written at {written}, which cannot be turned round")
    places = _places(sympy.expand(index - offset), ranges, strides, recording)
    return [places.get(v, sympy.S.Zero) for v in ranges]


def _places(
    address: sympy.Expr,
    ranges: Mapping[sympy.Symbol, sympy.Expr],
    strides: Mapping[sympy.Symbol, sympy.Expr],
    recording: Recording,
) -> dict[sympy.Symbol, sympy.Expr]:
    """The variables of an address that is the sum of variables times strides."""
    sizes = recording.sizes
    moving = [v for v, size in ranges.items() if not sizes.equal(size, 1)]
    order = sorted(moving, key=lambda v: -sizes.hint(strides[v]))
    places: dict[sympy.Symbol, sympy.Expr] = {}
    for position, variable in enumerate(order):
        stride, size = strides[variable], ranges[variable]
        if not _nests(stride, [(strides[v], ranges[v]) for v in order[position + 1 : position + 2]], sizes):
            raise IndexMismatch(f"a loop of stride {stride} overlaps the next one")
        places[variable] = _digit(address, stride, None if position == 0 else size, recording)
    return places


def _digit(address: sympy.Expr, stride: sympy.Expr, size: sympy.Expr | None, recording: Recording) -> sympy.Expr:
    """`address // stride % size`, without the remainder where the size is None."""
    ranges = recording.domain.ranges
    quotient, _ = _divided(address, stride, ranges) or (None, None)
    if quotient is not None and size is None:
        return quotient
    _, rest = (None, None) if quotient is None else _divided(quotient, size, ranges) or (None, None)
    if rest is not None:
        return rest
    part = FloorDiv(address, stride) if size is None else ModularIndexing(address, stride, size)
    return recording.sizes.simplify_index(part, ranges)


def _divided(
    number: sympy.Expr, divisor: sympy.Expr, ranges: Mapping[sympy.Symbol, sympy.Expr]
) -> tuple[sympy.Expr, sympy.Expr] | None:
    """Quotient and remainder of a linear expression; None if they are not known to be linear."""
    variables = sorted(number.free_symbols, key=str)
    factors = {v: number.coeff(v) for v in variables}
    constant = sympy.expand(number - sum((a * v for v, a in factors.items()), sympy.S.Zero))
    known = [divisor, constant, *factors.values(), *(ranges.get(v, v) for v in variables)]
    if not all(sympy.sympify(each).is_Integer for each in known):
        return None
    reaches = [a * (ranges[v] - 1) for v, a in factors.items() if a % divisor]
    low, high = (constant + sum(side(reach, 0) for reach in reaches) for side in (min, max))
    if low // divisor != high // divisor:
        return None
    quotient = sum((a // divisor * v for v, a in factors.items() if a % divisor == 0), low // divisor)
    return sympy.sympify(quotient), sympy.expand(number - divisor * quotient)


def _nests(stride: sympy.Expr, inner: list[tuple[sympy.Expr, sympy.Expr]], sizes: Sizes) -> bool:
    """Whether a step along a dimension is a multiple of the inner ones' strides and beyond their extents."""
    return all(sizes.divides(s, stride) and sizes.at_least(stride, s * n) for s, n in inner)
