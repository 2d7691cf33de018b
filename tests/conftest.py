"""What every test shares: run folders in a temporary place, values only unless a test asks for time, and the device."""

import gc
import logging
import os
import signal
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import pytest

_PROCESSES = 2
# Processes need the device's C++ for their first test: it is compiled while they collect theirs. An error of the
# compiler is theirs to report.
_BUILD_THE_DEVICE = "from npusim.frontend.device.build import library; library()"
_BUILD = pytest.StashKey[subprocess.Popen[bytes]]()

# Operator tests are scripts as well: they import their common part as a neighbour.
sys.path[:0] = [str(Path(__file__).parent / folder) for folder in ("ops", "support")]


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Plain `pytest` runs two processes, each with whole files: the suite takes too long for one."""
    if _is_to_be_shared_out(config):
        config.option.dist, config.option.tx = "loadfile", ["popen"] * _PROCESSES
        config.option.loadscopereorder = False  # tiers.py says which files come first


def _is_to_be_shared_out(config: pytest.Config) -> bool:
    """Whether the whole suite is run and nobody said with how many processes; files that are named run in one."""
    options = config.option
    if config.args_source is not pytest.Config.ArgsSource.TESTPATHS or hasattr(config, "workerinput"):
        return False
    is_watched = options.collectonly or options.usepdb or options.trace
    return _has_xdist(config) and options.numprocesses is None and options.dist == "no" and not is_watched


def _has_xdist(config: pytest.Config) -> bool:
    return config.pluginmanager.hasplugin("xdist")


def pytest_report_header(config: pytest.Config) -> str | None:
    """Says why the whole suite takes twice as long as it could."""
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS and not _has_xdist(config):
        return "one process: with pytest-xdist (pip install pytest-xdist) the whole suite runs in two"
    return None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate-golden",
        action="store_true",
        help="tests/mlir/test_golden.py writes its files instead of comparing",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_RUNS] = tempfile.TemporaryDirectory(prefix="npusim-test-runs-", ignore_cleanup_errors=True)
    os.environ["NPUSIM_DUMP_DIR"] = config.stash[_RUNS].name
    os.environ.setdefault("NPUSIM_MODE", "functional")
    os.environ.setdefault(
        "NPUSIM_REUSE_TIMES", "0"
    )  # tests of time simulate, also what a run before them has simulated
    # Which vectors g++ can make is of interest for kernels of the CPU only, and costs each process ten programs of C++.
    os.environ.setdefault("TORCHINDUCTOR_VEC_ISA_OK", "0")
    # Sympy remembers a thousand results of each function, which a few programs fill: a long run needs more.
    os.environ.setdefault("SYMPY_CACHE_SIZE", "20000")
    _hear_interrupts()
    if _has_xdist(config) and config.option.dist != "no" and not hasattr(config, "workerinput"):
        config.stash[_BUILD] = subprocess.Popen(
            [sys.executable, "-c", _BUILD_THE_DEVICE], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        # Threads of xdist import the classes of workers' warnings: two at once, each half of npusim, are a deadlock.
        import_module("torch")


def pytest_unconfigure(config: pytest.Config) -> None:
    gc.freeze()  # pytest searches for garbage five times, which takes seconds each behind a long run
    if _BUILD in config.stash:
        config.stash[_BUILD].wait()


def _hear_interrupts() -> None:
    """Shells start background jobs with SIGINT ignored; tests of interruption, and their processes, need it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    from compilations import draw_without_modules_constants
    from tiers import long_files_first, mark_the_rest

    if "hypothesis" in sys.modules:
        draw_without_modules_constants()
    mark_the_rest(items, whole_functions=not any("::" in arg for arg in config.args))
    if hasattr(config, "workerinput"):
        long_files_first(items)


def pytest_collection_finish() -> None:
    from compilations import collect_garbage_rarely, stages

    stages(are_kept=False)
    collect_garbage_rarely()


_RUNS = pytest.StashKey[tempfile.TemporaryDirectory]()


@pytest.fixture(scope="session")
def device():
    """The device npu, built at its first use."""
    from compilations import compile_without_caches
    from npusim.scheduler import PyTorchSimRunner

    compile_without_caches()
    return PyTorchSimRunner.setup_device().custom_device()


@pytest.fixture(scope="session")
def fresh_torch():
    """Runs programs in processes where torch and modules of the device are imported and nothing has been done yet."""
    from forked import Forked

    processes = Forked("torch", "device_modules")
    yield processes.run
    processes.close()


@pytest.fixture(scope="session")
def fresh_script():
    """Runs scripts that compile in processes where torch, its compiler and npusim's part of it are imported."""
    from forked import Forked

    processes = Forked("torch", "compiler_modules")
    yield processes.run_script
    processes.close()


@pytest.fixture
def kept_stages():
    """Run folders have the stages of kernels."""
    from compilations import stages

    stages(are_kept=True)
    yield
    stages(are_kept=False)


class _Messages(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


@pytest.fixture
def logged():
    """The messages that npusim logs, from now on."""
    messages = _Messages()
    logging.getLogger("npusim").addHandler(messages)
    yield messages.texts
    logging.getLogger("npusim").removeHandler(messages)


@pytest.fixture
def no_host_operators(device):
    """Operators without a kernel of the device are errors, eager ones as well."""
    import torch

    with torch.npu.set_fallback_policy("error"):
        yield


@pytest.fixture
def host_operators_allowed(device):
    """Operators without a kernel of the device run on the host."""
    import torch

    with torch.npu.set_fallback_policy("allow"):
        yield


@pytest.fixture
def sizes_from_data():
    """Graphs hold operators whose results have sizes that depend on data."""
    import torch

    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        yield


@pytest.fixture
def no_mapping_from_outside(monkeypatch):
    """The environment chooses no mapping strategy."""
    monkeypatch.delenv("NPUSIM_MAPPING", raising=False)


@pytest.fixture
def npusim(capsys):
    """Runs the command `npusim`: its exit status, what it printed, and its messages."""
    from npusim.frontend.cli.app import main

    def run(*words: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main([str(word) for word in words])
        return int(stop.value.code or 0), *capsys.readouterr()

    return run


@pytest.fixture
def environment(monkeypatch):
    """Environment variables without those of the test run itself, for tests of their meaning."""
    for name in ("NPUSIM_MACHINE", "NPUSIM_MODE"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch
