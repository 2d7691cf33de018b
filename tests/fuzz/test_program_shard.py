"""A fixed part of the fuzzer's programs, all of which must pass; `benchmarks/fuzz.py` runs as many as one likes.

The seeds mean other programs after a change of the vocabulary. A failure after such a change may be an old defect that
nobody has met: shrink it with `python benchmarks/fuzz.py --seed SEED --count 1`, and mend it or list the seed.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from fuzzing.campaign.domain import Options
from fuzzing.campaign.pool import Pool, Request

PROGRAMS = 300
PART = 20
NIGHTLY = 20
"""From this seed on they are for the night: 20 programs are up to two minutes of a processor."""
TIMED = 60
"""One program in so many also has its times checked, for which it is compiled six times more."""

KNOWN: dict[int, str] = {220: "a gradient (unfold, repeat_interleave) that aot_eager on the CPU gets wrong, too"}
"""Seeds that fail for a reason that is known and stands here."""


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    """Two processes, which start once for all parts."""
    pool = Pool("programs", Options(timing=TIMED), 2)
    yield pool
    pool.close()


def parts():
    marks = {first: pytest.mark.slow if first < NIGHTLY else pytest.mark.nightly for first in range(0, PROGRAMS, PART)}
    return [pytest.param(first, marks=mark) for first, mark in marks.items()]


@pytest.mark.parametrize("first", parts())
def test_random_programs_agree_with_eager_pytorch(pool, first):
    seeds = (seed for seed in range(first, first + PART) if seed not in KNOWN)
    outcomes = {request.seed: outcome for request, outcome in pool.outcomes(map(Request, seeds))}
    failed = {seed: f"{o.kind}: {o.signature}\n{o.message[:500]}" for seed, o in outcomes.items() if o.is_failure}
    assert not failed, "\n".join(f"seed {seed}: {text}" for seed, text in sorted(failed.items()))
    assert sum(outcome.kind == "ok" for outcome in outcomes.values()) > 0.9 * len(outcomes)
