"""Workers in processes of their own: one that crashes or hangs is replaced, and that is its case's outcome."""

import contextlib
import dataclasses
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from fuzzing.campaign.domain import Options
from fuzzing.campaign.outcomes import Outcome, innermost_of_stacks, signature_of_crash

_COMMAND = Path(__file__).parents[2] / "fuzz.py"
_WALL_FACTOR = 10.0
_MOST_RESIDENT_BYTES = 4 << 30
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclasses.dataclass(frozen=True)
class Request:
    """A case to run, from its seed or as it is; with `diagnose`, a failure of it to look into; with `is_generated`, the
    case of a seed itself, which is not run.
    """

    seed: int = 0
    case: str = ""
    is_whole: bool = False
    is_generated: bool = False
    diagnose: dict[str, Any] | None = None


class Worker:
    """One server process and its child, which runs the cases; started when it is first asked."""

    def __init__(self, name: str, options: Options, environment: Mapping[str, str] | None = None) -> None:
        self._name, self._options, self._environment = name, options, {**os.environ, **(environment or {})}
        self._server: subprocess.Popen[str] | None = None
        self._child = 0
        self._errors: Any = None
        self._since, self._ticks = 0.0, 0.0
        self._served: list[int] = []
        self.request: Request | None = None

    def send(self, request: Request) -> None:
        """Hands a request over; the answer comes through `outcome`."""
        if self._server is None or self._is_too_large():
            self._start()
        assert self._server is not None and self._server.stdin is not None
        os.ftruncate(self._errors.fileno(), 0)
        self.request = request
        text = dataclasses.asdict(request) | {"options": dataclasses.asdict(self._options)}
        self._server.stdin.write(json.dumps(text) + "\n")
        self._server.stdin.flush()
        self._since, self._ticks = time.monotonic(), self._processor_seconds()
        self._served.append(request.seed)

    @property
    def stream(self) -> Any:
        """What becomes readable when there is an answer, or the child has ended."""
        assert self._server is not None
        return self._server.stdout

    def outcome(self) -> Outcome:
        """The answer, once the stream is readable; a crash when there is none."""
        answer = self._read()
        self.request = None
        if answer.keys() == {"died"}:
            return self._crash(answer["died"])
        return Outcome(**answer)

    def is_overdue(self) -> bool:
        """Whether the request took more processor time than it may, or waits for something that does not come.

        That is, ten times as long by the clock, and no thread of the child or of a process that it started has
        anything to do: on a busy host they may only be waiting for a processor.
        """
        limit = self._options.seconds
        if self._processor_seconds() - self._ticks > limit:
            return True
        return time.monotonic() - self._since > _WALL_FACTOR * limit and not has_work(self._child)

    def give_up(self) -> Outcome:
        """Ends a child that hangs, and says where it was."""
        os.kill(self._child, signal.SIGUSR1)  # its handler writes the stacks of its threads
        time.sleep(0.5)
        where = self._written()
        self.close()
        self.request = None
        return Outcome("hang", f"hang: {innermost_of_stacks(where)}", where[-3000:])

    def close(self) -> None:
        """Ends both processes, if there are any."""
        if self._server is None:
            return
        self._server.kill()
        self._server.wait()
        if self._child:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._child, signal.SIGKILL)
        for pipe in (self._server.stdin, self._server.stdout):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):  # it ended with a request in the pipe
                pipe.close()
        self._errors.close()
        self._server, self._child = None, 0

    def _start(self) -> None:
        self.close()
        self._errors = tempfile.TemporaryFile("w+", errors="replace")  # noqa: SIM115
        self._server = subprocess.Popen(
            [sys.executable, str(_COMMAND), self._name, "--worker"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True, env=self._environment,
        )  # fmt: skip
        self._wait_for_child()

    def _wait_for_child(self) -> None:
        answer = self._read()
        if "ready" not in answer:
            raise RuntimeError(f"a worker does not start:\n{self._written()}")
        self._child = answer["ready"]
        self._served = []

    def _read(self) -> dict[str, Any]:
        line = self.stream.readline()
        if not line:
            raise RuntimeError(f"a worker ended:\n{self._written()}")
        return dict(json.loads(line))

    def _crash(self, status: int) -> Outcome:
        written, before = self._written(), self._served[:-1]
        self._wait_for_child()
        is_signal = os.WIFSIGNALED(status)
        name = signal.Signals(os.WTERMSIG(status)).name if is_signal else f"exit status {os.WEXITSTATUS(status)}"
        message = f"{name}\n{written[-3000:]}"
        return Outcome("crash", signature_of_crash(name, written), message, facts={"before": before})

    def _written(self) -> str:
        self._errors.seek(0)
        return str(self._errors.read()).replace("\0", "")

    def _processor_seconds(self) -> float:
        fields = self._proc("stat").rsplit(")", 1)[-1].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS if len(fields) > 12 else 0.0

    def _is_too_large(self) -> bool:
        fields = self._proc("statm").split()
        return len(fields) > 1 and int(fields[1]) * os.sysconf("SC_PAGE_SIZE") > _MOST_RESIDENT_BYTES

    def _proc(self, name: str) -> str:
        try:
            return Path(f"/proc/{self._child}/{name}").read_text()
        except OSError:
            return ""


def has_work(process: int) -> bool:
    """Whether a thread of a process, or of one that it started, runs, could run, or waits for a disk."""
    for task in Path(f"/proc/{process}/task").glob("*"):
        try:
            state = (task / "stat").read_text().rsplit(")", 1)[-1].split()[0]
            started = (task / "children").read_text().split()
        except OSError:
            continue  # it ended meanwhile
        if state in "RD" or any(has_work(int(other)) for other in started):
            return True
    return False


class Pool:
    """Several workers of one domain."""

    def __init__(
        self, name: str, options: Options, processes: int, environment: Mapping[str, str] | None = None
    ) -> None:
        self._make = lambda: Worker(name, options, environment)
        self._arguments = name, options, 1, environment
        self.workers = [self._make() for _ in range(processes)]

    def outcomes(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Outcome]]:
        """Runs requests and gives their outcomes as they come; a new one is taken when a worker is free."""
        waiting, selector = iter(requests), selectors.DefaultSelector()
        for worker in self.workers:
            _next(worker, waiting, selector)
        while selector.get_map():
            for worker, request, outcome in list(_arrived(selector)):
                yield request, outcome
                _next(worker, waiting, selector)

    def ask(self, request: Request) -> Outcome:
        """The outcome of one request, on a worker that is free."""
        worker = next((w for w in self.workers if w.request is None), None) or self._extra()
        worker.send(request)
        selector = selectors.DefaultSelector()
        selector.register(worker.stream, selectors.EVENT_READ, worker)
        while True:
            for _, _, outcome in _arrived(selector):
                return outcome

    def generated(self, seed: int) -> Outcome:
        """The case of a seed, in the outcome. Programs run in eager PyTorch while they grow, which may crash."""
        return self.ask(Request(seed, is_generated=True))

    def in_turn(self, requests: Iterable[Request]) -> Outcome:
        """The outcome of the last of some requests, one after the other in a process that runs nothing else."""
        alone = type(self)(*self._arguments)
        try:
            return [alone.ask(request) for request in requests][-1]
        finally:
            alone.close()

    def _extra(self) -> Worker:
        """One more, for questions that are asked while all work."""
        self.workers.append(self._make())
        return self.workers[-1]

    def close(self) -> None:
        for worker in self.workers:
            worker.close()


def _next(worker: Worker, waiting: Iterator[Request], selector: selectors.BaseSelector) -> None:
    request = next(waiting, None)
    if request is not None:
        worker.send(request)
        selector.register(worker.stream, selectors.EVENT_READ, worker)


def _arrived(selector: selectors.BaseSelector) -> Iterator[tuple[Worker, Request, Outcome]]:
    """Answers that have come within a second, and the ends of those that are overdue."""
    ready = [key.data for key, _ in selector.select(1.0)]
    overdue = [key.data for key in selector.get_map().values() if key.data not in ready and key.data.is_overdue()]
    for worker in [*ready, *overdue]:
        selector.unregister(worker.stream)
        request = worker.request
        yield worker, request, worker.outcome() if worker in ready else worker.give_up()
