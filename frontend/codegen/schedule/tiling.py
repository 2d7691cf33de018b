"""Tile sizes: long contiguous runs for the DMA engines, enough rows for the lanes, and a volume that leaves several
tiles to overlap.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from npusim.frontend.codegen.graph.access import Access
from npusim.frontend.codegen.graph.domain import Dim
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.simulator.machine import Machine

VECTOR = 16
"""Granularity of innermost tile sizes, which the functional compiler vectorises without remainder."""
SMALLEST_VOLUME = 4096
LARGEST_VOLUME = 32768
"""Elements of a tile's iteration space: large enough for efficient DMA, small enough for the host's caches and for
eight tiles in flight.
"""
COVERED_LATENCIES, MOST_DOUBLINGS = 4, 3
"""Latencies of memory that moving a tile in and out should take, and how often tiles are doubled for it at most."""
LANES_FACTOR = 8
"""How many times larger a tile may be to give every lane a row, or to keep the rows of a reduction whole."""
LANE_RUN, LONG_RUN = 128, 1024
"""Elements of a contiguous run: the least for an efficient DMA row, and the least that spreads over all channels."""
LONG_ROW = 256
"""Elements of a row that is not rounded up to vectors: one partial vector costs less than masking the padding."""
MOST_PADDING, SMALL_VECTORS = 2, 4
"""How many times larger than its elements a tile may be for the sake of other symbolic sizes, if it is not small: of
more vectors in each lane.
"""
SMALL_SHARE = 64
"""An access with fewer elements than this part of the largest one does not shape tiles."""
FEW_TILES, MANY_TILES = 8, 32
MOST_ROWS_FACTOR = 4
"""How many times larger a tile may be to amortise exchanges between lanes."""
SLOTS_PER_ELEMENT = 1 / 4
EXCHANGE_CYCLES, WAITING_CYCLES = 150, 250
"""Assumed of every machine: cycles per element of a lane, all passes together; cycles of passing partial results to the
cross-lane unit and back, without and with the vector unit's latency.
"""


@dataclass(frozen=True)
class Tiling:
    """Tile extent of each dimension, the dimension across the lanes, and the loops' order, outermost first."""

    tiles: tuple[int, ...]
    lane_dim: int
    order: tuple[int, ...]
    persistent: bool


@dataclass(frozen=True)
class Problem:
    """The inputs of the choice of tile sizes.

    Attributes:
        accesses: of all DMA loads and stores; the first one dominates the order of the loops.
        lanes: of the machine.
        several_passes: whether the kernel goes over its elements more than once.
        volume: upper limit of elements in a tile's iteration space.
        longest: elements up to which the rows of several passes are kept whole, whatever `volume` says.
        slack_cycles: per element, by which memory takes longer than the vector unit; negative if it is faster.
        exchanges: reductions of a row, whose results later passes wait for.
    """

    dims: Sequence[Dim]
    accesses: Sequence[Access]
    sizes: Sizes
    lanes: int
    several_passes: bool = False
    volume: int = LARGEST_VOLUME
    longest: int = 0
    slack_cycles: float = math.inf
    exchanges: int = 0


def largest_volume(bytes_per_element: float, machine: Machine) -> int:
    """Elements of a tile's iteration space: `LARGEST_VOLUME`, or as many as keep the memory busy while the tiles before
    and behind wait for its latency.
    """
    covered = COVERED_LATENCIES * machine.memory_latency_cycles * machine.dram_stream_bytes_per_cycle
    needed = covered / bytes_per_element if bytes_per_element else 0
    doublings = max(0, math.floor(math.log2(needed / LARGEST_VOLUME) + 0.5)) if needed else 0
    return int(LARGEST_VOLUME << min(doublings, MOST_DOUBLINGS))


def cores_have_one_tile(dims: Sequence[Dim], tiles: Sequence[int], cores: int) -> bool:
    """Whether no core has two tiles, for which it would be worth to prepare anything before the first one. Of symbolic
    sizes there may be more in another call.
    """
    if not all(dim.size.is_number for dim in dims):
        return False
    return math.prod(math.ceil(int(dim.size) / tile) for dim, tile in zip(dims, tiles, strict=True)) <= cores


