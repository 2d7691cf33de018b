"""What trace programs write: addresses, clipped sizes, merged dimensions, loops of every form."""

from collections.abc import Callable

import pytest
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import Machine
from npusim.simulator.timing import compile_timing

Trace = Callable[..., list[list[int]]]


def load(view: str, view_type: str, tile: str, argument: str = "memref<4096xf32>", extra: str = "") -> str:
    return f"""
func.func @k(%X: {argument}{extra}) {{
  %t = "npu.alloc"() : () -> memref<{tile}, 1>
  %v = memref.reinterpret_cast %X to {view} : {argument} to {view_type}
  "npu.dma_load"(%v, %t) : ({view_type}, memref<{tile}, 1>) -> ()
  return
}}
"""


def strided(record: list[int]) -> list[tuple[int, int]]:
    """Sizes and byte strides of a record's dimensions, without those of one element."""
    return [(size, stride) for size, stride in zip(record[2:8], record[8:14], strict=True) if size != 1]


def test_a_view_gives_first_byte_sizes_and_byte_strides(trace: Trace, small: Machine) -> None:
    text = load(
        "offset: [10], sizes: [4, 8], strides: [64, 1]", "memref<4x8xf32, strided<[64, 1], offset: 10>>", "4x8xf32"
    )
    (record,) = trace(text, small, [1000])
    assert record[:2] == [0, 1000 + 10 * 4]
    assert strided(record) == [(4, 256), (8, 4)]
    assert record[14:] == [0, 0]


def test_contiguous_dimensions_become_one(trace: Trace, small: Machine) -> None:
    text = load("offset: [0], sizes: [4, 8, 2], strides: [16, 2, 1]", "memref<4x8x2xf32>", "4x8x2xf32")
    (record,) = trace(text, small, [0])
    assert strided(record) == [(64, 4)]


def test_sizes_beyond_the_tile_are_clipped_before_merging(trace: Trace, small: Machine) -> None:
    text = load("offset: [0], sizes: [6, 16], strides: [16, 1]", "memref<6x16xf32>", "4x8xf32")
    (record,) = trace(text, small, [0])
    assert strided(record) == [(4, 64), (8, 4)]


@pytest.mark.parametrize(("size", "clipped"), [(3, 3), (100, 8), (0, 0), (-5, 0)])
def test_a_size_known_at_run_time_is_clipped_there(trace: Trace, small: Machine, size: int, clipped: int) -> None:
    text = load(
        "offset: [0], sizes: [%n, 2], strides: [-4, 0]",
        "memref<?x2xf32, strided<[-4, 0]>>",
        "8x2xf32",
        extra=", %n: index",
    )
    (record,) = trace(text, small, [512], (size,))
    assert record[6:8] == [clipped, 2]
    assert record[12:14] == [-16, 0]


def test_views_of_views_add_up(trace: Trace, small: Machine) -> None:
    text = """
func.func @k(%X: memref<4096xf32>, %n: index) {
  %t = "npu.alloc"() : () -> memref<2x4xf32, 1>
  %v = memref.reinterpret_cast %X to offset: [%n], sizes: [64, 32], strides: [32, 1]
    : memref<4096xf32> to memref<64x32xf32, strided<[32, 1], offset: ?>>
  %w = memref.subview %v[%n, 4] [2, 4] [2, 1]
    : memref<64x32xf32, strided<[32, 1], offset: ?>> to memref<2x4xf32, strided<[64, 1], offset: ?>>
  "npu.dma_load"(%w, %t) : (memref<2x4xf32, strided<[64, 1], offset: ?>>, memref<2x4xf32, 1>) -> ()
  return
}
"""
    (record,) = trace(text, small, [0], (3,))
    assert record[1] == (3 + 3 * 32 + 4) * 4
    assert strided(record) == [(2, 256), (4, 4)]


def test_a_view_of_seven_dimensions_becomes_several_records(trace: Trace, small: Machine) -> None:
    sizes, strides = [2, 2, 2, 2, 2, 2, 3], [2000, 900, 400, 180, 80, 30, 5]
    shape = "x".join(map(str, sizes))
    view = f"memref<{shape}xf32, strided<{strides}>>"
    text = load(f"offset: [0], sizes: {sizes}, strides: {strides}", view, f"{shape}xf32")
    records = trace(text, small, [64])
    assert [record[:2] for record in records] == [[0, 64], [1, 64 + 2000 * 4]]
    assert all(
        strided(record) == [(s, 4 * d) for s, d in zip(sizes[1:], strides[1:], strict=True)] for record in records
    )
    table = compile_timing(parse_kernel(text), small).table
    assert [(operation.overwrites, operation.updates) for operation in table.operations] == [((0,), ()), ((), (0,))]


