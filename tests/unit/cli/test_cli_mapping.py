"""`--mapping` on the command line, and what `npusim inspect` says about a kernel's mapping."""

import json

import pytest
from npusim.frontend.cli.explore.inspection import _heading
from npusim.frontend.cli.explore.run_files import InspectedKernel


def report(tmp_path):
    (folder,) = tmp_path.glob("runs/*")
    return json.loads((folder / "report.json").read_text())


pytestmark = pytest.mark.usefixtures("no_mapping_from_outside")


def test_an_operator_runs_with_the_tiles_of_a_file_and_inspect_shows_them(npusim, tmp_path, device):
    file = tmp_path / "tiles.json"
    file.write_text('{"64_64_96": {"TILE_M": 24, "TILE_N": 32, "TILE_K": 48}}')
    options = ["--shape", "64,96,64", "--mapping", str(file), "--dump-dir", str(tmp_path / "runs"), "--quiet"]
    status, _, _ = npusim("run", "matmul", *options)
    assert status == 0
    (kernel,) = report(tmp_path)["kernels"]
    assert (kernel["mapping"]["strategy"], kernel["mapping"]["chosen"]["TILE_M"]) == ("external", 24)
    status, out, _ = npusim("inspect", "--list", str(tmp_path / "runs"))
    assert "mapping   gemm 64_64_96: " in out and "TILE_M=24" in out and "(by external)" in out


def test_mappings_that_cannot_be_used_end_with_status_2(npusim, tmp_path, device):
    for mapping, message in {"fast": "mapping is 'fast'", str(tmp_path / "no.json"): "cannot be read"}.items():
        status, _, err = npusim("run", "matmul", "--shape", "8,8,8", "--mapping", mapping, "--quiet")
        assert status == 2
        assert message in err


def test_inspect_marks_the_candidate_that_was_chosen():
    trials = [{"mapping": {"TILE_M": m}, "estimated_cycles": 10 * m, "simulated_cycles": 11 * m} for m in (64, 32)]
    mapping = {
        "strategy": "autotune",
        "template": "gemm",
        "key": "64_64_64",
        "chosen": {"TILE_M": 32},
        "estimated_cycles": 320,
        "note": None,
        "candidates": trials,
    }
    entry = {"name": "k", "launches": 2, "cycles": 704, "limiter": "memory", "complete": True, "mapping": mapping}
    text = "\n".join(_heading(InspectedKernel("k", {}, entry)))
    assert "352 simulated per launch" in text
    assert "*          352 simulated          320 estimated  TILE_M=32" in text
    assert "           704 simulated          640 estimated  TILE_M=64" in text
