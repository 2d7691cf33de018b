"""Everything in `linalg` that is no contraction: the vector unit and the cross-lane unit.

The vector unit works on one vector per cycle and slot: `vector_lanes` lanes times `vector_elements_per_lane` elements.
Work is laid out like the reference operand (the largest tile): the lane that holds most of it sets the pace.
"""

from dataclasses import dataclass
from math import ceil

from npusim.simulator.machine import Machine
from npusim.simulator.timing.op_classes import issue_slots
from npusim.simulator.timing.structured import Operand, Structured
from npusim.simulator.timing.tiles import busiest_lane


@dataclass(frozen=True)
class Layout:
    """How the loops are spread over the lanes: the loop dimension across them, and its lane stride."""

    dim: int | None
    lane_stride: int


@dataclass(frozen=True)
class VectorCost:
    """Cycles of the three stages of one operation; a stage of 0 cycles does not take place.

    Attributes:
        relayout_cycles: cross-lane cycles to bring operands into the lanes of the reference.
        moved: positions of the inputs that are moved.
        vector_cycles: vector unit, 0 when the operation only moves data between lanes.
        reduction_cycles: cross-lane cycles to combine the lanes' partial results, or to move the result.
        arithmetic_operations: issue slots times elements.
    """

    relayout_cycles: int
    moved: tuple[int, ...]
    vector_cycles: int
    reduction_cycles: int
    arithmetic_operations: int


def vector_cost(loops: Structured, machine: Machine) -> VectorCost:
    """Cost of a `linalg` operation on the vector and cross-lane units.

    Raises:
        CompileError: the body has an operation without a cost.
    """
    layout = reference_layout(loops)
    slots = sum(issue_slots(op, machine) for op in loops.body)
    moved = tuple(i for i, operand in enumerate(loops.inputs) if _moves(operand, layout, loops))
    relayout = sum(_relayout_cycles(loops.inputs[i], layout, loops, machine) for i in moved)
    only_moves = bool(moved) and slots == 0
    return VectorCost(
        relayout_cycles=relayout,
        moved=moved,
        vector_cycles=0 if only_moves else _vector_cycles(loops, layout, slots, machine),
        reduction_cycles=_result_cycles(loops, layout, machine),
        arithmetic_operations=ceil(slots * loops.points),
    )


def reference_layout(loops: Structured) -> Layout:
    """Lanes of the tile with most elements, an output when several have as many: it is what must not be moved."""
    tiles = [operand for operand in (*loops.outputs, *loops.inputs) if operand.tile is not None]
    largest = max(tiles, key=lambda operand: operand.tile.elements if operand.tile is not None else 0)
    assert largest.tile is not None
    return Layout(_lane_dim(largest), largest.tile.lane_stride)


def _lane_dim(operand: Operand) -> int | None:
    """Loop dimension across the lanes; of a window such as `d0 + d3` the operand's lowest, which is the output's."""
    if operand.tile is None or operand.tile.lane_axis is None:
        return None
    plain = operand.axes[operand.tile.lane_axis]
    return plain if plain is not None else min(operand.dims, default=None)


def _moves(operand: Operand, layout: Layout, loops: Structured) -> bool:
    """Whether an operand's elements must change lanes before (input) or after (output) the vector operation.

    A scalar, an operand in the lanes of the layout, and one lane talking to itself move nothing.
    """
    if operand.tile is None:
        return False
    if _range(loops, layout.dim) == 1 and _range(loops, operand.lane_dim) == 1:
        return False
    return operand.lane_dim != layout.dim or operand.tile.lane_stride != layout.lane_stride


def _range(loops: Structured, dim: int | None) -> int:
    return 1 if dim is None else loops.ranges[dim]


def _relayout_cycles(operand: Operand, layout: Layout, loops: Structured, machine: Machine) -> int:
    """Elements through the cross-lane unit: each once, or once per lane in use when every lane needs it."""
    assert operand.tile is not None
    copies = 1 if layout.dim in operand.dims else _lanes_used(layout, loops, machine)
    return ceil(operand.tile.elements * copies / machine.cross_lane_elements_per_cycle)


def _lanes_used(layout: Layout, loops: Structured, machine: Machine) -> int:
    return min(machine.vector_lanes, ceil(_range(loops, layout.dim) / layout.lane_stride))


def _result_cycles(loops: Structured, layout: Layout, machine: Machine) -> int:
    """Lane reduction when the dimension across the lanes is reduced, a move when an output lies otherwise.

    A reduction sends the partial result of every lane in use through the cross-lane unit once.
    """
    cycles = 0
    for output in loops.outputs:
        assert output.tile is not None
        if layout.dim is not None and layout.dim not in output.dims and _range(loops, layout.dim) > 1:
            partials = output.tile.elements * _lanes_used(layout, loops, machine)
            cycles += ceil(partials / machine.cross_lane_elements_per_cycle)
        elif _moves(output, layout, loops):
            cycles += ceil(output.tile.elements / machine.cross_lane_elements_per_cycle)
    return cycles


def _vector_cycles(loops: Structured, layout: Layout, slots: float, machine: Machine) -> int:
    """The busiest of the ALUs, the load ports and the store ports: they work side by side, one vector per cycle each.

    An operand is read once per vector of its own elements (a broadcast value stays in registers), an output is written
    once; the body is executed for every point.
    """
    alu = slots * _vectors(frozenset(range(len(loops.ranges))), loops, layout, machine) / machine.vector_alus
    read = [*loops.inputs, *(output for output in loops.outputs if output.used and not _reduces(loops))]
    loads = sum(_port_vectors(operand, loops, layout, machine) for operand in read if operand.tile is not None)
    stores = sum(_port_vectors(operand, loops, layout, machine) for operand in loops.outputs)
    ports = max(loads / machine.vector_loads_per_cycle, stores / machine.vector_stores_per_cycle)
    return max(1, ceil(max(alu, ports)))


def _reduces(loops: Structured) -> bool:
    return len(loops.parallel) < len(loops.ranges)


def _port_vectors(operand: Operand, loops: Structured, layout: Layout, machine: Machine) -> float:
    assert operand.tile is not None
    return _vectors(operand.dims, loops, layout, machine) * machine.type_factor(operand.tile.element_type)


def _vectors(dims: frozenset[int], loops: Structured, layout: Layout, machine: Machine) -> int:
    """Vectors that the busiest lane needs for the points of some loop dimensions."""
    others = loops.size(dims - {layout.dim} if layout.dim is not None else dims)
    along = 1
    if layout.dim is not None and layout.dim in dims:
        along = busiest_lane(loops.ranges[layout.dim], layout.lane_stride, machine.vector_lanes)
    return ceil(others * along / machine.vector_elements_per_lane)
