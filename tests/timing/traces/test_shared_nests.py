"""Cores share the iterations of parallel loops in parallel loops, and each loads what its own iterations need."""

from pathlib import Path

import numpy as np
import pytest
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.run.memory.address_space import separate
from npusim.simulator.run.simulation import Simulation

TILE = 16 * 128
TILE_BYTES = 4 * TILE


def nest_text(outer: str, inner: str, *, behind: str = "", inner_loop: str = "0 to %inner") -> str:
    """Y[o, i] = exp(W[o] + X[i]), tile by tile: W[o] is loaded before the loop over i."""
    tile, view = "memref<16x128xf32, 1>", "memref<16x128xf32, strided<[128, 1], offset: ?>>"

    def cast(name: str, tensor: str, offset: str) -> str:
        return f"""%{name}v = memref.reinterpret_cast %{tensor} to offset: [{offset}], sizes: [16, 128],
      strides: [128, 1] : memref<?xf32> to {view}"""

    return f"""
func.func @nest(%W: memref<?xf32>, %X: memref<?xf32>, %Y: memref<?xf32>, %n: index) {{
  %outer = {outer}
  %w = "npu.alloc"() {{lane_axis = 1 : i64}} : () -> {tile}
  %x = "npu.alloc"() {{lane_axis = 1 : i64}} : () -> {tile}
  affine.for %o = 0 to %outer {{
    %inner = {inner}
    %wo = affine.apply affine_map<(o) -> (o * {TILE})>(%o)
    {cast("w", "W", "%wo")}
    "npu.dma_load"(%wv, %w) : ({view}, {tile}) -> ()
    affine.for %i = {inner_loop} {{
      %xo = affine.apply affine_map<(i) -> (i * {TILE})>(%i)
      {cast("x", "X", "%xo")}
      "npu.dma_load"(%xv, %x) : ({view}, {tile}) -> ()
      linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}} ins(%w : {tile}) outs(%x : {tile}) {{
      ^bb0(%a: f32, %b: f32):
        %s = arith.addf %a, %b : f32
        %e = math.exp %s : f32
        linalg.yield %e : f32
      }}
      %yo = affine.apply affine_map<(o, i)[n] -> ((o * n + i) * {TILE})>(%o, %i)[%n]
      {cast("y", "Y", "%yo")}
      "npu.dma_store"(%x, %yv) : ({tile}, {view}) -> ()
    }} {{npu.parallel}}
    {behind}
  }} {{npu.parallel}}
  return
}}
"""


def chosen_by_data(text: str) -> str:
    """The same with X[I[i]] in place of X[i]: values and times come from one program."""
    apply = f"affine.apply affine_map<(i) -> (i * {TILE})>"
    loaded = "%l = memref.load %I[%i] : memref<?xi64>\n%k = arith.index_cast %l : i64 to index\n%xo"
    text = text.replace(f"%xo = {apply}(%i)", f"{loaded} = arith.muli %k, %tile : index")
    text = text.replace("%outer =", f"%tile = {const(TILE)}\n%outer =", 1)
    return text.replace("%n: index", "%I: memref<?xi64>, %n: index")


def const(value: int) -> str:
    return f"arith.constant {value} : index"


@pytest.fixture
def launch(tmp_path: Path):
    """Bytes and cycles of a launch on so many cores, which gives the right values in mode both."""

    def run(text: str, outer: int, inner: int, cores: int, mode: str = "timing") -> tuple[int, int]:
        machine: Machine = load_machine("tpuv3").evolve(cores=cores)
        rng = np.random.default_rng(0)
        w, x = (rng.random(max(1, count) * TILE, np.float32) for count in (outer, inner))
        y = np.zeros(max(1, outer * inner) * TILE, np.float32)
        kernel = parse_kernel(text)
        simulation = Simulation(machine, mode, tmp_path / f"{mode}{cores}")
        loaded = simulation.load(kernel, name="nest")
        tensors = [w, x, y, np.arange(inner, dtype=np.int64)][: len(kernel.tensors)]
        locations = separate(kernel, [tensor.size for tensor in tensors])
        simulation.launch(loaded, [tensor.ctypes.data for tensor in tensors], locations, [inner])
        report = simulation.report()
        simulation.close()
        if mode != "timing" and outer * inner:
            wanted = np.exp(w.reshape(outer, 1, TILE) + x.reshape(1, inner, TILE))
            np.testing.assert_allclose(y.reshape(outer, inner, TILE), wanted, rtol=1e-5)
        return report.statistics["dram_bytes"], report.cycles

    return run


