"""Every template can be mapped by files and autotuning, or the documentation says why there is nothing to choose."""

import re
from pathlib import Path

import pytest
from npusim import mlir_templates
from npusim.frontend.mapping.space import families
from npusim.frontend.template import MLIRTemplate
from template_classes import templates

DOCS = (Path(__file__).parents[3] / "docs" / "mapping.md").read_text()


def without_choice():
    """Names of templates in the table of those that have nothing to choose, with the reasons."""
    section = DOCS.partition("## Templates with one form")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.MULTILINE))


def documented():
    """Families in the table of entries."""
    table = DOCS.partition("| template | key | entries")[2].partition("\n\n")[0]
    first_cells = [row.split("|")[1].partition("(")[0] for row in table.splitlines()[2:]]
    return {name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)}


def test_every_template_has_a_mapping_space_or_a_documented_reason_for_none():
    fixed = {each.__name__ for each in templates() if each.mapping_space is MLIRTemplate.mapping_space}
    assert len(templates()) >= 12
    assert fixed == set(without_choice()), "docs/mapping.md, Templates with one form"
    assert all(len(reason) > 20 for reason in without_choice().values())


@pytest.mark.slow
def test_the_documentation_has_a_row_for_every_family_of_mapping_files():
    ours = {name for name, space in families().items() if space.__module__.startswith(mlir_templates.__name__)}
    assert ours == documented()
    assert all(families()[name].file_key in DOCS for name in ours)
