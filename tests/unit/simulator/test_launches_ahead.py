"""Launches that the engine simulates before it is their turn, while a program waits for all of them."""

from pathlib import Path
from typing import Any

import pytest
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import load_machine
from npusim.simulator.run.memory.address_space import Location
from npusim.simulator.run.simulation import Simulation

SCALED = """
func.func @scaled_{step}(%X: memref<16384xf32>, %Y: memref<16384xf32>) {{
  %x = "npu.alloc"() : () -> memref<{step}xf32, 1>
  affine.for %i = 0 to 16384 step {step} {{
    %xv = memref.reinterpret_cast %X to offset: [%i], sizes: [{step}], strides: [1]
      : memref<16384xf32> to memref<{step}xf32, strided<[1], offset: ?>>
    %yv = memref.reinterpret_cast %Y to offset: [%i], sizes: [{step}], strides: [1]
      : memref<16384xf32> to memref<{step}xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%xv, %x) : (memref<{step}xf32, strided<[1], offset: ?>>, memref<{step}xf32, 1>) -> ()
    linalg.add ins(%x, %x : memref<{step}xf32, 1>, memref<{step}xf32, 1>) outs(%x : memref<{step}xf32, 1>)
    "npu.dma_store"(%x, %yv) : (memref<{step}xf32, 1>, memref<{step}xf32, strided<[1], offset: ?>>) -> ()
  }}
  return
}}
"""
STEPS = (64, 16, 32, 64, 128, 16, 256, 32)


def simulated(machine: str, folder: Path, *, waits_each_time: bool) -> tuple[Any, str]:
    """The report without its folder, and the timeline, of launches of several kernels, some of them equal."""
    simulation = Simulation(load_machine(machine), "timing", folder)
    loaded = {step: simulation.load(parse_kernel(SCALED.format(step=step)), name=f"scaled_{step}") for step in STEPS}
    for number, step in enumerate(STEPS):
        locations = [Location(0, 1 << 17, 64 * (number % 2)), Location(1, 1 << 16)]
        simulation.launch(loaded[step], [64, 64], locations, [])
        if waits_each_time:
            simulation.synchronize()
    content = simulation.report().to_dict()
    simulation.close()
    return {**content, "run_dir": ""}, (simulation.run_dir / "timeline.json").read_text()


@pytest.mark.parametrize("machine", ["small8x8", "tpuv3", "tpuv3x2", "tpuv4"])
def test_a_program_that_waits_once_takes_the_time_of_one_that_waits_for_each_launch(
    machine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NPUSIM_REUSE_TIMES", "0")
    monkeypatch.setenv("NPUSIM_CACHE_DIR", str(tmp_path / "cache"))
    one_by_one = simulated(machine, tmp_path / "one", waits_each_time=True)
    assert simulated(machine, tmp_path / "all", waits_each_time=False) == one_by_one
