"""Cost of a recorded scalar graph per element of its loops."""

from collections.abc import Collection, Sequence
from typing import Any

import torch
from npusim.frontend.codegen.graph import access as accesses
from npusim.frontend.codegen.graph import mlir_ops
from npusim.frontend.codegen.graph.builder import Builder
from npusim.frontend.codegen.graph.dag import Graph, Store, Value
from npusim.frontend.codegen.graph.work import vector_cycles, vector_slots
from npusim.frontend.codegen.record.handler import Recording
from npusim.frontend.codegen.record.index_values import IndexValues, computed_in
from npusim.simulator.machine import Machine


def recorded_work(recording: Recording, stores: Sequence[Store], machine: Machine) -> dict[str, Any]:
    """The attributes of an `EpilogueWork`, for these of the recorded stores."""
    graph = recording.graph
    values = graph.reachable(v for s in stores for v in graph.stored_with(s))
    loads = [v for v in values if v.op == "load"]
    found = [(v, _access(v, recording)) for v in loads]
    read = sum(v.dtype.itemsize * _share(access, recording) for v, access in found)
    written = sum(s.value.dtype.itemsize * _share(_access(s, recording), recording) for s in stores)
    gathers = [_Gather(v, recording, machine) for v, access in found if access is None]
    return {
        "bytes_read": read,
        "bytes_written": written,
        "tile_bytes": read + written + _kept_bytes(values) + sum(gather.position_bytes for gather in gathers),
        "vector_cycles": _cycles(values, len(stores), recording, machine) + sum(gather.cycles for gather in gathers),
        "lane_exchanges": _exchanges(values, gathers, recording, machine),
        "row_values": sum(v.op == "reduce" for v in values),
    }


def _share(access: accesses.Access | None, recording: Recording) -> float:
    """Elements that a load or a store moves per element of the loops; a gather moves one."""
    return 1.0 if access is None else _part(access.dims, recording)


def _access(moved: Value | Store, recording: Recording) -> accesses.Access | None:
    """Where a load or a store finds its elements; None where it gathers or scatters them."""
    return accesses.affine(moved.index, recording.domain.dims, recording.sizes, recording.graph.indirect)


class _Gather:
    """What a load at computed positions costs per element of the loops, besides the element itself.

    Attributes:
        position_bytes: of the tile of positions.
        cycles: of the vector unit, which computes the positions and waits for the elements before it goes on.
        spreads: whether a part of the position is computed for each row and sent to all lanes.
    """

    def __init__(self, load: Value, recording: Recording, machine: Machine) -> None:
        position = _position(load, recording)
        varying = _loops_of(position, recording)
        slots = sum(vector_slots([v], machine) * _part(varying[v.number], recording) for v in position)
        arriving = load.dtype.itemsize / machine.dram_stream_bytes_per_cycle
        self.position_bytes = position[-1].dtype.itemsize
        self.cycles = vector_cycles(slots, 0, 1, machine) + arriving
        row = set(range(len(recording.domain.dims) - 1))
        self.spreads = any(v.args and varying[v.number] and varying[v.number] <= row for v in position)


def _position(gather: Value, recording: Recording) -> list[Value]:
    """The values that are computed for elements that are gathered, the last of which is the position. They are of a
    graph of their own: the recorded one has only what programs ask for.
    """
    graph, known = Graph(), recording.graph.indirect
    indirect = {
        symbol: graph.value("resident", (), known[symbol].dtype, (str(symbol),))
        for symbol in gather.index.free_symbols & known.keys()
    }
    ranges = {dim.symbol: dim.size for dim in recording.domain.dims}
    dtype = computed_in(gather.index, torch.int64, ranges)
    return graph.reachable([IndexValues(Builder(graph), ranges, indirect).value(gather.index, dtype)])


def _loops_of(position: Sequence[Value], recording: Recording) -> dict[int, set[int]]:
    """The loops that each value of a position varies along, each of which it is computed once for; loaded ones, all."""
    loops = {dim.symbol: number for number, dim in enumerate(recording.domain.dims)}
    varying: dict[int, set[int]] = {}
    for value in position:
        own = {"iter": [loops[s] for s in loops if s in value.attributes], "resident": loops.values()}
        varying[value.number] = set(own.get(value.op, ())).union(*(varying[arg.number] for arg in value.args))
    return varying


def _part(dims: Collection[int], recording: Recording) -> float:
    """Elements of some dimensions per element of all of them."""
    part = 1.0
    for number, dim in enumerate(recording.domain.dims):
        part /= 1 if number in dims else max(1, recording.sizes.hint(dim.size))
    return part


def _kept_bytes(values: Sequence[Value]) -> float:
    """Tiles of costly values, which are kept for later passes over the rows when there are reductions."""
    if not any(v.op == "reduce" for v in values):
        return 0.0
    return 4.0 * sum(v.op in mlir_ops.EXPENSIVE for v in values)


def _cycles(values: Sequence[Value], stores: int, recording: Recording, machine: Machine) -> float:
    """Vector cycles: each reduction, and all stores together, take a pass that reads the result and the loads. What
    varies along fewer loops is computed once for all that share it.
    """
    passes = sum(v.op == "reduce" for v in values) + bool(stores)
    parts = _computed_parts(values, recording, machine)
    slots = sum(vector_slots([v], machine) * parts[v.number] for v in values)
    loads = sum(parts[v.number] for v in values if v.op == "load")
    return vector_cycles(slots, (1 + loads) * max(1, passes), stores, machine)


def _computed_parts(values: Sequence[Value], recording: Recording, machine: Machine) -> dict[int, float]:
    """Elements that each value is computed for, per element of all loops: in every lane if it does not vary along the
    last one, which lies across the lanes.
    """
    dims = recording.domain.dims
    parallel = {number for number, dim in enumerate(dims) if not dim.reduction}
    loops = {dim.symbol: number for number, dim in enumerate(dims)}
    varying: dict[int, set[int]] = {}
    for value in values:
        if value.op == "load":
            access = _access(value, recording)
            varying[value.number] = set(range(len(dims)) if access is None else access.dims)
        elif value.op == "reduce":
            varying[value.number] = parallel
        elif value.op == "resident":
            varying[value.number] = set(range(len(dims)))
        else:
            own = {loops[symbol] for symbol in loops if symbol in value.attributes}
            varying[value.number] = own.union(*(varying[each.number] for each in recording.graph.operands(value)))
    across = len(dims) - 1
    lanes = {True: 1.0, False: float(machine.vector_lanes)}
    return {number: min(1.0, _part(found, recording) * lanes[across in found]) for number, found in varying.items()}


def _exchanges(values: Sequence[Value], gathers: Sequence[_Gather], recording: Recording, machine: Machine) -> float:
    """Cross-lane elements: a reduction gathers every lane's partial result and spreads the total; what is computed for
    a row of gathered elements is spread.
    """
    row = 1.0
    for dim in recording.domain.dims[-1:]:
        row *= max(1, recording.sizes.hint(dim.size))
    times = 2 * sum(v.op == "reduce" for v in values) + sum(gather.spreads for gather in gathers)
    return times * machine.vector_lanes / row
