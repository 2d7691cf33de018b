"""The glossary: each term's file is there, and terms stand in an order."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "glossary.md").read_text()
ROWS = re.findall(r"^\| ([^|]+) \| ([^|]+) \| `([^`|]+)` \|$", TEXT, re.MULTILINE)


def test_the_glossary_is_read():
    assert len(ROWS) > 40 and all(meaning.strip() for _, meaning, _ in ROWS)


@pytest.mark.parametrize(("term", "path"), [(term, path) for term, _, path in ROWS], ids=[row[0] for row in ROWS])
def test_a_term_is_at_home_somewhere(term, path):
    assert (ROOT / path).exists()


def test_a_term_stands_once():
    terms = [term for term, _, _ in ROWS]
    assert sorted(set(terms)) == sorted(terms)
