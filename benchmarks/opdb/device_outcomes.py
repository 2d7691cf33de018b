"""Outcomes of PyTorch's device-generic tests: recorded one by one, so that a run goes on where another ended."""

import json
import re
import signal
import sys
import unittest
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from npusim.simulator.errors import NpuSimError
from torch._subclasses.fake_tensor import DataDependentOutputException, DynamicOutputShapeException

LONGEST_CPU_S = 120
"""A test that takes longer has failed."""
OUTCOMES = ("passed", "refused", "failed", "skipped")
_REFUSALS = (NpuSimError, torch._dynamo.exc.Unsupported, DataDependentOutputException, DynamicOutputShapeException)
_CLASSES = {"complex": "complex", "float": "floating", "bfloat": "floating"}


@dataclass(frozen=True)
class Outcome:
    """Of a test: its method, operator and dtype, and of what did not pass the first line of the reason."""

    method: str
    name: str
    outcome: str
    why: str = ""

    @property
    def dtypes(self) -> str:
        dtype = self.name.rpartition(" ")[2]
        return next((what for start, what in _CLASSES.items() if dtype.startswith(start)), "integer, bool")


class Record(unittest.TestResult):
    """Keeps outcomes, in a file as well if there is one; a test that is running stands in a file beside it."""

    def __init__(self, parts: Any, file: Path | None = None, verbose: bool = False) -> None:
        super().__init__()
        self.outcomes: list[Outcome] = []
        self._parts, self._file, self._verbose = parts, file, verbose

    def startTest(self, test: Any) -> None:
        super().startTest(test)
        if self._file is not None:
            running(self._file).write_text(json.dumps(self._parts(test)))
        signal.signal(signal.SIGPROF, _too_long)
        signal.setitimer(signal.ITIMER_PROF, LONGEST_CPU_S)

    def stopTest(self, test: Any) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        super().stopTest(test)

    def _keep(self, test: Any, outcome: str, why: str = "") -> None:
        kept = Outcome(*self._parts(test), outcome, why)
        self.outcomes.append(kept)
        if self._file is not None:
            append(self._file, kept)
        if outcome == "failed" or (self._verbose and outcome != "passed"):
            print(f"{outcome} {kept.method} {kept.name}: {why}", file=sys.stderr, flush=True)
        if self.testsRun % 100 == 0:
            print(f"{self.testsRun} tests", file=sys.stderr, flush=True)

    def addSuccess(self, test: Any) -> None:
        self._keep(test, "passed")

    addUnexpectedSuccess = addSuccess

    def addSkip(self, test: Any, reason: str) -> None:
        self._keep(test, "skipped", reason)

    def addExpectedFailure(self, test: Any, err: Any) -> None:
        self._keep(test, "skipped", "fails on every device")

    def addFailure(self, test: Any, err: Any) -> None:
        refusal = next((e for e in _chain(err[1]) if _is_refusal(e)), None)
        why = refusal or err[1]
        self._keep(test, "failed" if refusal is None else "refused", _first_line(why))

    addError = addFailure


def _is_refusal(error: BaseException) -> bool:
    """Whether an error says what the device, or a compiled graph, does not have."""
    by_device = isinstance(error, NotImplementedError) and "the device npu" in str(error)
    return by_device or isinstance(error, _REFUSALS)


def _too_long(*_: Any) -> None:
    raise TimeoutError(f"it took longer than {LONGEST_CPU_S} s of the processor")


def _chain(error: BaseException | None) -> Iterable[BaseException]:
    while error is not None:
        yield error
        inner = getattr(error, "inner_exception", None)
        error = inner if inner is not None else error.__cause__


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or repr(error)).splitlines()[0][:200]


# -- files


def running(file: Path) -> Path:
    """The file with the test that is running."""
    return file.with_suffix(".running")


def append(file: Path, outcome: Outcome) -> None:
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(asdict(outcome)) + "\n")


def read(file: Path) -> list[Outcome]:
    """What was recorded, the last outcome of each test."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    found = {(kept.method, kept.name): kept for kept in (Outcome(**json.loads(line)) for line in lines)}
    return list(found.values())


# -- the page


def table(outcomes: Sequence[Outcome], all_tests: Sequence[tuple[str, str]], meanings: Mapping[str, str]) -> str:
    """One row per method and class of dtypes, with what was not run; then what failed and why tests were refused."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for method, name in all_tests:
        counts[method, Outcome(method, name, "").dtypes]["all"] += 1
    for each in outcomes:
        counts[each.method, each.dtypes][each.outcome] += 1
    head = f"| test | dtypes | {' | '.join(OUTCOMES)} | not run |"
    lines = [f"- `{method}`: {meaning}" for method, meaning in meanings.items()]
    lines += ["", head, "| -- | -- | -: | -: | -: | -: | -: |"]
    for (method, dtypes), count in counts.items():
        run = [count[outcome] for outcome in OUTCOMES]
        cells = " | ".join(map(str, [*run, count["all"] - sum(run)]))
        lines.append(f"| `{method}` | {dtypes} | {cells} |")
    return "\n".join([*lines, *_reasons(outcomes, "failed", "Failed"), *_reasons(outcomes, "refused", "Refused")])


def _reasons(outcomes: Sequence[Outcome], outcome: str, title: str) -> list[str]:
    grouped: dict[str, list[str]] = defaultdict(list)
    for each in outcomes:
        if each.outcome == outcome:
            operator, _, dtype = each.name.rpartition(" ")
            named = f"{operator} ({each.method.removeprefix('test_')}, {dtype})" if outcome == "failed" else operator
            grouped[_general(each.why)].append(named)
    lines = [f"- {len(names)} of: {why}: {', '.join(sorted(set(names)))}" for why, names in _largest_first(grouped)]
    return ["", f"{title}:", "", *(line.replace("_", "\\_").replace("*", "\\*") for line in lines)] if lines else []


def _largest_first(grouped: Mapping[str, list[str]]) -> list[tuple[str, list[str]]]:
    return sorted(grouped.items(), key=lambda item: (-len(item[1]), item[0]))


def _general(why: str) -> str:
    """A reason without the names and numbers of one test."""
    plain = re.sub(r"'[^']*'|\"[^\"]*\"|`[^`]*`", "…", why)
    return re.sub(r"[-+]?\d+(\.\d+)?(e[-+]?\d+)?", "n", plain).replace("|", "/").replace("<", "").replace(">", "")[:110]
