"""Tile sizes: long contiguous runs for the DMA engines, enough rows for the lanes, and a volume that leaves several tiles to overlap."""

from collections.abc import Sequence
from dataclasses import dataclass

from npusim.frontend.codegen.access import Access
from npusim.frontend.codegen.domain import Dim
from npusim.frontend.codegen.sizes import Sizes

VECTOR = 16
"""Granularity of innermost tile sizes: what the functional compiler vectorises without remainder."""
SMALLEST_VOLUME = 4096
LARGEST_VOLUME = 32768
"""Elements of a tile's iteration space: large enough for efficient DMA, small enough for the host's caches and for eight tiles in flight."""
PERSISTENT_VOLUME = 131072
"""Elements up to which rows are kept whole in the scratchpad during a reduction."""
FEW_TILES = 8


@dataclass(frozen=True)
class Tiling:
    """Tile extent of each dimension, the dimension across the lanes, and the order of loops in compute operations (outermost first)."""

    tiles: tuple[int, ...]
    lane_dim: int
    order: tuple[int, ...]
    persistent: bool


@dataclass(frozen=True)
class Problem:
    """What tile sizes depend on.

    Attributes:
        accesses: of all DMA loads and stores; the first one dominates the order of the loops.
        lanes: of the machine.
        volume: upper limit of elements in a tile's iteration space.
    """

    dims: Sequence[Dim]
    accesses: Sequence[Access]
    sizes: Sizes
    lanes: int
    volume: int = LARGEST_VOLUME


def choose(problem: Problem) -> Tiling:
    """Tile sizes for a kernel; the same problem gives the same tiles."""
    hints = [max(1, problem.sizes.hint(d.size)) for d in problem.dims]
    order = _loop_order(problem, hints)
    inner = _innermost_dims(problem, order)
    tiles = _Growth(problem, hints, inner, order)
    persistent = tiles.try_persistent()
    tiles.grow()
    extents = tuple(tiles.rounded(d) for d in range(len(hints)))
    return Tiling(extents, _lane_dim(problem, extents), order, persistent)


def _loop_order(problem: Problem, hints: list[int]) -> tuple[int, ...]:
    """Dimensions in the memory order of the largest access; those it lacks come first."""
    everything = range(len(problem.dims))
    if not problem.accesses:
        return tuple(everything)
    dominant = max(problem.accesses, key=lambda a: _elements(a, hints))
    missing = [d for d in everything if d not in dominant.dims]
    return (*missing, *dominant.dims)


def _elements(access: Access, hints: list[int]) -> int:
    result = 1
    for d in access.dims:
        result *= hints[d]
    return result


def _innermost_dims(problem: Problem, order: tuple[int, ...]) -> list[int]:
    """Dimensions that are contiguous in some access, the last loop first."""
    found = [order[-1]] if order else []
    for access in problem.accesses:
        if access.innermost is not None and access.innermost not in found and problem.sizes.hint(access.strides[-1]) in (1, -1):
            found.append(access.innermost)
    return found


class _Growth:
    """Doubles tile sizes, in an order of preference, up to the volume."""

    def __init__(self, problem: Problem, hints: list[int], inner: list[int], order: tuple[int, ...]) -> None:
        self.problem, self.hints, self.inner, self.order = problem, hints, inner, order
        self.tiles = [1] * len(hints)
        self.fixed: set[int] = set()
        total = self._product(hints)
        self.limit = min(problem.volume, max(SMALLEST_VOLUME, total // FEW_TILES))

    @staticmethod
    def _product(values: Sequence[int]) -> int:
        result = 1
        for v in values:
            result *= v
        return result

    def try_persistent(self) -> bool:
        """Covers static reduction dimensions entirely if they fit; only then is everything loaded once."""
        reduced = [d for d, dim in enumerate(self.problem.dims) if dim.reduction]
        static = all(self.problem.dims[d].size.is_number for d in reduced)
        volume = self._product([self._whole(d) for d in reduced])
        narrow = self._product([min(VECTOR, self.hints[d]) for d in self.inner if d not in reduced])
        if not reduced or not static or volume * narrow > min(PERSISTENT_VOLUME, 4 * self.problem.volume):
            return False
        for d in reduced:
            self.tiles[d] = self._whole(d)
        self.fixed |= set(reduced)
        self.limit = max(self.limit, min(volume * narrow * 8, self.problem.volume), volume * narrow)
        return True

    def _whole(self, d: int) -> int:
        """The tile that covers a dimension: rounded up where it is the vectorised one."""
        size = self.hints[d]
        return size if size < 8 or d != self.order[-1] else _round_up(size)

    def grow(self) -> None:
        rows = [d for d in self.order if not self.problem.dims[d].reduction and d not in self.inner]
        for dims, cap in (
            (self.inner, 128),
            (rows[-1:], self.problem.lanes),
            (self.inner, 512),
            (rows[::-1], self.problem.lanes),
            (self.inner, 1 << 30),
            (self.order[::-1], 1 << 30),
        ):
            for d in dims:
                self._double(d, cap)

    def _double(self, d: int, cap: int) -> None:
        if d in self.fixed:
            return
        whole = self._whole(d)
        while self.tiles[d] < min(whole, cap) and self._product(self.tiles) * 2 <= self.limit:
            self.tiles[d] = min(self.tiles[d] * 2, whole)

    def rounded(self, d: int) -> int:
        """The final extent: tiles of one dimension of about equal size, whole vectors where it is the vectorised one."""
        tile, whole = self.tiles[d], self._whole(d)
        if d in self.fixed or tile >= whole:
            return whole if self.problem.dims[d].size.is_number or d in self.fixed else _dynamic(whole)
        count = -(-whole // tile)
        even = -(-self.hints[d] // count)
        return _round_up(even) if d == self.order[-1] or tile >= VECTOR else even


def _dynamic(whole: int) -> int:
    """A tile for a symbolic size: the hint rounded up to whole vectors, since other sizes follow."""
    return max(VECTOR, _round_up(whole))


def _round_up(size: int) -> int:
    return -(-size // VECTOR) * VECTOR


def _lane_dim(problem: Problem, tiles: tuple[int, ...]) -> int:
    """The dimension across the lanes: a parallel one if it fills a quarter of them, else the one that fills most."""

    def filled(d: int) -> int:
        return min(tiles[d], problem.lanes)

    parallel = [d for d, dim in enumerate(problem.dims) if not dim.reduction]
    best = max(parallel, key=filled)
    overall = max(range(len(tiles)), key=filled)
    return best if 4 * filled(best) >= filled(overall) else overall
