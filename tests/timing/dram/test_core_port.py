"""The port of a core in front of command-level DRAM, as tpuv3 has it: closed forms, and bounds on random kernels."""

import random
from collections.abc import Callable

import pytest
from npusim.simulator.machine import Machine
from npusim.simulator.report.report import Report

Time = Callable[..., Report]
Gemm = Callable[..., str]

COPY = """
func.func @copy(%X: memref<{n}xf32>, %Y: memref<{n}xf32>) {{
  %x = "npu.alloc"() : () -> memref<128x512xf32, 1>
  affine.for %i = 0 to {n} step 65536 {{
    %xv = memref.reinterpret_cast %X to offset: [%i], sizes: [128, 512], strides: [512, 1]
      : memref<{n}xf32> to memref<128x512xf32, strided<[512, 1], offset: ?>>
    %yv = memref.reinterpret_cast %Y to offset: [%i], sizes: [128, 512], strides: [512, 1]
      : memref<{n}xf32> to memref<128x512xf32, strided<[512, 1], offset: ?>>
    "npu.dma_load"(%xv, %x) : (memref<128x512xf32, strided<[512, 1], offset: ?>>, memref<128x512xf32, 1>) -> ()
    "npu.dma_store"(%x, %yv) : (memref<128x512xf32, 1>, memref<128x512xf32, strided<[512, 1], offset: ?>>) -> ()
  }}
  return
}}
"""
ELEMENTS = 1 << 21


def test_loads_and_stores_share_the_port(time: Time, tpuv3: Machine) -> None:
    ideal = 2 * 4 * ELEMENTS / tpuv3.core_port_bytes_per_cycle
    report = time(COPY.format(n=ELEMENTS), tpuv3.evolve(kernel_launch_cycles=0))
    assert ideal <= (report.cycles or 0) <= 1.04 * ideal
    path = report.statistics["critical_path"]
    assert sum(path.values()) == report.cycles
    assert path["port"] > 0.7 * ideal  # the rest waits for memory, or for the other copy of the tile
    assert report.statistics["limiter"] == "memory"


def test_half_the_port_takes_twice_the_time(time: Time, tpuv3: Machine) -> None:
    alone = tpuv3.evolve(kernel_launch_cycles=0)
    whole, half = (
        time(COPY.format(n=ELEMENTS), alone.evolve(core_port_bytes_per_cycle=width)).cycles or 0 for width in (512, 256)
    )
    assert half == pytest.approx(2 * whole, rel=0.04)


def test_without_a_port_nothing_waits_for_it(time: Time, tpuv3: Machine) -> None:
    report = time(COPY.format(n=ELEMENTS), tpuv3.evolve(core_port_bytes_per_cycle=0))
    assert report.statistics["critical_path"]["port"] == 0


BETTER = {
    "a wider port": {"core_port_bytes_per_cycle": 1024},
    "a higher clock": {"core_freq_mhz": 1034},
    "more requests in flight": {"dma_outstanding_requests": 8192},
    "two more arrays": {"systolic_arrays": 4},
}


@pytest.mark.parametrize("seed", range(4))
def test_what_is_better_slows_no_random_product_down(time: Time, gemm: Gemm, tpuv3: Machine, seed: int) -> None:
    numbers = random.Random(seed)
    shape = [numbers.randrange(40, 700) for _ in range(3)]
    tile = [numbers.choice([64, 128, 200, 256, 512]) for _ in range(3)]
    usual = time_ns(time(gemm(*shape, *tile), tpuv3))
    assert time_ns(time(gemm(*shape, *tile, 3), tpuv3)) <= 1.02 * usual
    for changes in BETTER.values():
        assert time_ns(time(gemm(*shape, *tile), tpuv3.evolve(**changes))) <= 1.02 * usual


def time_ns(report: Report) -> float:
    found = report.time_ns
    assert found is not None
    return found
