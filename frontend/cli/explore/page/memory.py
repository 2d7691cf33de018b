"""Device memory over time in the page: the curve of bytes in use, and the allocations that live at a moment."""

from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any

from npusim.frontend.cli.explore.run_files import read_history

MOST_ALLOCATIONS = 10_000
_MOST_POINTS = 3000


def history(folder: Path) -> dict[str, Any] | None:
    """What the page shows of it: the largest allocations, and a curve of at most some thousand moments."""
    content = read_history(folder)
    if content is None:
        return None
    rows = [
        [size, made / 1000, freed if freed is None else freed / 1000, use, before]
        for size, made, freed, use, before in content["allocations"]
    ]
    return {
        **{key: content[key] for key in ("capacity_bytes", "peak_bytes", "omitted", "first_uses")},
        "peak_us": content["peak_ns"] / 1000,
        "curve": _curve(rows, content["end_ns"] / 1000),
        "allocations": sorted(rows, key=lambda row: -row[0])[:MOST_ALLOCATIONS],
    }


def _curve(rows: list[list[Any]], end_us: float) -> Mapping[str, list[Any]]:
    """Bytes and allocations in use from each moment on, by whether they were there when the run began."""
    changes: dict[float, list[int]] = {0.0: [0, 0, 0], end_us: [0, 0, 0]}
    for size, made, freed, _, before in rows:
        for time, sign in ((made, 1), (freed, -1)):
            if time is not None:
                change = changes.setdefault(time, [0, 0, 0])
                change[0 if before else 1] += sign * size
                change[2] += sign
    times = sorted(changes)
    columns = zip(*(changes[time] for time in times), strict=True)
    values = list(zip(*map(accumulate, columns), strict=True))
    kept = _shown(times, [sum(value[:2]) for value in values])
    return {
        "times_us": [times[place] for place in kept],
        "before_bytes": [values[place][0] for place in kept],
        "later_bytes": [values[place][1] for place in kept],
        "counts": [values[place][2] for place in kept],
    }


def _shown(times: list[float], totals: list[int]) -> list[int]:
    """The places of the moments that are shown: all, or that of most bytes of each of equal parts, and both ends."""
    if len(times) <= _MOST_POINTS:
        return list(range(len(times)))
    step = -(-len(times) // _MOST_POINTS)
    parts = [range(first, min(first + step, len(times))) for first in range(0, len(times), step)]
    return sorted({0, len(times) - 1, *(max(part, key=lambda place: totals[place]) for part in parts)})
