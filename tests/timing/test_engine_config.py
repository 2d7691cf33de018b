"""From machines to engines."""

from collections.abc import Callable

import pytest
from npusim.simulator.machine import Machine, load_machine, machine_names
from npusim.simulator.report.report import Report
from npusim.simulator.timing.engine_config import engine_config, make_engine

Time = Callable[..., Report]
Gemm = Callable[..., str]
Trace = Callable[..., list[list[int]]]


@pytest.mark.parametrize("name", machine_names())
def test_every_shipped_machine_makes_an_engine(name: str) -> None:
    assert make_engine(load_machine(name)).progress().launches_finished == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"core_freq_mhz": 940.001, "noc_latency_cycles": 7},
        {"core_freq_mhz": 1, "dram_bandwidth_gbps": 1e-3},
        {"core_freq_mhz": 1e5, "dram_bandwidth_gbps": 1e6, "dram_latency_ns": 0.1},
        {"dram_channels": 1024, "cores": 4096, "systolic_arrays": 2**16},
        {"dma_bytes_per_cycle": 1, "dma_outstanding_requests": 1, "unit_queue_depth": 1, "dma_queue_depth": 1},
    ],
)
def test_what_a_machine_allows_the_engine_takes(small: Machine, changes: dict[str, float]) -> None:
    make_engine(small.evolve(**changes))


def test_the_interconnect_adds_its_latency_both_ways(small: Machine) -> None:
    near, far = (engine_config(small.evolve(noc_latency_cycles=cycles))["memory"]["latency_ns"] for cycles in (0, 10))
    assert far - near == pytest.approx(2 * 10 * 1.0)


def test_more_cores_share_a_parallel_loop(time: Time, gemm: Gemm, small: Machine) -> None:
    text = gemm(128, 32, 32, 16, 32, 32)
    start, end = text.rsplit("  }\n  return", 1)
    text = f"{start}  }} {{npu.parallel}}\n  return{end}"
    cycles = []
    for cores in (1, 2, 4):
        machine = small.evolve(cores=cores, dram_bandwidth_gbps=16 * cores, dram_channels=2 * cores)
        cycles.append(time(text, machine).cycles or 0)
    assert cycles[0] > 1.6 * cycles[1] > 2.4 * cycles[2]


def test_cores_that_share_a_memory_are_no_faster_than_it(time: Time, gemm: Gemm, small: Machine) -> None:
    text = gemm(128, 8, 32, 16, 8, 32).replace("  }\n  return", "  } {npu.parallel}\n  return")
    report = time(text, small.evolve(cores=8))
    assert report.cycles is not None and report.statistics["bandwidth_fraction"] <= 1
    assert report.cycles >= report.statistics["dram_bytes"] / small.dram_bytes_per_cycle


def parallel_copies(tile: int) -> str:
    """Two parallel loops: X to Y, then Y to Z in reverse order, so that a core reads what another one wrote."""
    whole, piece = 16 * tile, f"memref<{tile}xf32, strided<[1], offset: ?>>"
    copies = [
        f"""
  affine.for %{i} = 0 to {whole} step {tile} {{
    %{i}from = affine.apply affine_map<(d) -> ({offset})>(%{i})
    %{i}r = memref.reinterpret_cast %{source} to offset: [%{i}from], sizes: [{tile}], strides: [1]
      : memref<{whole}xf32> to {piece}
    %{i}w = memref.reinterpret_cast %{target} to offset: [%{i}], sizes: [{tile}], strides: [1]
      : memref<{whole}xf32> to {piece}
    "npu.dma_load"(%{i}r, %t) : ({piece}, memref<{tile}xf32, 1>) -> ()
    "npu.dma_store"(%t, %{i}w) : (memref<{tile}xf32, 1>, {piece}) -> ()
  }} {{npu.parallel}}"""
        for i, source, target, offset in (("i", "X", "Y", "d"), ("j", "Y", "Z", f"{whole - tile} - d"))
    ]
    arguments = ", ".join(f"%{name}: memref<{whole}xf32>" for name in "XYZ")
    return (
        f"func.func @copies({arguments}) {{\n"
        f'  %t = "npu.alloc"() : () -> memref<{tile}xf32, 1>{"".join(copies)}\n  return\n}}'
    )


def test_cores_wait_for_each_other_before_and_after_a_parallel_loop(trace: Trace, small: Machine) -> None:
    records = trace(parallel_copies(8), small.evolve(cores=4), [0, 4096, 8192])
    barrier = records[-1][0]
    waits = [i for i, record in enumerate(records) if record[0] == barrier]
    assert waits == [32, 33, 66]  # none before the first loop, which nothing stands before


def test_one_core_needs_no_barriers(trace: Trace, small: Machine) -> None:
    assert len(trace(parallel_copies(8), small, [0, 4096, 8192])) == 64


def test_an_interconnect_that_several_cores_share_is_simulated(small: Machine) -> None:
    assert "noc" not in engine_config(small)
    shared = engine_config(small.evolve(cores=4, noc_model="mesh", noc_latency_cycles=3, noc_mesh_columns=2))
    assert shared["noc"]["model"] == "mesh" and shared["noc"]["latency_cycles"] == 3
    assert shared["memory"]["latency_ns"] == small.dram_latency_ns


def test_a_narrow_interconnect_slows_cores_down(time: Time, gemm: Gemm, small: Machine) -> None:
    text = gemm(128, 8, 32, 16, 8, 32).replace("  }\n  return", "  } {npu.parallel}\n  return")
    wide, narrow = (
        time(text, small.evolve(cores=2, noc_bytes_per_cycle=width, dram_bandwidth_gbps=1000)).cycles or 0
        for width in (64, 2)
    )
    assert narrow > 2 * wide
