"""The fuzzer's machinery on toy cases: workers that crash or hang are replaced, failures are shrunk and kept apart."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

from fuzzing.campaign.campaign import Campaign
from fuzzing.campaign.domain import Options, domain
from fuzzing.campaign.outcomes import Outcome, general
from fuzzing.campaign.pool import Pool, Request, has_work
from fuzzing.campaign.reporting import Failure, Reporter
from fuzzing.campaign.shrinking import shrink
from fuzzing.hostile import kernels
from fuzzing.hostile.domain import HostileFiles
from npusim.simulator.errors import CompilerCrashError, KernelError
from npusim.simulator.ir.kernel import parse_kernel

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
TOY = "toy_cases:Toy"
CRASH, HANG, WRONG, REFUSED = 0, 7, 14, 21


@pytest.fixture
def pool(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2] / "support"))
    pool = Pool(TOY, Options(seconds=0.3), 2)
    yield pool
    pool.close()


@pytest.mark.slow
def test_every_seed_has_its_outcome_though_workers_crash_and_hang(pool):
    seeds = range(23)
    outcomes = {request.seed: outcome for request, outcome in pool.outcomes(Request(seed) for seed in seeds)}
    kinds = {seed: outcome.kind for seed, outcome in outcomes.items()}
    assert kinds == dict.fromkeys(seeds, "ok") | {CRASH: "crash", HANG: "hang", WRONG: "wrong", REFUSED: "refused"}
    assert outcomes[CRASH].signature == "SIGABRT: LLVM ERROR: Cannot select: t#"
    assert "toy_cases.py:run" in outcomes[HANG].signature


def test_failures_are_shrunk_written_and_counted_once(pool, tmp_path):
    out = io.StringIO()
    reporter = Reporter(tmp_path / "failures", out)
    Campaign(domain(TOY), pool, reporter, tmp_path, 60).run([WRONG, 1, WRONG + 28, REFUSED, CRASH])
    (wrong, crash) = reporter.distinct()
    assert (wrong.kind, wrong.count, wrong.label) == ("wrong", 2, "looked at")
    assert Path(wrong.file).read_text() == "# wrong: wrong\nwrong"
    assert (crash.kind, crash.count) == ("crash", 1)
    assert Path(crash.file).read_text().endswith("\ncrash")
    summary = json.loads(reporter.as_json())
    assert summary["outcomes"] == {"wrong": 2, "ok": 1, "refused": 1, "crash": 1}
    assert summary["refusals"] == [{"sentence": "refused", "count": 1, "seed": REFUSED}]
    assert "refused 1 times (first seed 21): refused" in reporter.summary()


def test_failures_of_pytorchs_own_compilers_are_counted_apart_and_excuse_no_other(tmp_path):
    reporter = Reporter(tmp_path, io.StringIO())
    for seed, label in enumerate(("PyTorch's own: aot_eager", "PyTorch's own: aot_eager", "")):
        outcome = Outcome("wrong", "wrong forward: unfold")
        reporter.count(seed, outcome)
        assert not reporter.is_known(outcome)
        reporter.add(Failure("wrong", outcome.signature, seed, "", label), "text", ".py")
    assert {kind: count for kind, count in reporter.kinds.items() if count} == {"PyTorch's own": 2, "wrong": 1}
    assert [(failure.count, failure.label) for failure in reporter.ours()] == [(1, "")]
    assert sorted(path.name.partition("-")[0] for path in tmp_path.iterdir()) == ["pytorch", "wrong"]


def test_shrinking_keeps_to_the_failure_it_began_with():
    def ask(text):
        if "wrong" in text:
            return Outcome("wrong", "another")
        return Outcome("crash", "this one") if "crash" in text else Outcome("ok")

    shrunk = shrink(domain(TOY), "a\ncrash\nb\nwrong", Outcome("wrong"), ask)
    assert shrunk.case == "wrong"


def test_shrinking_ends_after_its_tries():
    shrunk = shrink(domain(TOY), "\n".join("abcdefgh"), Outcome("wrong"), lambda _: Outcome("wrong"), tries=3)
    assert shrunk.tries == 3
    assert shrunk.case.count("\n") == 4


def test_the_command_prints_counts_and_its_status_says_that_something_failed(tmp_path):
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "support")}
    command = [sys.executable, str(BENCHMARKS / "fuzz.py"), TOY, "--folder", str(tmp_path), "--json"]
    done = subprocess.run([*command, "--count", "1", "--seed", "14"], env=environment, capture_output=True, text=True)
    assert (done.returncode, json.loads(done.stdout)["outcomes"]) == (1, {"wrong": 1}), done.stderr
    (file,) = tmp_path.glob("*.txt")
    replayed = subprocess.run([*command, "--replay", str(file)], env=environment, capture_output=True, text=True)
    assert (replayed.returncode, replayed.stdout.strip().splitlines()) == (1, ["# wrong: wrong", "wrong"])


def test_an_unknown_kind_of_case_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="programs, kernels, machines"):
        domain("nothing")


def test_sentences_are_the_same_failure_whatever_their_numbers_and_names():
    one, other = "buf12 needs 17 bytes at 0x7f00", "buf3 needs 4 bytes at 0x8e01"
    assert general(one) == general(other)


def test_a_crash_that_an_earlier_case_prepared_is_laid_at_its_door(pool, tmp_path, monkeypatch):
    """The toy's poison ends the process in the case after it."""
    monkeypatch.setenv("TOY_POISON", "3")
    single = Pool(TOY, Options(), 1)
    reporter = Reporter(tmp_path, io.StringIO())
    try:
        Campaign(domain(TOY), single, reporter, tmp_path, 0).run([1, 2, 3, 4, 5])
    finally:
        single.close()
    (crash,) = reporter.distinct()
    assert (crash.kind, crash.seed) == ("crash", 3)


