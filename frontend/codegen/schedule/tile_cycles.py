"""Estimated cycles of a generated kernel with some tiles, by which the volume of its tiles is chosen.

A tile is loaded, worked on pass by pass, and stored; as tiles have two slots two of them are under way. Where the rows
of a reduction lie across the lanes, each reduction of a tile goes through the cross-lane unit and its result back to
all lanes, during which the vector unit waits; it works in order. So it waits for the elements of a tile whose addresses
it has computed, each of which comes with a memory request of its own unless they lie side by side. What all tiles need
in all lanes is copied to them before the first one's last pass, during which the tiles that have slots are loaded.
Cores share the tiles and the memory; they begin when what all tiles have in common has arrived.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log2, prod

from npusim.frontend.codegen.graph.access import Access
from npusim.frontend.codegen.schedule.tiling import Problem, Tiling, choose, cores_have_one_tile
from npusim.frontend.codegen.schedule.transfer_time import (
    TileAxis,
    both_ways_cycles,
    bytes_per_cycle,
    moved_bytes,
    overlapped_cycles,
)
from npusim.simulator.machine import Machine

_SLOTS = 2
_HALVINGS = 6
"""How often the volume of tiles is halved in search of faster ones."""


@dataclass(frozen=True)
class Transfer:
    """A load or store of every tile."""

    access: Access
    element_bytes: float
    stores: bool


@dataclass(frozen=True)
class Indexed:
    """A gather or scatter of elements at computed addresses.

    Attributes:
        dims: that it varies along.
        neighbours: the dimension along which elements lie side by side in memory, if there is one.
        depth: gathers that its addresses come from, one after the other, itself included.
    """

    dims: frozenset[int]
    element_bytes: float
    neighbours: int | None
    stores: bool
    depth: int


@dataclass(frozen=True)
class PassWork:
    """A pass over all elements of a tile, or over its rows only.

    Attributes:
        slots: cycles of the vector unit per element, in all lanes; 0 if it is over the rows.
        chain_cycles: latency of its operations, one after the other.
        row_cycles: of what is computed for every row before it, from earlier passes' results.
        reductions: whose results of a row later passes wait for.
        parts: the dimensions of what varies along fewer than the tile has, and `slots` of it.
        costly: the dimensions of those parts that have tiles of their own, and the latency of what they consist of: the
            pass waits for them.
    """

    slots: float
    chain_cycles: int
    row_cycles: int
    reductions: int
    parts: Sequence[tuple[frozenset[int], float]] = ()
    costly: Sequence[tuple[frozenset[int], int]] = ()


@dataclass(frozen=True)
class Work:
    """What a kernel does with its tiles; `shared`: cores may share them."""

    loops: Problem
    machine: Machine
    transfers: Sequence[Transfer]
    indexed: Sequence[Indexed]
    passes: Sequence[PassWork]
    shared: bool


def smaller_tilings(work: Work) -> Iterator[Tiling]:
    """The tilings of smaller volumes, which hold whole rows."""
    loops = work.loops
    elements = prod(max(1, loops.sizes.hint(dim.size)) for dim in loops.dims)
    whole = max(0, floor(log2(loops.volume / elements)))  # halvings after which a tile still holds everything
    for halvings in range(whole + 1, whole + _HALVINGS + 1):
        tiling = choose(replace(loops, volume=loops.volume >> halvings, longest=loops.longest >> halvings))
        if tiling.persistent or not any(dim.reduction for dim in loops.dims):
            yield tiling


def busy_cores(work: Work, tiling: Tiling) -> int:
    """How many cores have any of the tiles."""
    return _shares(_tiles(work, tiling), work.machine.cores if work.shared else 1)[1]


def tile_cycles(work: Work, tiling: Tiling) -> float:
    """Estimated cycles of a kernel whose tiles hold whole rows, on as many cores as are best."""
    return min(_cycles_on(cores, work, tiling) for cores in (work.machine.core_counts if work.shared else (1,)))


def _cycles_on(cores: int, work: Work, tiling: Tiling) -> float:
    machine = work.machine
    each, busy = _shares(_tiles(work, tiling), cores)
    speed = bytes_per_cycle(machine, busy) / busy
    load, store = (_moved(work, tiling, stores) / speed for stores in (False, True))
    gathered, scattered = (_indexed_bytes(work, tiling, stores) / speed for stores in (False, True))
    vector, waits = _vector_cycles(work, tiling)
    latency = machine.memory_latency_cycles + machine.dram_command_latency_cycles
    vector += gathered + latency * max((each.depth for each in work.indexed if not each.stores), default=0)
    chain = load + vector + waits + latency
    load, store = load + gathered, store + scattered
    moved = both_ways_cycles(load, store, machine, busy, busy * len(work.transfers))
    before = latency if busy > 1 and any(_kept(work, tiling)) else 0.0
    copied = latency + _copied_to_lanes_cycles(work, tiling)
    first = before + max(chain, copied + _last_pass_cycles(work, tiling) + waits)
    beside = min(load, vector) if each > 1 else 0.0  # the second tile's loads come during the work on the first
    by_work = overlapped_cycles(each - 1, vector, chain, _SLOTS)
    by_memory = overlapped_cycles(each - 1, moved, chain, _SLOTS) - beside
    return first + max(by_work, by_memory) + store + latency


def _shares(count: int, cores: int) -> tuple[int, int]:
    """Tiles of the busiest core, and the number of cores with any."""
    each = ceil(count / cores)
    return each, ceil(count / each)


def _copied_to_lanes_cycles(work: Work, tiling: Tiling) -> float:
    """Cycles in which the cross-lane unit copies what all tiles have in common, and what differs by lane, to all lanes;
    0 where there is none, or where no core has two tiles.
    """
    machine = work.machine
    if cores_have_one_tile(work.loops.dims, tiling.tiles, machine.cores if work.shared else 1):
        return 0.0
    copied = (each.access.dims for each in _kept(work, tiling) if tiling.lane_dim not in each.access.dims)
    elements = (prod(tiling.tiles[d] for d in dims) for dims in copied)
    rate = machine.cross_lane_elements_per_cycle / machine.vector_lanes
    return sum(number / rate + machine.cross_lane_latency_cycles for number in elements)


def _kept(work: Work, tiling: Tiling) -> Iterator[Transfer]:
    """Loads before the first tile, of what all tiles have in common."""
    tiles = _tiles(work, tiling)
    for each in work.transfers:
        if each.access.dims and not each.stores and 1 < tiles == _unchanged(each.access.dims, work, tiling):
            yield each


def _last_pass_cycles(work: Work, tiling: Tiling) -> float:
    """Cycles of the vector unit for the last pass over the elements of a tile."""
    last = [each for each in work.passes if each.slots][-1:]
    return _vector_cycles(replace(work, passes=last), tiling)[0]


def _tiles(work: Work, tiling: Tiling) -> int:
    sizes = (max(1, work.loops.sizes.hint(dim.size)) for dim in work.loops.dims)
    return prod(ceil(size / tile) for size, tile in zip(sizes, tiling.tiles, strict=True))


def _moved(work: Work, tiling: Tiling, stores: bool) -> float:
    """Bytes of a tile's loads, or of its stores, as requests are moved whole."""
    found = [transfer for transfer in work.transfers if transfer.stores == stores]
    return sum(_moved_by(each, work, tiling) for each in found)


