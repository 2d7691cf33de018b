"""One line on stderr while something takes longer than a second."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_PATIENCE_S = 1.0
_PERIOD_S = 0.25


class _Line(threading.Thread):
    def __init__(self, text: str) -> None:
        super().__init__(daemon=True)
        self.text = text
        self._done = threading.Event()
        self._start_s = time.monotonic()
        self._shown = False

    def run(self) -> None:
        if self._done.wait(_PATIENCE_S):
            return
        self._shown = True
        if not sys.stderr.isatty():
            print(f"npusim: {self.text} ...", file=sys.stderr, flush=True)
            return
        while not self._done.wait(_PERIOD_S):
            elapsed_s = time.monotonic() - self._start_s
            print(f"\r\033[Knpusim: {self.text} ... {elapsed_s:.0f} s", end="", file=sys.stderr, flush=True)

    def finish(self) -> None:
        self._done.set()
        self.join()
        if self._shown and sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


@contextmanager
def progress(text: str, *, quiet: bool = False) -> Iterator[None]:
    """Show ``npusim: text ... 3 s`` after a second; erased at the end on a terminal, one plain line elsewhere."""
    if quiet:
        yield
        return
    line = _Line(text)
    line.start()
    try:
        yield
    finally:
        line.finish()
