"""Tiles for loads that share blocks with a halo (`stencils`), where that takes less time than loading each of them."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf, prod

from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.access import Access
from npusim.frontend.codegen.schedule.stencils import Stencil
from npusim.frontend.codegen.schedule.tiling import LANES_FACTOR, LARGEST_VOLUME, VECTOR, Problem, Tiling
from npusim.simulator.machine import Machine

_SLOTS = 2
_CHAIN = 8
"""Vector operations, one after the other, that the first element of a tile's results waits for."""
_SHARE = 0.9
"""Part of the scratchpad for blocks and results; the rest is for tiles that the body needs besides."""


@dataclass(frozen=True)
class StencilProblem:
    """The inputs of the choice.

    Attributes:
        loops: the kernel's dimensions and sizes; `volume` limits tiles as it does there.
        loads: the stencils, and the elements that loading their taps one by one moves.
        others: accesses of stores and of loads outside of the stencils, with the bytes of their elements.
        slots: cycles of the vector unit per element, in all lanes.
        plain: the tiling of the kernel that loads every place by itself.
    """

    loops: Problem
    machine: Machine
    loads: Sequence[tuple[Stencil, int]]
    others: Sequence[tuple[Access, int]]
    slots: float
    plain: Tiling


def choose_stencil_tiling(problem: StencilProblem) -> Tiling | None:
    """The tiles with the fewest estimated cycles; None where loading every place by itself is as fast."""
    found = min(_candidates(problem), key=lambda tiling: _cycles(problem, tiling), default=None)
    return found if found is not None and _cycles(problem, found) < _plain_cycles(problem) else None


def _candidates(problem: StencilProblem) -> Iterator[Tiling]:
    """Tiles with a dimension across the lanes along which nothing overlaps, and parts of the overlapping ones."""
    dims, halo = problem.loops.dims, frozenset[int]().union(*(s.halo for s, _ in problem.loads))
    sizes = [max(1, problem.loops.sizes.hint(dim.size)) for dim in dims]
    free = [d for d in range(len(dims)) if d not in halo]
    if not free or not halo:
        return
    lane = max(free, key=lambda d: (sizes[d], problem.plain.order.index(d)))
    last = problem.plain.order[-1]
    options = [[1]] * len(dims)
    for d in {lane, *halo}:
        counts = [ceil(sizes[d] / problem.loops.lanes)] if d == lane else _counts(sizes[d])
        parts = {ceil(sizes[d] / count) for count in counts}
        options[d] = sorted({-(-part // VECTOR) * VECTOR if d == last else part for part in parts})
    for tiles in itertools.product(*options):
        tiling = Tiling(tiles, lane, problem.plain.order, False)
        if _fits(problem, tiling):
            yield tiling


def _counts(size: int) -> list[int]:
    """Into how many parts a dimension may be cut."""
    return [count for count in (1, 2, 3, 4, 6, 8, 12, 16, 32, 64) if count <= size]


def _fits(problem: StencilProblem, tiling: Tiling) -> bool:
    share = min(1, problem.loops.volume / LARGEST_VOLUME)
    per_lane = _bytes(problem, tiling) / min(tiling.tiles[tiling.lane_dim], problem.loops.lanes)
    room = problem.machine.scratchpad_kib_per_lane * 1024 * _SHARE
    return _SLOTS * per_lane <= room * share and prod(tiling.tiles) <= LARGEST_VOLUME * LANES_FACTOR * share


def _bytes(problem: StencilProblem, tiling: Tiling) -> int:
    """Bytes of all tiles, once."""
    tiles = dict(enumerate(tiling.tiles))
    blocks = sum(s.elements(tiles) * dtypes.element_bytes(s.element) for s, _ in problem.loads)
    return blocks + sum(prod(tiles[d] for d in access.dims) * size for access, size in problem.others)


def _cycles(problem: StencilProblem, tiling: Tiling) -> float:
    """Estimated cycles with blocks in tiles."""
    sizes = [problem.loops.sizes.hint(dim.size) for dim in problem.loops.dims]
    moved = _bytes(problem, tiling) + _cut_bytes(problem, tiling, sizes)
    return _overlapped(problem, tiling, moved, _work(problem, tiling, prod(tiling.tiles)))


def _overlapped(problem: StencilProblem, tiling: Tiling, moved_bytes: float, work: float) -> float:
    """Estimated cycles: a tile takes what memory or the vector unit takes, and half of its way through both, since two
    are under way; one load and one result overlap with nothing.

    Args:
        moved_bytes, work: of a tile.
    """
    machine, sizes = problem.machine, [problem.loops.sizes.hint(dim.size) for dim in problem.loops.dims]
    count = prod(ceil(size / tile) for size, tile in zip(sizes, tiling.tiles, strict=True))
    moved = moved_bytes / machine.dram_stream_bytes_per_cycle
    way = moved + work + machine.memory_latency_cycles + machine.cross_lane_latency_cycles
    way += _CHAIN * machine.vector_latency_cycles
    return ceil(count / machine.cores) * max(min(count, machine.cores) * moved, work, way / _SLOTS) + way


def _cut_bytes(problem: StencilProblem, tiling: Tiling, sizes: Sequence[int]) -> int:
    """Bytes of memory requests that are moved beyond a tile's rows: on average one request where rows are cut."""
    cut, request = 0, problem.machine.dram_request_bytes
    for access, _ in [*((Access(s.origin, s.dims, ()), 0) for s, _ in problem.loads), *problem.others]:
        *outer, inner = access.dims
        cut += request * prod(tiling.tiles[d] for d in outer) if tiling.tiles[inner] < sizes[inner] else 0
    return cut


def _plain_cycles(problem: StencilProblem) -> float:
    """Estimated cycles of the kernel that loads every place by itself, in as many bytes in each of its tiles."""
    sizes = [problem.loops.sizes.hint(dim.size) for dim in problem.loops.dims]
    others = sum(prod(sizes[d] for d in access.dims) * size for access, size in problem.others)
    moved = others + sum(count * dtypes.element_bytes(s.element) for s, count in problem.loads)
    tiles = problem.plain.tiles
    count = prod(ceil(size / tile) for size, tile in zip(sizes, tiles, strict=True))
    return _overlapped(problem, problem.plain, moved / count, _work(problem, problem.plain, prod(sizes)) / count)


def _work(problem: StencilProblem, tiling: Tiling, elements: int) -> float:
    """Cycles of the vector unit for elements of tiles, whose lanes may be filled in part."""
    lanes, across = problem.loops.lanes, tiling.tiles[tiling.lane_dim]
    return problem.slots * elements * ceil(across / lanes) * lanes / across if across else inf
