"""Streams: launches of one stream run one after the other in simulated time; streams run beside each other."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from npusim.simulator.errors import OptionError


class Stream(NamedTuple):
    """Where a launch goes: the stream's number, and the earliest simulated time it may start at."""

    index: int = 0
    not_before_ns: int = 0


DEFAULT_STREAM = Stream()
_local = threading.local()


def current_stream() -> Stream:
    """The stream that launches of this thread go to."""
    stream: Stream = getattr(_local, "stream", DEFAULT_STREAM)
    return stream


@contextmanager
def use_stream(index: int, not_before_ns: int = 0) -> Iterator[Stream]:
    """Send this thread's launches to stream ``index``, none of them before ``not_before_ns`` of simulated time."""
    if index < 0 or not_before_ns < 0:
        raise OptionError(f"a stream's index and time cannot be negative, but they are {index} and {not_before_ns} ns")
    before = current_stream()
    _local.stream = Stream(index, not_before_ns)
    try:
        yield _local.stream
    finally:
        _local.stream = before
