"""Costs of `linalg` operations on the vector unit and the cross-lane unit: all but contractions.

The vector unit works on one vector per cycle and slot: `vector_lanes` lanes times `vector_elements_per_lane` elements.
Work is distributed over the lanes like the reference operand (the largest tile); the fullest lane determines the time.
The cross-lane unit reads one element from, and writes one element to, every lane in a fixed number of cycles; a value
may be broadcast to all lanes.
"""

from dataclasses import dataclass
from math import ceil, log2, prod
from typing import NamedTuple

from npusim.simulator.machine import Machine, element_bits
from npusim.simulator.timing.cost.op_classes import chain_cycles, issue_slots
from npusim.simulator.timing.cost.structured import Operand, Structured
from npusim.simulator.timing.cost.tiles import Tile, busiest_lane


@dataclass(frozen=True)
class Layout:
    """Distribution of the loops over the lanes: the loop dimensions across them, those of one iteration left out, in
    row-major order, and the lane stride of that order.
    """

    dims: tuple[int, ...]
    lane_stride: int


@dataclass(frozen=True)
class VectorCost:
    """Cycles of the three stages of one operation; 0 for a stage that does not occur.

    Attributes:
        relayout_cycles: cross-lane cycles to bring operands into the lanes of the reference.
        moved: positions of the moved inputs.
        vector_cycles: vector unit, 0 when the operation only moves data between lanes.
        latency_cycles: from the vector unit's last issue to its result.
        reduction_cycles: cross-lane cycles to combine the lanes' partial results, or to move the result.
        reduction_latency_cycles: from the last of them to the result.
        arithmetic_operations: issue slots times elements.
        relayout_elements, result_elements: elements through the cross-lane unit before and after.
    """

    relayout_cycles: int
    moved: tuple[int, ...]
    vector_cycles: int
    latency_cycles: int
    reduction_cycles: int
    reduction_latency_cycles: int
    arithmetic_operations: int
    relayout_elements: int
    result_elements: int


class BodyCost(NamedTuple):
    """What a body takes of the vector unit: ALU issue slots per vector, cycles of its longest chain of dependent
    operations, and the slots of its part that works on the old values of the outputs.
    """

    slots: float
    chain_cycles: int
    combiner_slots: float


def body_cost(loops: Structured, machine: Machine) -> BodyCost:
    """The cost of the body of some loops.

    Raises:
        CompileError: it has an operation without a cost.
    """
    slots = sum(issue_slots(op, machine) for op in loops.body)
    return BodyCost(slots, chain_cycles(loops.body, machine), _combiner_slots(loops, machine))


def vector_cost(loops: Structured, body: BodyCost, machine: Machine) -> VectorCost:
    """Cost of a `linalg` operation on the vector and cross-lane units; of the loops themselves, only the operands and
    ranges count.
    """
    layout, slots = reference_layout(loops), body.slots
    moved = tuple(i for i, operand in enumerate(loops.inputs) if _moves(operand, layout, loops))
    relayout = sum(_relayout_cycles(loops.inputs[i], layout, loops, machine) for i in moved)
    only_moves = bool(moved) and slots == 0
    return VectorCost(
        relayout_cycles=relayout,
        moved=moved,
        vector_cycles=0 if only_moves else _vector_cycles(loops, layout, body, machine),
        latency_cycles=machine.vector_latency_cycles + body.chain_cycles,
        reduction_cycles=_result_cycles(loops, layout, machine),
        reduction_latency_cycles=_result_latency_cycles(loops, layout, machine),
        arithmetic_operations=ceil(slots * loops.points),
        relayout_elements=sum(_elements(loops.inputs[i]) for i in moved),
        result_elements=sum(_result_elements(output, loops, layout, machine) for output in loops.outputs),
    )


def reference_layout(loops: Structured) -> Layout:
    """The layout of the largest tile, preferably an output, which is not moved."""
    largest = _largest(loops)
    assert largest.tile is not None
    return Layout(_long(_lane_dims(largest), loops), largest.tile.lane_stride)


