"""No file is longer than one reads at a time."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
MOST_LINES = 400


@pytest.mark.parametrize("folder", ["frontend", "mlir_templates", "scheduler", "simulator", "tests", "benchmarks"])
def test_files_are_short(folder):
    sources = [path for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".cpp", ".hpp", ".h")]
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in sources}
    assert lengths and not {name: length for name, length in lengths.items() if length > MOST_LINES}
