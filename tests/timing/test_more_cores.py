"""More cores never slow a kernel down by more than 2 %: a loop is shared out where that pays."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import torch
from common import report_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from npusim.simulator.errors import UnsupportedError
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.report.report import Report
from npusim.simulator.run.memory.address_space import AddressSpace, separate
from npusim.simulator.run.simulation import Simulation
from npusim.simulator.run.times.core_choice import CoreChoice, cycles_within, start_launch
from npusim.simulator.run.times.timing_only import start_alone
from npusim.simulator.timing import compile_timing
from npusim.simulator.timing.engine_config import make_engine

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


def gather_text(rows: int, width: int, table: int, tile: int, *, counted: bool = False, together: int = 1) -> str:
    """Y = X[I], `tile` rows at a time; `counted`: as many times as N[0] says; `together` loops behind each other."""
    indices, rows_tile = f"memref<{tile}xi64, 1>", f"memref<{tile}x{width}xf32, 1>"
    index_view = "memref<?xi64, strided<[1], offset: ?>>"
    result_view = f"memref<?x{width}xf32, strided<[{width}, 1], offset: ?>>"
    whole = f"memref<{table}x{width}xf32, strided<[{width}, 1]>>"
    head, end = ("scf.for %again = %zero to %times step %one {", "}") if counted else ("", "")
    loop = f"""
  affine.for %i = 0 to {rows} step {tile} {{
    %n = affine.min affine_map<(d) -> ({tile}, {rows} - d)>(%i)
    %o = affine.apply affine_map<(d) -> (d * {width})>(%i)
    %iv = memref.reinterpret_cast %I to offset: [%i], sizes: [%n], strides: [1] : memref<{rows}xi64> to {index_view}
    %yv = memref.reinterpret_cast %Y to offset: [%o], sizes: [%n, {width}], strides: [{width}, 1]
      : memref<{rows * width}xf32> to {result_view}
    "npu.dma_load"(%iv, %j) {{pad = -1 : i64}} : ({index_view}, {indices}) -> ()
    {head}
    "npu.gather"(%table, %j, %x) : ({whole}, {indices}, {rows_tile}) -> ()
    {end}
    "npu.dma_store"(%x, %yv) : ({rows_tile}, {result_view}) -> ()
  }} {{npu.parallel}}"""
    return f"""
