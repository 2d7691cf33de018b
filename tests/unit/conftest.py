"""`compute`: run compute operations on tiles, with NumPy arrays for values."""

import sys
from pathlib import Path

import pytest

# What several test modules share.
sys.path.insert(0, str(Path(__file__).parent / "support"))

from on_tiles import run_on_tiles


@pytest.fixture
def compute():
    return run_on_tiles
