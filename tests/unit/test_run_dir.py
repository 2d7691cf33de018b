"""The run's folder: exclusive, atomic, and stages kept in the compile cache."""

import json
from pathlib import Path

import pytest
from npusim.simulator.errors import OptionError
from npusim.simulator.run_dir import RunDirectory, StageStore, versions


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


def test_stages_are_kept_in_order_and_shared_by_runs(tmp_path: Path) -> None:
    store = StageStore(tmp_path / "stages", "abcdef")
    assert not store.complete
    store.dump("first", "one")
    store.dump("second", "two")
    store.save()
    again = StageStore(tmp_path / "stages", "abcdef")
    assert again.complete
    assert [path.name for path in again.files()] == ["0-first.mlir", "1-second.mlir"]
    folder = RunDirectory(tmp_path / "runs")
    folder.link("kernels/k/0-first.mlir", again.files()[0])
    folder.link("kernels/k/0-first.mlir", again.files()[0])
    assert (folder.path / "kernels/k/0-first.mlir").read_text() == "one"


def test_the_first_of_two_writers_of_stages_wins(tmp_path: Path) -> None:
    stores = [StageStore(tmp_path, "abcdef") for _ in range(2)]
    for number, store in enumerate(stores):
        store.dump("only", str(number))
        store.save()
    assert stores[1].files()[0].read_text() == "0"
    assert len(list((tmp_path / "ab").iterdir())) == 1
