"""`npusim validate`: the tables of measurements, and how close the model is on the rows that are quick to simulate."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from npusim.frontend.cli.validation.registry import find_target, target_names
from npusim.frontend.cli.validation.target import Measurement, Outcome, Point, means
from npusim.simulator.machine import machine_names


def run(npusim: Any, *words: str) -> str:
    status, out, _ = npusim("validate", *words, "-q")
    assert status == 0
    return out


def rows_of(npusim: Any, *words: str) -> dict[str, Any]:
    (target,) = json.loads(run(npusim, *words, "--json"))["targets"]
    return {row["name"]: row for row in target["rows"]}


def error_of(npusim: Any, *words: str) -> str:
    status, _, err = npusim("validate", *words)
    assert status == 2
    return err


@pytest.mark.parametrize("name", target_names())
def test_every_target_has_its_measurements_with_it_and_a_machine(name: str) -> None:
    target = find_target(name)
    assert target.machine in ("", *machine_names())
    assert files("npusim.frontend.cli.validation.targets").joinpath(target.file.name).is_file()
    points = target.points()
    assert len({point.name for point in points}) == len(points) > 5
    assert all(point.reference > 0 for point in points)
    checks = [point for point in points if not point.used_for]
    assert len(checks) > len(points) / 2, "most rows check the model and are not part of it"


@pytest.mark.slow
def test_products_on_v6e_are_close_where_nothing_was_derived_from_them(npusim: Any) -> None:
    found = rows_of(npusim, "tpuv6e", "--select", "2x3072x")
    assert set(found) == {"32x3072x3072", "512x3072x3072", "8192x3072x3072"}
    assert {row["used_for"] for row in found.values()} == {None}
    errors = [abs(row["error_percent"]) for row in found.values()]
    assert max(errors) < 8 and sum(errors) / len(errors) < 7
    three = [abs(row["other_error_percent"]["three constants"]) for row in found.values()]
    assert sum(three) / len(three) > 10


def test_the_table_shows_what_was_measured_ours_and_the_errors(npusim: Any) -> None:
    text = run(npusim, "tpuv3", "--select", "gemm 256")
    (line,) = [line for line in text.splitlines() if line.startswith("gemm 256x256x256")]
    assert "3,101" in line and line.count(" %") == 3 and "1 kernel" in line
    assert "mean absolute error, products, convolutions, attention (1 rows)" in text


def test_other_measurements_come_from_a_file_with_the_same_columns(npusim: Any, tmp_path: Path) -> None:
    file = tmp_path / "more.csv"
    file.write_text("# mine\nm,k,n,latency_ns\n17,129,333,2000\n")
    (row,) = rows_of(npusim, "tpuv6e", "--rows", str(file)).values()
    assert (row["name"], row["reference"], row["used_for"]) == ("17x129x333", 2000, None)
    assert row["error_percent"] == pytest.approx(100 * (row["ours"] / 2000 - 1), abs=0.001)


@pytest.mark.slow
def test_weights_of_v6e_lie_as_a_row_says(npusim: Any, tmp_path: Path) -> None:
    file = tmp_path / "more.csv"
    file.write_text("m,k,n,latency_ns,weights\n1,2048,20480,20000,N x K\n1,2048,20480,20000,K x N\n")
    found = rows_of(npusim, "tpuv6e", "--rows", str(file))
    assert list(found) == ["1x2048x20480", "1x2048x20480 (K x N)"]
    rows, columns = (row["ours"] for row in found.values())
    assert rows != columns and columns == pytest.approx(rows, rel=0.05)
    file.write_text("m,k,n,latency_ns,weights\n1,2048,20480,20000,KxN\n")
    assert "they can be N x K or K x N" in error_of(npusim, "tpuv6e", "--rows", str(file))


def test_what_cannot_be_compared_is_an_error_that_says_why(npusim: Any, tmp_path: Path) -> None:
    assert "no target 'tpuv6' (did you mean tpuv6e?); there are" in error_of(npusim, "tpuv6")
    assert "--rows needs one target" in error_of(npusim, "--rows", str(tmp_path / "a.csv"))
    assert "cannot be read" in error_of(npusim, "tpuv6e", "--rows", str(tmp_path / "a.csv"))
    (tmp_path / "a.csv").write_text("m,k\n1,2\n")
    assert "'n'" in error_of(npusim, "tpuv6e", "--rows", str(tmp_path / "a.csv"))
    (tmp_path / "a.csv").write_text("workload,shape,cycles,pytorchsim_error_percent\nsort,3,5,0\n")
    assert "no workload sort" in error_of(npusim, "tpuv3", "--rows", str(tmp_path / "a.csv"))
    assert "has 'lstm' in its name" in error_of(npusim, "tpuv3", "--select", "lstm")


def test_means_count_the_rows_that_were_used_apart() -> None:
    points = [Point("a", 100, {}, used_for="a constant"), Point("b", 100, {}), Point("c", 100, {})]
    values = [Measurement(101, 50), Measurement(80, 60), Measurement(None)]
    every, checks = means([Outcome(*pair) for pair in zip(points, values, strict=True)])
    assert (every.rows, every.ours, every.largest) == (2, pytest.approx(10.5), pytest.approx(20))
    assert (checks.rows, checks.ours, checks.others) == (1, pytest.approx(20), {"roofline": pytest.approx(40)})


def test_dram_takes_the_cycles_of_ramulator(npusim: Any) -> None:
    text = run(npusim, "dram", "--select", "HBM2_2000 16")
    assert "247,507" in text and "+0.0 %" in text and "machine" not in text.splitlines()[1]
    (row,) = rows_of(npusim, "dram", "--select", "HBM2_2000 16").values()
    assert (row["ours"], row["error_percent"]) == (247_507, 0)


def test_layers_on_gemmini_are_close_to_its_rtl(npusim: Any) -> None:
    found = rows_of(npusim, "gemmini", "--select", "28x28 512->256 k1 s1 1792/231424")
    mapped, library = found.values()
    assert (mapped["reference"], library["reference"]) == (779446, 1096338)
    assert abs(mapped["error_percent"]) < 6 < 40 < -mapped["other_error_percent"]["roofline"]
    assert (mapped["group"], library["group"]) == ("mapped tilings", "library tilings")
    assert mapped["note"] == "limited by array"


def test_areas_of_nvdla_are_ranked_as_published(npusim: Any) -> None:
    rows = list(rows_of(npusim, "nvdla", "--select", "mm2").values())
    ours = [row["ours"] for row in rows]
    assert ours == sorted(ours, reverse=True) and len(rows) == 7
    assert max(abs(row["error_percent"]) for row in rows) < 35


@pytest.mark.slow
def test_nvdla_takes_about_the_published_time_for_a_picture(npusim: Any) -> None:
    frames, power, _ = rows_of(npusim, "nvdla", "--select", "256 MACs").values()
    assert frames["reference"] == 46 and abs(frames["error_percent"]) < 25
    assert (power["reference"], power["group"]) == (48, "average power") and 0 < power["error_percent"] < 300
