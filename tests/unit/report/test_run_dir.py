"""The run's folder: exclusive, atomic, and stages kept in the compile cache."""

import json
from pathlib import Path
from typing import Any

import pytest
from npusim.simulator.errors import OptionError
from npusim.simulator.report.folders.run_dir import RunDirectory, versions
from npusim.simulator.report.folders.stages import Stages
from npusim.simulator.system.store import Key


def test_every_run_gets_a_folder_of_its_own(tmp_path: Path) -> None:
    assert len({RunDirectory(tmp_path).path for _ in range(3)}) == 3


def test_the_default_is_below_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert RunDirectory().path.parent == tmp_path / "npusim_runs"


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = RunDirectory(tmp_path)
    folder.write_text("a/b.txt", "first")
    with pytest.raises(RuntimeError, match="boom"), folder.replacing("a/b.txt") as file:
        file.write("second, but")
        raise RuntimeError("boom")
    assert (folder.path / "a/b.txt").read_text() == "first"
    assert [path.name for path in (folder.path / "a").iterdir()] == ["b.txt"]


def test_a_file_that_cannot_be_written_is_an_error_with_its_path(tmp_path: Path) -> None:
    folder = RunDirectory(tmp_path)
    folder.write_text("a", "")
    with pytest.raises(OptionError, match=r"cannot write .*a/b"):
        folder.write_text("a/b", "")


def test_kernel_names_become_file_names_and_never_collide(tmp_path: Path) -> None:
    folder = RunDirectory(tmp_path)
    assert folder.kernel_file("mm", "11111111aa") == "mm"
    assert folder.kernel_file("mm", "11111111aa") == "mm"
    assert folder.kernel_file("mm", "22222222bb") == "mm.22222222"
    assert folder.kernel_file("../x y", "33333333") == ".._x_y"


def test_numbers_json_does_not_have_are_refused(tmp_path: Path) -> None:
    folder = RunDirectory(tmp_path)
    with pytest.raises(ValueError, match="not JSON compliant"):
        folder.write_json("x.json", float("nan"))
    assert not list(folder.path.iterdir())


def test_versions_can_be_written(tmp_path: Path) -> None:
    path = RunDirectory(tmp_path).write_json("versions.json", versions())
    assert json.loads(path.read_text())["packages"]["numpy"]


@pytest.mark.parametrize("value", [{}, [], [{"a": [], "b": {"c": (1, [2, {"d": [3]}])}}], {"é\n": None}, 1.5, "x"])
def test_a_json_file_holds_the_value_whatever_its_lines(tmp_path: Path, value: Any) -> None:
    path = RunDirectory(tmp_path).write_json("x.json", value)
    assert json.loads(path.read_text()) == json.loads(json.dumps(value))


def test_a_json_file_has_lines_for_its_outer_entries_only(tmp_path: Path) -> None:
    path = RunDirectory(tmp_path).write_json("x.json", {"kernels": [{"units": {"load": {"busy": [1, 2]}}}]})
    lines = ["{", ' "kernels": [', "  {", '   "units": {', '    "load": {"busy": [1, 2]}', "   }", "  }", " ]", "}", ""]
    assert path.read_text().split("\n") == lines


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(folder.iterdir())}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NPUSIM_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def stages(kernel: str = "k") -> Stages:
    return Stages(Key("stages", "abcdef"), kernel, "tpuv3")


def kept(*recorded: tuple[str, str]) -> Stages:
    made = stages()
    for stage, text in recorded:
        made.dump(stage, text)
    made.save()
    return made


def published(made: Stages, tmp_path: Path) -> dict[str, str]:
    folder = RunDirectory(tmp_path / "runs")
    made.publish(folder, "k")
    return {path.name: path.read_text().split("\n// npusim")[0] for path in (folder.path / "k").iterdir()}


def test_stages_are_kept_in_order_and_shared_by_runs(tmp_path: Path, cache: Path) -> None:
    assert not stages().complete
    kept(("first", "one"), ("second", "two"))
    again = stages()
    assert again.complete
    for _ in range(2):
        assert published(again, tmp_path) == {"0-first.mlir": "one", "1-second.mlir": "two"}


def test_stages_of_an_equal_kernel_have_the_name_of_the_kernel_that_is_run(tmp_path: Path, cache: Path) -> None:
    kept(("only", "func.func @k() { call @kk() }"))
    assert published(stages("other"), tmp_path) == {"0-only.mlir": "func.func @other() { call @kk() }"}


@pytest.mark.parametrize("number", [0, 1])
def test_stages_one_of_which_is_damaged_or_gone_are_made_again(cache: Path, number: int) -> None:
    kept(("first", "one"), ("second", "two"))
    path = Key("stages", f"abcdef-{number}").path
    path.write_text("fist")
    assert not stages().complete
    path.unlink()
    assert not stages().complete


def test_a_cache_that_cannot_be_written_is_reported_and_the_run_has_its_stages(
    tmp_path: Path, cache: Path, logged: list[str]
) -> None:
    cache.write_text("")
    assert published(kept(("only", "text")), tmp_path) == {"0-only.mlir": "text"}
    assert any("NPUSIM_CACHE_DIR" in message for message in logged)
