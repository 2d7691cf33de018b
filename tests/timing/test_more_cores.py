"""More cores never slow a kernel down by more than 2 %: a loop is shared out where that pays."""

import itertools
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.report.report import Report
from npusim.simulator.run.core_choice import CoreChoice, candidate_addresses, launch_cycles
from npusim.simulator.run.timing_only import trial_cycles
from npusim.simulator.timing import compile_timing

NOISE = 1.02
CORES = (1, 2, 4, 8)


def rows_text(rows: int, columns: int, tile: int, body: str, together: int = 1) -> str:
    """Y = f(X), `tile` rows at a time; `together` loops of this kind behind each other."""
    tile_type = f"memref<{tile}x{columns}xf32, 1>"
    view = f"memref<?x{columns}xf32, strided<[{columns}, 1], offset: ?>>"
    tensor = f"memref<{rows * columns}xf32>"
    loop = f"""
  affine.for %i = 0 to {rows} step {tile} {{
    %n = affine.min affine_map<(d) -> ({tile}, {rows} - d)>(%i)
    %o = affine.apply affine_map<(d) -> (d * {columns})>(%i)
    %xv = memref.reinterpret_cast %X to offset: [%o], sizes: [%n, {columns}], strides: [{columns}, 1]
      : {tensor} to {view}
    %yv = memref.reinterpret_cast %Y to offset: [%o], sizes: [%n, {columns}], strides: [{columns}, 1]
      : {tensor} to {view}
    "npu.dma_load"(%xv, %x) : ({view}, {tile_type}) -> ()
    linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}} ins(%x : {tile_type}) outs(%y : {tile_type}) {{
    ^bb0(%a: f32, %b: f32):
      %e = {body} : f32
      linalg.yield %e : f32
    }}
    "npu.dma_store"(%y, %yv) : ({tile_type}, {view}) -> ()
  }} {{npu.parallel}}"""
    return f"""
func.func @rows(%X: {tensor}, %Y: {tensor}) {{
  %x = "npu.alloc"() {{lane_axis = 1 : i64}} : () -> {tile_type}
  %y = "npu.alloc"() {{lane_axis = 1 : i64}} : () -> {tile_type}{loop * together}
  return
}}
"""


def cycles_by_cores(text: str, machine: Machine) -> list[int]:
    kernel = parse_kernel(text)
    extents = [argument.extent or 0 for argument in kernel.tensors]
    return [trial_cycles(kernel, machine.evolve(cores=cores), extents) for cores in CORES]


def never_slower(cycles: list[int]) -> bool:
    return all(after <= NOISE * before for before, after in itertools.pairwise(cycles))


KERNELS = {
    "few rows": rows_text(4, 64, 2, "arith.addf %a, %a"),
    "small copy": rows_text(16, 100, 4, "arith.addf %a, %a"),
    "several loops": rows_text(16, 32, 4, "arith.addf %a, %a", together=5),
    "one tile": rows_text(3, 33, 8, "arith.mulf %a, %a"),
    "odd": rows_text(37, 41, 3, "math.exp %a"),
    "much work": rows_text(64, 256, 4, "math.erf %a"),
}


@pytest.mark.covering
@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("machine_name", ["small8x8", "tpuv3"])
def test_more_cores_are_never_slower(name: str, machine_name: str) -> None:
    assert never_slower(cycles_by_cores(KERNELS[name], load_machine(machine_name)))


def test_sharing_out_is_slower_for_some_of_these_kernels(small: Machine) -> None:
    """The test above can fail: all cores take part when nobody chooses."""
    machine, kernel = small.evolve(cores=4), parse_kernel(KERNELS["several loops"])
    addresses = candidate_addresses(kernel, [argument.extent or 0 for argument in kernel.tensors])
    one, four = (launch_cycles(compile_timing(kernel, machine, cores=n), machine, (), addresses) for n in (1, 4))
    assert four > NOISE * one


@given(
    rows=st.integers(1, 40),
    columns=st.integers(1, 130),
    tile=st.integers(1, 12),
    together=st.integers(1, 3),
    body=st.sampled_from(["arith.addf %a, %a", "math.exp %a", "math.erf %a"]),
)
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_small_kernels_are_never_slower_on_more_cores(
    rows: int, columns: int, tile: int, together: int, body: str
) -> None:
    text = rows_text(rows, columns, tile, body, together)
    assert never_slower(cycles_by_cores(text, load_machine("small8x8")))


def test_loops_with_much_work_are_shared_by_all_cores(small: Machine) -> None:
    one, two, four, _ = cycles_by_cores(KERNELS["much work"], small)
    assert two < 0.6 * one and four < 0.4 * one


def test_launches_take_the_program_that_trials_choose(small: Machine, time: Callable[..., Report]) -> None:
    machine = small.evolve(cores=4)
    text = KERNELS["several loops"]
    kernel = parse_kernel(text)
    report = time(text, machine)
    assert report.cycles == trial_cycles(kernel, machine, [argument.extent or 0 for argument in kernel.tensors])


def test_one_core_has_nothing_to_choose(small: Machine) -> None:
    kernel = parse_kernel(KERNELS["small copy"])
    timing = compile_timing(kernel, small)
    assert CoreChoice(kernel, small, timing).program((), (0, 4096)) is timing
