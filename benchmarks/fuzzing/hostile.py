"""Runs hostile kernels or machine files in worker processes:
`python benchmarks/fuzzing/hostile.py kernels --cases 2000 --seed 0`.

A worker takes numbers of cases from its standard input and writes a line of JSON for each. One that ends counts as a
crash, one that says nothing for long as a hang; both are started again. Exit status 1 when anything failed.
"""

import argparse
import collections
import contextlib
import importlib
import json
import os
import resource
import select
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

_HANG_S = 180.0
_MEMORY_BYTES = 8 << 30
_CACHE_EVERY = 400
_FAILURES = ("internal", "crash", "hang", "wrong")


def work(target: str) -> None:
    """The worker: runs the cases whose seeds stand on its standard input."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    module = importlib.import_module(f"fuzzing.{target}")
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever else is printed is no answer
    for line in sys.stdin:
        seed = int(line)
        try:
            verdict = module.run(module.make(seed))
            answer = {"kind": verdict.kind, "message": verdict.message}
        except BaseException as error:
            answer = {"kind": "internal", "message": "".join(traceback.format_exception(error))[-3000:]}
        answers.write(json.dumps({"seed": seed, **answer}) + "\n")
        answers.flush()


class Worker:
    """A worker process with a compile cache of its own."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._cache = tempfile.mkdtemp(prefix="npusim-fuzz-cache")
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self.seed: int | None = None
        self._start()

    def _start(self) -> None:
        environment = {**os.environ, "NPUSIM_CACHE_DIR": self._cache, "NPUSIM_QUIET": "1", "OMP_NUM_THREADS": "1"}
        command = [sys.executable, __file__, self._target, "--worker"]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self._errors, env=environment)
        self._since = time.monotonic()

    @property
    def output(self) -> Any:
        """What to wait for."""
        return self._process.stdout

    def give(self, seed: int) -> None:
        """Let it run a case."""
        if seed % _CACHE_EVERY == 0:
            for entry in Path(self._cache).iterdir():
                shutil.rmtree(entry, ignore_errors=True)
        self.seed, self._since = seed, time.monotonic()
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(f"{seed}\n".encode())
            self._process.stdin.flush()

    def take(self) -> dict[str, Any]:
        """The answer; a crash when the process has ended."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if line:
            return dict(json.loads(line))
        status = self._process.wait()
        return self._again("crash", f"status {status}: {self._last_words()}")

    def is_late(self) -> bool:
        """Whether a case takes so long that it counts as a hang."""
        return self.seed is not None and time.monotonic() - self._since > _HANG_S

    def give_up(self) -> dict[str, Any]:
        """End a process that hangs."""
        self._process.kill()
        self._process.wait()
        return self._again("hang", self._last_words())

    def _again(self, kind: str, message: str) -> dict[str, Any]:
        answer = {"seed": self.seed, "kind": kind, "message": message}
        self._start()
        return answer

    def _last_words(self) -> str:
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - 600))
        return self._errors.read().decode(errors="replace")

    def close(self) -> None:
        """End the process and remove its cache."""
        self._process.kill()
        self._process.wait()
        shutil.rmtree(self._cache, ignore_errors=True)


def run(target: str, seeds: range, processes: int, log: Path | None) -> collections.Counter[str]:
    """Run the cases of all seeds; prints the failures, and counts what came of each."""
    counts: collections.Counter[str] = collections.Counter()
    waiting = iter(seeds)
    workers = [Worker(target) for _ in range(processes)]
    busy = []
    for worker in workers:
        seed = next(waiting, None)
        if seed is not None:
            worker.give(seed)
            busy.append(worker)
    while busy:
        ready = select.select([w.output for w in busy], [], [], 1.0)[0]
        for worker in list(busy):
            if worker.output in ready:
                answer = worker.take()
            elif worker.is_late():
                answer = worker.give_up()
            else:
                continue
            _note(answer, counts, log)
            seed = next(waiting, None)
            if seed is None:
                busy.remove(worker)
            else:
                worker.give(seed)
    for worker in workers:
        worker.close()
    return counts


def _note(answer: dict[str, Any], counts: collections.Counter[str], log: Path | None) -> None:
    counts[answer["kind"]] += 1
    if answer["kind"] in _FAILURES:
        print(f"{answer['kind']} seed {answer['seed']}: {answer['message'].strip()[-400:]}", flush=True)
    if log is not None:
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(answer) + "\n")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=("kernels", "machines"))
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--show", action="store_true", help="print the case of --seed and what comes of it here")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        return work(options.target)
    if options.show:
        sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
        module = importlib.import_module(f"fuzzing.{options.target}")
        case = module.make(options.seed)
        print(case.text, case, sep="\n", flush=True)
        print(module.run(case))
        return None
    seeds = range(options.seed, options.seed + options.cases)
    counts = run(options.target, seeds, options.processes, options.log)
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    return sys.exit(1 if any(counts[kind] for kind in _FAILURES) else 0)


if __name__ == "__main__":
    main()
