"""Sweeps whose points Optuna suggests."""

from pathlib import Path

import pytest
from npusim.frontend.cli.sweeps.driver import sweep
from npusim.frontend.cli.sweeps.space import Space
from npusim.frontend.cli.sweeps.specification import read_specification
from sweep_files import Inline, table, write

pytest.importorskip("optuna", reason="extra `sweep`")


def test_optuna_suggests_the_same_points_again(folder: Path) -> None:
    vary = {"scratchpad_kib_per_lane": [16, 32], "dma_descriptor_cycles": {"from": 0, "to": 190, "step": 10}}
    search = {"method": "optuna", "points": 12, "batch": 4, "seed": 1}
    path = write(folder, vary=vary, objectives=["time", "area"], search=search)
    sweep(path, pool=Inline())
    first = table(path)
    again = Inline()
    sweep(path, pool=again)
    assert again.keys == [] and table(path) == first and len(first) == 12


@pytest.mark.covering("objectives1")
@pytest.mark.parametrize("objectives", [["time"], ["time", "area"]])
def test_optuna_takes_the_same_points_with_any_number_of_workers(folder: Path, objectives: list[str]) -> None:
    vary = {"kernel_launch_cycles": {"from": 0, "to": 40_000, "step": 1000}, "dma_descriptor_cycles": [0, 50, 100, 150]}
    search = {"method": "optuna", "points": 40, "seed": 1}
    path = write(folder, vary=vary, objectives=objectives, search=search)
    found = []
    for size in (1, 8):
        path.with_suffix(".sqlite").unlink(missing_ok=True)
        summary = sweep(path, pool=Inline(size))
        found.append(table(path))
    assert found[0] == found[1] and summary.counts["skipped"] > 5
    sweep(path, pool=(again := Inline(8)))  # what is known already changes nothing
    assert table(path) == found[0] and again.keys == []


def test_optuna_learns_how_far_a_point_is_from_meeting_constraints(folder: Path) -> None:
    vary = {"scratchpad_kib_per_lane": {"from": 32, "to": 1024, "step": 32}, "systolic_arrays": list(range(1, 17))}
    allowed = {}
    for method in ("random", "optuna"):
        search = {"method": method, "points": 96, "seed": 1}
        limits = ["area_mm2 <= 2.5", "time_ns > 0"]
        path = write(folder, vary=vary, objectives=["time", "area"], constraints=limits, search=search)
        allowed[method] = sweep(path, pool=Inline()).counts["done"]
    assert allowed["optuna"] > 2 * allowed["random"]


@pytest.mark.parametrize("objectives", [["time"], ["time", "area"]])
def test_optuna_takes_no_point_twice_and_ends_with_the_last(folder: Path, objectives: list[str]) -> None:
    path = write(folder, objectives=objectives, search={"method": "optuna", "points": 50, "batch": 4})
    summary = sweep(path, pool=Inline())
    found = table(path)
    assert summary.points == summary.finished == len(found) == 6
    axes = Space(read_specification(path)).axes
    assert len({tuple(row[key] for key in axes) for row in found}) == 6
