"""The line and the phase of the program that launches now, for launches that no compiled graph of the program makes."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from types import FrameType

from npusim.scheduler.source_lines import user_frame
from npusim.simulator.report.origin import Origin

_PHASES = (("torch/optim/", "optimizer"), ("torch/autograd/graph.py", "backward"))


class _Caller(threading.local):
    source: str | None = None
    phase: str = ""


_caller = _Caller()


@contextmanager
def launching_from_here() -> Iterator[None]:
    """Launches of this thread belong to the user's line that calls now, unless a caller's do already."""
    if _caller.source is not None:
        yield
        return
    frame = user_frame()
    _caller.source = "" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"
    _caller.phase = _phase(frame)
    try:
        yield
    finally:
        _caller.source = None


def at_caller(origin: Origin) -> Origin:
    """A launch's origin, at the line and in the phase that launches now if they are known."""
    return _at(origin, _caller.source, _caller.phase) if _caller.source is not None else origin


def _phase(caller: FrameType | None) -> str:
    """What of torch the user's line called: its optimizers, its backward pass, or neither."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame is not caller:
        for file, phase in _PHASES:
            if file in frame.f_code.co_filename:
                return phase
        frame = frame.f_back
    return ""


@lru_cache(maxsize=4096)
def _at(origin: Origin, source: str, phase: str) -> Origin:
    return replace(origin, source=source or origin.source, phase=phase or origin.phase)
