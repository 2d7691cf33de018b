"""Where units are computed. A pool takes tasks and gives outcomes in the order in which they end."""

import contextlib
import json
import os
import selectors
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any, Protocol

_TRIES = 2


class Pool(Protocol):
    """Workers, on this host or elsewhere; they need nothing but the tasks, and share no file with the driver."""

    @property
    def free(self) -> int:
        """How many more tasks find a worker."""

    def submit(self, task: Mapping[str, Any]) -> None:
        """Hands a task (`npusim.frontend.cli.sweeps.worker.evaluate`, and its `key`) to a free worker."""

    def wait(self, timeout_s: float) -> Iterator[Mapping[str, Any]]:
        """Outcomes (`npusim.frontend.cli.sweeps.worker.outcome`) that have come, after at most so long."""

    def close(self) -> None:
        """Ends all workers at once."""


@dataclass
class _Worker:
    process: subprocess.Popen[str]
    answers: IO[str]
    task: Mapping[str, Any] | None = None


@dataclass
class LocalPool:
    """Processes of this host, which live as long as the pool; one that dies is replaced, its task tried once more.

    Args:
        size: number of processes.
    """

    size: int
    _idle: list[_Worker] = field(default_factory=list)
    _busy: int = 0
    _deaths: Counter[str] = field(default_factory=Counter)
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    @property
    def free(self) -> int:
        return self.size - self._busy

    def submit(self, task: Mapping[str, Any]) -> None:
        worker = self._idle.pop() if self._idle else self._start()
        worker.task = task
        self._busy += 1
        assert worker.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has died: that is seen where its answer is awaited
            worker.process.stdin.write(json.dumps(task) + "\n")
            worker.process.stdin.flush()

    def wait(self, timeout_s: float) -> Iterator[Mapping[str, Any]]:
        for key, _ in self._selector.select(timeout_s):
            worker: _Worker = key.data
            line = worker.answers.readline()
            if not line.endswith("\n"):
                yield from self._died(worker)
            elif worker.task is not None:
                worker.task = None
                self._busy -= 1
                self._idle.append(worker)
                yield json.loads(line)

    def close(self) -> None:
        for key in list(self._selector.get_map().values()):
            self._end(key.data)
        self._idle.clear()

    def _start(self) -> _Worker:
        reading, writing = os.pipe()
        process = subprocess.Popen(
            [sys.executable, "-m", "npusim.frontend.cli.sweeps.worker", str(writing)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(writing,),
            start_new_session=True,  # Ctrl-C is the driver's
            text=True,
            env={**os.environ, "OMP_NUM_THREADS": "1", "NPUSIM_QUIET": "1"},
        )
        os.close(writing)
        worker = _Worker(process, os.fdopen(reading))
        self._selector.register(reading, selectors.EVENT_READ, worker)
        return worker

    def _end(self, worker: _Worker) -> int:
        self._selector.unregister(worker.answers)
        worker.process.kill()
        status = worker.process.wait()
        worker.answers.close()
        if worker.process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                worker.process.stdin.close()
        return status

    def _died(self, worker: _Worker) -> Iterator[Mapping[str, Any]]:
        task = worker.task
        with contextlib.suppress(subprocess.TimeoutExpired):
            worker.process.wait(1)  # its own status, not that of the signal that `_end` sends
        status = self._end(worker)
        if task is None:
            self._idle.remove(worker)
            return
        self._busy -= 1
        self._deaths[task["key"]] += 1
        if self._deaths[task["key"]] < _TRIES:
            self.submit(task)
            return
        why = f"signal {-status}" if status < 0 else f"status {status}"
        yield {"key": task["key"], "result": None, "error": f"its worker ended with {why}, {_TRIES} times", "seconds": 0}
