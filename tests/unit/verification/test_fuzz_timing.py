"""What random programs say of simulated times: every property is looked at, and a broken one is told."""

import sys
from pathlib import Path

import pytest
import torch

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

from fuzzing.campaign.outcomes import Outcome
from fuzzing.programs import timing
from fuzzing.programs.program import Input, Line, Program
from npusim.simulator.errors import UnsupportedError

SIZE = (5, 40)


def program(expression: str) -> Program:
    return Program(0, "forward", (Input("x", 1, "float32", SIZE),), (Line(("v0",), expression),), ("v0",))


def check(subject: Program) -> Outcome:
    """Under the fuzzer's policy, under which poison values that reach the host are an error."""
    with torch.npu.set_fallback_policy("error"):
        return timing.check(subject, Outcome("ok", facts={"operators": ["tanh"]}))


@pytest.fixture
def modes(monkeypatch) -> list[str]:
    """The modes of the runs, in order."""
    measured, measure = [], timing.measure

    def observed(subject, machine, mode):
        measured.append(mode)
        return measure(subject, machine, mode)

    monkeypatch.setattr(timing, "measure", observed)
    return measured


def test_every_property_is_checked(modes):
    outcome = check(program("x.tanh()"))
    assert outcome.kind == "ok" and outcome.facts["cycles"] > 0
    assert modes == ["both", "both", "timing"] + ["timing"] * len(timing.FASTER)


def test_times_that_depend_on_values_are_compared_in_mode_both(modes, monkeypatch):
    monkeypatch.setattr(timing, "FASTER", {"twice the clock": {"core_freq_mhz": 2}})
    assert check(program("x[(x @ x.T).argmax(1)]")).kind == "ok"
    assert modes == ["both", "both", "timing", "both"]


def test_a_machine_that_makes_a_program_slower_is_named(monkeypatch):
    monkeypatch.setattr(timing, "FASTER", {"a longer launch": {"kernel_launch_cycles": 4}})
    outcome = check(program("x.tanh()"))
    assert outcome.kind == "timing" and outcome.message.startswith("slower with a longer launch: ")


def test_times_of_mode_timing_are_those_of_mode_both(monkeypatch):
    measure = timing.measure

    def other_in_timing(subject, machine, mode):
        return measure(subject, machine.evolve(core_freq_mhz=500) if mode == "timing" else machine, mode)

    monkeypatch.setattr(timing, "measure", other_in_timing)
    assert check(program("x.tanh()")).message.startswith("not the same times in mode timing: ")


def test_what_only_another_machine_refuses_is_a_failure(monkeypatch):
    measure = timing.measure

    def refusing(subject, machine, mode):
        if machine.cores > 1:
            raise UnsupportedError("not with two cores")
        return measure(subject, machine, mode)

    monkeypatch.setattr(timing, "measure", refusing)
    monkeypatch.setattr(timing, "FASTER", {"two cores": {"cores": 2}})
    outcome = check(program("x.tanh()"))
    assert outcome.kind == "timing" and outcome.message.endswith("not with two cores")
