"""The timeline of a run in levels of detail, made beforehand: however many events it has, a page draws few numbers."""

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from npusim.simulator.engine import UNITS

_FINEST_BINS = 1 << 14
_COARSEST_BINS = 1 << 8
_FULL = 255
_MOST_LAUNCHES = 4000

Numbers = np.ndarray[Any, np.dtype[np.float64]]


def levels(folder: Path, report: Mapping[str, Any]) -> dict[str, Any] | None:
    """Busy fraction of every unit, and DRAM bandwidth, in bins of time; None without a timeline.

    A level has `bins` bins over `end_us`, and per row of `rows` one byte for each bin: 255 is busy all the time, or the
    peak in `peak_gbps` for the DRAM. Times are microseconds from the first launch's start.
    """
    path = folder / "timeline.json"
    if not path.is_file():
        return None
    content = json.loads(path.read_text())
    events = [each for each in content["traceEvents"] if each["ph"] == "X"]
    launches = [each for each in events if each["pid"] == 0]
    if not launches:
        return None
    start = min(each["ts"] for each in launches)
    end = max(each["ts"] + each["dur"] for each in launches)
    busy = _busy([each for each in events if each["pid"] > 0], start, end)
    traffic, peak = _traffic([each for each in content["traceEvents"] if each["ph"] == "C"], start, end)
    rows = [*UNITS, "DRAM read", "DRAM write"]
    return {
        "end_us": end - start,
        "rows": rows,
        "peak_gbps": peak,
        "sampled": content["otherData"].get("sampled"),
        "levels": _levels(np.vstack([busy, traffic])),
        "launches": [
            [each["name"], round(each["ts"] - start, 6), each["dur"], each["tid"]] for each in launches[:_MOST_LAUNCHES]
        ],
    }


def _levels(finest: Numbers) -> list[dict[str, Any]]:
    """From the finest to the coarsest, each a quarter of the bins."""
    found = []
    while finest.shape[1] >= _COARSEST_BINS:
        bytes_ = np.rint(np.clip(finest, 0, 1) * _FULL).astype(np.uint8)
        found.append({"bins": finest.shape[1], "data": base64.b64encode(bytes_.tobytes()).decode()})
        finest = finest.reshape(finest.shape[0], -1, 4).mean(axis=2)
    return found


def _busy(events: list[dict[str, Any]], start: float, end: float) -> Numbers:
    """Per unit and bin, the part of the time in which an operation was at work, averaged over the cores."""
    cores = max((event["pid"] for event in events), default=1)
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
    return np.diff(_integral(first, edges) - _integral(last, edges))


def _integral(times: Numbers, edges: Numbers) -> Numbers:
    """Integral until each edge of how many of the sorted times have passed."""
    count = np.searchsorted(times, edges, side="right")
    sums = np.concatenate([[0.0], np.cumsum(times)])
    return edges * count - sums[count]


def _traffic(counters: list[dict[str, Any]], start: float, end: float) -> tuple[Numbers, float]:
    """Bandwidth of reads and writes per bin as a part of the largest one, and that one in GB/s."""
    times = np.array([each["ts"] - start for each in counters] or [0.0])
    scale = (end - start) / _FINEST_BINS
    centres = (np.arange(_FINEST_BINS) + 0.5) * scale
    place = np.clip(np.searchsorted(times, centres, side="right") - 1, 0, len(times) - 1)
    values = np.array([[each["args"][key] for each in counters] or [0.0] for key in ("read", "write")], float)
    found = values[:, place]
    peak = float(found.max(initial=0.0))
    return found / (peak or 1.0), round(peak, 3)
