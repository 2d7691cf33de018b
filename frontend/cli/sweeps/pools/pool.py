"""What the driver of a sweep needs of those who compute, and what happens to tasks that lose their worker."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

TASKS_AHEAD = 2
"""Tasks for each worker: the one that it is at, and the next, so that it never waits for the driver."""

_TRIES = 2

Task = Mapping[str, Any]


def ending(status: int) -> str:
    """How a process ended, from the status that `subprocess` gives."""
    return f"with signal {-status}" if status < 0 else f"with status {status}"


class Pool(Protocol):
    """Workers, on this host or elsewhere; they need nothing but the tasks, and share no file with the driver."""

    @property
    def free(self) -> int:
        """How many more tasks find a worker."""

    def submit(self, task: Task) -> None:
        """Hands a task (`npusim.frontend.cli.sweeps.pools.worker.evaluate`, and its `key`) to a free worker."""

    def wait(self, timeout_s: float) -> Iterator[Mapping[str, Any]]:
        """Outcomes (`npusim.frontend.cli.sweeps.pools.worker.outcome`) that have come, after at most so long.

        Raises:
            OptionError: no worker can be had any more.
        """

    def close(self) -> None:
        """Ends all workers at once."""


class Losses:
    """Tasks whose workers died. A task is tried once more, since its worker may have died by something else."""

    def __init__(self) -> None:
        self._deaths: Counter[str] = Counter()

    def failure(self, task: Task, how: str) -> Mapping[str, Any] | None:
        """The outcome of a task whose worker ended, `how` says by what; None if it is to be tried again."""
        self._deaths[task["key"]] += 1
        if self._deaths[task["key"]] < _TRIES:
            return None
        message = f"its worker ended {how}, {_TRIES} times"
        return {"key": task["key"], "result": None, "error": message, "seconds": 0}
