"""The timeline of a run as trace-event JSON, which Perfetto (ui.perfetto.dev) and chrome://tracing show.

One process per core with one track per unit; one process "kernels" with one track per stream and the counters. Times
are in microseconds of simulated time, as the format asks. Where operations are left out, the counter "units at work"
still counts all of them.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TextIO

import numpy as np
from npusim.simulator.engine import UNITS

MAX_EVENTS = 250_000
BANDWIDTH = "DRAM GB/s"
UNITS_AT_WORK = "units at work"
_KERNELS_PROCESS = 0

EventArray = np.ndarray[Any, np.dtype[np.int64]]


@dataclass
class LaunchEvents:
    """One launch: its span, its traffic over time, and the events of its operations.

    Attributes:
        kernel: name of the kernel.
        stream: its stream.
        start_ps, end_ps: simulated time.
        labels: label and source line of every entry of the operation table.
        events: rows of core, unit number, operation, start_ps, end_ps.
        traffic: rows of bytes read and bytes written, one per bin of time from the start on.
        activity: rows of picoseconds in which each unit was active, for the same bins; several cores are summed up.
        bin_ps: length of a bin.
        stride: one of `stride` operations is kept.
    """

    kernel: str
    stream: int
    start_ps: int
    end_ps: int
    labels: Sequence[tuple[str, int]]
    events: EventArray = field(repr=False)
    traffic: EventArray = field(repr=False)
    activity: EventArray = field(repr=False)
    bin_ps: int
    stride: int = 1

    @property
    def size(self) -> int:
        """Events and bins."""
        return len(self.events) + len(self.traffic)

    def thin_out(self, stride: int) -> None:
        """Increases the stride to at least `stride`, so that all launches of a run have the same resolution."""
        while self.stride < stride:
            self._halve()

    def _halve(self) -> None:
        """Keeps every second event, and merges pairs of bins."""
        self.events = self.events[::2]
        self.stride *= 2
        if len(self.traffic) > 1:
            self.traffic, self.activity = _pairs(self.traffic), _pairs(self.activity)
            self.bin_ps *= 2


def _pairs(bins: EventArray) -> EventArray:
    """The sums of neighbouring rows."""
    padded = np.concatenate([bins, np.zeros((len(bins) % 2, bins.shape[1]), np.int64)])
    merged: EventArray = padded.reshape(-1, 2, bins.shape[1]).sum(axis=1)
    return merged


class Timeline:
    """Events of a run, at most `max_events`: if there are more, every launch keeps one of 2, 4, 8, ... operations.

    Args:
        max_events: bound of events and bins of traffic, besides the launches themselves with at least one bin.
    """

    def __init__(self, max_events: int = MAX_EVENTS) -> None:
        self.launches: list[LaunchEvents] = []
        self._max_events = max_events
        self._count = 0
        self._stride = 1

    def add(self, launch: LaunchEvents) -> None:
        """Appends a launch."""
        launch.thin_out(self._stride)
        self.launches.append(launch)
        self._count += launch.size
        while self._count > self._max_events and self._count > 2 * len(self.launches):
            self._stride *= 2
            for each in self.launches:
                each.thin_out(self._stride)
            self._count = sum(each.size for each in self.launches)

    @property
    def sampled(self) -> bool:
        """Whether events were left out."""
        return any(launch.stride > 1 for launch in self.launches)

    def write(self, file: TextIO) -> None:
        """Writes the whole JSON object."""
        file.write('{"displayTimeUnit":"ns","otherData":')
        json.dump(self._notes(), file)
        file.write(',"traceEvents":[\n')
        separator = ""
        for line in self._lines():
            file.write(separator + line)
            separator = ",\n"
        file.write("\n]}\n")

    def _notes(self) -> dict[str, str]:
        notes = {"clock": "simulated time"}
        if self.sampled:
            most = max(launch.stride for launch in self.launches)
            notes["sampled"] = f"long launches show only part of their operations, at worst one of {most}"
        return notes

    def _lines(self) -> Iterator[str]:
        yield from self._names()
        is_sampled = self.sampled
        for launch in self.launches:
            yield _slice(_KERNELS_PROCESS, launch.stream, launch.kernel, launch.start_ps, launch.end_ps, "")
            yield from _counters(launch, BANDWIDTH, ("read", "write"), 1000 * launch.traffic)
            if is_sampled:
                yield from _counters(launch, UNITS_AT_WORK, UNITS, launch.activity)
            yield from _unit_slices(launch)

    def _names(self) -> Iterator[str]:
        yield _name("process_name", _KERNELS_PROCESS, 0, "kernels")
        for stream in sorted({launch.stream for launch in self.launches}):
            yield _name("thread_name", _KERNELS_PROCESS, stream, f"stream {stream}")
        for core in self._cores():
            yield _name("process_name", core + 1, 0, f"core {core}")
            for number, unit in enumerate(UNITS):
                yield _name("thread_name", core + 1, number, unit)

    def _cores(self) -> list[int]:
        cores: set[int] = set()
        for launch in self.launches:
            cores.update(launch.events[:, 0].tolist())
        return sorted(cores)


def _unit_slices(launch: LaunchEvents) -> Iterator[str]:
    names = [json.dumps(label) for label, _ in launch.labels]
    arguments = [f',"args":{{"line":{line}}}' for _, line in launch.labels]
    rows: list[list[int]] = launch.events.tolist()
    for core, unit, operation, start, end in rows:
        yield (
            f'{{"ph":"X","pid":{core + 1},"tid":{unit},"name":{names[operation]},"ts":{start / 1e6:.6f},'
            f'"dur":{(end - start) / 1e6:.6f}{arguments[operation]}}}'
        )


def _slice(process: int, track: int, name: str, start_ps: int, end_ps: int, extra: str) -> str:
    return (
        f'{{"ph":"X","pid":{process},"tid":{track},"name":{json.dumps(name)},"ts":{start_ps / 1e6:.6f},'
        f'"dur":{(end_ps - start_ps) / 1e6:.6f}{extra}}}'
    )


def _counters(launch: LaunchEvents, name: str, keys: Sequence[str], amounts: EventArray) -> Iterator[str]:
    """Amounts per picosecond for every bin, and zero at the end. The last bin ends with the launch."""
    previous = None
    rows: list[list[int]] = amounts.tolist()
    for number, row in enumerate(rows):
        start_ps = launch.start_ps + number * launch.bin_ps
        length_ps = max(1, min(launch.bin_ps, launch.end_ps - start_ps))
        values = [amount / length_ps for amount in row]
        if values != previous:
            yield _counter(name, start_ps, keys, values)
        previous = values
    yield _counter(name, launch.end_ps, keys, [0.0] * len(keys))


def _counter(name: str, time_ps: int, keys: Sequence[str], values: Sequence[float]) -> str:
    shown = ",".join(f'"{key}":{value:.3f}' for key, value in zip(keys, values, strict=True))
    return f'{{"ph":"C","pid":{_KERNELS_PROCESS},"tid":0,"name":"{name}","ts":{time_ps / 1e6:.6f},"args":{{{shown}}}}}'


def _name(kind: str, process: int, track: int, name: str) -> str:
    return f'{{"ph":"M","pid":{process},"tid":{track},"name":"{kind}","args":{{"name":{json.dumps(name)}}}}}'
