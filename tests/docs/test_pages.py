"""Pages name commands, options and files that exist, and the README leads to every page."""

import re

import pytest
import typer.main
from code_blocks import PAGES, ROOT
from npusim.frontend.cli.app import app

COMMANDS = typer.main.get_command(app).commands


def options(command):
    """Of a command and of those in its group."""
    parts = [command, *getattr(command, "commands", {}).values()]
    return {"--help", *(name for part in parts for parameter in part.params for name in parameter.opts)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_command_and_option_that_a_page_names_exists(page):
    for command, rest in re.findall(r"`npusim ([a-z][\w-]*)([^`|]*)`", page.read_text()):
        assert command in COMMANDS, f"npusim {command}{rest}"
        assert set(re.findall(r" (--[a-z-]+)", rest)) <= options(COMMANDS[command]), f"npusim {command}{rest}"


FILE = re.compile(r"`((?:benchmarks|examples|frontend|mlir_templates|scheduler|simulator|tests)/[\w/.]+)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_file_that_a_page_names_exists(page):
    assert [name for name in FILE.findall(page.read_text()) if not (ROOT / name).exists()] == []


def test_the_readme_leads_to_every_page():
    linked = set(re.findall(r"\]\((docs/\w+\.md)\)", (ROOT / "README.md").read_text()))
    assert linked == {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")}
