"""Cycles of contractions of tiles, for cost models: of the arrays, or of the vector unit where they lack the operands'
type.

On the vector unit, operands move to the lanes of the largest tile first. The next contraction's operands move
meanwhile, unless the lanes' sums are combined in the same unit afterwards.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import torch
from npusim.frontend.codegen import mlir_element
from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.op_classes import operation_class
from npusim.simulator.timing.cost.structured import Operand, Structured
from npusim.simulator.timing.cost.tiles import Tile
from npusim.simulator.timing.cost.vector import BodyCost, VectorCost, vector_cost


class ContractionCycles(NamedTuple):
    """Core cycles of one contraction.

    Attributes:
        each: from one contraction to the next.
        begin: before the first one: its weights enter the arrays, or its operands their lanes.
        drain: from the last one to its result.
        vector: of the vector unit, of those from one to the next.
        clear: of the vector unit, to clear the result's tile.
    """

    each: float
    begin: float
    drain: float
    vector: float = 0.0
    clear: float = 0.0


class VectorTypes(NamedTuple):
    """MLIR's types of the elements and of the sums of a contraction that the vector unit computes."""

    element: str
    sums: str


class TileAxes(NamedTuple):
    """A tile of a contraction.

    Attributes:
        axes: outermost first; of each the loops whose variables make up its index, and its elements.
        lanes: the loop of the axis across the lanes.
        lane_stride: neighbouring elements per lane.
    """

    axes: tuple[tuple[tuple[str, ...], int], ...]
    lanes: str
    lane_stride: int = 1


def vector_types(machine: Machine, element: torch.dtype, sums: torch.dtype) -> VectorTypes | None:
    """The types of a contraction that the vector unit computes; None where the machine's arrays do."""
    name = mlir_element(element)
    return None if name in machine.systolic_rows_per_cycle else VectorTypes(name, mlir_element(sums))


def vector_contraction(
    loops: Mapping[str, int], inputs: tuple[TileAxes, TileAxes], result: TileAxes, types: VectorTypes, machine: Machine
) -> ContractionCycles:
    """A contraction on the vector unit, as the simulator counts it.

    Args:
        loops: sizes of the loops, those over the result's elements first.
        inputs, result: their tiles, with these loops.
    """
    left, right = (_operand(tile, loops, types.element, buffer) for buffer, tile in enumerate(inputs))
    out = _operand(result, loops, types.sums, len(inputs))
    cost = _cost(loops.values(), (left, right), out, _body(types, machine), machine)
    cleared = {name: size for name, size in loops.items() if any(name in axis for axis, _ in result.axes)}
    empty = _operand(result, cleared, types.sums, 0, used=False)
    clear = _cost(cleared.values(), (), empty, BodyCost(0.0, 0, 0.0), machine)
    vector = float(cost.vector_cycles + cost.latency_cycles)
    moved, combined = float(cost.relayout_cycles), float(cost.reduction_cycles)
    waits = machine.cross_lane_latency_cycles if moved else 0
    if combined:
        latency = cost.reduction_latency_cycles
        each, begin, drain = moved + waits + vector + combined + latency, 0.0, 0.0
    else:
        each, begin, drain = max(moved, vector), min(moved, vector) + waits, float(cost.latency_cycles)
    return ContractionCycles(each, begin, drain, vector, clear.vector_cycles + machine.vector_latency_cycles)


def _cost(
    ranges: Iterable[int], inputs: tuple[Operand, ...], output: Operand, body: BodyCost, machine: Machine
) -> VectorCost:
    return vector_cost(Structured("contraction", tuple(ranges), inputs, (output,), (), None), body, machine)


def _operand(tile: TileAxes, loops: Mapping[str, int], element: str, buffer: int, *, used: bool = True) -> Operand:
    number = {name: dim for dim, name in enumerate(loops)}
    dims = [frozenset(number[name] for name in names) for names, _ in tile.axes]
    plain = [next(iter(each)) if len(each) == 1 else None for each in dims]
    return Operand(
        tile=Tile(
            buffer=buffer,
            shape=tuple(size for _, size in tile.axes),
            lane_axes=tuple(axis for axis, (names, _) in enumerate(tile.axes) if names == (tile.lanes,)),
            lane_stride=tile.lane_stride,
            whole=True,
            slots=2,
            element_type=element,
        ),
        axes=tuple(plain),
        dims=frozenset().union(*dims),
        window_dims=frozenset().union(*(each for each in dims if len(each) > 1)),
        used=used,
    )


def _body(types: VectorTypes, machine: Machine) -> BodyCost:
    """A product and a sum, and both factors extended before where sums are wider."""
    is_float = types.sums.startswith("f")
    multiply, add, extend = ("mulf", "addf", "extf") if is_float else ("muli", "addi", "extsi")
    steps = [(multiply, 1), (add, 1)] + ([(extend, 2)] if types.element != types.sums else [])
    classes = [(operation_class(f"arith.{name}"), count) for name, count in steps]
    slots = [count * _slots(op_class, types, machine) for op_class, count in classes]
    chain = sum(machine.vector_op_latency_cycles(op_class, types.sums) for op_class, _ in classes)
    return BodyCost(sum(slots), chain, slots[1])


def _slots(op_class: str, types: VectorTypes, machine: Machine) -> float:
    names = types if op_class == operation_class("arith.extf") else (types.sums,)
    return max(machine.vector_slots(op_class, name) for name in names)
