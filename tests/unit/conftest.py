"""What several test modules share: operations on tiles, kernels written by hand."""

import sys
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
