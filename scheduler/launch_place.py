"""The line of the program that launches now, for launches that no compiled graph of the program's makes."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache

from npusim.scheduler.source_lines import user_frame
from npusim.simulator.report.origin import Origin


class _Place(threading.local):
    source: str | None = None


_place = _Place()


@contextmanager
def launching_from_here() -> Iterator[None]:
    """Launches of this thread belong to the user's line that calls now, unless a caller's do already."""
    if _place.source is not None:
        yield
        return
    frame = user_frame()
    _place.source = "" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"
    try:
        yield
    finally:
        _place.source = None


def placed(origin: Origin) -> Origin:
    """A launch's origin, at the line that launches now if that is known."""
    return _at(origin, _place.source) if _place.source else origin


@lru_cache(maxsize=4096)
def _at(origin: Origin, source: str) -> Origin:
    return replace(origin, source=source)