def choose(problem: Problem) -> Tiling:
    """Tile sizes for a kernel; the same problem gives the same tiles."""
    hints = [max(1, problem.sizes.hint(d.size)) for d in problem.dims]
    order = _loop_order(problem, hints)
    inner = _innermost_dims(problem, order, hints)
    tiles = _Growth(problem, hints, inner, order)
    persistent = tiles.try_persistent()
    tiles.grow()
    if persistent and problem.several_passes:
        tiles.add_rows()
    extents = tiles.extents()
    return Tiling(extents, _lane_dim(problem, extents), order, persistent)


def _loop_order(problem: Problem, hints: list[int]) -> tuple[int, ...]:
    """Dimensions in the memory order of the largest access.

    Dimensions that it lacks come first, unless no transfer has them: elements are then gathered or scattered along
    them, in the order of the kernel's own loops, where neighbours are neighbours in memory.
    """
    everything = range(len(problem.dims))
    if not problem.accesses:
        return tuple(everything)
    dominant = max(problem.accesses, key=lambda a: _elements(a, hints))
    missing = [d for d in everything if d not in dominant.dims]
    transferred = {d for access in problem.accesses for d in access.dims}
    if not transferred.intersection(missing) and list(dominant.dims) == sorted(dominant.dims):
        return tuple(everything)
    return (*missing, *dominant.dims)


def _elements(access: Access, hints: list[int]) -> int:
    return math.prod(hints[d] for d in access.dims)


def _innermost_dims(problem: Problem, order: tuple[int, ...], hints: list[int]) -> list[int]:
    """Dimensions that are contiguous in some large access, the last loop first.

    Accesses that are small beside the largest one (a statistic per row) may be moved in short runs.
    """
    found = [order[-1]] if order else []
    counts = max((_elements(access, hints) for access in problem.accesses), default=0) // SMALL_SHARE
    for access in problem.accesses:
        if (
            access.innermost is not None
            and access.innermost not in found
            and _elements(access, hints) >= counts
            and problem.sizes.hint(access.strides[-1]) in (1, -1)
        ):
            found.append(access.innermost)
    return found