def _moved_by(transfer: Transfer, work: Work, tiling: Tiling) -> float:
    """Bytes of a transfer in a tile; a load that the innermost loops do not change is shared by their iterations."""
    sizes = work.loops.sizes
    axes, below = list[TileAxis](), 1
    for d, stride in zip(reversed(transfer.access.dims), reversed(transfer.access.strides), strict=True):
        apart = max(1, abs(sizes.hint(stride)) // below)
        whole = max(1, sizes.hint(work.loops.dims[d].size))
        tile = min(tiling.tiles[d], whole)
        axes.insert(0, TileAxis(tile, tiling.tiles[d] * apart, whole * apart, apart))
        below *= whole * apart
    return moved_bytes(axes, transfer.element_bytes, work.machine) / _unchanged(transfer.access.dims, work, tiling)


def _indexed_bytes(work: Work, tiling: Tiling, stores: bool) -> float:
    """Bytes of the requests for the elements of a tile that are gathered, or scattered."""
    whole = [max(1, work.loops.sizes.hint(dim.size)) for dim in work.loops.dims]
    tiles = [min(tile, size) for tile, size in zip(tiling.tiles, whole, strict=True)]
    total = 0.0
    for each in work.indexed:
        if each.stores == stores:
            elements = prod(tiles[d] for d in each.dims)
            run = 1 if each.neighbours is None else tiles[each.neighbours]
            asked = max(run * each.element_bytes, work.machine.dram_request_bytes)
            total += elements / run * asked / _unchanged(each.dims, work, tiling)
    return total


def _unchanged(dims: Collection[int], work: Work, tiling: Tiling) -> int:
    """Iterations of the innermost loops that change nothing that varies along these dimensions only."""
    shared = 1
    for d in reversed(tiling.order):
        count = ceil(max(1, work.loops.sizes.hint(work.loops.dims[d].size)) / tiling.tiles[d])
        if count > 1 and d in dims:
            break
        shared *= count
    return shared


def _vector_cycles(work: Work, tiling: Tiling) -> tuple[float, float]:
    """Cycles during which the vector unit works on a tile or waits for its rows' results, and what the store waits for
    behind them.
    """
    machine, dims = work.machine, work.loops.dims
    lanes, across = machine.vector_lanes, tiling.tiles[tiling.lane_dim]
    elements = prod(tiling.tiles) / across * ceil(across / lanes) * lanes
    rows = prod(tile for tile, dim in zip(tiling.tiles, dims, strict=True) if not dim.reduction)
    over_lanes = dims[tiling.lane_dim].reduction
    cycles = 0.0
    for number, each in enumerate(work.passes):
        cycles += (
            each.slots * elements + each.row_cycles + sum(_part_cycles(*part, work, tiling) for part in each.parts)
        )
        cycles += _awaited_part_cycles(each, work, tiling)
        if each.reductions:
            folds = _exchange_cycles(rows, machine) if over_lanes else _fold_cycles(rows, tiling, work)
            cycles += each.reductions * folds + (_exchange_latency(machine) if over_lanes else 0)
        if number + 1 < len(work.passes):
            cycles += machine.vector_latency_cycles + each.chain_cycles
    last = machine.vector_latency_cycles + (work.passes[-1].chain_cycles if work.passes else 0)
    return cycles, last


def _part_cycles(dims: frozenset[int], slots: float, work: Work, tiling: Tiling) -> float:
    """Cycles per tile of what varies along some dimensions: in every lane where none of them lies across the lanes."""
    lanes, across = work.machine.vector_lanes, tiling.tiles[tiling.lane_dim]
    of_a_lane = ceil(across / lanes) / across if tiling.lane_dim in dims else 1
    return slots * lanes * of_a_lane * prod(tiling.tiles[d] for d in dims) / _unchanged(dims, work, tiling)


def _awaited_part_cycles(each: PassWork, work: Work, tiling: Tiling) -> float:
    """Cycles per tile for which a pass waits for parts in tiles of their own: the vector unit completes in order, so
    also for the tile before, and what no lane has alone is then copied to all lanes.
    """
    machine, waits, copies = work.machine, 0.0, 0.0
    for dims, chain in each.costly:
        share = 1 / _unchanged(dims, work, tiling)
        waits = max(waits, share * (machine.vector_latency_cycles + max(each.chain_cycles, chain)))
        if tiling.lane_dim not in dims:
            elements = prod(tiling.tiles[d] for d in dims)
            rate = machine.cross_lane_elements_per_cycle / machine.vector_lanes
            copies += share * (elements / rate + machine.cross_lane_latency_cycles)
    return waits + copies


def _exchange_cycles(rows: int, machine: Machine) -> float:
    """Cycles in which the cross-lane unit takes partial results of all lanes, and results to all lanes."""
    return 2 * rows * machine.vector_lanes / machine.cross_lane_elements_per_cycle


def _exchange_latency(machine: Machine) -> int:
    return machine.lane_reduction_latency_cycles + machine.cross_lane_latency_cycles


def _fold_cycles(rows: int, tiling: Tiling, work: Work) -> float:
    """Cycles in which every lane combines the elements of its rows' vectors, if these lie along the rows."""
    machine = work.machine
    inner = tiling.order[-1]
    if not work.loops.dims[inner].reduction:
        return 0.0
    width = min(machine.vector_elements_per_lane, tiling.tiles[inner])
    in_a_lane = ceil(rows / min(tiling.tiles[tiling.lane_dim], machine.vector_lanes))
    return ceil(log2(width)) * in_a_lane / machine.vector_alus if width > 1 else 0.0