func.func @rows(%X: memref<{table * width}xf32>, %I: memref<{rows}xi64>, %N: memref<1xi64>,
    %Y: memref<{rows * width}xf32>) {{
  %j = "npu.alloc"() : () -> {indices}
  %x = "npu.alloc"() {{lane_axis = 1 : i64}} : () -> {rows_tile}
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %count = memref.load %N[%zero] : memref<1xi64>
  %times = arith.index_cast %count : i64 to index
  %table = memref.reinterpret_cast %X to offset: [0], sizes: [{table}, {width}], strides: [{width}, 1]
    : memref<{table * width}xf32> to {whole}{loop * together}
  return
}}
"""


@dataclass(frozen=True)
class Gather:
    """A kernel of `gather_text`, and what it finds in memory."""

    rows: int
    width: int
    table: int
    tile: int
    repeats: int = 0
    together: int = 1

    def cycles(self, machine: Machine, folder: Path, *, order: str = "random", mode: str = "both") -> int:
        """Of a launch with indices that are random, all the same, or in order."""
        counted, together = self.repeats > 0, self.together
        text = gather_text(self.rows, self.width, self.table, self.tile, counted=counted, together=together)
        drawn = np.random.default_rng(0).integers(0, self.table, self.rows)
        indices = {"random": drawn, "same": drawn * 0, "sorted": np.sort(drawn)}[order]
        table = np.arange(self.table * self.width, dtype=np.float32)
        result = np.zeros(self.rows * self.width, np.float32)
        tensors = [table, indices.astype(np.int64), np.array([self.repeats]), result]
        simulation, kernel = Simulation(machine, mode, folder), parse_kernel(text)
        loaded = simulation.load(kernel, name="rows")
        locations = separate(kernel, [tensor.size for tensor in tensors])
        simulation.launch(loaded, [tensor.ctypes.data for tensor in tensors], locations, ())
        report = simulation.report()
        simulation.close()
        wanted = table.reshape(-1, self.width)[indices]
        np.testing.assert_array_equal(result.reshape(-1, self.width), wanted)
        return report.cycles or 0


def cycles_by_cores(text: str, machine: Machine) -> list[int]:
    kernel = parse_kernel(text)
    extents = [argument.extent or 0 for argument in kernel.tensors]
    return [start_alone(kernel, machine.evolve(cores=cores), extents)() for cores in CORES]


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
    addresses = AddressSpace().addresses(separate(kernel))
    one, four = (start_launch(compile_timing(kernel, machine, cores=n), machine, (), addresses)() for n in (1, 4))
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
    assert report.cycles == start_alone(kernel, machine, [argument.extent or 0 for argument in kernel.tensors])()


@pytest.mark.parametrize("name", ["tpuv4", "tpuv6e"])
def test_a_core_stores_as_fast_beside_another_as_alone(name: str) -> None:
    one_tile = rows_text(64, 8192, 64, "arith.addf %a, %a")
    alone, beside = (load_machine(name).evolve(cores=cores) for cores in (1, 2))
    kernel = parse_kernel(one_tile)
    extents = [argument.extent or 0 for argument in kernel.tensors]
    assert start_alone(kernel, beside, extents)() <= 1.01 * start_alone(kernel, alone, extents)()


def product_cycles(m: int, k: int, n: int, machine: Machine) -> int:
    operands = torch.empty(m, k, device="npu"), torch.empty(k, n, device="npu")
    return report_of(torch.mm, *operands, machine=machine).cycles or 0


@pytest.mark.usefixtures("device")
@pytest.mark.covering("(257, 129, 511)")
@pytest.mark.parametrize(
    "sizes",
    [
        (512, 512, 512),
        (257, 129, 511),
        (128, 4096, 1024),
        *(pytest.param(each, marks=pytest.mark.slow) for each in [(4096, 1024, 1024), (1024, 768, 3072)]),
    ],
    ids=str,
)
def test_products_are_never_slower_on_twice_the_cores(sizes: tuple[int, int, int]) -> None:
    """Tiles are chosen for the number of cores, so kernels differ."""
    tpuv3 = load_machine("tpuv3")
    cycles = [product_cycles(*sizes, tpuv3.evolve(cores=cores)) for cores in CORES]
    assert never_slower(cycles) and cycles[1] < 0.75 * cycles[0]


GATHERS = {
    "one row": Gather(1, 16, 100, 4),
    "few rows": Gather(7, 16, 100, 2),
    "short rows": Gather(200, 3, 5000, 32),
    "long rows": Gather(64, 300, 1000, 8),
    "large table": Gather(24, 128, 20000, 4),
    "repeated": Gather(20, 33, 500, 4, repeats=3),
    "several loops": Gather(2, 16, 100, 1, together=5),
}


@pytest.mark.covering(
    "random-short rows",
    "random-repeated",
    "random-several loops",
    "same-one row",
    "same-large table",
    "sorted-few rows",
    "sorted-long rows",
)
@pytest.mark.parametrize("name", GATHERS)
@pytest.mark.parametrize("order", ["random", "same", "sorted"])
def test_more_cores_are_never_slower_where_indices_are_data(name: str, order: str, tmp_path: Path) -> None:
    machines = [load_machine("tpuv3").evolve(cores=cores) for cores in CORES]
    assert never_slower([GATHERS[name].cycles(machine, tmp_path, order=order) for machine in machines])


def test_large_gathers_are_shared_by_all_cores(tmp_path: Path, tpuv3: Machine) -> None:
    gather = Gather(4000, 32, 5000, 50)
    one, four = (gather.cycles(tpuv3.evolve(cores=cores), tmp_path) for cores in (1, 4))
    assert four < 0.6 * one


@pytest.mark.parametrize("repeats", [0, 2])
def test_a_small_gather_is_slower_when_all_cores_share_it(
    repeats: int, tmp_path: Path, tpuv3: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tests above can fail."""
    gather, machine = Gather(2, 1, 100, 1, repeats, together=5), tpuv3.evolve(cores=8)
    chosen = gather.cycles(machine, tmp_path)
    monkeypatch.setattr(CoreChoice, "_has_choice", False)
    assert gather.cycles(machine, tmp_path) > NOISE * chosen


@pytest.mark.parametrize("cores", [1, 4])
def test_a_candidate_takes_what_it_gathers_to_be_spread_evenly(cores: int, tmp_path: Path, tpuv3: Machine) -> None:
    machine, kernel = tpuv3.evolve(cores=cores), parse_kernel(gather_text(4000, 32, 5000, 50))
    alone = start_alone(kernel, machine, [argument.extent or 0 for argument in kernel.tensors])()
    assert 0.9 < alone / Gather(4000, 32, 5000, 50).cycles(machine, tmp_path) < 1.1


def test_a_candidate_that_loops_as_often_as_data_say_has_no_cycles(tpuv3: Machine) -> None:
    kernel = parse_kernel(gather_text(4000, 32, 5000, 50, counted=True))
    with pytest.raises(UnsupportedError, match="its loops or conditions depend on them"):
        start_alone(kernel, tpuv3, [argument.extent or 0 for argument in kernel.tensors])()


def test_the_number_of_cores_is_chosen_before_the_indices_are_known(tmp_path: Path, tpuv3: Machine) -> None:
    machine, text = tpuv3.evolve(cores=4), gather_text(64, 16, 100, 8, counted=True)
    kernel = parse_kernel(text)
    choice = CoreChoice(kernel, machine, compile_timing(kernel, machine))
    assert choice.program((), separate(kernel)).combined
    (chosen,) = choice._chosen.values()
    addresses = AddressSpace().addresses(separate(kernel))
    assert CoreChoice(kernel, machine, compile_timing(kernel, machine))._choose((), addresses) == chosen


