"""Beginning and end of processes."""

import atexit
import contextlib
import ctypes
import functools
import gc
import io
import os
import signal

_PR_SET_PDEATHSIG = 1
_BUFFERED = (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)


def die_with_parent() -> None:
    """Lets Linux end this process when the thread that started it ends, by whatever signal: what it does is for that
    one alone.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


@functools.cache
def skip_last_collections() -> None:
    """Lets this process end without Python's last garbage collections: they go over every object, to free memory that
    the system takes back at once.
    """
    atexit.register(_exclude_all, os.getpid())  # handlers of programs, registered later, run before it


def _exclude_all(process: int) -> None:
    """Excludes all present objects from garbage collection; flushes files first, as collecting them would."""
    if os.getpid() != process:
        return
    for found in gc.get_objects():
        if issubclass(type(found), _BUFFERED):
            with contextlib.suppress(OSError, ValueError):  # closed, or nobody reads it: as when Python frees it
                found.flush()
    gc.freeze()
