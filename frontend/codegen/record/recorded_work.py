"""Cost of a recorded scalar graph per element of its loops."""

from collections.abc import Collection, Mapping, Sequence, Set
from math import prod
from typing import Any

import torch
from npusim.frontend.codegen.graph import access as accesses
from npusim.frontend.codegen.graph import mlir_ops
from npusim.frontend.codegen.graph.builder import Builder
from npusim.frontend.codegen.graph.dag import Graph, Store, Value
from npusim.frontend.codegen.graph.work import COSTLY, chain_cycles, effort, vector_cycles, vector_slots
from npusim.frontend.codegen.record.handler import Recording
from npusim.frontend.codegen.record.index_values import IndexValues, computed_in
from npusim.simulator.machine import Machine

_RESIDENT = frozenset({"load", "reduce", "resident"})
"""Operations whose values are in tiles."""


def recorded_work(
    recording: Recording, stores: Sequence[Store], machine: Machine, lane_dim: int = -1
) -> dict[str, Any]:
    """The attributes of an `EpilogueWork`, for these of the recorded stores.

    Args:
        lane_dim: the loop that lies across the lanes.
    """
    graph, lane_dim = recording.graph, lane_dim % max(1, len(recording.domain.dims))
    values = graph.reachable(v for s in stores for v in graph.stored_with(s))
    loads = [v for v in values if v.op == "load"]
    found = {v.number: _access(v, recording) for v in loads}
    varying = _loops_of(values, recording, found)
    read = sum(v.dtype.itemsize * _part(varying[v.number], recording) for v in loads)
    written = sum(s.value.dtype.itemsize * _share(_access(s, recording), recording) for s in stores)
    gathers = [_Gather(v, recording, machine, lane_dim) for v in loads if found[v.number] is None]
    shared = _in_own_tiles(values)
    parts = _computed_parts(values, shared, varying, recording, machine, lane_dim)
    return {
        "bytes_read": read,
        "bytes_written": written,
        "tile_bytes": read + written + _kept_bytes(values) + sum(gather.position_bytes for gather in gathers),
        "vector_cycles": _cycles(values, parts, len(stores), machine) + sum(g.cycles for g in gathers),
        "lane_exchanges": _exchanges(values, gathers, recording, machine, lane_dim),
        "row_values": sum(v.op == "reduce" for v in values),
        "tile_cycles": _tile_cycles(values, shared, varying, recording, machine),
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

    def __init__(self, load: Value, recording: Recording, machine: Machine, lane_dim: int) -> None:
        position = _position(load, recording)
        varying = _loops_of(position, recording, {})
        slots = sum(vector_slots([v], machine) * _part(varying[v.number], recording) for v in position)
        arriving = load.dtype.itemsize / machine.dram_stream_bytes_per_cycle
        self.position_bytes = position[-1].dtype.itemsize
        self.cycles = vector_cycles(slots, 0, 1, machine) + arriving
        row = set(range(len(recording.domain.dims))) - {lane_dim}
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


def _cycles(values: Sequence[Value], parts: Mapping[int, float], stores: int, machine: Machine) -> float:
    """Vector cycles: each reduction, and all stores together, take a pass that reads the result and the loads. What
    varies along fewer loops is computed once for all that share it.
    """
    passes = sum(v.op == "reduce" for v in values) + bool(stores)
    slots = sum(vector_slots([v], machine) * parts[v.number] for v in values)
    loads = sum(parts[v.number] for v in values if v.op == "load")
    return vector_cycles(slots, (1 + loads) * max(1, passes), stores, machine)


def _in_own_tiles(values: Sequence[Value]) -> set[int]:
    """The values that have tiles of their own where they vary along fewer loops than their users: costly ones."""
    efforts: dict[int, int] = {}
    for value in values:
        efforts[value.number] = effort(value, lambda operand: efforts[operand.number])
    return {v.number for v in values if v.op in _RESIDENT or efforts[v.number] >= COSTLY}


def _tile_cycles(
    values: Sequence[Value], shared: Set[int], varying: Mapping[int, set[int]], recording: Recording, machine: Machine
) -> float:
    """Cycles for every tile, until values that are computed for rows before those of the elements are there; those that
    depend on reductions are left out.
    """
    loops, reduced = set(range(len(recording.domain.dims))), set[int]()
    for value in values:
        if value.op == "reduce" or any(arg.number in reduced for arg in value.args):
            reduced.add(value.number)
    early = shared - reduced
    rows = [v for v in values if v.number in early and v.args and set() < varying[v.number] < loops]
    if not rows:
        return 0.0
    return (
        vector_slots(rows, machine) / machine.vector_alus + machine.vector_latency_cycles + chain_cycles(rows, machine)
    )


def _computed_parts(
    values: Sequence[Value],
    shared: Set[int],
    varying: Mapping[int, set[int]],
    recording: Recording,
    machine: Machine,
    lane_dim: int,
) -> dict[int, float]:
    """Elements that each value is computed for per element of all loops: `shared` ones once for all of their users,
    others wherever they are used.
    """
    parts: dict[int, float] = {}
    used: dict[int, float] = {}
    for value in reversed(values):
        once = _computed_part(value, varying, recording, machine, lane_dim)
        parts[value.number] = once if value.number in shared else max(once, used.get(value.number, 0.0))
        for arg in value.args:
            used[arg.number] = max(used.get(arg.number, 0.0), parts[value.number])
    return parts


def _computed_part(
    value: Value, varying: Mapping[int, set[int]], recording: Recording, machine: Machine, lane_dim: int
) -> float:
    """Elements that a value is computed for per element of all loops; a reduction combines those of its operand. In
    every lane if it does not vary along the loop that lies across the lanes.
    """
    loops = varying[(value.args[0] if value.op == "reduce" else value).number]
    part = _part(loops, recording)
    return part if lane_dim in loops else min(1.0, part * machine.vector_lanes)


def _exchanges(
    values: Sequence[Value], gathers: Sequence[_Gather], recording: Recording, machine: Machine, lane_dim: int
) -> float:
    """Cross-lane elements: a reduction gathers every lane's partial result and spreads the total; what is computed for
    a row of gathered elements is spread.
    """
    row = prod(max(1, recording.sizes.hint(dim.size)) for dim in recording.domain.dims[lane_dim : lane_dim + 1])
    times = 2 * sum(v.op == "reduce" for v in values) + sum(gather.spreads for gather in gathers)
    return times * machine.vector_lanes / row
