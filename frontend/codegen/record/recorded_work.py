"""Cost of a recorded scalar graph per element of its loops."""

from collections.abc import Collection, Mapping, Sequence
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
    found = {v.number: _access(v, recording) for v in loads}
    varying = _loops_of(values, recording, found)
    read = sum(v.dtype.itemsize * _part(varying[v.number], recording) for v in loads)
    written = sum(s.value.dtype.itemsize * _share(_access(s, recording), recording) for s in stores)
    gathers = [_Gather(v, recording, machine) for v in loads if found[v.number] is None]
    return {
        "bytes_read": read,
        "bytes_written": written,
        "tile_bytes": read + written + _kept_bytes(values) + sum(gather.position_bytes for gather in gathers),
        "vector_cycles": _cycles(values, varying, len(stores), recording, machine) + sum(g.cycles for g in gathers),
        "lane_exchanges": _exchanges(values, gathers, recording, machine),
        "row_values": sum(v.op == "reduce" for v in values),
    }


def _share(access: accesses.Access | None, recording: Recording) -> float:
    """Elements that a store moves per element of the loops; a scatter moves one."""
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
        varying = _loops_of(position, recording, {})
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


def _loops_of(
    values: Sequence[Value], recording: Recording, found: Mapping[int, accesses.Access | None]
) -> dict[int, set[int]]:
    """The loops that each value varies along, each of which it is computed once for.

    Args:
        values: operands before their users.
        found: the accesses of loads; what is gathered varies along all loops.
    """
    dims = recording.domain.dims
    loops = {dim.symbol: number for number, dim in enumerate(dims)}
    made = {"resident": set(loops.values()), "reduce": {n for n, dim in enumerate(dims) if not dim.reduction}}
    varying: dict[int, set[int]] = {}
    for value in values:
        if value.op == "load":
            access = found[value.number]
            varying[value.number] = set(loops.values() if access is None else access.dims)
        elif value.op in made:
            varying[value.number] = made[value.op]
        else:
            own = {loops[symbol] for symbol in loops if symbol in value.attributes}
            varying[value.number] = own.union(*(varying[arg.number] for arg in value.args))
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


def _cycles(
    values: Sequence[Value], varying: Mapping[int, set[int]], stores: int, recording: Recording, machine: Machine
) -> float:
    """Vector cycles: each reduction, and all stores together, take a pass that reads the result and the loads. What
    varies along fewer loops is computed once for all that share it.
    """
    passes = sum(v.op == "reduce" for v in values) + bool(stores)
    parts = {v.number: _computed_part(v, varying, recording, machine) for v in values}
    slots = sum(vector_slots([v], machine) * parts[v.number] for v in values)
    loads = sum(parts[v.number] for v in values if v.op == "load")
    return vector_cycles(slots, (1 + loads) * max(1, passes), stores, machine)


def _computed_part(value: Value, varying: Mapping[int, set[int]], recording: Recording, machine: Machine) -> float:
    """Elements that a value is computed for per element of all loops; a reduction combines those of its operand. In
    every lane if it does not vary along the last loop, which lies across the lanes.
    """
    loops = varying[(value.args[0] if value.op == "reduce" else value).number]
    part = _part(loops, recording)
    return part if len(recording.domain.dims) - 1 in loops else min(1.0, part * machine.vector_lanes)


def _exchanges(values: Sequence[Value], gathers: Sequence[_Gather], recording: Recording, machine: Machine) -> float:
    """Cross-lane elements: a reduction gathers every lane's partial result and spreads the total; what is computed for
    a row of gathered elements is spread.
    """
    row = 1.0
    for dim in recording.domain.dims[-1:]:
        row *= max(1, recording.sizes.hint(dim.size))
    times = 2 * sum(v.op == "reduce" for v in values) + sum(gather.spreads for gather in gathers)
    return times * machine.vector_lanes / row
