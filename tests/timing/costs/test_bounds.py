"""What holds for every kernel on every machine, and the closed forms the engine must reproduce.

The engine's front end runs ahead of the units, so that a faster machine may order two independent operations
differently: "never slower" allows 1 % of noise.
"""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from memories import SIMPLE_481
from npusim.simulator.errors import ScratchpadOverflowError
from npusim.simulator.machine import Machine
from npusim.simulator.report.report import Report

Time = Callable[..., Report]
Gemm = Callable[..., str]

NOISE = 1.01
FREE_MEMORY = {"dram_bandwidth_gbps": 1e5, "dram_latency_ns": 0, "dma_bytes_per_cycle": 1 << 20}

ELEMENTWISE = """
func.func @gelu(%X: memref<{n}xf32>, %Y: memref<{n}xf32>) {{
  %x = "npu.alloc"() : () -> memref<8x64xf32, 1>
  %y = "npu.alloc"() : () -> memref<8x64xf32, 1>
  affine.for %i = 0 to {n} step 512 {{
    %xv = memref.reinterpret_cast %X to offset: [%i], sizes: [8, 64], strides: [64, 1]
      : memref<{n}xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
    %yv = memref.reinterpret_cast %Y to offset: [%i], sizes: [8, 64], strides: [64, 1]
      : memref<{n}xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
    "npu.dma_load"(%xv, %x) : (memref<8x64xf32, strided<[64, 1], offset: ?>>, memref<8x64xf32, 1>) -> ()
    linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}} ins(%x : memref<8x64xf32, 1>) outs(%y : memref<8x64xf32, 1>) {{
    ^bb0(%a: f32, %b: f32):
      %e = math.erf %a : f32
      %g = arith.mulf %a, %e : f32
      linalg.yield %g : f32
    }}
    "npu.dma_store"(%y, %yv) : (memref<8x64xf32, 1>, memref<8x64xf32, strided<[64, 1], offset: ?>>) -> ()
  }}
  return
}}
"""


def cycles(report: Report) -> int:
    assert report.cycles is not None
    return report.cycles


@pytest.mark.parametrize("shape", [(64, 64, 64), (40, 24, 72), (17, 9, 33), (8, 128, 8), (1, 1, 1)])
def test_time_is_at_least_array_work_and_bytes_over_bandwidth(
    time: Time, gemm: Gemm, small: Machine, shape: tuple[int, int, int]
) -> None:
    report = time(gemm(*shape, 32, 16, 32), small)
    m, n, k = shape
    moved = 4 * (m * k + k * n + m * n)
    assert cycles(report) >= moved / small.memory_bytes_per_cycle
    assert cycles(report) >= m * n * k / (small.systolic_rows * small.systolic_columns * small.systolic_arrays)
    assert cycles(report) >= report.statistics["roofline_cycles"]
    assert 0 < report.statistics["roofline_fraction"] <= 1


def test_an_array_bound_kernel_takes_folds_times_rows_plus_the_skew(time: Time, gemm: Gemm, small: Machine) -> None:
    machine = small.evolve(**FREE_MEMORY, vector_alus=64, vector_elements_per_lane=64)
    report = time(gemm(256, 64, 64, 256, 64, 64, slots=1), machine)
    folds, rows = 8 * 8, 256
    ideal = folds * rows + machine.systolic_rows + (machine.systolic_rows + machine.systolic_columns - 2)
    assert ideal <= cycles(report) <= ideal * 1.02


def test_512_cubed_is_close_to_the_published_weight_stationary_figure(time: Time, gemm: Gemm, tpuv3: Machine) -> None:
    """ONNXim: 9393 cycles on one 128x128 array at 614 GB/s: 16 folds of 512 rows, first loads and last store."""
    machine = tpuv3.evolve(
        **SIMPLE_481 | {"dram_bandwidth_gbps": 614, "systolic_fold_stall_cycles": 0},
        systolic_arrays=1,
        core_freq_mhz=1000,
        kernel_launch_cycles=0,
    )
    report = time(gemm(512, 512, 512, 512, 512, 128), machine)
    assert 16 * 512 < cycles(report) < 9393 * 1.3


def test_a_memory_bound_kernel_takes_its_bytes_over_the_bandwidth(time: Time, small: Machine) -> None:
    machine = small.evolve(vector_alus=64, vector_elements_per_lane=64, dma_outstanding_requests=4096)
    report = time(ELEMENTWISE.format(n=1 << 16), machine)
    ideal = 2 * 4 * (1 << 16) / machine.memory_bytes_per_cycle
    assert ideal <= cycles(report) <= ideal * 1.05
    assert report.statistics["limiter"] == "memory"


def test_a_vector_bound_kernel_takes_its_slots(time: Time, small: Machine) -> None:
    machine = small.evolve(**FREE_MEMORY)
    report = time(ELEMENTWISE.format(n=1 << 14), machine)
    ideal = (1 << 14) / 8 * (machine.vector_slots("erf", "f32") + 1)
    assert ideal <= cycles(report) <= ideal * 1.05
    assert report.statistics["limiter"] == "vector"


