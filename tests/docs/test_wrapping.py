"""The documentation can be read in a terminal."""

import pytest
from code_blocks import PAGES, ROOT, prose_lines

COLUMNS = 100


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda page: page.stem)
def test_no_line_of_prose_is_longer_than_a_terminal(page):
    """`mdformat` (settings: .mdformat.toml) wraps them; tables and code stay as they are."""
    long = [
        f"{page.name}:{number}" for number, line in prose_lines(page) if len(line) > COLUMNS and " " in line.strip()
    ]
    assert not long
