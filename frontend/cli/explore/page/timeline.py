"""The timeline of a run in levels of detail, made beforehand: however many events it has, a page draws few numbers."""

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from npusim.frontend.cli.explore.file_forms import trace_events
from npusim.frontend.cli.explore.run_files import read_text
from npusim.simulator.engine import UNITS
from npusim.simulator.errors import OptionError
from npusim.simulator.report.timeline import BANDWIDTH, UNITS_AT_WORK

_FINEST_BINS = 1 << 16
_COARSEST_BINS = 1 << 8
_FULL = 255
_MOST_LAUNCHES = 50_000

Numbers = np.ndarray[Any, np.dtype[np.float64]]
Event = dict[str, Any]
_DIRECTIONS = ("read", "write")


def levels(folder: Path, peak_gbps: float) -> dict[str, Any] | None:
    """Busy fraction of every unit, and DRAM bandwidth, in bins of time; None without a timeline.

    A level has `bins` bins over `end_us`, and per row of `rows` one byte for each bin: 255 is busy all the time, or
    `peak_gbps` for the DRAM, its peak. Times are microseconds from the first launch's start.

    Raises:
        OptionError: it is no timeline.
    """
    path = folder / "timeline.json"
    if not path.is_file():
        return None
    found = _trace_events(path)
    events = [each for each in found if each["ph"] == "X"]
    launches = [each for each in events if each["pid"] == 0]
    if not launches:
        return None
    start = min(each["ts"] for each in launches)
    end = max(each["ts"] + each["dur"] for each in launches)
    counters = [each for each in found if each["ph"] == "C"]
    busy = _busy([each for each in events if each["pid"] > 0], counters, start, end)
    traffic = _means(counters, BANDWIDTH, _DIRECTIONS, start, end)
    names = list(dict.fromkeys(each["name"] for each in launches))
    numbers = {name: number for number, name in enumerate(names)}
    return {
        "end_us": end - start,
        "rows": [*UNITS, "DRAM read", "DRAM write"],
        "peak_gbps": peak_gbps,
        "levels": _levels(np.vstack([busy, traffic / peak_gbps])),
        "names": names,
        "launches": [
            [numbers[each["name"]], round(each["ts"] - start, 6), each["dur"]] for each in launches[:_MOST_LAUNCHES]
        ],
        "launches_omitted": max(0, len(launches) - _MOST_LAUNCHES),
    }


def _trace_events(path: Path) -> list[Event]:
    try:
        events = trace_events(read_text(path))
        keys = {BANDWIDTH: _DIRECTIONS, UNITS_AT_WORK: UNITS}
        if any(not each["args"].keys() >= {*keys.get(each["name"], ())} for each in events if each["ph"] == "C"):
            raise ValueError("a counter lacks values")
        return events
    except ValueError as error:
        raise OptionError(f"{path} is no timeline of npusim; run the program again") from error


def _levels(finest: Numbers) -> list[dict[str, Any]]:
    """From the finest to the coarsest, each a quarter of the bins."""
    found = []
    finest = np.clip(finest, 0, 1)
    while finest.shape[1] >= _COARSEST_BINS:
        bytes_ = np.rint(finest * _FULL).astype(np.uint8)
        found.append({"bins": finest.shape[1], "data": base64.b64encode(bytes_.tobytes()).decode()})
        finest = finest.reshape(finest.shape[0], -1, 4).mean(axis=2)
    return found


def _busy(events: list[Event], counters: list[Event], start: float, end: float) -> Numbers:
    """Per unit and bin, the part of the time in which an operation was at work, averaged over the cores.

    A long run has only part of its operations as events; then counters tell of all of them.
    """
    cores = max((event["pid"] for event in events), default=1)
    if any(each["name"] == UNITS_AT_WORK for each in counters):
        return _means(counters, UNITS_AT_WORK, UNITS, start, end) / cores
    busy = np.zeros((len(UNITS), _FINEST_BINS))
    for unit in range(len(UNITS)):
        own = [event for event in events if event["tid"] == unit]
        begins = np.array([event["ts"] - start for event in own], float)
        busy[unit] = _covered(begins, begins + np.array([event["dur"] for event in own], float), end - start) / cores
    return busy


def _covered(begins: Numbers, ends: Numbers, length: float) -> Numbers:
    """How much of each bin the intervals cover, in bins."""
    scale = _FINEST_BINS / max(length, 1e-9)
    edges = np.arange(_FINEST_BINS + 1, dtype=float)
    first, last = np.sort(begins * scale), np.sort(ends * scale)
    covered: Numbers = np.diff(_integral(first, edges) - _integral(last, edges))
    return covered


def _integral(times: Numbers, edges: Numbers) -> Numbers:
    """Integral until each edge of how many of the sorted times have passed."""
    count = np.searchsorted(times, edges, side="right")
    sums = np.concatenate([[0.0], np.cumsum(times)])
    integral: Numbers = edges * count - sums[count]
    return integral


def _means(counters: list[Event], name: str, keys: Sequence[str], start: float, end: float) -> Numbers:
    """Per key and bin the mean of a counter, which keeps each value until the next one; zeros when there is none."""
    own = [each for each in counters if each["name"] == name]
    times = np.array([each["ts"] - start for each in own] + [end - start])
    values = np.array([[each["args"][key] for each in own] for key in keys], float)
    sums = np.concatenate([np.zeros((len(keys), 1)), np.cumsum(values * np.diff(times), axis=1)], axis=1)
    edges = np.linspace(0, end - start, _FINEST_BINS + 1)
    means: Numbers = np.array([np.diff(np.interp(edges, times, row)) for row in sums]) / max(edges[1], 1e-9)
    return means
