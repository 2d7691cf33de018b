"""A forked process takes steps first: what crashes does so there, and what it has done is not waited for."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from npusim.simulator.errors import CompilerCrashError
from npusim.simulator.run.rehearsal import Rehearsal


def crash() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def fail() -> None:
    raise ValueError("the same step raises it in this process")


def rehearsal(folder: Path, *steps: Callable[[], object]) -> Rehearsal:
    """With a key of this test alone."""
    return Rehearsal(steps, "k.mlir", str(folder))


def test_this_process_goes_on_while_later_steps_are_taken(tmp_path: Path) -> None:
    def wait_for_a_file() -> None:
        end = time.monotonic() + 30
        while not (tmp_path / "go").exists():
            assert time.monotonic() < end, "this process waits for the step"
            time.sleep(0.01)
        (tmp_path / "gone").touch()

    with rehearsal(tmp_path, fail, wait_for_a_file) as ahead:
        ahead.wait(0)
        (tmp_path / "go").touch()
        ahead.wait(1)
        assert (tmp_path / "gone").exists()


def test_a_crash_is_an_error_of_its_step_and_of_those_behind_it(tmp_path: Path) -> None:
    with pytest.raises(CompilerCrashError, match=r"k\.mlir: MLIR ends with SIGSEGV"):  # noqa: SIM117
        with rehearsal(tmp_path, fail, crash, fail) as ahead:
            ahead.wait(0)
            ahead.wait(2)
            pytest.fail("the step crashed")


def test_a_crash_in_a_step_that_nobody_waited_for_is_an_error_at_the_end(tmp_path: Path) -> None:
    with pytest.raises(CompilerCrashError), rehearsal(tmp_path, fail, crash):
        pass


def test_steps_are_taken_once(tmp_path: Path) -> None:
    def note() -> None:
        with (tmp_path / "log").open("a") as log:
            log.write("taken ")

    for _ in range(2):
        with rehearsal(tmp_path, note, note) as ahead:
            ahead.wait(1)
    assert (tmp_path / "log").read_text() == "taken taken "


def test_steps_that_crashed_are_taken_again(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(CompilerCrashError), rehearsal(tmp_path, crash):
            pass


def test_steps_that_somebody_ended_are_taken_again(tmp_path: Path) -> None:
    def end() -> None:
        with (tmp_path / "log").open("a") as log:
            log.write("ended ")
        os.kill(os.getpid(), signal.SIGKILL)

    for _ in range(2):
        with rehearsal(tmp_path, end):
            pass
    assert (tmp_path / "log").read_text() == "ended ended "


def test_an_error_ends_the_process(tmp_path: Path) -> None:
    def note_and_sleep() -> None:
        (tmp_path / "pid").write_text(str(os.getpid()))
        time.sleep(60)

    with pytest.raises(KeyError), rehearsal(tmp_path, fail, note_and_sleep):
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
            time.sleep(0.01)
        raise KeyError
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
