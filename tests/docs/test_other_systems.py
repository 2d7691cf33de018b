"""The page that compares offerings names tests, sections and parts of `torch.npu` that exist."""

import re

import pytest
import torch
from code_blocks import ROOT

PAGE = ROOT / "docs" / "other_systems.md"
ROWS = [
    line
    for line in PAGE.read_text().splitlines()
    if line.startswith("| ") and not line.startswith(("| --", "| theirs"))
]
TEXT = "\n".join(ROWS)


def headings(page):
    """Anchors of a page, as mkdocs makes them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def test_every_offering_has_a_test_that_exists():
    assert len(ROWS) > 100
    for row in ROWS:
        cells = row.strip("| ").split(" | ")
        named = cells[-1].split(", ")
        assert len(cells) == 3 and all((ROOT / path).is_file() for path in named), row


def test_every_section_that_it_names_exists():
    for page, anchor in re.findall(r"\]\((\w+\.md)#?([\w-]*)\)", TEXT):
        path = ROOT / "docs" / page
        assert path.is_file() and (not anchor or anchor in headings(path)), f"{page}#{anchor}"


@pytest.mark.parametrize("name", sorted(set(re.findall(r"torch\.npu\.(\w+)", TEXT))))
def test_every_part_of_the_device_that_it_names_exists(name):
    assert hasattr(torch.npu, name)