def _largest(loops: Structured) -> Operand:
    tiles = [operand for operand in (*loops.outputs, *loops.inputs) if operand.tile is not None]
    return max(tiles, key=_elements)


def _lane_dims(operand: Operand) -> tuple[int, ...]:
    """Loop dimensions across the lanes; of a window such as `d0 + d3` the lowest, which is the output's."""
    if operand.tile is None or not operand.tile.lane_axes:
        return ()
    plain = [operand.axes[axis] for axis in operand.tile.lane_axes]
    if None in plain:
        return (min(operand.dims),) if operand.dims else ()
    return operand.lane_dims


def _long(dims: tuple[int, ...], loops: Structured) -> tuple[int, ...]:
    """The dimensions that have more than one iteration."""
    return tuple(dim for dim in dims if loops.ranges[dim] > 1)


def _moves(operand: Operand, layout: Layout, loops: Structured) -> bool:
    """Whether an operand's elements must change lanes before (input) or after (output) the vector operation.

    Scalars, operands in the lanes of the layout, and operands within one lane do not move.
    """
    if operand.tile is None:
        return False
    dims = _long(operand.lane_dims, loops)
    return dims != layout.dims or (dims != () and operand.tile.lane_stride != layout.lane_stride)


def _relayout_cycles(operand: Operand, layout: Layout, loops: Structured, machine: Machine) -> int:
    """Cycles of a move: those of the lane that sends or receives the most elements.

    A lane receives the elements of its part of the layout's dimension, or all if the operand lacks that dimension.
    """
    assert operand.tile is not None
    received = _in_one_lane(operand.dims, loops, layout, machine)
    return _exchange_cycles(max(_held_by_one_lane(operand.tile, machine), received), operand.tile, machine)


def _result_cycles(loops: Structured, layout: Layout, machine: Machine) -> int:
    """Cycles of a lane reduction, if the dimension across the lanes is reduced, or of moving an output.

    In a reduction every lane sends its partial result of every element once.
    """
    cycles = 0
    for output in loops.outputs:
        tile = output.tile
        assert tile is not None
        if _sums_over_lanes(output, loops, layout):
            cycles += _exchange_cycles(tile.elements, tile, machine)
        elif _moves(output, layout, loops):
            sent = _in_one_lane(output.dims, loops, layout, machine)
            cycles += _exchange_cycles(max(sent, _held_by_one_lane(tile, machine)), tile, machine)
    return cycles


def _result_latency_cycles(loops: Structured, layout: Layout, machine: Machine) -> int:
    sums = any(_sums_over_lanes(output, loops, layout) for output in loops.outputs)
    return machine.lane_reduction_latency_cycles if sums else machine.cross_lane_latency_cycles


def _sums_over_lanes(output: Operand, loops: Structured, layout: Layout) -> bool:
    return not output.dims.issuperset(layout.dims)


def _result_elements(output: Operand, loops: Structured, layout: Layout, machine: Machine) -> int:
    if _sums_over_lanes(output, loops, layout):
        summed = loops.size(frozenset(layout.dims) - output.dims)
        lanes = min(machine.vector_lanes, ceil(summed / layout.lane_stride))
        return _elements(output) * lanes
    return _elements(output) if _moves(output, layout, loops) else 0


def _elements(operand: Operand) -> int:
    return operand.tile.elements if operand.tile is not None else 0


def _held_by_one_lane(tile: Tile, machine: Machine) -> int:
    """Elements of a tile in its fullest lane."""
    size = prod(tile.shape[axis] for axis in tile.lane_axes)
    return tile.elements // max(1, size) * busiest_lane(size, tile.lane_stride, machine.vector_lanes)