def test_a_crash_while_a_case_grows_is_not_the_devices_and_ends_no_search(pool, tmp_path, monkeypatch):
    monkeypatch.setenv("TOY_STILLBORN", "3")
    single = Pool(TOY, Options(), 1)
    reporter = Reporter(tmp_path, io.StringIO())
    try:
        Campaign(domain(TOY), single, reporter, tmp_path, 0).run([1, 2, 3, 4])
    finally:
        single.close()
    assert {kind: count for kind, count in reporter.kinds.items() if count} == {"ok": 3, "PyTorch's own": 1}
    assert not reporter.ours()


def test_most_mutants_of_kernels_are_still_kernels():
    parsed = 0
    for seed in range(60):
        try:
            parse_kernel(kernels.make(seed).text)
            parsed += 1
        except KernelError:
            pass
    assert parsed >= 30


def test_a_mutant_is_the_same_for_the_same_seed():
    assert kernels.make(17) == kernels.make(17)


def test_files_of_mutated_kernels_hold_their_case():
    kind = HostileFiles("kernels", ".mlir", "//")
    case = json.dumps({"seed": 3, "machine": "tpuv3", "text": "a\nb\nc"})
    assert json.loads(kind.case_of(kind.file_text(case, "crash: SIGSEGV\nmore"))) == json.loads(case)
    assert {json.loads(smaller)["text"] for smaller in kind.smaller(case)} >= {"b\nc", "a\nc", "a\nb"}


def test_a_kernel_that_ends_the_compiler_is_counted_apart_from_refusals(monkeypatch, tmp_path):
    def crash(*_):
        raise CompilerCrashError("MLIR ends with SIGSEGV")

    monkeypatch.setattr(kernels, "_simulate", crash)
    kind, reporter = HostileFiles("kernels", ".mlir", "//"), Reporter(tmp_path, io.StringIO())
    outcome = kind.run(kind.generate(3, Options()), Options(), is_shrunk=False)
    reporter.count(3, outcome)
    assert json.loads(reporter.as_json())["outcomes"] == {"compiler crash": 1}
    assert "refused 1 times (first seed 3): CompilerCrashError: MLIR ends with SIGSEGV" in reporter.summary()


@pytest.mark.parametrize(
    ("script", "busy"), [("sleep 60", False), ("while :; do :; done", True), ("(while :; do :; done) & wait", True)]
)
def test_a_process_is_busy_when_it_or_one_that_it_started_could_run(script, busy):
    with subprocess.Popen(["bash", "-c", script], start_new_session=True) as process:
        try:
            time.sleep(0.5)
            assert has_work(process.pid) is busy
        finally:
            os.killpg(process.pid, signal.SIGKILL)
