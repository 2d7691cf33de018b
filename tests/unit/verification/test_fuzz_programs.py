"""Random programs: the same from a seed everywhere, legal, and judged so that wrong values show."""

import contextlib
import dataclasses
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
import torch

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

from fuzzing.campaign.outcomes import of_exception
from fuzzing.campaign.shrinking import shrink
from fuzzing.programs import execution
from fuzzing.programs.builder import Builder, Reject
from fuzzing.programs.comparison import judge
from fuzzing.programs.domain import Programs
from fuzzing.programs.generator import generate, is_well_behaved
from fuzzing.programs.program import Input, Line, Program
from fuzzing.programs.standalone import sharing
from fuzzing.programs.vocabulary import FAMILIES
from fuzzing.programs.vocabulary.attention import attention
from fuzzing.programs.worlds import eager, exact
from npusim.simulator.errors import KernelError, UnsupportedError

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
SEEDS = range(5)


def program(*lines: tuple[str, str], returns: str = "v0", mode: str = "forward", **inputs) -> Program:
    """A program of lines (result, expression), and inputs by name as (dtype, size) with further fields."""
    made = [Input(name, 1, *entry[:2], **(entry[2] if len(entry) > 2 else {})) for name, entry in inputs.items()]
    body = [Line(tuple(filter(None, [result])), text) for result, text in lines]
    return Program(0, mode, tuple(made), tuple(body), tuple(returns.split()))


def verdict(subject: Program, change) -> str:
    """What is wrong with eager's own results after a change of the first of them."""
    expected, dtypes = eager(subject)
    got = [None if value is None else value.clone() for value in expected]
    change(got[0])
    return judge(subject, got, expected, dtypes).wrong


@pytest.mark.slow
def test_a_seed_gives_the_same_program_under_every_hash_seed():
    programs = "print(*(generate(seed).to_json() for seed in range(2)), sep='\\n')"
    code = f"from fuzzing.programs.generator import generate; {programs}"
    environment = os.environ | {"PYTHONHASHSEED": "7", "PYTHONPATH": str(BENCHMARKS)}
    command = [sys.executable, "-W", "ignore", "-c", code]
    other = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    assert other.splitlines() == [generate(seed).to_json() for seed in range(2)]


@pytest.mark.covering("backward-1")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mode", ["forward", "backward", "dynamic"])
def test_programs_are_legal_and_end_in_several_operators(mode, seed):
    made = generate(seed, [mode])
    assert made.mode == mode
    assert 2 <= len(made.lines) <= 40
    assert is_well_behaved(made)
    assert all(is_well_behaved(made.resized(pairs)) for pairs in made.resizes)


def test_every_family_has_operators():
    assert len(FAMILIES) == 14
    assert sum(len(set(operators)) for operators in FAMILIES.values()) > 70


def test_a_program_survives_being_written_to_a_file():
    for seed in range(2):
        made = generate(seed)
        assert Program.from_script(made.script("wrong: something")) == made
    with pytest.raises(ValueError, match="not a case"):
        Program.from_script("print()")


@pytest.mark.slow
def test_the_text_of_a_program_runs_alone(fresh_script, tmp_path):
    subject = program(
        ("v0", "x0.t() + x1"),
        ("v1", "F.relu(v0)"),
        returns="v1",
        mode="backward",
        x0=("float32", (3, 2)),
        x1=("float32", (2, 3)),
    )
    (tmp_path / "case.py").write_text(subject.script("a comment"))
    done = fresh_script("case.py", cwd=tmp_path, NPUSIM_MODE="functional", NPUSIM_FALLBACK="error")
    assert done.stdout.strip().endswith("agrees with eager PyTorch"), done.stderr


def test_values_near_a_discontinuity_are_not_generated():
    builder = Builder(random.Random(0), "forward", ["float32"], [8])
    value = builder.input("float32", (64,), -2.0, 2.0, plain=True)
    with pytest.raises(Reject):
        builder.emit(f"torch.floor({value} * 64)")  # of multiples of a sixteenth, some are whole
    with pytest.raises(Reject):
        builder.emit(f"torch.log({value} * 0)")
    zeros = builder.emit(f"torch.zeros_like({value})")
    with pytest.raises(Reject):
        builder.emit(f"torch.argmax({zeros})", [(zeros, None)])


def test_gradients_of_attention_over_one_key_are_not_generated():
    keys = set()
    for seed in range(12):
        builder = Builder(random.Random(seed), "backward", ["float32"], [8])
        with contextlib.suppress(Reject):
            attention(builder)
            keys.add(builder.inputs[1].size[2])
    assert keys and 1 not in keys


def test_programs_that_grow_beyond_measure_are_not_generated():
    grown = program(("v0", "x0.unsqueeze(-1) + x0"), x0=("float32", (6, 6)))
    assert is_well_behaved(grown)
    assert not is_well_behaved(grown.resized(((6, 128),)))
    summed = program(("v0", "x0.sum()"), x0=("float32", (6, 6)))
    assert is_well_behaved(summed)
    assert not is_well_behaved(summed.resized(((6, 1100),)))