def _exchange_cycles(elements_per_lane: int, tile: Tile, machine: Machine) -> int:
    """Cycles of the cross-lane unit; elements wider than 32 bits take one transfer per 32 bits."""
    parts = max(1, element_bits(tile.element_type) // 32)
    return ceil(elements_per_lane * parts * machine.vector_lanes / machine.cross_lane_elements_per_cycle)


def _vector_cycles(loops: Structured, layout: Layout, body: BodyCost, machine: Machine) -> int:
    """The busiest of ALUs, load ports and store ports, which work in parallel, one vector per cycle each.

    An operand is read once per vector of its own elements (broadcast values stay in registers), an output is written
    once; the body is executed for every point. Sums over elements in one lane end with a fold of its vectors.
    """
    points = _vectors(frozenset(range(len(loops.ranges))), loops, layout, machine)
    alu = (body.slots * points + _fold_slots(loops, layout, body, machine)) / machine.vector_alus
    read = [*loops.inputs, *(output for output in loops.outputs if output.used and not _reduces(loops))]
    loads = sum(_port_vectors(operand, loops, layout, machine) for operand in read if operand.tile is not None)
    stores = sum(_port_vectors(operand, loops, layout, machine) for operand in loops.outputs)
    ports = max(loads / machine.vector_loads_per_cycle, stores / machine.vector_stores_per_cycle)
    return max(1, ceil(max(alu, ports)))


def _fold_slots(loops: Structured, layout: Layout, body: BodyCost, machine: Machine) -> float:
    """Issue slots to combine the elements of every partial result's vector, halving them each time.

    Needed if the reduction is along the vectors: over the dimension that is contiguous within a lane.
    """
    dim = _dim_along_vectors(loops)
    if dim is None or dim in loops.parallel:
        return 0.0
    width = min(machine.vector_elements_per_lane, loops.ranges[dim])
    results = max(_in_one_lane(output.dims, loops, layout, machine) for output in loops.outputs)
    return body.combiner_slots * ceil(log2(width)) * results if width > 1 else 0.0


def _combiner_slots(loops: Structured, machine: Machine) -> float:
    """Issue slots of the part of the body that works on the old values of the outputs."""
    running = set(list(loops.block.arguments)[len(loops.inputs) :])
    combining = []
    for op in loops.body:
        if running.intersection(op.operands):
            running.update(op.results)
            combining.append(op)
    return sum(issue_slots(op, machine) for op in combining)


def _dim_along_vectors(loops: Structured) -> int | None:
    """Loop dimension of the largest tile's innermost axis within a lane."""
    operand = _largest(loops)
    tile = operand.tile
    assert tile is not None
    for axis in reversed(range(len(tile.shape))):
        within = tile.shape[axis]
        if axis in tile.lane_axes:
            within = min(within, tile.lane_stride) if axis == tile.lane_axes[-1] else 1
        if within > 1:
            return operand.axes[axis]
    return None


def _reduces(loops: Structured) -> bool:
    return len(loops.parallel) < len(loops.ranges)


def _port_vectors(operand: Operand, loops: Structured, layout: Layout, machine: Machine) -> float:
    """Vectors of 32-bit words of an operand, as narrow types are packed in the scratchpad."""
    assert operand.tile is not None
    vectors = _in_one_lane(operand.dims, loops, layout, machine) * element_bits(operand.tile.element_type) / 32
    return ceil(vectors / machine.vector_elements_per_lane)


def _vectors(dims: frozenset[int], loops: Structured, layout: Layout, machine: Machine) -> int:
    """Vectors in the busiest lane for the points of some loop dimensions."""
    return ceil(_in_one_lane(dims, loops, layout, machine) / machine.vector_elements_per_lane)


def _in_one_lane(dims: frozenset[int], loops: Structured, layout: Layout, machine: Machine) -> int:
    """Points of some loop dimensions in the busiest lane of the layout."""
    across = dims.intersection(layout.dims)
    if not across:
        return loops.size(dims)
    along = busiest_lane(loops.size(frozenset(layout.dims)), layout.lane_stride, machine.vector_lanes)
    return loops.size(dims - across) * min(loops.size(across), along)