LOOPS = {
    "affine.for": "affine.for %i = 0 to %n step 8 { BODY }",
    "scf.for": "scf.for %i = %zero to %n step %eight { BODY }",
    "scf.while": """scf.while (%at = %zero) : (index) -> index {
      %more = arith.cmpi slt, %at, %n : index
      scf.condition(%more) %at : index
    } do { ^bb0(%i: index):
      BODY
      %next = arith.addi %i, %eight : index
      scf.yield %next : index
    }""",
    "scf.for with a carried value": """%end = scf.for %c = %zero to %n step %eight iter_args(%i = %zero) -> (index) {
      BODY
      %next = arith.addi %i, %eight : index
      scf.yield %next : index
    }""",
    "affine.for around scf.if": """affine.for %i = 0 to 64 step 8 {
      %in = arith.cmpi slt, %i, %n : index
      scf.if %in { BODY }
    }""",
}


@pytest.mark.parametrize("form", LOOPS)
def test_every_form_of_loop_is_run(trace: Trace, small: Machine, form: str) -> None:
    body = """
      %v = memref.reinterpret_cast %X to offset: [%i], sizes: [8], strides: [1]
        : memref<4096xf32> to memref<8xf32, strided<[1], offset: ?>>
      "npu.dma_load"(%v, %t) : (memref<8xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()"""
    text = f"""
func.func @k(%X: memref<4096xf32>, %n: index) {{
  %t = "npu.alloc"() : () -> memref<8xf32, 1>
  %zero = arith.constant 0 : index
  %eight = arith.constant 8 : index
  {LOOPS[form].replace("BODY", body)}
  return
}}
"""
    assert [record[1] for record in trace(text, small, [0], (40,))] == [0, 32, 64, 96, 128]


SCALAR_COPY = """
func.func @copy(%X: memref<32xf32>, %Y: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    %v = memref.load %X[%i] : memref<32xf32>
    %w = arith.mulf %v, %v : f32
    memref.store %w, %Y[%i] : memref<32xf32>
  }
  return
}
"""


def test_scalar_accesses_are_records_and_are_not_executed(trace: Trace, small: Machine) -> None:
    records = trace(SCALAR_COPY, small, [0, 4096])
    assert len(records) == 64
    assert [record[:3] for record in records[:4]] == [[0, 0, 4], [1, 4096, 4], [0, 4, 4], [1, 4100, 4]]


def test_a_reduction_over_scalars_does_not_depend_on_data(small: Machine) -> None:
    text = """
func.func @sum(%X: memref<32xf32>, %Y: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %first = arith.constant 0 : index
  %sum = affine.for %i = 0 to 32 iter_args(%s = %zero) -> (f32) {
    %v = memref.load %X[%i] : memref<32xf32>
    %t = arith.addf %s, %v : f32
    affine.yield %t : f32
  }
  memref.store %sum, %Y[%first] : memref<1xf32>
  return
}
"""
    assert not compile_timing(parse_kernel(text), small).combined


def parallel(loop: str) -> str:
    return f"""
func.func @k(%X: memref<4096xf32>, %n: index) {{
  %t = "npu.alloc"() : () -> memref<8xf32, 1>
  %zero = arith.constant 0 : index
  %eight = arith.constant 8 : index
  {loop} {{
    %v = memref.reinterpret_cast %X to offset: [%i], sizes: [8], strides: [1]
      : memref<4096xf32> to memref<8xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%v, %t) : (memref<8xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()
  }} {{npu.parallel}}
  return
}}
"""


@pytest.mark.parametrize("loop", ["affine.for %i = 0 to %n step 8", "scf.for %i = %zero to %n step %eight"])
def test_parallel_iterations_are_shared_out_in_contiguous_chunks(trace: Trace, small: Machine, loop: str) -> None:
    records = trace(parallel(loop), small.evolve(cores=3), [0], (8 * 7,))
    loads = [record for record in records if record[0] == records[1][0]]  # the others are barriers
    work = {core: [record[1] // 32 for record in loads if record[15] == core] for core in range(3)}
    assert work == {0: [0, 1, 2], 1: [3, 4, 5], 2: [6]}
    assert [record[15] for record in loads] == [0, 1, 2, 0, 1, 0, 1]


def test_one_core_runs_a_parallel_loop_as_it_stands(trace: Trace, small: Machine) -> None:
    records = trace(parallel("affine.for %i = 0 to %n step 8"), small, [0], (24,))
    assert [(record[1], record[15]) for record in records] == [(0, 0), (32, 0), (64, 0)]