def test_a_rejected_update_in_place_leaves_values_as_they_were():
    builder = Builder(random.Random(0), "forward", ["float32"], [8])
    value = builder.input("float32", (8,), 1.0, 2.0, plain=True)
    before = value.tensor.clone()
    with pytest.raises(Reject):
        builder.mutate(f"{value}.mul_(1e30)", value)
    assert torch.equal(builder.values[str(value)].tensor, before)
    assert builder.lines == []


SUM = program(("v0", "(x0 @ x1).sum(1)"), x0=("float32", (16, 33)), x1=("float32", (33, 16)))


@pytest.mark.covering("<lambda>0", "<lambda>1", "<lambda>3")
@pytest.mark.parametrize(
    "change",
    [
        lambda value: value[3].mul_(1.001),
        lambda value: value[0].add_(0.01),
        lambda value: value.copy_(value.flip(0)),
        lambda value: value[5].fill_(float("nan")),
        lambda value: value[2].neg_(),
    ],
)
def test_a_wrong_value_shows(change):
    assert verdict(SUM, change)


def test_a_wrong_value_shows_in_few_digits_and_in_whole_numbers():
    short = program(("v0", "torch.softmax(x0, 1)"), x0=("bfloat16", (8, 5)))
    assert verdict(short, lambda value: value[0, 0].mul_(1.2))
    whole = program(("v0", "x0 * 3"), x0=("int64", (8,)))
    assert verdict(whole, lambda value: value[7].add_(1))
    choice = program(("v0", "x0.argmax(1)"), x0=("float32", (8, 5), {"distinct": True}))
    assert verdict(choice, lambda value: value[1].copy_((value[1] + 1) % 5))


def test_another_order_of_a_sum_is_right():
    subject = program(("v0", "x0.sum(0)"), x0=("float32", (4096, 3), {"low": -1.0, "high": 1.0, "distinct": True}))

    def added_one_by_one(value):
        rows = subject.make_inputs()[0]
        total = torch.zeros(3)
        for row in rows:
            total += row
        assert not torch.equal(total, value)
        value.copy_(total)

    assert verdict(subject, added_one_by_one) == ""


def test_a_value_is_judged_by_the_least_precise_dtype_that_it_was_computed_from():
    lines = ("v0", "x0 * 2"), ("v1", "v0.double()"), ("v2", "x1 * 2")
    inputs = {"x0": ("float32", (4,)), "x1": ("float64", (4,))}
    from_float32, from_float64 = (program(*lines, returns=name, **inputs) for name in ("v1", "v2"))
    assert verdict(from_float32, lambda v: v.mul_(1 + 1e-6)) == ""
    assert "elements are wrong" in verdict(from_float64, lambda v: v.mul_(1 + 1e-6))
    assert "elements are wrong" in verdict(from_float32, lambda v: v.mul_(1 + 1e-3))


def test_a_conversion_to_float64_is_a_copy_in_the_exact_world_too():
    """In a world where all is float64, `type` and `to` give the tensor itself."""
    converted = ("v1", "v0.type(torch.float64)")
    changed = program(("v0", "x0 + 1"), converted, ("", "v0.add_(1)"), returns="v1", x0=("float32", (5,)))
    results, dtypes = eager(changed)
    torch.testing.assert_close(exact(changed, dtypes)[0], results[0])


def test_shapes_dtypes_and_changed_inputs_are_compared():
    subject = program((None, "x0[1:].add_(1)"), ("v0", "x0 * 2"), x0=("float32", (4,)))
    expected, dtypes = eager(subject)
    assert torch.equal(expected[1][1:], subject.make_inputs()[0][1:] + 1)
    assert "int64[4] instead of" in judge(subject, [expected[0].long(), expected[1]], expected, dtypes).wrong
    assert "input x0 afterwards" in judge(subject, [expected[0], expected[1] + 1], expected, dtypes).wrong


def test_refusals_are_told_from_internal_errors():
    assert of_exception(UnsupportedError("no 3-D fft")).kind == "refused"
    assert of_exception(KernelError("does not verify")).kind == "internal"
    assert of_exception(StopIteration()).kind == "internal"
    chained = RuntimeError("backend failed")
    chained.__cause__ = UnsupportedError("no 3-D fft")
    assert of_exception(chained).kind == "refused"


@pytest.fixture
def prepared(device):
    with torch.npu.set_fallback_policy("error"), torch._inductor.config.patch(fx_graph_cache=False, compile_threads=1):
        yield


@pytest.fixture
def wrong_above_sixteen(prepared, monkeypatch):
    """A lowering of erfc that is wrong where a tensor has more than sixteen elements."""
    from torch._inductor import lowering

    right = lowering.lowerings[torch.ops.aten.erfc.default]

    def planted(x):
        return lowering.lowerings[torch.ops.aten.neg.default](x) if x.get_numel() > 16 else right(x)

    monkeypatch.setitem(lowering.lowerings, torch.ops.aten.erfc.default, planted)


