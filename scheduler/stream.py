"""Streams: launches of one stream run one after the other in simulated time, however busy the other streams are."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from npusim.simulator.errors import OptionError
from npusim.simulator.run.simulation import LATEST_START_NS


@dataclass(frozen=True)
class Stream:
    """Where a launch goes: the stream's number, and the earliest simulated time it may start at."""

    index: int = 0
    not_before_ns: int = 0


DEFAULT_STREAM = Stream()
_local = threading.local()


def current_stream() -> Stream:
    """The stream that launches of this thread go to."""
    stream: Stream = getattr(_local, "stream", DEFAULT_STREAM)
    return stream


def set_current_stream(index: int) -> None:
    """Send this thread's launches to stream ``index`` from now on (``torch.npu.set_stream``)."""
    _local.stream = replace(current_stream(), index=_checked(index, "index"))


@contextmanager
def use_stream(index: int, not_before_ns: int = 0) -> Iterator[Stream]:
    """Send this thread's launches to stream ``index``, none of them before ``not_before_ns`` of simulated time."""
    stream = Stream(_checked(index, "index"), _checked(not_before_ns, "earliest time in ns"))
    if not_before_ns > LATEST_START_NS:
        raise OptionError(f"a launch can wait until {LATEST_START_NS} ns of simulated time, not until {not_before_ns}")
    before = current_stream()
    _local.stream = stream
    try:
        yield stream
    finally:
        _local.stream = before


def _checked(value: int, what: str) -> int:
    if value < 0:
        raise OptionError(f"a stream's {what} cannot be negative, but is {value}")
    return value
