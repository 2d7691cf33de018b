"""Choice of the loop that becomes vector lanes, of the number of lanes, and of the loop order."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

from npusim.simulator.functional.host import vector_bytes
from npusim.simulator.functional.vectorize.body import Body
from npusim.simulator.functional.vectorize.builder import register_lanes
from npusim.simulator.functional.vectorize.nest import Access, Nest
from npusim.simulator.ir.mlir import ir

_REGISTERS_PER_VALUE = 4  # enough independent work per value to hide the latency of arithmetic
_GATHER_COST = 8.0  # cost of a gathered element, in contiguous elements
_REPACK_COST = 4.0  # cost of an element that is transposed by a copy first
_LANE_REDUCTION_COST = 24.0  # cost of folding a vector to a scalar


@dataclass(frozen=True)
class Plan:
    """The emission plan of a nest.

    Attributes:
        lane_dim: the loop whose iterations become lanes; None for one iteration at a time.
        lanes: iterations per vector.
        outer: the other parallel loops, outermost first.
        inner: the other reduction loops, outermost first; they run inside everything else.
        carried: per output, whether it stays in registers while the reduction loops run.
    """

    lane_dim: int | None
    lanes: int
    outer: tuple[int, ...]
    inner: tuple[int, ...]
    carried: tuple[bool, ...]


def element_bytes(element: Any) -> int:
    """Size of an element in a vector register; `index` is 64 bits wide, `i1` lives in mask registers."""
    if isinstance(element, ir.IndexType):
        return 8
    width = int(element.width)
    return max(1, width // 8)


def full_lanes(nest: Nest, body: Body) -> int:
    """Lanes that fill a few registers with the widest type of a nest."""
    types = body.result_types().union(a.element_type for a in nest.accesses)
    widest = max(element_bytes(element) for element in types)
    return _REGISTERS_PER_VALUE * vector_bytes() // max(widest, 2)


def choose_lanes(size: int, full: int) -> int:
    """Lanes for a loop of `size` iterations: `full`, or fewer if they fill registers and divide the loop."""
    if size <= full and register_lanes(size) == size:
        return size
    dividing = [full >> shift for shift in range(3) if size % (full >> shift) == 0]
    return dividing[0] if dividing else min(size, full)


def chunks(size: int, lanes: int) -> Iterator[tuple[int, int, int]]:
    """Split a loop into (first iteration, iteration after the last, lanes): the main part, then the rest, if any."""
    main = size - size % lanes
    if main:
        yield 0, main, lanes
    if main < size:
        yield main, size, size - main


def carried_outputs(nest: Nest) -> tuple[bool, ...]:
    """Whether each output is independent of the reduction loops."""
    dims = nest.reduction_dims()
    return tuple(bool(dims) and all(a.strides[d] == 0 for d in dims) for a in nest.outputs)


def plan(nest: Nest, body: Body) -> Plan:
    """The cheapest plan by a count of memory accesses per element."""
    carried = carried_outputs(nest)
    costs = {d: _cost(nest, body, carried, d) for d in range(len(nest.sizes))}
    allowed = {d: cost for d, cost in costs.items() if cost is not None}
    lane_dim = min(allowed, key=lambda d: (allowed[d], -d)) if allowed else None
    lanes = choose_lanes(nest.sizes[lane_dim], full_lanes(nest, body)) if lane_dim is not None else 1
    outer = tuple(d for d in nest.parallel_dims() if d != lane_dim)
    inner = tuple(d for d in nest.reduction_dims() if d != lane_dim)
    return Plan(lane_dim, lanes, outer, inner, carried)


def _cost(nest: Nest, body: Body, carried: tuple[bool, ...], d: int) -> float | None:
    """Cost per element with loop d as lanes; None if that would change the result."""
    if not _legal(nest, body, carried, d):
        return None
    used = min(nest.sizes[d], full_lanes(nest, body))
    memory = sum(_input_cost(nest, a, d, used) for a in nest.inputs) + sum(
        _access_cost(a, d, used) for a in nest.outputs
    )
    folding = _LANE_REDUCTION_COST / nest.sizes[d] if nest.reduction[d] else 0.0
    return memory + len(body.ops) / used + folding


def _input_cost(nest: Nest, access: Access, d: int, used: int) -> float:
    if access.strides[d] > 1 and can_repack(nest, access, d):
        return _REPACK_COST / used
    return _access_cost(access, d, used)


def can_repack(nest: Nest, access: Access, lane_dim: int) -> bool:
    """Whether a copy that is contiguous along the lanes, made by transposing blocks, costs less than gathering."""
    block = block_size(access.element_type)
    if nest.sizes[lane_dim] < block or nest.reduction[lane_dim]:
        return False
    columns = [d for d, stride in enumerate(access.strides) if stride == 1 and nest.sizes[d] >= block]
    moved = prod(n for n, stride in zip(nest.sizes, access.strides, strict=True) if stride)
    return bool(columns) and moved <= access.elements


def block_size(element: Any) -> int:
    """Rows and columns of the square blocks that are transposed in registers."""
    return 8 if element_bytes(element) == 8 else 16


def _access_cost(access: Access, d: int, used: int) -> float:
    if not access.is_memref:
        return 0.0
    if access.strides[d] == 1:
        return 1.0 / used
    return 0.5 / used if access.strides[d] == 0 else _GATHER_COST


def _legal(nest: Nest, body: Body, carried: tuple[bool, ...], d: int) -> bool:
    for i, output in enumerate(nest.outputs):
        if nest.reduction[d] and carried[i]:
            if body.combiners[i] is None:
                return False
        elif output.strides[d] == 0 or (nest.reduction[d] and body.reads_output(i)):
            return False  # lanes would write the same element, or read the result of an earlier lane
    return True
