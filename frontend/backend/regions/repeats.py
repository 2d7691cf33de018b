"""Finds what repeats in a sequence: the layers of a model in the nodes of its graph."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Repeat:
    """Elements `start` to `stop` of a sequence, of which every element but the first `period` equals the one that is
    `period` before it.
    """

    start: int
    stop: int
    period: int

    @property
    def saved(self) -> int:
        """Elements that need not be handled when one copy is."""
        return (self.stop - self.start) // self.period * self.period - self.period


def find_repeats(kinds: Sequence[Hashable], min_copies: int, min_saved: int) -> list[Repeat]:
    """Repeats that do not overlap, in order: the one that saves most, then those on either side of it."""
    numbers: dict[Hashable, int] = {}
    return list(_find(np.array([numbers.setdefault(kind, len(numbers)) for kind in kinds]), 0, min_copies, min_saved))


def _find(kinds: NDArray[np.int64], offset: int, min_copies: int, min_saved: int) -> Iterator[Repeat]:
    """As `find_repeats`, with kinds as numbers, of which the first is element `offset`."""
    candidates = (_longest(kinds, period) for period in range(1, len(kinds) // min_copies + 1))
    enough = [each for each in candidates if each.stop - each.start >= min_copies * each.period]
    best = max(enough, key=lambda repeat: (repeat.saved, -repeat.period), default=None)
    if best is None or best.saved < min_saved:
        return
    yield from _find(kinds[: best.start], offset, min_copies, min_saved)
    yield Repeat(best.start + offset, best.stop + offset, best.period)
    yield from _find(kinds[best.stop :], offset + best.stop, min_copies, min_saved)


def _longest(kinds: NDArray[np.int64], period: int) -> Repeat:
    """The longest repeat with this period; the first of several."""
    differ = np.flatnonzero(kinds[:-period] != kinds[period:])
    edges = np.concatenate(([-1], differ, [len(kinds) - period]))
    lengths = np.diff(edges) - 1
    first = int(np.argmax(lengths))
    start = int(edges[first]) + 1
    return Repeat(start, start + int(lengths[first]) + period, period)
