"""What npusim sweep shows: results of this version, and commands that find a point again."""

import json
import os
import shlex
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from npusim.frontend.cli.sweeps import driver, session
from npusim.frontend.cli.sweeps import table as table_of
from npusim.frontend.cli.sweeps.database import Database
from npusim.frontend.cli.sweeps.driver import sweep
from npusim.frontend.cli.sweeps.specification import read_specification
from npusim.simulator.errors import OptionError
from sweep_files import Inline, table, write


def test_results_of_another_version_are_kept_and_neither_shown_nor_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(folder)
    sweep(path, pool=Inline())
    first = table(path)
    for module in (driver, table_of):
        monkeypatch.setattr(module, "version", lambda: "another")
    assert {row["state"] for row in table(path)} == {"open"}
    again = Inline()
    sweep(path, pool=again)
    assert table(path) == first and len(again.keys) == 6
    monkeypatch.undo()
    sweep(path, pool=(unused := Inline()))
    assert table(path) == first and unused.keys == []


@pytest.mark.parametrize("can_be_written", [True, False])
def test_what_is_known_is_shown_where_nothing_can_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, npusim: Any, can_be_written: bool
) -> None:
    path = write(folder)
    sweep(path, pool=Inline())
    monkeypatch.setattr("os.access", lambda _, asked, **__: can_be_written or asked != os.W_OK)
    file = path.with_suffix(".sqlite")
    content, files = file.read_bytes(), set(folder.iterdir())
    status, out, _ = npusim("sweep", path, "--show", "--json")
    assert status == 0 and json.loads(out)["points"] == {"done": 3, "failed": 3}
    assert file.read_bytes() == content and (can_be_written or set(folder.iterdir()) == files)


def test_a_folder_that_cannot_be_written_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="name another file with --results"):
        Database(tmp_path / "none" / "results.sqlite")


def test_progress_is_silent_where_the_environment_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch, npusim: Any
) -> None:
    told = []
    monkeypatch.setattr(session, "run_sweep", lambda *_, progress, **__: told.append(progress))
    monkeypatch.setenv("NPUSIM_QUIET", "1")
    npusim("sweep", write(folder))
    assert told == [session._silent]


def test_the_printed_command_finds_the_point_again(folder: Path, npusim: Any) -> None:
    path = write(folder, search={"method": "optuna", "points": 4, "seed": 1}, objectives=["time", "area"])
    for results in (folder / "other results.sqlite", path.with_suffix(".sqlite")):
        sweep(path, results, pool=Inline())
        _, printed, _ = npusim("sweep", path, "--show", "--quiet", "--results", results)
        command = printed.partition("again: npusim ")[2].partition(";")[0]
        assert ("--results" in command) == ("other" in results.name)
        with closing(Database(results)) as database:
            rows = table_of.rows(read_specification(path), database)
        known = {row["point"]: row["cycles"] for row in rows}
        number = int(command.rpartition(" ")[2])
        status, out, _ = npusim(*shlex.split(command), "--json")
        assert status == 0 and json.loads(out)["cycles"] == known[number]


@pytest.mark.slow
def test_the_run_behind_a_point_leaves_its_folder(folder: Path, monkeypatch: pytest.MonkeyPatch, npusim: Any) -> None:
    script = folder / "script.py"
    script.write_text(
        "import torch\ntorch.compile(lambda x: x + 1, backend='inductor')(torch.empty(8, 8, device='npu'))\n"
    )
    path = write(folder, workloads=[{"package": "copy.npk"}, {"script": "script.py"}])
    monkeypatch.setenv("NPUSIM_DUMP_DIR", str(folder / "runs"))
    status, out, _ = npusim("sweep", path, "--point", "1", "--json")
    assert status == 0
    for workload in json.loads(out)["workloads"]:
        run = Path(workload["run_dir"])
        assert run.parent == folder / "runs"
        assert json.loads((run / "report.json").read_text())["cycles"] == workload["cycles"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--point", "1", "--html", "x.html"], "`npusim report RUN` writes the page of a run"),
        (["--point", "1", "--table", "x.csv"], "are about all points"),
        (["--machine", "x.yaml"], "say which one with --point"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    folder: Path, npusim: Any, options: list[str], reason: str
) -> None:
    status, _, err = npusim("sweep", write(folder), *options)
    assert status == 2 and reason in err


def test_a_machine_that_cannot_be_written_is_an_error(folder: Path, npusim: Any) -> None:
    path = write(folder)
    status, _, err = npusim("sweep", path, "--point", "1", "--machine", folder / "none" / "best.yaml")
    assert status == 2 and "best.yaml cannot be written" in err


def test_a_sweep_without_results_says_so(folder: Path, npusim: Any) -> None:
    path = write(folder, vary={"scratchpad_kib_per_lane": [1, 2], "vector_lanes": [0, 8]})
    sweep(path, pool=Inline())
    status, out, err = npusim("sweep", path, "--show", "--quiet")
    assert (status, out.strip()) == (1, "no point has a result: 4 failed")
    assert "scratchpad_kib_per_lane 1, vector_lanes 0) failed" in err and "and 1 more failed" in err


@pytest.mark.parametrize(
    ("key", "heading"),
    [
        ("systolic_rows", "systolic_\nrows"),
        ("dma_outstanding_requests", "dma_\noutstanding_\nrequests"),
        ("energy.dram_read_byte_pj", "energy.dram_\nread_byte_pj"),
        ("mapping", "mapping"),
    ],
)
def test_a_long_key_is_broken_between_its_words(key: str, heading: str) -> None:
    assert session._in_lines(key) == heading


def test_a_summary_shows_itself_in_notebooks(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = sweep(write(folder), pool=Inline())
    shown = summary._repr_html_()
    assert shown.count("<tr>") == 2 and "<th>dma_descriptor_cycles</th>" in shown and "sweep.sqlite" in shown
    (best,) = (row for row in summary.table if row["point"] == 1)
    assert f"<td>{best['cycles']:,.0f}</td>" in shown and f"<td>{best['time_ns'] / 1000:,.5g}</td>" in shown
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=lambda rows, columns: (rows, columns)))
    rows, columns = summary.to_pandas()
    assert rows == summary.table and columns[:2] == ["point", "dma_descriptor_cycles"]


def test_a_summary_without_results_shows_its_counts(folder: Path) -> None:
    summary = sweep(write(folder, vary={"scratchpad_kib_per_lane": [1]}), pool=Inline())
    assert "1 failed" in summary._repr_html_() and "<table>" not in summary._repr_html_()
