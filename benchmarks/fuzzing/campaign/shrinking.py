"""Making a failing case small: simpler cases are tried until none fails in the same way (delta debugging)."""

import dataclasses
import time
from collections.abc import Callable

from fuzzing.campaign.domain import Domain
from fuzzing.campaign.outcomes import Outcome

Ask = Callable[[str], Outcome]


@dataclasses.dataclass(frozen=True)
class Shrunk:
    """The smallest case that was found, what comes of it, and how many were tried."""

    case: str
    outcome: Outcome
    tries: int


def shrink(kind: Domain, case: str, outcome: Outcome, ask: Ask, *, seconds: float = 120.0, tries: int = 400) -> Shrunk:
    """The smallest case that still fails as `outcome` did, within a number of tries and of seconds of a processor."""
    spent, seen, count = 0.0, {case}, 0
    found = True
    while found:
        found = False
        for candidate in kind.smaller(case):
            if spent > seconds or count >= tries:
                return Shrunk(case, outcome, count)
            if candidate in seen:
                continue
            seen.add(candidate)
            count += 1
            start = time.monotonic()
            other = ask(candidate)
            spent += other.facts.get("seconds", time.monotonic() - start)
            if is_same_failure(outcome, other):
                case, outcome, found = candidate, other, True
                break
    return Shrunk(case, outcome, count)


def is_same_failure(one: Outcome, other: Outcome) -> bool:
    """Wrong values by their being wrong, hangs by hanging, everything else by its signature."""
    return one.kind == other.kind and (one.kind in ("wrong", "hang") or one.signature == other.signature)
