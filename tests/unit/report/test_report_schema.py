"""report.json against its schema: reports of real runs, and the schema's file."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.report.schema import ReportFile, schema_text
from npusim.simulator.run.memory.address_space import separate
from npusim.simulator.run.simulation import Simulation
from pydantic import ValidationError

ROOT = Path(__file__).parents[3]
COPY = """
func.func @copy(%X: memref<4096xf32>, %Y: memref<4096xf32>) {
  %x = "npu.alloc"() : () -> memref<4096xf32, 1>
  %v = memref.reinterpret_cast %X to offset: [0], sizes: [4096], strides: [1] : memref<4096xf32> to memref<4096xf32>
  %w = memref.reinterpret_cast %Y to offset: [0], sizes: [4096], strides: [1] : memref<4096xf32> to memref<4096xf32>
  "npu.dma_load"(%v, %x) : (memref<4096xf32>, memref<4096xf32, 1>) -> ()
  "npu.dma_store"(%x, %w) : (memref<4096xf32, 1>, memref<4096xf32>) -> ()
  return
}
"""


def real_report(folder: Path, machine: Machine, mode: str = "both", launches: int = 2) -> dict[str, Any]:
    """The file that a run leaves."""
    simulation = Simulation(machine, mode, folder)
    loaded = simulation.load(parse_kernel(COPY), name="copy", meta={"kind": "file", "ops": ["aten.clone"]})
    source, target = np.ones(4096, np.float32), np.zeros(4096, np.float32)
    for _ in range(launches):
        simulation.launch(loaded, [source.ctypes.data, target.ctypes.data], separate(loaded.kernel), [])
    simulation.close()
    content: dict[str, Any] = json.loads((simulation.run_dir / "report.json").read_text())
    return content


@pytest.mark.parametrize("mode", ["functional", "timing", "both"])
def test_a_real_report_follows_the_schema(tmp_path: Path, mode: str) -> None:
    content = real_report(tmp_path, load_machine("small8x8"), mode)
    report = ReportFile.model_validate_json(json.dumps(content))
    assert report.launches == 2
    assert (report.units is None) == (mode == "functional")


@pytest.mark.parametrize("changes", [{"energy": None}, {"cores": 2}])
def test_reports_of_other_machines_follow_it_too(tmp_path: Path, changes: dict[str, Any]) -> None:
    content = real_report(tmp_path, load_machine("small8x8").evolve(**changes), "timing")
    ReportFile.model_validate_json(json.dumps(content))


def test_host_operators_follow_it(tmp_path: Path) -> None:
    counted = {"aten::add.out": (3, 1200)}
    simulation = Simulation(load_machine("small8x8"), "timing", tmp_path, host_operators=lambda: counted)
    simulation.close()
    counted["aten::add.out"] = (4, 1600)  # after the run's end
    report = ReportFile.model_validate_json((simulation.run_dir / "report.json").read_text())
    assert [(host.name, host.calls, host.bytes) for host in report.host_operators] == [("aten::add.out", 3, 1200)]
    assert simulation.report().host_operators[0].calls == 3


def test_functions_that_were_not_compiled_follow_it_when_operators_ran_on_the_host(tmp_path: Path) -> None:
    counted: dict[str, tuple[int, int]] = {}
    functions = {("step", "model.py:3", "it was compiled too often"): 2}
    simulation = Simulation(
        load_machine("small8x8"), "timing", tmp_path, host_operators=lambda: counted, host_functions=lambda: functions
    )
    assert simulation.report().incomplete == ()
    counted["aten::add.out"] = (3, 1200)
    simulation.close()
    report = ReportFile.model_validate_json((simulation.run_dir / "report.json").read_text())
    assert [(entry.name, entry.place, entry.calls) for entry in report.incomplete] == [("step", "model.py:3", 2)]


def test_a_report_without_launches_follows_it(tmp_path: Path) -> None:
    content = real_report(tmp_path, load_machine("tpuv3"), "timing", launches=0)
    assert ReportFile.model_validate_json(json.dumps(content)).cycles == 0


@pytest.mark.parametrize("change", [{"cycles": "5"}, {"new_key": 1}, {"limiter": "luck"}, {"schema_version": 1}])
def test_the_schema_refuses_what_it_does_not_describe(tmp_path: Path, change: dict[str, Any]) -> None:
    content = real_report(tmp_path, load_machine("small8x8"), "timing")
    with pytest.raises(ValidationError, match=next(iter(change))):
        ReportFile.model_validate_json(json.dumps(content | change))


def test_the_schema_file_is_up_to_date() -> None:
    """To be written anew by `python -m npusim.simulator.report.schema > docs/report.schema.json`."""
    assert (ROOT / "docs" / "report.schema.json").read_text() == schema_text()


def test_the_manual_names_every_key_of_the_statistics() -> None:
    manual = (ROOT / "docs" / "report.md").read_text()
    definitions = json.loads(schema_text())["$defs"]
    keys = [key for name in definitions for key in definitions[name]["properties"]]
    assert [key for key in keys if key not in manual] == []


def test_channels_share_the_bandwidth_of_a_copy(tmp_path: Path) -> None:
    content = real_report(tmp_path, load_machine("small8x8"), "timing")
    assert sum(content["dram"]["channel_bandwidth_gbps"]) == pytest.approx(content["bandwidth_gbps"], abs=0.01)
    assert content["dram"]["row_hit_fraction"] is None
    assert sum(content["components"]["dram_channel"]["read_requests"]) == content["memory"]["read_requests"]
