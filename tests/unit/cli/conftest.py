"""What tests of the command share."""

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a package that sweeps run."""
    from sweep_files import package

    return package(tmp_path)
