"""Python's search for unreachable cycles, less often while something is compiled for the device.

A compilation makes millions of objects that it keeps, beside those of the imported modules: looking through all of them
again and again took an eighth of its time. The thresholds belong to the process: compilations of several threads, and
within each other, raise them once and the last one puts them back.
"""

import gc
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from npusim.frontend.device.runtime import is_started

OBJECTS_BETWEEN_COLLECTIONS = 50_000

_lock = threading.Lock()
_compilations = 0
_given: tuple[int, int, int] = (0, 0, 0)


@contextmanager
def rare_collections() -> Iterator[None]:
    """A context of a compilation; whoever has switched collections off, or made them rarer, keeps that."""
    _begin()
    try:
        yield
    finally:
        _end()


def rare_collections_if_started() -> AbstractContextManager[None]:
    """For programs that use the device; what a function itself touches is known when it has been traced."""
    return rare_collections() if is_started() else nullcontext()


def _begin() -> None:
    global _compilations, _given
    with _lock:
        if not _compilations:
            _given = gc.get_threshold()
            if _given[0]:
                gc.set_threshold(max(_given[0], OBJECTS_BETWEEN_COLLECTIONS), *_given[1:])
        _compilations += 1


def _end() -> None:
    global _compilations
    with _lock:
        _compilations -= 1
        if not _compilations:
            gc.set_threshold(*_given)
