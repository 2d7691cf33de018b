"""What several test modules share: operations on tiles, kernels written by hand, a browser."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from npusim.simulator.run.standalone import StandaloneResult, simulate_file

sys.path.insert(0, str(Path(__file__).parent / "support"))

from on_tiles import run_on_tiles


@pytest.fixture
def compute():
    """Runs compute operations on tiles, with NumPy arrays for values."""
    return run_on_tiles


@pytest.fixture
def simulate(tmp_path: Path) -> Any:
    """Runs the text of a kernel as `npusim simulate` does."""

    def run(text: str, mode: str = "both", **arguments: Any) -> StandaloneResult:
        path = tmp_path / "kernel.mlir"
        path.write_text(text)
        return simulate_file(path, "small8x8", mode, arguments, run_dir=tmp_path / "runs")

    return run


@pytest.fixture
def browser() -> Iterator[Any]:
    """Debian's Chromium without a display."""
    playwright = pytest.importorskip("playwright.sync_api", reason="the extra npusim[browser] is not installed")
    found = shutil.which("chromium")
    if found is None:
        pytest.skip("needs chromium: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield launched
        launched.close()