def test_the_number_of_cores_is_chosen_once_for_all_processes(
    tmp_path: Path, tpuv3: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NPUSIM_CACHE_DIR", str(tmp_path))
    machine, kernel = tpuv3.evolve(cores=4), parse_kernel(KERNELS["small copy"])

    def chosen() -> int:
        return CoreChoice(kernel, machine, compile_timing(kernel, machine)).program((), separate(kernel)).cores

    first = chosen()
    monkeypatch.setattr(CoreChoice, "_choose", lambda *_: pytest.fail("the store has the choice"))
    assert chosen() == first
    with pytest.raises(pytest.fail.Exception):
        machine = machine.evolve(dram_latency_ns=71.0)
        chosen()


@pytest.mark.parametrize("name", KERNELS)
def test_candidates_that_are_left_early_are_those_that_lose(name: str, tpuv3: Machine) -> None:
    machine, kernel = tpuv3.evolve(cores=4), parse_kernel(KERNELS[name])
    addresses = AddressSpace().addresses(separate(kernel))
    choice = CoreChoice(kernel, machine, compile_timing(kernel, machine))
    cycles = [start_launch(choice._program(n, candidate=True), machine, (), addresses)() for n in machine.core_counts]
    assert choice._choose((), addresses) == machine.core_counts[cycles.index(min(cycles))]


def test_a_launch_is_left_when_it_takes_longer_than_asked(tpuv3: Machine) -> None:
    kernel = parse_kernel(KERNELS["small copy"])
    timing, addresses = compile_timing(kernel, tpuv3), AddressSpace().addresses(separate(kernel))
    cycles = start_launch(timing, tpuv3, (), addresses)()
    assert cycles_within(cycles, timing, tpuv3, (), addresses) == cycles
    assert cycles_within(cycles - 1, timing, tpuv3, (), addresses) is None


def test_what_is_left_is_not_simulated_to_its_end(tpuv3: Machine) -> None:
    kernel = parse_kernel(rows_text(4096, 64, 4, "arith.addf %a, %a"))
    timing, addresses = compile_timing(kernel, tpuv3), AddressSpace().addresses(separate(kernel))
    arguments = np.array(timing.arguments([0, 0], (), 0, addresses), np.int64)
    results = []
    for longest_ps in (None, 2_000_000):
        engine = make_engine(tpuv3)
        engine.launch(timing.program, timing.trace_function, arguments, longest_ps=longest_ps)
        engine.synchronize()
        results += engine.take_results()
    whole, left = results
    assert whole.complete and not left.complete
    assert left.records < whole.records / 4 and left.end_ps - left.start_ps < 2 * 2_000_000


def test_one_core_has_nothing_to_choose(small: Machine) -> None:
    kernel = parse_kernel(KERNELS["small copy"])
    timing = compile_timing(kernel, small)
    assert CoreChoice(kernel, small, timing).program((), separate(kernel)) is timing


def convolution(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.conv2d(x, w)


def weight_gradient(x: torch.Tensor, w: torch.Tensor, g: torch.Tensor) -> torch.Tensor:
    only_weights = [False, True, False]
    args = (None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1, only_weights)
    result: torch.Tensor = torch.ops.aten.convolution_backward(g, x, w, *args)[1]
    return result


def causal_attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)


def grouped_product(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    ends = torch.arange(32, 129, 32, dtype=torch.int32, device=x.device)
    return torch._grouped_mm(x, w, ends)


def mapped_time_ns(function: Callable[..., torch.Tensor], inputs: list[torch.Tensor], machine: Machine) -> float:
    return report_of(function, *inputs, machine=machine).time_ns or 0.0


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize("faster", ["cores", "core_freq_mhz"])
@pytest.mark.parametrize(
    ("function", "shapes", "dtype", "name"),
    [
        (convolution, [(1, 9, 12, 12), (1, 9, 1, 1)], torch.bfloat16, "small8x8"),
        (convolution, [(2, 10, 8, 64), (53, 10, 1, 1)], torch.float32, "gemmini16"),
        (weight_gradient, [(2, 64, 9, 9), (8, 64, 1, 1), (2, 8, 9, 9)], torch.float32, "gemmini16"),
        (causal_attention, [(1, 2, 512, 128)] * 3, torch.float32, "tpuv4"),
        (grouped_product, [(128, 16), (4, 16, 32)], torch.bfloat16, "tpuv3"),
    ],
)
def test_the_mapping_for_a_faster_machine_is_not_slower(
    function: Callable[..., torch.Tensor],
    shapes: list[tuple[int, ...]],
    dtype: torch.dtype,
    name: str,
    faster: str,
) -> None:
    machine = load_machine(name)
    inputs = [torch.empty(shape, dtype=dtype, device="npu") for shape in shapes]
    usual, more = (
        mapped_time_ns(function, inputs, each)
        for each in (machine, machine.evolve(**{faster: 2 * getattr(machine, faster)}))
    )
    assert more <= NOISE * usual
