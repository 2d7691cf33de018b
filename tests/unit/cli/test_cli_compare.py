"""`npusim compare`, and tables of every command as JSON and CSV."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hand_written import SQUARE
from npusim.frontend.cli.explore.comparing import parse_percent
from npusim.simulator.errors import OptionError
from npusim.simulator.report.comparison import compare
from npusim.simulator.report.content import SCHEMA, SCHEMA_VERSION
from npusim.simulator.run.standalone import simulate_file


def site(kernel: str, cycles: int, module: str = "", source: str = "a.py:1", **more: Any) -> dict[str, Any]:
    path = more.pop("critical_path", {"memory": cycles})
    fields = {"operator": "aten.mm", "phase": "forward", "launches": 1, **more}
    return {"kernel": kernel, "digest": kernel, "cycles": cycles, "critical_path": path, **fields} | {
        "module": module,
        "source": source,
    }


def report(*sites: dict[str, Any], complete: bool = True) -> dict[str, Any]:
    path: dict[str, int] = {}
    for each in sites:
        for cause, cycles in each["critical_path"].items():
            path[cause] = path.get(cause, 0) + cycles
    total = {"cycles": sum(each["cycles"] for each in sites), "critical_path": path, "complete": complete}
    head = {"schema": SCHEMA, "schema_version": SCHEMA_VERSION, "run_dir": "run", "machine": "tpuv3"}
    head |= {"core_freq_mhz": 1000.0, "kernels": []}
    return {**head, **total, "time_ns": float(total["cycles"]), "call_sites": list(sites)}


def found(a: dict[str, Any], b: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(each.kernel, each.matched_by, each.difference) for each in compare(a, b).differences]


def test_equal_content_is_matched_at_the_same_place_first() -> None:
    a = report(site("k", 100, "layer.0"), site("k", 200, "layer.1"))
    b = report(site("k", 210, "layer.1"), site("k", 100, "layer.0"))
    assert found(a, b) == [("k", "content", 10), ("k", "content", 0)]


def test_content_goes_before_origin() -> None:
    a = report(site("one", 100, "first"), site("two", 50, "second", "b.py:1"))
    b = report(site("one", 101, "second", "b.py:1"), site("three", 90, "third", "c.py:1"))
    assert sorted(found(a, b)) == [("one", "content", 1), ("three", "new", 90), ("two", "gone", -50)]


def test_another_kernel_of_the_same_place_is_matched_by_it() -> None:
    a = report(site("one", 100, "layer.0", critical_path={"memory": 60, "array": 40}), site("x", 10, "", "a.py:7"))
    b = report(site("two", 150, "layer.0", critical_path={"memory": 120, "array": 30}), site("y", 10, "", "a.py:7"))
    first, second = compare(a, b).differences
    assert (first.matched_by, first.earlier_kernel, first.causes) == ("module", "one", {"memory": 60, "array": -10})
    assert (second.matched_by, second.kernel, second.difference) == ("source", "y", 0)
    assert first.percent == 50


def test_what_is_new_and_gone_is_told() -> None:
    comparison = compare(report(site("one", 100, "", "a.py:1")), report(site("two", 30, "", "b.py:2")))
    assert [(each.kernel, each.matched_by, each.percent) for each in comparison.differences] == [
        ("one", "gone", -100.0),
        ("two", "new", None),
    ]
    assert "1 new, 1 gone" in str(comparison) and comparison.percent == -70


def test_machines_of_other_clocks_are_compared_by_time() -> None:
    a, b = report(site("one", 100)), {**report(site("one", 90)), "core_freq_mhz": 500.0, "time_ns": 180.0}
    comparison = compare(a, b)
    assert (comparison.percent, comparison.time_percent) == (-10, 80)
    assert "90 cycles = 180 ns" in str(comparison) and "clocks differ: B takes +80.00 % of time" in str(comparison)


def test_runs_without_time_and_old_reports_are_refused() -> None:
    untimed = {**report(), "cycles": None}
    with pytest.raises(OptionError, match="its mode was functional"):
        compare(untimed, report())
    old = report(site("k", 1))
    del old["call_sites"]
    with pytest.raises(OptionError, match="older npusim"):
        compare(report(), old)


def test_percentages() -> None:
    assert (parse_percent("2%"), parse_percent("0.5 %"), parse_percent("10")) == (2, 0.5, 10)
    for text in ("", "x", "-2%", "2%%"):
        with pytest.raises(OptionError, match="is no percentage"):
            parse_percent(text)


def write_report(file: Path, cycles: int, complete: bool = True) -> None:
    """The report of a simulated kernel with the times of `report`, so that it has every key of the schema."""
    kernel = file.with_suffix(".mlir")
    kernel.write_text(SQUARE)
    run = simulate_file(kernel, "tpuv3", "timing", run_dir=file.parent / "runs").run_dir
    base = json.loads((run / "report.json").read_text())
    content = report(site("k", cycles, "layer.0"), complete=complete)
    nothing = dict.fromkeys(base["critical_path"], 0)
    for made in (content, *content["call_sites"]):
        made["critical_path"] = {**nothing, **made["critical_path"]}
    content["call_sites"] = [{**base["call_sites"][0], **made} for made in content["call_sites"]]
    file.write_text(json.dumps({**base, **content}))


@pytest.fixture
def runs(tmp_path: Path) -> tuple[Path, Path]:
    """The report.json files of a run and of a slower one."""
    files = tmp_path / "a.json", tmp_path / "b.json"
    for file, cycles in zip(files, (1000, 1050), strict=True):
        write_report(file, cycles)
    return files


@pytest.mark.parametrize(("limit", "status"), [("4%", 1), ("5%", 0), ("6", 0)])
def test_the_status_says_whether_a_run_is_too_slow(
    runs: tuple[Path, Path], npusim: Any, limit: str, status: int
) -> None:
    found, out, err = npusim("compare", *runs, "--fail-above", limit)
    assert found == status and "B takes +50 cycles (+5.00 %): +50 memory" in out
    assert ("at most 4 % were allowed" in err) == (status == 1)
    assert npusim("compare", *reversed(runs), "--fail-above", "0")[0] == 0


def test_an_interrupted_run_is_shown_but_not_judged(runs: tuple[Path, Path], npusim: Any) -> None:
    write_report(runs[1], 9, complete=False)
    assert "interrupted" in npusim("compare", *runs)[1]
    status, _, err = npusim("compare", *runs, "--fail-above", "2%")
    assert status == 2 and "needs whole runs" in err


def test_a_report_of_another_version_is_not_compared(runs: tuple[Path, Path], npusim: Any) -> None:
    runs[1].write_text(json.dumps({**report(), "schema_version": SCHEMA_VERSION + 1}))
    status, _, err = npusim("compare", *runs)
    assert status == 2 and f"has version {SCHEMA_VERSION + 1} of the format" in err


def test_comparisons_for_programs(runs: tuple[Path, Path], npusim: Any) -> None:
    status, out, _ = npusim("compare", *runs, "--json", "--fail-above", "2%")
    content = json.loads(out)
    assert status == 1 and content["failed"] and content["differences"][0]["causes"] == {"memory": 50}
    (row,) = csv.DictReader(io.StringIO(npusim("compare", *runs, "--csv")[1]))
    assert (row["kernel"], row["difference"], row["causes"]) == ("k", "50", "memory=+50")


def test_missing_runs_are_a_sentence(tmp_path: Path, npusim: Any) -> None:
    status, _, err = npusim("compare", tmp_path / "none", tmp_path)
    assert status == 2 and "there is no folder" in err


DRAM = ("dram", "--pattern", "seq", "--requests", 100)


@pytest.mark.parametrize(
    ("command", "column"),
    [
        (("machines",), "core_freq_mhz"),
        (("machines", "small8x8"), "value"),
        (("machines", "small8x8", "--vector"), "f32"),
        (DRAM, "bandwidth_gbps"),
        (("models",), "presets"),
        (("models", "resnet"), "parameters"),
        (("validate", "dram", "--quiet", "--select", "1 RoBaRaCoCh seq"), "error_percent"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(map(str, value[:2])),
)
def test_tables_are_printed_as_json_and_csv(npusim: Any, command: tuple[object, ...], column: str) -> None:
    status, out, _ = npusim(*command, "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert status == 0 and rows and "," not in rows[0][column]
    assert json.loads(npusim(*command, "--json")[1])
    assert npusim(*command, "--json", "--csv")[0] == 2
