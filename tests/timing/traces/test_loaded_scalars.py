"""Operations that need a scalar from DRAM, or from a tile, wait for it."""

from pathlib import Path

import numpy as np
import pytest
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.run.memory.address_space import Location
from npusim.simulator.run.simulation import Simulation
from npusim.simulator.run.times.timing_only import start_alone
from npusim.simulator.timing import compile_timing

FILL = "linalg.fill ins({value} : f32) outs(%t : memref<64xf32, 1>)"
BODY = """linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}}
    outs(%t : memref<64xf32, 1>) {{
    ^bb0(%o: f32):
      %sum = arith.addf {value}, {value} : f32
      linalg.yield %sum : f32
  }}"""
CARRIED = """%c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %last = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = {value}) -> (f32) {{
    %next = arith.addf %a, %one : f32
    scf.yield %next : f32
  }}
  linalg.fill ins(%last : f32) outs(%t : memref<64xf32, 1>)"""


def kernel(use: str, value: str) -> str:
    return f"""
func.func @k(%s: memref<8xf32>, %Y: memref<64xf32>) {{
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %v = memref.load %s[%c0] : memref<8xf32>
  %w = arith.mulf %v, %v : f32
  %t = "npu.alloc"() : () -> memref<64xf32, 1>
  {use.format(value=value)}
  "npu.dma_store"(%t, %Y) : (memref<64xf32, 1>, memref<64xf32>) -> ()
  return
}}
"""


@pytest.fixture
def machine(tpuv3: Machine) -> Machine:
    """Its DRAM takes 940 cycles longer."""
    return tpuv3.evolve(dram_model="simple", dram_latency_ns=1070.0)


@pytest.mark.parametrize("use", [FILL, BODY, CARRIED], ids=["operand", "body", "carried"])
def test_what_uses_a_loaded_scalar_waits_for_it(use: str, machine: Machine) -> None:
    waits, alone = (start_alone(parse_kernel(kernel(use, value)), machine, (8, 64))() for value in ("%w", "%one"))
    read_cycles = 1000
    assert waits >= alone + read_cycles


@pytest.mark.parametrize("use", [FILL, BODY], ids=["operand", "body"])
def test_what_uses_a_loaded_scalar_takes_time(use: str, machine: Machine) -> None:
    units = [
        [each.unit for each in compile_timing(parse_kernel(kernel(use, v)), machine).table.operations]
        for v in ("%w", "%one")
    ]
    assert units[0] == units[1] == ["scalar", "vector", "store"]


def test_a_transfer_waits_for_the_address_that_was_loaded(machine: Machine) -> None:
    text = """
func.func @k(%s: memref<8xi64>, %X: memref<4096xf32>, %Y: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %p = memref.load %s[%c0] : memref<8xi64>
  %i = arith.index_cast %p : i64 to index
  %t = "npu.alloc"() : () -> memref<64xf32, 1>
  %v = memref.reinterpret_cast %X to offset: [%i], sizes: [64], strides: [1]
    : memref<4096xf32> to memref<64xf32, strided<[1], offset: ?>>
  "npu.dma_load"(%v, %t) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32, 1>) -> ()
  "npu.dma_store"(%t, %Y) : (memref<64xf32, 1>, memref<64xf32>) -> ()
  return
}
"""
    load, *others = compile_timing(parse_kernel(text), machine).table.operations
    assert [each.kind for each in (load, *others)] == ["dram_read", "dma_load", "dma_store"]
    assert set(load.overwrites) <= set(others[0].reads) and not set(load.overwrites) & set(others[1].reads)