@pytest.mark.slow
def test_a_planted_wrong_lowering_is_found_and_shrunk(wrong_above_sixteen):
    lines = (("v0", "torch.sin(x0)"), ("v1", "torch.cat([v0, x1], 1)"), ("v2", "torch.erfc(v1)"), ("v3", "v2.sum(0)"))
    subject = program(*lines, returns="v3 v0", x0=("float32", (5, 7)), x1=("float32", (5, 3)))
    outcome = execution.run(subject)
    assert outcome.kind == "wrong"
    case = shrink(
        Programs(), subject.to_json(), outcome, lambda text: execution.run(Program.from_json(text), is_checked=False)
    )
    shrunk = Program.from_json(case.case)
    assert [line.expression.split("(")[0] for line in shrunk.lines] == ["torch.erfc"]
    assert 16 < torch.Size(shrunk.inputs[0].size).numel() <= 35


def test_values_that_share_memory_on_the_device_alone_are_wrong():
    subject = program(("v0", "x0 * 2"), ("v1", "v0.t()"), ("v2", "v0 + 0"), returns="v0 v1 v2", x0=("float32", (3, 4)))
    expected, dtypes = eager(subject)
    assert sharing(expected) == {(0, 1)}
    assert sharing([*expected[0].chunk(2), expected[0].narrow(0, 1, 2)]) == {(0, 2), (1, 2)}
    assert sharing([expected[2], expected[2]]) == {(0, 1)}
    assert judge(subject, expected, expected, dtypes, shared={(0, 1)}).wrong == ""
    assert judge(subject, expected, expected, dtypes, shared={(0, 1), (0, 2)}).wrong == "v0 and v2 share memory"
    assert (
        judge(subject, expected, expected, dtypes, shared={(1, 3)}).wrong == "v1 and input x0 afterwards share memory"
    )


def test_a_backward_graph_that_overwrites_a_buffer_is_found(prepared, monkeypatch):
    is_buffer = {"is_buffer": True}
    inputs = {"x0": ("float32", (5, 4), is_buffer), "x1": ("float32", (4,), is_buffer), "x2": ("float32", (4,))}
    lines = ((None, "x1[:1].copy_(x0.mean())"), ("v0", "(x0 + x1) * x2"))
    subject = program(*lines, mode="backward", **inputs)
    assert subject.differentiated == [False, False, True]
    assert execution.run(subject).kind == "ok"
    monkeypatch.setattr("npusim.frontend.backend.registration.own_results", lambda graph: None)
    assert "input x1 afterwards" in execution.run(subject).message


def test_a_backward_graph_that_reads_an_updated_operand_is_found(prepared, monkeypatch):
    inputs = {"x0": ("float32", (5, 4), {"is_computed": True}), "x1": ("float32", (4,))}
    subject = program((None, "x0[1].mul_(x1)"), ("v0", "x0.exp()"), mode="backward", **inputs)
    assert (subject.differentiated, subject.computed) == ([True, True], [True, False])
    assert execution.run(subject).kind == "ok"
    monkeypatch.setattr("npusim.frontend.backend.memory.result_copies._saved_copies", lambda graph: set())
    assert "gradient of x1" in execution.run(subject).message


def test_a_second_call_that_gives_other_values_is_wrong(prepared, monkeypatch):
    subject = program(("v0", "x0 * 2"), returns="v0", x0=("float32", (5, 7)))
    calls, run_once = [], execution.run_once

    def stale(*given):
        results, shared = run_once(*given)
        calls.append(results)
        return (results, shared) if len(calls) == 1 else ([results[0] + 1, *results[1:]], shared)

    monkeypatch.setattr(execution, "run_once", stale)
    assert "second call" in execution.run(subject).message


@pytest.mark.slow
def test_a_right_program_is_ok_in_every_mode(prepared):
    subject = program(
        ("v0", "F.gelu(x0 @ x1)"), ("v1", "v0.sum(0)"), returns="v1", x0=("float32", (5, 7)), x1=("float32", (7, 3))
    )
    for mode in ("forward", "backward", "dynamic"):
        changed = dataclasses.replace(subject, mode=mode, resizes=(((5, 9),),) if mode == "dynamic" else ())
        assert execution.run(changed).kind == "ok"


@pytest.mark.parametrize(("expression", "runs"), [("x0 * 2", 3), ("x0 * 2 if x0.shape[0] == 5 else x0 * 3", 2)])
def test_a_program_that_is_compiled_anew_for_a_size_runs_at_no_other(prepared, monkeypatch, expression, runs):
    subject = program(("v0", expression), returns="v0", x0=("float32", (5, 7)))
    subject = dataclasses.replace(subject, mode="dynamic", resizes=(((5, 9),), ((7, 3),)))
    calls, run_once = [], execution.run_once
    monkeypatch.setattr(execution, "run_once", lambda *given: calls.append(given) or run_once(*given))
    assert (execution.run(subject).kind, len(calls)) == ("ok", 2 * runs)  # each size twice
