"""What a run says: one line of progress, failures as they come, a summary, a file per distinct failure."""

import collections
import dataclasses
import json
import re
import sys
import time
from pathlib import Path
from typing import Any, TextIO

from fuzzing.campaign.outcomes import KINDS, PYTORCHS, REFUSALS, Outcome

_PROGRESS_SECONDS = 30.0


@dataclasses.dataclass
class Failure:
    """A distinct failure: where it was first seen, how often, and its shrunk case. `label`: why it is PyTorch's own."""

    kind: str
    signature: str
    seed: int
    message: str
    label: str = ""
    file: str = ""
    count: int = 1

    @property
    def is_pytorchs(self) -> bool:
        return self.label.startswith(PYTORCHS)


class Reporter:
    """Counts outcomes and keeps distinct failures."""

    def __init__(self, folder: Path, out: TextIO = sys.stderr) -> None:
        self.folder, self._out = folder, out
        self.kinds: collections.Counter[str] = collections.Counter()
        self.by_float64 = self.was_run = self.is_long = 0
        self.refusals: dict[str, tuple[int, int]] = {}
        self.failures: dict[str, Failure] = {}
        self.operators: collections.Counter[str] = collections.Counter()
        self.seconds = 0.0
        self._start, self._shown = time.monotonic(), 0.0

    def count(self, seed: int, outcome: Outcome) -> None:
        """Every outcome passes here once."""
        self.kinds[outcome.kind] += 1
        self.seconds += outcome.facts.get("seconds", 0.0)
        self.by_float64 += bool(outcome.facts.get("by_float64"))
        self.was_run += bool(outcome.facts.get("was_run"))
        self.is_long += bool(outcome.facts.get("is_long"))
        self.operators.update(outcome.facts.get("operators", ()))
        if outcome.kind in REFUSALS:
            count, first = self.refusals.get(outcome.signature, (0, seed))
            self.refusals[outcome.signature] = (count + 1, first)
        self.show_progress(seed)

    def is_known(self, outcome: Outcome) -> bool:
        """Whether a failure of ours with this signature was seen before; counts it if so. Whether a case shows one of
        PyTorch's own is asked of every case.
        """
        failure = self.failures.get(outcome.signature)
        if failure is not None:
            failure.count += 1
        return failure is not None

    def add(self, failure: Failure, text: str, suffix: str, aliases: tuple[str, ...] = ()) -> None:
        """Keeps a distinct failure and writes its case. One of PyTorch's own is counted as such."""
        if failure.is_pytorchs:
            self.kinds.subtract([failure.kind])
            self.kinds[PYTORCHS] += 1
            return self._keep(failure, text, suffix, (f"{failure.signature} {failure.label}",))
        return self._keep(failure, text, suffix, (failure.signature, *aliases))

    def _keep(self, failure: Failure, text: str, suffix: str, keys: tuple[str, ...]) -> None:
        if keys[0] in self.failures:
            self.failures[keys[0]].count += 1
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        kind = "pytorch" if failure.is_pytorchs else failure.kind
        path = self.folder / f"{kind}-{_slug(failure.signature)}-{failure.seed}{suffix}"
        temporary = path.with_suffix(".part")
        temporary.write_text(text)
        temporary.replace(path)
        failure.file = str(path)
        for key in keys:
            self.failures.setdefault(key, failure)
        self._line(f"{failure.kind}: seed {failure.seed}: {failure.signature} {failure.label}\n  {path}")

    def distinct(self) -> list[Failure]:
        return list({id(f): f for f in self.failures.values()}.values())

    def ours(self) -> list[Failure]:
        """The distinct failures that are not PyTorch's own."""
        return [failure for failure in self.distinct() if not failure.is_pytorchs]

    def show_progress(self, seed: int) -> None:
        """One line, rewritten on a terminal, else written twice a minute."""
        now = time.monotonic()
        is_terminal = self._out.isatty()
        if now - self._shown < (0.2 if is_terminal else _PROGRESS_SECONDS):
            return
        self._shown = now
        text = f"seed {seed}: {self._counts()}; {len(self.ours())} distinct failures; {self._rate():.2f} per second"
        self._out.write(f"\r\033[K{text}" if is_terminal else text + "\n")
        self._out.flush()

    def _line(self, text: str) -> None:
        self._out.write(("\r\033[K" if self._out.isatty() else "") + text + "\n")
        self._out.flush()

    def _counts(self) -> str:
        return ", ".join(f"{self.kinds[kind]} {kind}" for kind in KINDS if self.kinds[kind])

    def _rate(self) -> float:
        return self.total / max(time.monotonic() - self._start, 1e-9)

    @property
    def total(self) -> int:
        return sum(self.kinds.values())

    def summary(self) -> str:
        """Counts, refusals with their sentences, distinct failures."""
        lines = [
            f"{self.total} cases: {self._counts()}",
            f"{self._rate():.2f} cases per second, {self.seconds / max(self.total, 1):.2f} s of processor time each",
            *self._findings(),
        ]
        lines += [
            f"refused {count} times (first seed {seed}): {text}"
            for text, (count, seed) in sorted(self.refusals.items(), key=lambda entry: -entry[1][0])
        ]
        ours_first = sorted(self.distinct(), key=lambda failure: failure.is_pytorchs)
        lines += [f"{f.kind} {f.count} times (seed {f.seed}): {f.signature} {f.label}\n  {f.file}" for f in ours_first]
        return "\n".join(lines)

    def _findings(self) -> list[str]:
        if self.operators:
            return [f"{self.by_float64} decided by float64; {len(self.operators)} operators"]
        return [f"{self.was_run} were launched, of which {self.is_long} stopped"] if self.was_run else []

    def as_json(self) -> str:
        data: dict[str, Any] = {
            "cases": self.total,
            "outcomes": dict(self.kinds),
            "by_float64": self.by_float64,
            "launched": self.was_run,
            "stopped": self.is_long,
            "cases_per_second": self._rate(),
            "processor_seconds": self.seconds,
            "operators": dict(self.operators.most_common()),
            "refusals": [
                {"sentence": text, "count": count, "seed": seed} for text, (count, seed) in self.refusals.items()
            ],
            "failures": [dataclasses.asdict(failure) for failure in self.distinct()],
        }
        return json.dumps(data, indent=2)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower())[:60].strip("-")
