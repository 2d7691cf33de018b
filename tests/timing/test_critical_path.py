"""What the time was spent on: parts of the critical path, which add up to it."""

from collections.abc import Callable
from typing import Any

import pytest
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.report.report import Report

Time = Callable[..., Report]
Gemm = Callable[..., str]

FREE_MEMORY = {"dram_bandwidth_gbps": 1e5, "dram_latency_ns": 0, "dma_bytes_per_cycle": 1 << 20}
COMMANDS = {"dram_model": "command", "dram_device": "HBM2_1880", "dram_channels": 1, "dram_bandwidth_gbps": 30.08}
ERF = """
func.func @erf(%X: memref<65536xf32>, %Y: memref<65536xf32>) {
  %x = "npu.alloc"() : () -> memref<8x64xf32, 1>
  %y = "npu.alloc"() : () -> memref<8x64xf32, 1>
  affine.for %i = 0 to 65536 step 512 {
    %xv = memref.reinterpret_cast %X to offset: [%i], sizes: [8, 64], strides: [64, 1]
      : memref<65536xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
    %yv = memref.reinterpret_cast %Y to offset: [%i], sizes: [8, 64], strides: [64, 1]
      : memref<65536xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
    "npu.dma_load"(%xv, %x) : (memref<8x64xf32, strided<[64, 1], offset: ?>>, memref<8x64xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : memref<8x64xf32, 1>) outs(%y : memref<8x64xf32, 1>) {
    ^bb0(%a: f32, %b: f32):
      %e = math.erf %a : f32
      linalg.yield %e : f32
    }
    "npu.dma_store"(%y, %yv) : (memref<8x64xf32, 1>, memref<8x64xf32, strided<[64, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
"""


def path(report: Report) -> dict[str, int]:
    found: dict[str, int] = report.statistics["critical_path"]
    assert sum(found.values()) == report.cycles
    assert min(found.values()) >= 0
    return found


@pytest.mark.covering
@pytest.mark.parametrize("shape", [(64, 64, 64), (40, 24, 72), (17, 9, 33), (1, 1, 1)])
@pytest.mark.parametrize("slots", [1, 2, 4])
@pytest.mark.parametrize(
    "changes",
    [{}, {"cores": 3}, {"kernel_launch_cycles": 100}, {"unit_queue_depth": 1, "dma_queue_depth": 1}, COMMANDS],
    ids=["one core", "three cores", "a launch", "short queues", "commands"],
)
def test_the_parts_add_up_and_little_is_left_to_the_front_end(
    time: Time, gemm: Gemm, small: Machine, shape: tuple[int, int, int], slots: int, changes: dict[str, Any]
) -> None:
    found = path(time(gemm(*shape, 16, 8, 16, slots), small.evolve(**changes)))
    assert found["launch"] == pytest.approx(changes.get("kernel_launch_cycles", 0), abs=1)
    assert found["front_end"] == 0


@pytest.mark.parametrize("name", ["tpuv2", "tpuv3", "tpuv4", "tpuv6e", "gemmini16"])
def test_the_parts_add_up_on_every_machine(time: Time, gemm: Gemm, name: str) -> None:
    machine = load_machine(name)
    tile = machine.systolic_columns
    path(time(gemm(3 * tile, 2 * tile, 2 * tile, tile, tile, tile), machine))
    path(time(ERF, machine))


def test_cores_that_wait_for_each_other_have_one_path(time: Time, small: Machine) -> None:
    found = path(time(ERF, small.evolve(cores=4)))
    assert found["vector"] + found["memory"] + found["dma"] > 0.9 * sum(found.values())


@pytest.mark.parametrize("rows", [1, 8, 100])
def test_one_product_is_weights_rows_and_drain(time: Time, gemm: Gemm, small: Machine, rows: int) -> None:
    found = path(time(gemm(rows, 8, 8, rows, 8, 8), small.evolve(**FREE_MEMORY)))
    parts = [found[cause] for cause in ("array_weights", "array", "array_drain")]
    assert parts == pytest.approx([8, rows, 8 + 8 - 2], abs=1)


def test_a_kernel_of_the_arrays_spends_its_time_on_rows(time: Time, gemm: Gemm, small: Machine) -> None:
    found = path(time(gemm(64, 64, 64, 64, 64, 64), small.evolve(**FREE_MEMORY)))
    assert found["array"] == 64 * 64 * 64 // (8 * 8)


def test_short_streams_wait_for_weights(time: Time, gemm: Gemm, small: Machine) -> None:
    """A fold of 2 rows streams for 2 cycles, while the weights of the next one move in for 8."""
    report = time(gemm(2, 2, 512, 2, 2, 512), small.evolve(**FREE_MEMORY))
    found = path(report)
    assert [found["array"], found["array_weights"]] == pytest.approx([64 * 2, 8 + 63 * 6], abs=1)
    assert report.statistics["limiter"] == "array_fill"


def test_a_kernel_of_memory_waits_for_it(time: Time, small: Machine) -> None:
    machine = small.evolve(vector_alus=64, vector_elements_per_lane=64, dma_bytes_per_cycle=1 << 16)
    report = time(ERF, machine)
    found = path(report)
    assert found["memory"] > 0.9 * sum(found.values())
    assert report.statistics["limiter"] == "memory"


def test_a_kernel_whose_engines_issue_slowly_waits_for_them(time: Time, small: Machine) -> None:
    machine = small.evolve(**{**FREE_MEMORY, "dma_bytes_per_cycle": 4}, vector_alus=64, vector_elements_per_lane=64)
    assert time(ERF, machine).statistics["limiter"] == "dma"


def test_answers_that_come_late_are_latency(time: Time, small: Machine) -> None:
    machine = small.evolve(dram_latency_ns=5000, dram_bandwidth_gbps=1000, dma_bytes_per_cycle=1 << 16)
    assert time(ERF, machine).statistics["limiter"] in ("latency", "slot")


def test_too_few_slots_show(time: Time, gemm: Gemm, small: Machine) -> None:
    """With one copy of each tile loads wait for the array; more copies save about what the path says."""
    machine = small.evolve(dram_latency_ns=200)
    one, many = (time(gemm(64, 64, 64, 32, 32, 16, slots), machine) for slots in (1, 8))
    assert one.cycles is not None and many.cycles is not None
    assert path(one)["slot"] > 0.2 * one.cycles
    assert path(many)["slot"] < 0.02 * many.cycles
    assert one.cycles - many.cycles == pytest.approx(path(one)["slot"], rel=0.15)


def test_reading_an_element_of_a_tile_is_work_of_the_scalar_unit(time: Time, small: Machine) -> None:
    """The tile is stored when its element has been read and written; memory has no part in that."""
    text = """
func.func @copy(%X: memref<8xf32>, %Y: memref<8xf32>) {
  %x = "npu.alloc"() : () -> memref<8xf32, 1>
  "npu.dma_load"(%X, %x) : (memref<8xf32>, memref<8xf32, 1>) -> ()
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.load %x[%zero] : memref<8xf32, 1>
  memref.store %a, %x[%one] : memref<8xf32, 1>
  "npu.dma_store"(%x, %Y) : (memref<8xf32, 1>, memref<8xf32>) -> ()
  return
}
"""
    few, many = (path(time(text, small.evolve(scalar_scratchpad_cycles=cycles))) for cycles in (4, 400))
    assert few["memory"] == many["memory"] and many["scalar"] >= few["scalar"] + 396
