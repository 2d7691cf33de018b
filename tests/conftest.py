"""What every test shares: run folders in a temporary place, values only unless a test asks for time, and the device."""

import os
import sys
import tempfile
from pathlib import Path

import pytest

_PROCESSES = 2

# Operator tests are scripts as well: they import their common part as a neighbour.
sys.path.insert(0, str(Path(__file__).parent / "ops"))


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Plain `pytest` runs two processes, each with whole files: the suite takes too long for one."""
    whole_suite = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if hasattr(config, "workerinput") or not whole_suite or config.option.numprocesses is not None:
        return
    if config.option.collectonly or config.option.usepdb:
        return
    config.option.dist, config.option.tx = "loadfile", ["popen"] * _PROCESSES


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_RUNS] = tempfile.TemporaryDirectory(prefix="npusim-test-runs-", ignore_cleanup_errors=True)
    os.environ["NPUSIM_DUMP_DIR"] = config.stash[_RUNS].name
    os.environ.setdefault("NPUSIM_MODE", "functional")


_RUNS = pytest.StashKey[tempfile.TemporaryDirectory]()


@pytest.fixture(scope="session")
def device():
    """The device npu, built at its first use."""
    from npusim.scheduler import PyTorchSimRunner

    return PyTorchSimRunner.setup_device().custom_device()


@pytest.fixture
def environment(monkeypatch):
    """Environment variables without those of the test run itself, for tests of their meaning."""
    for name in ("NPUSIM_MACHINE", "NPUSIM_MODE"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch
