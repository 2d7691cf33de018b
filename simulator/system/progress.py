"""One line on a terminal's stderr while something takes longer than a second: what, how far, for how long.

`waiting("simulating time", details)` is cheap enough for every wait: one thread, started by the first wait on a
terminal, does the printing. Work of several phases, whose code lies in several places, is `in_phases`; each place says
what begins there (`enter_phase`) and what is done (`advance_phase`). Nothing is printed when stderr is not a terminal
or `NPUSIM_QUIET` is set.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from npusim.simulator.system.environment import is_on

PATIENCE_S = 1.0
_PERIOD_S = 0.25
_ERASE = "\r\033[K"

Details = Callable[[], str]


@dataclass(eq=False)
class _Wait:
    text: str
    details: Details
    start_s: float

    def line(self) -> str:
        return " ... ".join(filter(None, (self.text, self.details()))) + f" ({time.monotonic() - self.start_s:.0f} s)"


class _Watcher(threading.Thread):
    """Prints the innermost wait. `self._changed` guards all state; lines are printed only while it is held."""

    def __init__(self) -> None:
        super().__init__(name="npusim-progress", daemon=True)
        self._waits: list[_Wait] = []
        self._changed = threading.Condition()
        self._shown = False
        self.start()

    def push(self, wait: _Wait) -> None:
        with self._changed:
            self._waits.append(wait)
            if len(self._waits) == 1:
                self._changed.notify()

    def remove(self, wait: _Wait) -> None:
        with self._changed:
            self._waits.remove(wait)
            if self._shown:
                print(_ERASE, end="", file=sys.stderr, flush=True)
                self._shown = False

    def run(self) -> None:
        with self._changed:
            while True:
                self._changed.wait_for(lambda: bool(self._waits))
                self._changed.wait(_PERIOD_S)
                if self._waits and time.monotonic() - self._waits[0].start_s >= PATIENCE_S:
                    self._show(self._waits[-1])

    def _show(self, wait: _Wait) -> None:
        text = f"npusim: {wait.line()}"
        print(f"{_ERASE}{text[: _columns()]}", end="", file=sys.stderr, flush=True)
        self._shown = True


_watcher: _Watcher | None = None


def _forget_watcher() -> None:
    global _watcher
    _watcher = None


os.register_at_fork(after_in_child=_forget_watcher)  # a forked child has no copy of the thread


def _the_watcher() -> _Watcher:
    global _watcher
    if _watcher is None:
        _watcher = _Watcher()
    return _watcher


def _columns() -> int:
    """Width of the terminal: a longer line would wrap and could not be erased."""
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return (columns or 120) - 1


def amount(number: float) -> str:
    """A number with three or four digits: `950`, `12.3 k`, `4.56 M`."""
    for factor, letter in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= 0.9995 * factor:
            return f"{number / factor:.3g} {letter}"
    return f"{number:.0f}"


def shows_progress() -> bool:
    """Whether to show progress lines: stderr is a terminal and `NPUSIM_QUIET` is not set."""
    return not is_on("QUIET") and sys.stderr.isatty()


@contextmanager
def waiting(text: str, details: Details = str) -> Iterator[None]:
    """A context that shows `npusim: text ... details (3 s)` after a second, and erases it at the end.

    Args:
        text: the activity.
        details: returns the progress; called from another thread, four times a second.
    """
    if not shows_progress():
        yield
        return
    watcher, wait = _the_watcher(), _Wait(text, details, time.monotonic())
    watcher.push(wait)
    try:
        yield
    finally:
        watcher.remove(wait)


# -- work of several phases


@dataclass
class _Phase:
    name: str = ""
    total: int = 0
    done: int = 0

    def describe(self) -> str:
        return f"{self.name} {min(self.done + 1, self.total)} of {self.total}" if self.total else self.name


class _Phases(threading.local):
    """The phase that this thread's work is in; None where no progress is shown."""

    current: _Phase | None = None


_phases = _Phases()


@contextmanager
def in_phases(text: str) -> Iterator[None]:
    """A context that shows `npusim: text ... phase 3 of 12 (5 s)`, as `waiting` does; an inner one adds nothing."""
    if _phases.current is not None or not shows_progress():
        yield
        return
    phase = _phases.current = _Phase()
    try:
        with waiting(text, phase.describe):
            yield
    finally:
        _phases.current = None


def enter_phase(name: str, total: int = 0) -> None:
    """The next phase of this thread's work, of `total` steps if their number is known."""
    if (phase := _phases.current) is not None:
        phase.name, phase.total, phase.done = name, total, 0


def advance_phase() -> None:
    """A step of the present phase is done."""
    if (phase := _phases.current) is not None:
        phase.done += 1
