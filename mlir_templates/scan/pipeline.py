"""Tiles of a scan on their way through a core: loads, work and stores, as far as they wait for each other.

A small model of the timing engine (`docs/engine.md`): the load engine, the units that work on tiles, and the store
engine each take the tiles in order. A load begins when it has been issued, which the operations of the tile before
delay as long as more of them are left than the vector unit's queue holds, and when its slot is free: where tiles are
scanned in place, when the store of the last tile but one has left. Work begins when the tile has arrived and the tile
before is done; where its result is written to a slot of its own, it waits in between for the store of the tile before.
A load and a store under way share the memory.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf


@dataclass(frozen=True)
class TileWork:
    """Core cycles of the operations on a tile, which follow each other.

    Attributes:
        before: those up to the first one that writes to the slot of the result; all where tiles are scanned in place.
        behind: the others.
        read: of `before`, those until the slot of the load is free; 0 where tiles are scanned in place.
        queued: of all, the last ones, which wait in the vector unit's queue while the next tile is loaded.
    """

    before: float
    behind: float
    read: float
    queued: float


@dataclass(frozen=True)
class Transfers:
    """Core cycles of a load or a store of a tile.

    Attributes:
        alone: where no other transfer is under way.
        shared: of each, where a load and a store are.
        latency: until all that a load has asked for arrives.
        beside: the same where a store is under way.
    """

    alone: float
    shared: float
    latency: float
    beside: float


@dataclass
class _Flow:
    """What is done for one tile after the other: the tile that is next, and the part that is left, if it has begun."""

    tile: int = 0
    left: float | None = None

    def next_event(self, ready: float, now: float, cycles: float) -> float:
        """When the tile begins or, if a whole one takes `cycles`, is done."""
        return max(now, ready) if self.left is None else now + self.left * cycles

    def advance(self, ready: float, now: float, passed: float, cycles: float) -> bool:
        """Goes on by `passed` cycles to `now`; whether the tile is done."""
        if self.left is None:
            self.left = 1.0 if ready <= now else None
            return False
        self.left -= passed / cycles if cycles else self.left
        if self.left > 1e-9:
            return False
        self.tile, self.left = self.tile + 1, None
        return True


class Pipeline:
    """The times of tiles with this work, each with its load and its store."""

    def __init__(self, work: Sequence[TileWork], transfers: Transfers, *, in_place: bool) -> None:
        self.work, self.transfers, self.in_place = work, transfers, in_place
        self._asked: list[float] = []
        self._arrived: list[float] = []
        self._begun: list[float] = []
        self._done: list[float] = []
        self._stored: list[float] = []

    def times(self) -> tuple[list[float], list[float]]:
        """When the store of each tile has left, and when the work on it is done."""
        loads, answers, stores, now, moved = _Flow(), _Flow(), _Flow(), 0.0, self.transfers
        while len(self._stored) < len(self.work):
            storing = stores.left is not None
            each = moved.shared if storing and loads.left is not None else moved.alone
            late = moved.beside if storing else moved.latency
            flows = (
                (loads, self._load_ready(loads.tile), each, self._asked),
                (answers, _known(self._asked, answers.tile), late, self._arrived),
                (stores, _known(self._done, stores.tile), each, self._stored),
            )
            then = min(flow.next_event(ready, now, cycles) for flow, ready, cycles, _ in flows)
            for flow, ready, cycles, ends in flows:
                if flow.advance(ready, then, then - now, cycles):
                    ends.append(then)
            now = then
            self._begin()
        return self._stored, self._done

    def _begin(self) -> None:
        """Works on the tiles that have arrived, as far as what they wait for is known."""
        while len(self._done) < len(self._arrived):
            tile = len(self._done)
            if len(self._begun) == tile:
                self._begun.append(max(self._arrived[tile], self._done[-1] if tile else 0.0))
            free = 0.0 if self.in_place or not tile else _known(self._stored, tile - 1)
            if free == inf:
                return
            self._done.append(max(self._begun[tile] + self.work[tile].before, free) + self.work[tile].behind)

    def _load_ready(self, tile: int) -> float:
        """When a load has been issued and its slot is free; infinity as long as that is not known."""
        if not 0 < tile < len(self.work):
            return inf if tile else 0.0
        work, begun = self.work[tile - 1], _known(self._begun, tile - 1)
        issued = begun + max(work.read, work.before + work.behind - work.queued)
        return max(issued, _known(self._stored, tile - 2)) if self.in_place and tile > 1 else issued


def _known(times: Sequence[float], tile: int) -> float:
    """The time of a tile; infinity as long as it is not known."""
    return times[tile] if tile < len(times) else inf