class _Growth:
    """Doubles tile sizes, in an order of preference, up to the volume."""

    def __init__(self, problem: Problem, hints: list[int], inner: list[int], order: tuple[int, ...]) -> None:
        self.problem, self.hints, self.inner, self.order = problem, hints, inner, order
        self.tiles = [1] * len(hints)
        self.fixed: set[int] = set()
        elements, volume = math.prod(hints), min(problem.volume, LARGEST_VOLUME)
        self.limit = min(volume, max(SMALLEST_VOLUME, elements // FEW_TILES))
        self.limit = max(self.limit, min(problem.volume, elements // MANY_TILES))
        self.most = volume * LANES_FACTOR

    def try_persistent(self) -> bool:
        """Covers static reduction dimensions entirely if they fit, so that several passes read the data once.

        A single pass gains from it only where the rows are contiguous: the lanes then reduce without partial results.
        """
        reduced = [d for d, dim in enumerate(self.problem.dims) if dim.reduction]
        if not reduced or not all(self.problem.dims[d].size.is_number for d in reduced):
            return False
        volume = math.prod(self._whole(d) for d in reduced)
        beside = [d for d in self.inner if d not in reduced]
        narrow = math.prod(
            min(VECTOR if self.problem.several_passes else self.problem.lanes, self.hints[d]) for d in beside
        )
        several = self.problem.several_passes
        if volume * narrow > max(self.most, several * self.problem.longest):
            return False
        if not (several or self.order[-1] in reduced):
            return False
        for d in reduced:
            self.tiles[d] = self.hints[d] if self.hints[d] >= LONG_ROW else self._whole(d)
        self.fixed |= set(reduced)
        self.limit = max(self.limit, volume * narrow)
        return True

    def _whole(self, d: int) -> int:
        """The tile that covers a dimension: rounded up where it is the vectorised one."""
        size = self.hints[d]
        return size if size < 8 or d != self.order[-1] else _round_up(size)

    def grow(self) -> None:
        rows = [d for d in self.order[::-1] if not self.problem.dims[d].reduction and d not in self.inner]
        # Lanes without work are worse than few tiles.
        for d in self.inner:
            self._double(d, LANE_RUN, self.most if self.fixed else self.limit)
        for d in rows:
            self._double(d, self.problem.lanes, self.most if self._lanes_filled() < self.problem.lanes else self.limit)
        for d in self.inner:
            self._double(d, LONG_RUN, self.limit)
        for d in (*self.inner, *self.order[::-1]):
            self._double(d, 1 << 30, self.limit)

    def add_rows(self) -> None:
        """Enlarges tiles whose rows lie across the lanes: passes wait as long for an exchange of one row as of many.
        Enough tiles to overlap must be left, and a tile must not exceed one of the longest rows.
        """
        rows = [d for d in self.order[::-1] if not self.problem.dims[d].reduction and d not in self.inner]
        for d in rows:
            while (
                self.tiles[d] < self.hints[d]
                and self._rows_across_lanes()
                and self.problem.exchanges * WAITING_CYCLES > self.problem.slack_cycles * math.prod(self.tiles)
                and math.prod(self.tiles) * 2 <= min(self.problem.longest, self.most * MOST_ROWS_FACTOR)
                and math.prod(self.tiles) * 2 * MANY_TILES <= math.prod(self.hints)
            ):
                self.tiles[d] *= 2

    def _rows_across_lanes(self) -> bool:
        return self.problem.dims[_lane_dim(self.problem, tuple(self.tiles))].reduction

    def _lanes_filled(self) -> int:
        parallel = [t for t, dim in zip(self.tiles, self.problem.dims, strict=True) if not dim.reduction]
        return max(parallel, default=1)

    def _double(self, d: int, cap: int, limit: int) -> None:
        if d in self.fixed:
            return
        whole = self._whole(d)
        while self.tiles[d] < min(whole, cap) and math.prod(self.tiles) * 2 <= limit:
            self.tiles[d] = min(self.tiles[d] * 2, whole)

    def extents(self) -> tuple[int, ...]:
        """The final extents, rounded as far as little is computed for nothing. Rounding many small symbolic sizes to
        whole vectors is much; outer dimensions then keep their extents.
        """
        extents = [self._rounded(d) for d in range(len(self.hints))]
        small = min(SMALLEST_VOLUME, SMALL_VECTORS * VECTOR * self.problem.lanes)
        most = min(self.most, max(small, MOST_PADDING * math.prod(self.tiles)))
        for d in self.order[:-1]:
            if math.prod(extents) > most:
                extents[d] = min(extents[d], self.tiles[d])
        return tuple(extents)

    def _rounded(self, d: int) -> int:
        """The final extent: tiles of about equal size, of whole vectors along the vectorised dimension."""
        tile, whole = self.tiles[d], self._whole(d)
        if d in self.fixed:
            return tile
        if tile >= whole:  # of a symbolic size whole vectors, since other sizes follow
            return whole if self.problem.dims[d].size.is_number else max(VECTOR, _round_up(whole))
        count = -(-whole // tile)
        even = -(-self.hints[d] // count)
        return _round_up(even) if d == self.order[-1] or tile >= VECTOR else even


def _round_up(size: int) -> int:
    return -(-size // VECTOR) * VECTOR


def _lane_dim(problem: Problem, tiles: tuple[int, ...]) -> int:
    """The dimension across the lanes: the one with which a tile takes fewest cycles."""
    return min(range(len(tiles)), key=lambda d: (_lane_cycles(problem, tiles, d), problem.dims[d].reduction))


def _lane_cycles(problem: Problem, tiles: tuple[int, ...], d: int) -> float:
    """Estimated cycles of a tile with a dimension across the lanes: lanes without elements wait, and reductions across
    lanes go through the cross-lane unit and back to all lanes.
    """
    lanes = problem.lanes
    cycles = SLOTS_PER_ELEMENT * math.prod(tiles) / tiles[d] * -(-tiles[d] // lanes)
    if problem.dims[d].reduction and not _is_streamed(problem, tiles):
        rows = math.prod(t for t, dim in zip(tiles, problem.dims, strict=True) if not dim.reduction)
        cycles += 2 * rows + EXCHANGE_CYCLES
    return cycles


def _is_streamed(problem: Problem, tiles: tuple[int, ...]) -> bool:
    """Whether rows are longer than a tile: lanes then keep partial results of their own until the last one."""
    rows = [(dim.size, tile) for dim, tile in zip(problem.dims, tiles, strict=True) if dim.reduction]
    return not all(size.is_number and int(size) <= tile for size, tile in rows)
