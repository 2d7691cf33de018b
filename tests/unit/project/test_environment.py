"""Environment variables: one table, no misspelt name and no nonsense unnoticed."""

import os
import re
import warnings
from pathlib import Path

import pytest
from npusim.simulator.errors import OptionError
from npusim.simulator.system import environment

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = ("simulator", "scheduler", "frontend", "mlir_templates")


def test_a_misspelt_name_is_warned_of_once_with_the_nearest_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "_told", set())
    monkeypatch.setenv("NPUSIM_MACHIN", "tpuv3")
    with pytest.warns(UserWarning, match="no environment variable NPUSIM_MACHIN; did you mean NPUSIM_MACHINE"):
        environment.check_environment()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        environment.check_environment()


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("QUIET", "yes please", "0 or 1"),
        ("MACHINE_PATH", "/no/such/folder", "folders that exist"),
        ("DRAM_PATH", "/no/such/folder", "folders that exist"),
        ("MODE", "fast", "functional, timing, both"),
        ("FALLBACK", "maybe", "error, warn, allow"),
        ("SKIP_ZERO_TILES", "2", "0 or 1"),
    ],
)
def test_a_value_that_cannot_be_used_is_an_error_that_says_what_can(
    name: str, value: str, allowed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"NPUSIM_{name}", value)
    with pytest.raises(OptionError, match=f"NPUSIM_{name} is .*{allowed}"):
        environment.check_environment()


def test_an_empty_value_counts_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPUSIM_QUIET", "")
    assert not environment.is_on("QUIET")


def test_what_is_set_for_a_command_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPUSIM_MODE", "timing")
    monkeypatch.delenv("NPUSIM_QUIET", raising=False)
    with pytest.raises(KeyError), environment.restored():
        os.environ.update(NPUSIM_MODE="both", NPUSIM_QUIET="1")
        raise KeyError
    assert os.environ["NPUSIM_MODE"] == "timing" and "NPUSIM_QUIET" not in os.environ


def test_every_variable_that_the_code_reads_is_in_the_table_and_in_the_documentation() -> None:
    known = {variable.full_name for variable in environment.VARIABLES}
    texts = [path.read_text() for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    used = {name for text in texts for name in re.findall(r"\bNPUSIM_[A-Z_]+\b", text)}
    assert used <= known
    assert environment.table() in (ROOT / "docs" / "cli.md").read_text()
