"""Timing programs that are read from disk instead of made again."""

from pathlib import Path

import pytest
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import Machine
from npusim.simulator.system.store_trust import cache_directory
from npusim.simulator.timing import TimingKernel, compile_timing
from npusim.simulator.timing import compile as timing_compile

GOLDEN = Path(__file__).parents[2] / "mlir" / "golden" / "small8x8"
KERNEL = (GOLDEN / "softmax_of_rows.mlir").read_text().split("// -----")[0]


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPUSIM_CACHE_DIR", str(tmp_path / "cache"))


def in_another_process(text: str, machine: Machine, monkeypatch: pytest.MonkeyPatch, **options: object) -> TimingKernel:
    """As `compile_timing`, when the process has not seen the kernel."""
    monkeypatch.setattr(timing_compile, "_interpreted", {})
    return compile_timing(parse_kernel(text), machine, kept=True, **options)


def entries() -> list[Path]:
    return sorted(cache_directory().rglob("*.timing"))


def content_of(timing: TimingKernel) -> tuple[object, ...]:
    assert timing.trace is not None
    return timing.name, timing.table, timing.identity, timing.trace.digest, timing.cores, timing.labels


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.mlir"))[::12], ids=lambda path: path.stem)
def test_a_kept_program_is_the_one_that_was_made(path: Path, small: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in filter(lambda part: "func.func" in part, path.read_text().split("// -----")):
        made = in_another_process(text, small, monkeypatch)
        if made.trace is not None:
            with monkeypatch.context() as patch:
                patch.setattr(timing_compile, "_compiled", None)
                assert content_of(in_another_process(text, small, patch)) == content_of(made)


def test_candidates_are_not_kept(small: Machine) -> None:
    compile_timing(parse_kernel(KERNEL), small)
    assert not entries()
    compile_timing(parse_kernel(KERNEL), small, kept=True)
    assert len(entries()) == 1


def test_each_number_of_cores_has_its_own(small: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    two = small.evolve(cores=2)
    shared = in_another_process(KERNEL, two, monkeypatch)
    alone = in_another_process(KERNEL, two, monkeypatch, cores=1)
    assert len(entries()) == 2 and shared.identity != alone.identity
    assert in_another_process(KERNEL, two, monkeypatch, cores=1).identity == alone.identity


def test_stages_of_a_kept_program_are_shown(small: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    in_another_process(KERNEL, small, monkeypatch)
    assert in_another_process(KERNEL, small, monkeypatch).trace is not None
    stages: list[str] = []
    for _ in range(2):
        compile_timing(parse_kernel(KERNEL), small, dump=lambda stage, text: stages.append(stage + text), kept=True)
    assert len(stages) == 2 and stages[0] == stages[1] and "npusim_record" in stages[0]


def test_a_damaged_entry_is_made_again(small: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    made = in_another_process(KERNEL, small, monkeypatch)
    (entry,) = entries()
    whole = entry.read_bytes()
    entry.write_bytes(whole[100:])
    assert content_of(in_another_process(KERNEL, small, monkeypatch)) == content_of(made)
    assert entry.read_bytes() == whole
