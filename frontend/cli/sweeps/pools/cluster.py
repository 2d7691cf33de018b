"""A pool on a Ray cluster. Checked with Ray 2.60.

A Ray task of one processor takes as many units as keep it busy for a moment, since Ray spends milliseconds of the
driver and of its own processes on each. Ray's own retries are off: when a worker dies, its units are tried again one by
one, each as often as on this host; those whose node was lost until a node answers.
"""

import logging
import os
import socket
import time
from collections.abc import Iterator, Mapping
from typing import Any

from npusim.frontend.cli.sweeps.pools import node
from npusim.frontend.cli.sweeps.pools.pool import TASKS_AHEAD, Losses, Task
from npusim.frontend.cli.sweeps.units import version
from npusim.simulator.errors import OptionError

LOCAL = "local"
"""The address that stands for a cluster of this host, which ends with the sweep."""

_CONNECT_S = 5.0
_COUNT_S = 5.0
_BATCH_S = 1.0
"""How long a Ray task takes about, and what is done again when its worker dies."""
_MOST_UNITS = 32
_MOST_ERROR = 1000


class RayPool:
    """The processors of a Ray cluster, of nodes that join later too.

    Args:
        address: `HOST:PORT` of the cluster, `auto` for the one that runs on this host; `LOCAL` starts one.
        size: tasks at a time at most; by default one for each processor.

    Raises:
        OptionError: Ray is missing, nothing answers at the address, or it has another version of Ray or Python.
    """

    def __init__(self, address: str, size: int | None = None) -> None:
        self._ray = _connected(address, size)
        self._size = size
        self._run = self._ray.remote(num_cpus=1, max_retries=0)(node.outcomes)
        self._losses = Losses()
        self._tasks: dict[Any, list[Task]] = {}
        self._batch: list[Task] = []
        self._batch_size = 1
        self._contents: dict[str, Any] = {}
        self._counted, self._cpus = -_COUNT_S, 0

    @property
    def free(self) -> int:
        if time.monotonic() - self._counted > _COUNT_S:  # nodes come and go
            self._counted, self._cpus = time.monotonic(), int(self._ray.cluster_resources().get("CPU", 0))
        wanted = TASKS_AHEAD * min(self._size or self._cpus, self._cpus) * self._batch_size
        return wanted - len(self._batch) - sum(map(len, self._tasks.values()))

    def submit(self, task: Task) -> None:
        self._batch.append(task)
        if len(self._batch) >= self._batch_size:
            self._send()

    def _send(self) -> None:
        if self._batch:
            tasks, self._batch = self._batch, []
            contents = {name: part for task in tasks for name, part in self._shipped(task["workload"]).items()}
            self._tasks[self._run.remote([dict(task) for task in tasks], contents, version())] = tasks

    def wait(self, timeout_s: float) -> Iterator[Mapping[str, Any]]:
        self._send()
        if not self._tasks:
            time.sleep(timeout_s)
            return
        first, _ = self._ray.wait(list(self._tasks), timeout=timeout_s)
        if first:
            ready, _ = self._ray.wait(list(self._tasks), num_returns=len(self._tasks), timeout=0)
            for reference in ready:
                yield from self._outcomes(reference, self._tasks.pop(reference))

    def close(self) -> None:
        self._ray.shutdown()

    def _outcomes(self, reference: Any, tasks: list[Task]) -> Iterator[Mapping[str, Any]]:
        """What became of tasks that were sent together, but of those that are sent again."""
        errors = self._ray.exceptions
        try:
            answers: list[Mapping[str, Any]] = self._ray.get(reference)
        except (errors.WorkerCrashedError, errors.OutOfMemoryError) as error:
            how = "for want of memory" if isinstance(error, errors.OutOfMemoryError) else "before it answered"
            failure = self._losses.failure(tasks[0], how) if len(tasks) == 1 else None
            if failure is None:
                self._again(tasks)
            else:
                yield failure
            return
        except (errors.NodeDiedError, errors.ObjectLostError):
            self._again(tasks)
            return
        except errors.RayError as error:
            last = str(error).strip().splitlines()[-1]
            raise OptionError(
                f"a worker of the Ray cluster cannot compute: {last}; every node needs this npusim installed "
                "(docs/sweeps.md)"
            ) from error
        for answer in answers:
            if "refused" in answer:
                raise OptionError(answer["refused"])
            yield answer
        mean_s = sum(answer["seconds"] for answer in answers) / len(answers)
        self._batch_size = max(1, min(_MOST_UNITS, int(_BATCH_S / max(mean_s, 1e-3))))

    def _again(self, tasks: list[Task]) -> None:
        """Sends tasks one by one: which of them ended the worker shows then."""
        self._send()
        for task in tasks:
            self._batch = [task]
            self._send()

    def _shipped(self, workload: Mapping[str, Any]) -> dict[str, Any]:
        """The content of a workload's file, put into the cluster once: digest -> reference."""
        digest = workload.get("digest")
        if digest is None:
            return {}
        if digest not in self._contents:
            self._contents[digest] = self._ray.put(node.content_of(workload))
        return {digest: self._contents[digest]}


def _connected(address: str, size: int | None) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise OptionError("sweeps on a Ray cluster need Ray; install npusim[ray]") from error
    logging.getLogger("ray").setLevel(logging.ERROR)
    kept = {name: value for name, value in os.environ.items() if name.startswith("NPUSIM_")}
    options: dict[str, Any] = {"runtime_env": {"env_vars": {**kept, "NPUSIM_QUIET": "1"}}}
    if address == LOCAL:
        options |= {"num_cpus": size or os.cpu_count() or 1, "include_dashboard": False}
    elif address != "auto":
        _check_address(address)
    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False, **options)
    except (Exception, SystemExit) as error:  # Ray raises many types, and exits where a server is none of Ray's
        why = " ".join(str(error).split())[:_MOST_ERROR] or type(error).__name__
        raise OptionError(f"no Ray cluster at {address}, seen from Ray {ray.__version__}: {why}") from error
    return ray


def _check_address(address: str) -> None:
    """Whether something answers, since Ray asks for two minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise OptionError(f"--ray {address}: an address is HOST:PORT, or `auto` for the cluster that runs on this host")
    try:
        socket.create_connection((host, int(port)), _CONNECT_S).close()
    except (OSError, OverflowError) as error:
        raise OptionError(
            f"no Ray cluster answers at {address} ({error}); `ray start --head` begins one, and `ray status` shows "
            "its address"
        ) from error
