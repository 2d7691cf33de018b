"""Recognition of contractions: bodies that multiply two operands and add the product to the output."""

from dataclasses import dataclass
from math import prod
from typing import Any

from npusim.simulator.functional.vectorize.body import Body, BodyOp
from npusim.simulator.functional.vectorize.nest import Access, Nest
from npusim.simulator.ir.mlir import ir

Value = Any

_EXTENSIONS = frozenset({"arith.extf", "arith.extsi", "arith.extui"})
_PRODUCTS = {"arith.addf": "arith.mulf", "arith.addi": "arith.muli"}
_FEWEST_LANES = 4
_FEWEST_PRODUCTS = 64  # with fewer the set-up of a register tile costs more than it saves


@dataclass(frozen=True)
class Operand:
    """A factor of the product, and the operation that widens its elements to the output's type (None: not needed)."""

    access: Access
    extension: str | None


@dataclass(frozen=True)
class Contraction:
    """`output[m, n] += sum over k of broadcast[m, k] * lanes[k, n]`; m, n and k each stand for any loops of the nest.

    Attributes:
        broadcast: the factor that all lanes share; it does not depend on `lane_dim`.
        lanes: the factor that is read along `lane_dim`; it does not depend on `row_dim`.
        output: contiguous along `lane_dim`.
        lane_dim, row_dim: the loops that a register tile spans.
        outer: the other parallel loops; those that move `lanes` come first.
        inner: the reduction loops, outermost first.
    """

    broadcast: Operand
    lanes: Operand
    output: Access
    sizes: tuple[int, ...]
    lane_dim: int
    row_dim: int
    outer: tuple[int, ...]
    inner: tuple[int, ...]

    @property
    def is_float(self) -> bool:
        """Whether products are added in floating point."""
        return not isinstance(self.output.element_type, ir.IntegerType)


def recognise(nest: Nest, body: Body) -> Contraction | None:
    """A nest as a contraction; None if it is none or too small for a register tile."""
    pair = factors(nest, body)
    if pair is None or not nest.reduction_dims():
        return None
    output = nest.outputs[0]
    if any(output.strides[d] != 0 for d in nest.reduction_dims()):
        return None
    candidates = [_assign(nest, *roles) for roles in (pair, pair[::-1])]
    found = [c for c in candidates if c is not None]
    return max(found, key=lambda c: min(c.sizes[c.lane_dim], 32), default=None)


def factors(nest: Nest, body: Body) -> tuple[Operand, Operand] | None:
    """The operands, in input order, whose product the body adds to its output; None for other bodies."""
    if len(nest.inputs) != 2 or len(nest.outputs) != 1 or not all(a.is_memref for a in nest.accesses):
        return None
    combiner = body.combiners[0]
    if combiner is None or combiner.name not in _PRODUCTS:
        return None
    by_result = {op.results[0]: op for op in body.ops if op.results}
    product = by_result.get(combiner.contribution)
    if product is None or product.name != _PRODUCTS[combiner.name]:
        return None
    operands = dict(_extended(v, by_result) for v in product.operands)
    if set(operands) != set(body.inputs):
        return None
    first, second = (Operand(access, operands[v]) for access, v in zip(nest.inputs, body.inputs, strict=True))
    return first, second


def _extended(value: Value, by_result: dict[Value, BodyOp]) -> tuple[Value, str | None]:
    op = by_result.get(value)
    if op is not None and op.name in _EXTENSIONS:
        return op.operands[0], op.name
    return value, None


def _assign(nest: Nest, broadcast: Operand, lanes: Operand) -> Contraction | None:
    """The contraction with the factors in these roles."""
    parallel = nest.parallel_dims()
    output = nest.outputs[0]
    lane_dims = [d for d in parallel if _owns(lanes, broadcast, d) and output.strides[d] == 1]
    row_dims = [d for d in parallel if _owns(broadcast, lanes, d) and output.strides[d] != 0]
    if not lane_dims or not row_dims or any(output.strides[d] == 0 for d in parallel):
        return None
    lane_dim = lane_dims[0]
    row_dim = max(row_dims, key=lambda d: nest.sizes[d])
    if nest.sizes[lane_dim] < _FEWEST_LANES or prod(nest.sizes) < _FEWEST_PRODUCTS:
        return None
    outer = [d for d in parallel if d not in (lane_dim, row_dim)]
    outer.sort(key=lambda d: lanes.access.strides[d] == 0)
    return Contraction(broadcast, lanes, output, nest.sizes, lane_dim, row_dim, tuple(outer), nest.reduction_dims())


def _owns(owner: Operand, other: Operand, dim: int) -> bool:
    return owner.access.strides[dim] != 0 and other.access.strides[dim] == 0
