"""A pool of processes of this host."""

import contextlib
import json
import os
import selectors
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from npusim.frontend.cli.sweeps.pools.pool import TASKS_AHEAD, Losses, Task, ending


@dataclass(eq=False)
class _Worker:
    process: subprocess.Popen[str]
    answers: int  # file descriptor
    tasks: deque[Task] = field(default_factory=deque)
    unread: bytes = b""


@dataclass
class LocalPool:
    """Processes of this host, which live as long as the pool; one that dies is replaced, its task tried once more.

    Args:
        size: number of processes.
    """

    size: int
    _workers: list[_Worker] = field(default_factory=list)
    _losses: Losses = field(default_factory=Losses)
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    @property
    def free(self) -> int:
        return TASKS_AHEAD * self.size - sum(len(worker.tasks) for worker in self._workers)

    def submit(self, task: Task) -> None:
        worker = min(self._workers, key=lambda each: len(each.tasks), default=None)
        if worker is None or (worker.tasks and len(self._workers) < self.size):
            worker = self._start()
        worker.tasks.append(task)
        assert worker.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has died: that is seen where its answer is awaited
            worker.process.stdin.write(json.dumps(task) + "\n")
            worker.process.stdin.flush()

    def wait(self, timeout_s: float) -> Iterator[Mapping[str, Any]]:
        for key, _ in self._selector.select(timeout_s):
            worker: _Worker = key.data
            received = os.read(worker.answers, 1 << 16)
            if not received:
                yield from self._died(worker)
                continue
            *lines, worker.unread = (worker.unread + received).split(b"\n")
            for line in lines:
                worker.tasks.popleft()
                yield json.loads(line)

    def close(self) -> None:
        for worker in list(self._workers):
            self._end(worker)

    def _start(self) -> _Worker:
        reading, writing = os.pipe()
        process = subprocess.Popen(
            [sys.executable, "-m", "npusim.frontend.cli.sweeps.pools.worker", str(writing)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(writing,),
            start_new_session=True,  # Ctrl-C is the driver's
            text=True,
            env={**os.environ, "OMP_NUM_THREADS": "1", "NPUSIM_QUIET": "1"},
        )
        os.close(writing)
        worker = _Worker(process, reading)
        self._selector.register(reading, selectors.EVENT_READ, worker)
        self._workers.append(worker)
        return worker

    def _end(self, worker: _Worker) -> int:
        self._workers.remove(worker)
        self._selector.unregister(worker.answers)
        worker.process.kill()
        status = worker.process.wait()
        os.close(worker.answers)
        if worker.process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                worker.process.stdin.close()
        return status

    def _died(self, worker: _Worker) -> Iterator[Mapping[str, Any]]:
        with contextlib.suppress(subprocess.TimeoutExpired):
            worker.process.wait(1)  # its own status, not that of the signal that `_end` sends
        status = self._end(worker)
        if not worker.tasks:
            return
        first, *others = worker.tasks
        failure = self._losses.failure(first, ending(status))
        for task in others if failure else (*others, first):
            self.submit(task)
        if failure:
            yield failure
