"""Device memory over a run: what was allocated and freed between launches, and which launch used it first.

No simulated time passes between launches: what happens there happens when the next launch starts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from npusim.simulator.report.origin import Origin
from npusim.simulator.run.memory.address_space import ALIGNMENT_BYTES, Location

SCHEMA = "npusim-memory"
SCHEMA_VERSION = 1
MOST_ALLOCATIONS = 100_000
"""Allocations that a run keeps; those beyond are counted, and are in the peak."""

_FirstUse = tuple[str, Origin]


@dataclass(slots=True)
class _Life:
    """An allocation: launches before it was made and before it was freed, and its first user."""

    size_bytes: int
    made: int
    freed: int | None = None
    first_use: _FirstUse | None = None


class MemoryHistory:
    """The allocations of a run.

    Args:
        capacity_bytes: of the machine's DRAM.
    """

    def __init__(self, capacity_bytes: int) -> None:
        self._capacity_bytes = capacity_bytes
        self._launches = 0
        self._lives: list[_Life] = []
        self._alive: dict[int, _Life] = {}
        self._omitted = 0
        self._in_use_bytes = 0
        self._peak = (0, 0)  # bytes, and the launches before
        self._start_ps: dict[int, int | None] = {}  # of launches before which something happened

    def allocated(self, allocation: int, size_bytes: int) -> None:
        """Notes an allocation, by its number; one that is known changes nothing."""
        if allocation in self._alive:
            return
        life = _Life(-(-size_bytes // ALIGNMENT_BYTES) * ALIGNMENT_BYTES, self._launches)
        self._alive[allocation] = life
        self._in_use_bytes += life.size_bytes
        if self._in_use_bytes > self._peak[0]:
            self._peak = self._in_use_bytes, self._launches
            self._start_ps.setdefault(self._launches, None)
        if len(self._lives) < MOST_ALLOCATIONS:
            self._lives.append(life)
            self._start_ps.setdefault(self._launches, None)
        else:
            self._omitted += 1

    def freed(self, allocation: int) -> None:
        """Notes the end of an allocation; one that is not known changes nothing."""
        life = self._alive.pop(allocation, None)
        if life is not None:
            life.freed = self._launches
            self._in_use_bytes -= life.size_bytes
            if life.made in self._start_ps:
                self._start_ps.setdefault(self._launches, None)

    def launched(self, kernel: str, origin: Origin, locations: Sequence[Location | None]) -> None:
        """Notes the allocations that a launch uses."""
        for location in locations:
            if location is None:
                continue
            self.allocated(location.allocation, location.size_bytes)
            life = self._alive[location.allocation]
            if life.first_use is None:
                life.first_use = kernel, origin
        self._launches += 1

    def timed(self, launch: int, start_ps: int) -> None:
        """Takes the start of a launch, by its number."""
        if launch in self._start_ps:
            self._start_ps[launch] = start_ps

    def content(self, end_ps: int) -> dict[str, Any]:
        """The content of memory.json (docs/report.md), for a run that ended at `end_ps`."""
        times = self._times_ns(end_ps)
        origins: dict[_FirstUse | None, int] = {None: -1}
        rows = [
            [
                life.size_bytes,
                times[life.made],
                None if life.freed is None else times[life.freed],
                origins.setdefault(life.first_use, len(origins) - 1),
                life.made == 0,
            ]
            for life in self._lives
        ]
        return {
            "schema": SCHEMA,
            "schema_version": SCHEMA_VERSION,
            "capacity_bytes": self._capacity_bytes,
            "peak_bytes": self._peak[0],
            "peak_ns": times.get(self._peak[1], 0.0),
            "end_ns": end_ps / 1000,
            "omitted": self._omitted,
            "first_uses": [{"kernel": use[0], **vars(use[1])} for use in origins if use is not None],
            "allocations": rows,
        }

    def _times_ns(self, end_ps: int) -> dict[int, float]:
        """By the number of a launch; streams may overlap, but what the program does later happens no earlier. Without
        a launch behind it, it happens at the end."""
        numbers = sorted(self._start_ps)
        starts = ((end_ps if (start := self._start_ps[number]) is None else start) / 1000 for number in numbers)
        return dict(zip(numbers, accumulate(starts, max), strict=True))
