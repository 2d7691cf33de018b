"""Compiles kernels written by hand in a forked process first, so that crashes of MLIR become errors.

MLIR's parser and passes run in this process, and some valid texts crash them: nesting overflows the stack, a stride
that a loop of one iteration makes -2^63 is mistaken for "dynamic". No `except` catches that. The forked process leaves
its result in the cache, so a kernel is lowered once.
"""

import contextlib
import faulthandler
import os
import signal
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from npusim.simulator import native
from npusim.simulator.errors import CompilerCrashError
from npusim.simulator.ir.mlir import context
from npusim.simulator.system import store
from npusim.simulator.system.processes import die_with_parent

_NOT_MLIR = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)  # signals from outside
_TAKEN = b"."


class Rehearsal:
    """A forked process that takes steps before this one takes them; where steps are many, both work at a time.

    Used with `with`, whose end waits for the last step, or ends the process if an error ends it.

    Args:
        steps: each parses or compiles something; only its files remain. Errors are ignored, as the same step raises
            them in this process.
        source: origin of the text.
        identity: what the steps depend on, the key under which the compile cache records that all were survived. Where
            it has, there is no process.
    """

    def __init__(self, steps: Sequence[Callable[[], object]], source: str, *identity: str) -> None:
        self._steps, self._source = steps, source
        self._survived = native.cache_key("rehearsed", *identity)
        self._known = store.read(self._survived) is not None
        self._child = self._progress = -1
        self._taken = 0

    def __enter__(self) -> Self:
        if not self._known:
            self._start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if error is None:
                self.wait(len(self._steps) - 1)
                self._end()
        finally:
            self._abandon()

    def wait(self, step: int) -> None:
        """Waits until the process has taken a step.

        Raises:
            CompilerCrashError: a signal ended the process in this step or one before it.
        """
        while self._child >= 0 and self._taken <= step:
            taken = os.read(self._progress, 4096)
            self._taken += len(taken)
            if not taken:
                self._end()

    def _start(self) -> None:
        context()  # created once, for both processes
        self._progress, progress = os.pipe()
        self._child = os.fork()
        if self._child == 0:
            _act(self._steps, progress)
        os.close(progress)

    def _end(self) -> None:
        """Waits for the end of the process, and looks at it."""
        if self._child < 0:
            return
        status = os.waitpid(self._child, 0)[1]
        self._child = -1
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) not in _NOT_MLIR:
            name = signal.Signals(os.WTERMSIG(status)).name
            raise CompilerCrashError(
                f"{self._source}: MLIR ends with {name} while it reads or lowers this text; a number, a nesting or an "
                "operation in it is more than MLIR takes: leave out parts of the text until it compiles"
            )
        if os.WIFEXITED(status):
            store.write(self._survived, b"", name=self._source)

    def _abandon(self) -> None:
        """Nothing else ends a compilation that nobody waits for, after Ctrl-C for example."""
        if self._child >= 0:
            os.kill(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
            self._child = -1
        if self._progress >= 0:
            os.close(self._progress)
            self._progress = -1


def rehearse(compile_it: Callable[[], object], source: str, *identity: str) -> None:
    """Compiles a kernel in a forked process, once; see `Rehearsal`.

    Raises:
        CompilerCrashError: a signal ended the process.
    """
    with Rehearsal([compile_it], source, *identity):
        pass


def _act(steps: Sequence[Callable[[], object]], progress: int) -> None:
    """Takes the steps without output and ends the process in any case."""
    die_with_parent()
    faulthandler.disable()  # a crash is told by the process that waits for it
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(silence, stream)
        with contextlib.suppress(BaseException):
            for step in steps:
                with contextlib.suppress(Exception):
                    step()
                os.write(progress, _TAKEN)
    finally:
        os._exit(0)