def moved(outer: int, inner: int, loads_of_w: int) -> int:
    return (2 * outer * inner + loads_of_w) * TILE_BYTES


def test_an_inner_loop_is_shared_out_when_the_outer_one_has_one_iteration(launch):
    text = nest_text(const(1), const(32))
    alone, shared = launch(text, 1, 32, 1), launch(text, 1, 32, 4)
    assert alone[0] == moved(1, 32, 1) and shared[0] == moved(1, 32, 4)
    assert shared[1] < 0.5 * alone[1]


def test_names_of_tiles_before_an_inner_loop_keep_it_shared(launch):
    """Prologues of convolutions' weights name their tile by other dimensions."""
    shape = "%parts = memref.expand_shape %w [[0], [1, 2]] output_shape [16, 8, 16] : memref<16x128xf32, 1> into "
    text = nest_text(const(1), const(32))
    named = text.replace("affine.for %i", f"{shape}memref<16x8x16xf32, 1>\n    affine.for %i")
    assert launch(named, 1, 32, 4) == launch(text, 1, 32, 4)


@pytest.mark.parametrize(
    ("outer", "inner", "cores", "loads_of_w"),
    [(4, 8, 4, 4), (3, 8, 4, 6), (5, 16, 4, 8), (2, 40, 3, 4)],
)
def test_each_core_loads_what_its_iterations_need_once(launch, outer, inner, cores, loads_of_w):
    text = nest_text(const(outer), const(inner))
    assert launch(text, outer, inner, cores)[0] == moved(outer, inner, loads_of_w)


@pytest.mark.parametrize(("outer", "inner"), [(1, 32), (3, 0), (0, 5), (3, 8)])
def test_symbolic_numbers_of_iterations_are_shared_out(launch, outer, inner):
    text = nest_text(const(outer), "arith.addi %n, %zero : index").replace("%outer =", f"%zero = {const(0)}\n%outer =")
    loads = {(1, 32): 4, (3, 8): 6}.get((outer, inner), outer if inner else 0)
    assert launch(text, outer, inner, 4, "both")[0] == moved(outer, inner, loads)


def test_a_loop_whose_bounds_the_outer_one_decides_stays_whole(launch):
    text = nest_text(const(4), const(8), inner_loop="0 to affine_map<(o) -> (o + 5)>(%o)")
    assert launch(text, 4, 8, 3)[0] == (2 * (5 + 6 + 7 + 8) + 4) * TILE_BYTES


def test_a_loop_with_a_store_behind_it_stays_whole(launch):
    """The store needs what all iterations of the inner loop have left in the tile."""
    store = (
        """"npu.dma_store"(%w, %wv) : (memref<16x128xf32, 1>, memref<16x128xf32, strided<[128, 1], offset: ?>>) -> ()"""
    )
    text = nest_text(const(2), const(32), behind=store)
    assert launch(text, 2, 32, 4)[0] == moved(2, 32, 2 + 2)


def test_cores_keep_no_tile_where_one_program_computes_values_and_times(launch):
    """It has one scratchpad: a tile loaded before the inner loop would be another core's by the next iteration."""
    launch(chosen_by_data(nest_text(const(3), const(8))), 3, 8, 4, "both")
