"""Which of several variants of a part of the program is taken: by estimates where they are far apart, else by the
engine.
"""

from dataclasses import dataclass, field
from math import inf

import pytest
from npusim.frontend.fusions.candidate_evaluation import BUDGET_CYCLES, DOUBTFUL, Variant, evaluate_candidates
from npusim.simulator.errors import ScratchpadOverflowError, UnsupportedError


@dataclass
class Kernel:
    """Says what it is told to, and counts how often the engine was asked."""

    estimated: float
    simulated: int | Exception
    asked: list[float] = field(default_factory=list)

    def estimated_cycles(self):
        return self.estimated

    def start_simulation(self):
        self.asked.append(self.estimated)
        if isinstance(self.simulated, Exception):
            raise self.simulated
        return self.wait

    def wait(self):
        return self.simulated


def variant(name, estimated, simulated, problem=""):
    return Variant(name, [Kernel(estimated, simulated)], estimated, problem)


def asked(*variants):
    return [bool(v.kernels[0].asked) for v in variants]


def test_estimates_that_are_far_apart_are_trusted():
    beyond = 1000 * DOUBTFUL + 1
    variants = variant("fused", 1000, 9000), variant("apart", beyond, 1)
    verdict = evaluate_candidates(variants)
    assert (verdict.best.what, asked(*variants)) == ("fused", [False, False])
    assert verdict.gain("apart") == f"1,000 cycles estimated, {beyond:,.0f} apart"


def test_the_engine_decides_between_close_estimates():
    variants = variant("fused", 1000, 1300), variant("apart", 1200, 1100)
    verdict = evaluate_candidates(variants)
    assert (verdict.best.what, asked(*variants)) == ("apart", [True, True])
    assert verdict.gain("otherwise") == "1,100 cycles simulated, 1,300 otherwise (1,200 and 1,000 estimated)"


def test_all_simulations_begin_before_one_is_waited_for(monkeypatch):
    variants = variant("fused", 1000, 1300), variant("apart", 1200, 1100)
    begun_when_waiting = []
    monkeypatch.setattr(Kernel, "wait", lambda self: begun_when_waiting.append(asked(*variants)) or self.simulated)
    assert evaluate_candidates(variants).best.what == "apart"
    assert begun_when_waiting == [[True, True], [True, True]]


def test_variants_that_are_far_behind_are_not_simulated():
    variants = variant("all", 1000, 1300), variant("some", 1200, 1250), variant("none", 5000, 1)
    verdict = evaluate_candidates(variants)
    assert (verdict.best.what, asked(*variants)) == ("some", [True, True, False])
    far = verdict.compared(variants[2], verdict.best, "apart")
    assert far == "5,000 cycles estimated, 1,250 cycles simulated apart"


def test_a_tie_keeps_what_is_fused():
    assert evaluate_candidates([variant("fused", 1000, 900), variant("apart", 1000, 900)]).best.what == "fused"


def test_the_cycles_of_all_kernels_count():
    several = Variant("apart", [Kernel(500, 600), Kernel(500, 600)], 1000)
    assert evaluate_candidates([variant("fused", 1100, 1150), several]).best.what == "fused"


def test_long_kernels_are_not_simulated():
    variants = variant("fused", BUDGET_CYCLES, 2), variant("apart", BUDGET_CYCLES + 1, 1)
    assert (evaluate_candidates(variants).best.what, asked(*variants)) == ("fused", [False, False])


def test_cycles_that_depend_on_values_are_estimated():
    variants = variant("fused", 1000, 900), variant("apart", 1100, UnsupportedError("depends on values"))
    verdict = evaluate_candidates(variants)
    assert verdict.best.what == "fused"
    assert verdict.gain("apart") == "1,000 cycles estimated, 1,100 apart"


def test_what_does_not_fit_after_all_is_not_taken():
    variants = variant("fused", 1000, ScratchpadOverflowError("too large")), variant("apart", 1100, 5000)
    assert evaluate_candidates(variants).best.what == "apart"


@pytest.mark.parametrize("simulated", [ScratchpadOverflowError("too large"), 9999])
def test_impossible_variants_are_not_simulated(simulated):
    variants = variant("fused", inf, 1, "a row does not fit"), variant("apart", 1100, simulated)
    verdict = evaluate_candidates(variants)
    assert (verdict.best.what, asked(*variants), verdict.gain("apart")) == ("apart", [False, False], "")
