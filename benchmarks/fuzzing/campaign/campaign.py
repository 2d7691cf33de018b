"""A search: cases from seeds, outcomes counted, new failures diagnosed, shrunk and written."""

import dataclasses
from collections.abc import Iterable, Sequence
from pathlib import Path

from fuzzing.campaign.domain import Domain
from fuzzing.campaign.outcomes import PYTORCHS, Outcome
from fuzzing.campaign.pool import Pool, Request
from fuzzing.campaign.reporting import Failure, Reporter
from fuzzing.campaign.scratch import trim
from fuzzing.campaign.shrinking import Shrunk, shrink

_TRIM_EVERY = 200
_MOST_TIMED_AGAIN = 20
_MOST_SUSPECTS = 20


class Campaign:
    """Runs seeds through a pool. `scratch`: where caches are, to be kept small; `shrink_seconds`: for one failure."""

    def __init__(self, kind: Domain, pool: Pool, reporter: Reporter, scratch: Path, shrink_seconds: float) -> None:
        self._scratch = scratch
        self._timed: dict[int, int] = {}
        self._kind, self._pool, self._reporter = kind, pool, reporter
        self._shrink_seconds = shrink_seconds

    def run(self, seeds: Iterable[int]) -> None:
        """Until the seeds end."""
        for request, outcome in self._pool.outcomes(Request(seed) for seed in seeds):
            self._reporter.count(request.seed, outcome)
            if self._reporter.total % _TRIM_EVERY == 0:
                trim(self._scratch)
            if "cycles" in outcome.facts:
                self._timed[request.seed] = outcome.facts["cycles"]
            if outcome.is_failure and not self._reporter.is_known(outcome):
                self._look_into(request.seed, outcome)

    def time_again(self, elsewhere: Pool) -> None:
        """Runs programs that were timed in another pool: their cycles must be the same."""
        seeds = list(self._timed)[:_MOST_TIMED_AGAIN]
        for request, outcome in elsewhere.outcomes(map(Request, seeds)):
            before, now = self._timed[request.seed], outcome.facts.get("cycles")
            if now != before:
                message = f"{before} cycles, and {now} in another process ({outcome.kind})"
                self._look_into(request.seed, Outcome("timing", "timing: not the same times elsewhere", message))

    def _look_into(self, seed: int, outcome: Outcome) -> None:
        case = outcome.case or self._generated(seed, outcome)
        if not case:
            return
        if outcome.kind == "crash":
            seed, case = self._culprit(seed, case, outcome.facts["before"])
        shrunk = self._shrunk(case, outcome)
        if shrunk.outcome.signature != outcome.signature and self._reporter.is_known(shrunk.outcome):
            return
        label = self._label(shrunk)
        failure = Failure(outcome.kind, shrunk.outcome.signature, seed, shrunk.outcome.message, label)
        found = f"seed {seed}, shrunk in {shrunk.tries} tries"
        comment = "\n".join((f"{outcome.kind}: {failure.signature}", found, label, failure.message))
        self._reporter.add(failure, self._kind.file_text(shrunk.case, comment), self._kind.suffix, (outcome.signature,))

    def _generated(self, seed: int, outcome: Outcome) -> str:
        """The case of a seed, or "" for one that cannot even be made: that is reported here."""
        generated = self._pool.generated(seed)
        if not generated.case:
            label = f"{PYTORCHS}: eager, while the case grew" if generated.kind == "crash" else ""
            failure = Failure(outcome.kind, outcome.signature, seed, outcome.message, label)
            self._reporter.add(failure, outcome.message, ".txt")
        return generated.case

    def _culprit(self, seed: int, case: str, before: Sequence[int]) -> tuple[int, str]:
        """The case that ends a process: this one if it does so alone, else one after which it does."""
        last = Request(case=case, is_whole=True)
        if self._pool.in_turn([last]).kind == "crash":
            return seed, case
        for suspect in reversed(before[-_MOST_SUSPECTS:]):
            if self._pool.in_turn([Request(suspect), last]).kind == "crash":
                return suspect, self._pool.generated(suspect).case
        return seed, case

    def _shrunk(self, case: str, outcome: Outcome) -> Shrunk:
        if not self._shrink_seconds or outcome.kind in ("hang", "timing"):
            return Shrunk(case, outcome, 0)
        return shrink(
            self._kind, case, outcome, lambda text: self._pool.ask(Request(case=text)), seconds=self._shrink_seconds
        )

    def _label(self, shrunk: Shrunk) -> str:
        if shrunk.outcome.kind not in ("wrong", "internal") or shrunk.outcome.facts.get("is_ours"):
            return ""
        answer = self._pool.ask(Request(case=shrunk.case, diagnose=dataclasses.asdict(shrunk.outcome)))
        return answer.message if answer.kind == "ok" else f"diagnosis ended in {answer.kind}"
