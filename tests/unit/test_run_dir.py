"""The run's folder: exclusive, atomic, and stages kept in the compile cache."""

import json
from pathlib import Path

import pytest
from npusim.simulator.errors import OptionError
from npusim.simulator.report.run_dir import RunDirectory, StageStore, versions


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


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(folder.iterdir())}


def kept(folder: Path, *stages: tuple[str, str]) -> StageStore:
    store = StageStore(folder, "abcdef")
    for stage, text in stages:
        store.dump(stage, text)
    store.save()
    return store


def test_stages_are_kept_in_order_and_shared_by_runs(tmp_path: Path) -> None:
    assert not StageStore(tmp_path / "stages", "abcdef").complete
    kept(tmp_path / "stages", ("first", "one"), ("second", "two"))
    again = StageStore(tmp_path / "stages", "abcdef")
    assert again.complete
    folder = RunDirectory(tmp_path / "runs")
    for _ in range(2):
        again.publish(folder, "kernels/k.timing")
    assert texts(folder.path / "kernels/k.timing") == {"0-first.mlir": "one", "1-second.mlir": "two"}


def test_the_first_of_two_writers_of_stages_wins(tmp_path: Path) -> None:
    stores = [kept(tmp_path, ("only", str(number))) for number in range(2)]
    folder = RunDirectory(tmp_path / "runs")
    stores[1].publish(folder, "k")
    assert texts(folder.path / "k") == {"0-only.mlir": "0"}
    assert len(list((tmp_path / "ab").iterdir())) == 1


def test_a_cache_that_cannot_be_written_is_reported_and_the_run_has_its_stages(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    store = kept(tmp_path / "file" / "stages", ("only", "text"))
    folder = RunDirectory(tmp_path / "runs")
    store.publish(folder, "k")
    assert texts(folder.path / "k") == {"0-only.mlir": "text"}
    assert "NPUSIM_CACHE_DIR" in caplog.text