BETTER = {
    "more bandwidth": ({}, {"dram_bandwidth_gbps": 32}),
    "a shorter latency": ({"dram_latency_ns": 200}, {"dram_latency_ns": 20}),
    "a deeper queue": ({"unit_queue_depth": 1, "dma_queue_depth": 1}, {"unit_queue_depth": 16, "dma_queue_depth": 16}),
    "more requests in flight": ({"dma_outstanding_requests": 4}, {"dma_outstanding_requests": 64}),
    "a second array": ({}, {"systolic_arrays": 2}),
    "a second vector ALU": ({}, {"vector_alus": 2}),
    "double-buffered weights": ({"systolic_double_buffered_weights": False}, {}),
    "more rows of weights per cycle": ({}, {"systolic_weight_rows_per_cycle": 4}),
    "no stalls between folds": ({"systolic_fold_stall_cycles": 12}, {}),
    "longer accumulators": (
        {"systolic_accumulator_rows": 8, "systolic_fold_stall_cycles": 12},
        {"systolic_accumulator_rows": 24, "systolic_fold_stall_cycles": 12},
    ),
    "a more efficient DRAM": ({"dram_efficiency": 0.7}, {"dram_efficiency": 0.9}),
}


def test_streams_reach_the_share_of_the_peak_that_the_machine_says(time: Time, small: Machine) -> None:
    machine = small.evolve(vector_alus=64, vector_elements_per_lane=64, dma_outstanding_requests=4096)
    ideal = 2 * 4 * (1 << 16) / machine.dram_bytes_per_cycle / 0.8
    report = time(ELEMENTWISE.format(n=1 << 16), machine.evolve(dram_efficiency=0.8))
    assert ideal <= cycles(report) <= ideal * 1.05
    assert report.statistics["roofline_cycles"] == pytest.approx(0.8 * ideal, rel=0.01)  # the roof is the peak


@pytest.mark.parametrize("what", BETTER)
@pytest.mark.parametrize("tiles", [(32, 16, 32), (16, 32, 8)])
def test_a_better_machine_is_never_slower(
    time: Time, gemm: Gemm, small: Machine, what: str, tiles: tuple[int, int, int]
) -> None:
    worse, better = (small.evolve(**changes) for changes in BETTER[what])
    text = gemm(72, 40, 64, *tiles)
    assert cycles(time(text, better)) <= cycles(time(text, worse)) * NOISE


def test_a_higher_clock_is_never_slower_in_time(time: Time, gemm: Gemm, small: Machine) -> None:
    text = gemm(72, 40, 64, 32, 16, 32)
    slow, fast = (time(text, small.evolve(core_freq_mhz=mhz)) for mhz in (500, 1000))
    assert slow.time_ns is not None and fast.time_ns is not None
    assert fast.time_ns <= slow.time_ns * NOISE


def test_more_slots_never_slow_a_kernel_down(time: Time, gemm: Gemm, small: Machine) -> None:
    times = [cycles(time(gemm(64, 64, 64, 16, 16, 16, slots=slots), small)) for slots in (1, 2, 3, 4)]
    assert all(later <= earlier * NOISE for earlier, later in itertools.pairwise(times))
    assert times[1] < times[0]


@pytest.mark.parametrize("axis", range(3))
def test_twice_the_work_is_never_faster(time: Time, gemm: Gemm, small: Machine, axis: int) -> None:
    shape = [32, 32, 32]
    once = cycles(time(gemm(*shape, 16, 16, 16), small))
    shape[axis] *= 2
    assert cycles(time(gemm(*shape, 16, 16, 16), small)) >= once


def test_a_launch_overhead_is_added_once(time: Time, gemm: Gemm, small: Machine) -> None:
    text = gemm(32, 32, 32, 16, 16, 16)
    plain, slow = cycles(time(text, small)), cycles(time(text, small.evolve(kernel_launch_cycles=500)))
    assert slow == plain + 500


def test_the_same_kernel_takes_the_same_cycles(time: Time, gemm: Gemm, tpuv3: Machine) -> None:
    text = gemm(300, 260, 280, 128, 128, 128)
    first, second = (time(text, tpuv3).to_dict() for _ in range(2))
    del first["run_dir"], second["run_dir"]
    assert first == second


def test_narrow_inputs_move_fewer_bytes(time: Time, gemm: Gemm, small: Machine) -> None:
    full, half = (time(gemm(64, 64, 64, 32, 32, 32, dtype=dtype), small) for dtype in ("f32", "bf16"))
    assert half.statistics["dram_bytes"] < full.statistics["dram_bytes"]
    assert cycles(half) < cycles(full)


def test_tiles_that_do_not_fit_are_refused(time: Time, gemm: Gemm, small: Machine, tmp_path: Path) -> None:
    with pytest.raises(ScratchpadOverflowError):
        time(gemm(512, 512, 512, 512, 512, 512), small)


@pytest.mark.parametrize("changes", [{}, {"cores": 2}, {"core_freq_mhz": 940}, {"unit_queue_depth": 1, "cores": 3}])
def test_a_unit_s_time_is_split_without_rest(time: Time, gemm: Gemm, small: Machine, changes: dict[str, Any]) -> None:
    machine = small.evolve(**changes)
    shared = gemm(64, 48, 40, 16, 16, 8).replace("    }\n  }\n  return", "    }\n  } {npu.parallel}\n  return")
    assert "npu.parallel" in shared
    for text in (shared, ELEMENTWISE.format(n=1 << 12)):
        report = time(text, machine)
        for unit in report.statistics["units"].values():
            parts = [unit[f"{part}_cycles"] for part in ("busy", "wait_data", "wait_slot", "idle")]
            assert min(parts) >= 0
            assert sum(parts) == cycles(report) * machine.cores