def test_what_is_below_a_loop_waits_for_its_bound(machine: Machine) -> None:
    text = """
func.func @k(%s: memref<8xi64>, %Y: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %p = memref.load %s[%c0] : memref<8xi64>
  %n = arith.index_cast %p : i64 to index
  %t = "npu.alloc"() : () -> memref<64xf32, 1>
  scf.for %i = %c0 to %n step %c1 {
    linalg.fill ins(%one : f32) outs(%t : memref<64xf32, 1>)
    "npu.dma_store"(%t, %Y) : (memref<64xf32, 1>, memref<64xf32>) -> ()
  }
  return
}
"""
    load, *below = compile_timing(parse_kernel(text), machine).table.operations
    assert [each.unit for each in below] == ["vector", "store"]
    assert all(set(load.overwrites) <= set(each.reads) for each in below)


SCALED = """
func.func @scaled(%X: memref<80xf32>, %S: memref<1xf32>, %Y: memref<80xf32>) {
  %c0 = arith.constant 0 : index
  %x = "npu.alloc"() : () -> memref<16xf32, 1>
  %y = "npu.alloc"() : () -> memref<16xf32, 1>
  WORK
  %s = memref.load %S[%c0] : memref<1xf32>
  affine.for %at = 0 to 80 step 16 {
    %xv = memref.reinterpret_cast %X to offset: [%at], sizes: [16], strides: [1]
      : memref<80xf32> to memref<16xf32, strided<[1], offset: ?>>
    %yv = memref.reinterpret_cast %Y to offset: [%at], sizes: [16], strides: [1]
      : memref<80xf32> to memref<16xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%xv, %x) : (memref<16xf32, strided<[1], offset: ?>>, memref<16xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : memref<16xf32, 1>) outs(%y : memref<16xf32, 1>) {
    ^bb0(%a: f32, %b: f32):
      %p = arith.mulf %a, %s : f32
      linalg.yield %p : f32
    }
    "npu.dma_store"(%y, %yv) : (memref<16xf32, 1>, memref<16xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
"""
FILL = "%o = arith.constant 1.0 : f32 linalg.fill ins(%o : f32) outs(%y : memref<16xf32, 1>)"


@pytest.mark.parametrize("work", ["", FILL], ids=["a scalar", "a scalar and a tile"])
def test_each_core_reads_the_scalars_that_stand_before_a_shared_loop(tmp_path: Path, work: str) -> None:
    simulation = Simulation(load_machine("small8x8").evolve(cores=3), "both", tmp_path)
    loaded = simulation.load(parse_kernel(SCALED.replace("WORK", work)), name="scaled")
    x, y = np.arange(80, dtype=np.float32), np.zeros(80, np.float32)
    arrays = [x, np.full(1, 3, np.float32), y]
    locations = [Location(number, array.nbytes) for number, array in enumerate(arrays)]
    simulation.launch(loaded, [array.ctypes.data for array in arrays], locations, [])
    assert np.array_equal(y, 3 * x)
    (found,) = simulation.report().to_dict()["kernels"]
    executions = {operation["label"].split()[0]: operation["executions"] for operation in found["operations"]}
    assert executions["dram_read"] == (1 if work else 3)
    assert executions["cores"] == (2 if work else 1)  # what one core does before the others need it, they wait for


def test_a_shared_loop_that_is_repeated_waits_for_what_one_core_did_behind_it(tmp_path: Path) -> None:
    simulation = Simulation(load_machine("small8x8").evolve(cores=3), "timing", tmp_path)
    text = SCALED.replace("WORK", "").replace("affine.for %at", "affine.for %again = 0 to 2 {\n  affine.for %at")
    text = text.replace("{npu.parallel}", "{npu.parallel}\n  }")
    text = text.replace("memref.load %S[%c0] : memref<1xf32>", "arith.constant 2.0 : f32")
    loaded = simulation.load(parse_kernel(text), name="scaled")
    simulation.launch(loaded, [0, 0, 0], [Location(number, 320) for number in range(3)], [])
    (found,) = simulation.report().to_dict()["kernels"]
    executions = {operation["label"].split()[0]: operation["executions"] for operation in found["operations"]}
    assert executions["cores"] == 4
