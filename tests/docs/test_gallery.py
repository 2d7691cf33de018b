"""The gallery: every study has its picture, its place on the page, and draws the same bytes from the same numbers."""

import argparse
import ast
import importlib
import sys
from pathlib import Path
from typing import Any

import pytest
from npusim.frontend.cli.sweeps.space import Space
from npusim.frontend.cli.sweeps.specification import make_specification

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "gallery"
STUDIES = sorted(file.stem for file in FOLDER.glob("*.py") if file.stem != "study")
PAGE = (ROOT / "docs" / "gallery.md").read_text()


def test_there_are_six_studies() -> None:
    assert len(STUDIES) == 6


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_has_its_picture_on_the_page(name: str) -> None:
    script = (FOLDER / f"{name}.py").read_text()
    assert f"python examples/gallery/{name}.py" in (ast.get_docstring(ast.parse(script)) or "")
    assert f"(pictures/{name}.svg)" in PAGE and f"python examples/gallery/{name}.py" in PAGE
    assert 1000 < (ROOT / "docs" / "pictures" / f"{name}.svg").stat().st_size < 60_000


class Asked(Exception):
    """A study has asked for a sweep."""


@pytest.mark.parametrize("name", [name for name in STUDIES if "swept(" in (FOLDER / f"{name}.py").read_text()])
def test_the_machines_of_a_study_can_be_built(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(FOLDER), *sys.path])
    monkeypatch.setattr(sys, "argv", [name, "--work", str(tmp_path)])

    def captured(model: str, machine: str, file: Path, **_: Any) -> Path:
        file.touch()
        return file

    def built(specification: dict[str, Any], *_: Any) -> None:
        space = Space(make_specification(specification))
        assert all(space.machine(point).name for point in space.points())
        raise Asked

    study = importlib.import_module("study")
    monkeypatch.setattr(study, "capture", captured)
    monkeypatch.setattr(study, "swept", built)
    monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(Asked):
        importlib.import_module(name).main()
    del sys.modules[name]


@pytest.mark.slow
def test_pictures_are_the_same_bytes_for_the_same_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="extra `plot`")
    monkeypatch.setattr(sys, "path", [str(FOLDER), *sys.path])
    import study

    files = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for file in files:
        with study.picture(argparse.Namespace(picture=file), "line", 2) as (left, right):
            left.plot([1, 2], [3, 4])
            right.bar([0, 1], [5, 6], label="bars")
    one, two = (file.read_bytes() for file in files)
    assert one == two and b"<svg" in one
