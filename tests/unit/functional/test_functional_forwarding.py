"""Loads and stores without a copy: which tiles are read or written in place, and that nothing else changes."""

# ruff: noqa: E501  (lines of MLIR)

import numpy as np
import pytest
from npusim.simulator.errors import KernelError
from on_tiles import run_kernel

DOUBLE = """
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<64xf32, 1>) outs(%u : memref<64xf32, 1>) {
      ^bb0(%v: f32, %o: f32):
      %s = arith.addf %v, %v : f32
      linalg.yield %s : f32
    }"""
STORE = '"npu.dma_store"(%u, %to) : (memref<64xf32, 1>, memref<64xf32, strided<[1], offset: ?>>) -> ()'


def kernel(body, extent=256):
    return f"""
func.func @kernel(%x: memref<{extent}xf32>, %y: memref<256xf32>, %at: index) {{
  %t = "npu.alloc"() : () -> memref<64xf32, 1>
  %u = "npu.alloc"() : () -> memref<64xf32, 1>
  %from = memref.reinterpret_cast %x to offset: [%at], sizes: [64], strides: [1] : memref<{extent}xf32> to memref<64xf32, strided<[1], offset: ?>>
  %to = memref.reinterpret_cast %y to offset: [%at], sizes: [64], strides: [1] : memref<256xf32> to memref<64xf32, strided<[1], offset: ?>>
  {body}
  return
}}"""


LOAD = '"npu.dma_load"(%from, %t) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32, 1>) -> ()'


def run(text, x, y, at):
    stages = {}
    run_kernel(text, (x, y), [at], stages.__setitem__)
    return stages


def copies_always(stages):
    """Whether the load is carried out on every call, not only to report an error."""
    text = stages["tiles"]
    before = text[: text.index("call @npusim_dma_load")]
    return "scf.if" not in before


def test_a_tile_that_is_only_read_is_not_copied():
    x, y = np.arange(256, dtype=np.float32), np.zeros(256, np.float32)
    stages = run(kernel(LOAD + DOUBLE + STORE), x, y, 64)
    assert not copies_always(stages)
    np.testing.assert_array_equal(y[64:128], 2 * x[64:128])
    assert not y[:64].any() and not y[128:].any()


def test_input_and_output_may_be_one_tensor():
    x = np.arange(256, dtype=np.float32)
    expected = x.copy()
    expected[32:96] *= 2
    run(kernel(LOAD + DOUBLE + STORE), x, x, 32)
    np.testing.assert_array_equal(x, expected)


def test_a_store_before_the_last_reader_keeps_the_copy():
    x = np.arange(256, dtype=np.float32)
    expected = x.copy()
    expected[:64] = 2 * x[:64]  # the second reader sees what was loaded, not what the first store wrote
    stages = run(kernel(LOAD + DOUBLE + STORE + DOUBLE.replace("%s", "%s2") + STORE), x, x, 0)
    assert copies_always(stages)
    np.testing.assert_array_equal(x, expected)


def test_a_tile_that_is_written_keeps_the_copy():
    x, y = np.arange(256, dtype=np.float32), np.zeros(256, np.float32)
    stages = run(kernel(LOAD + DOUBLE.replace("outs(%u", "outs(%t") + STORE.replace("(%u", "(%t")), x, y, 0)
    assert copies_always(stages)
    np.testing.assert_array_equal(y[:64], 2 * x[:64])
    np.testing.assert_array_equal(x, np.arange(256))


@pytest.mark.parametrize("at", [193, -1, 10**12, -(10**12)])
def test_a_view_outside_its_tensor_is_still_an_error(at):
    x, y = np.arange(256, dtype=np.float32), np.zeros(256, np.float32)
    with pytest.raises(KernelError, match="line"):
        run(kernel(LOAD + DOUBLE), x, y, at)


def test_tensors_of_symbolic_size_are_forwarded_unchecked():
    x, y = np.arange(256, dtype=np.float32), np.zeros(256, np.float32)
    stages = run(kernel(LOAD + DOUBLE + STORE, extent="?"), x, y, 100)
    assert "npusim_dma_load" not in stages["tiles"]
    np.testing.assert_array_equal(y[100:164], 2 * x[100:164])


# -- stores -----------------------------------------------------------------------------------------------------------


def stores_always(stages):
    """Whether the store is carried out on every call, not only when the output overlaps another tensor."""
    text = stages["tiles"]
    return not text[: text.index("call @npusim_dma_store")].rstrip().splitlines()[-1].startswith("      ")


def test_a_tile_that_becomes_a_whole_view_is_not_copied():
    x, y = np.arange(256, dtype=np.float32), np.zeros(256, np.float32)
    stages = run(kernel(LOAD + DOUBLE + STORE), x, y, 64)
    assert "arith.select" in stages["tiles"]
    assert not stores_always(stages)
    np.testing.assert_array_equal(y[64:128], 2 * x[64:128])


@pytest.mark.parametrize("shift", [-40, -1, 0, 1, 63])
def test_an_output_that_overlaps_an_input_sees_the_input_as_it_was(shift):
    memory = np.arange(512, dtype=np.float32)
    x, y = memory[100:356], memory[100 + shift : 356 + shift]
    expected = memory.copy()
    expected[100 + shift + 32 : 100 + shift + 96] = 2 * memory[132:196]
    run(kernel(LOAD + DOUBLE + STORE), x, y, 32)
    np.testing.assert_array_equal(memory, expected)


def test_two_stores_of_one_tile_stay_copies():
    x, y = np.arange(256, dtype=np.float32), np.zeros(256, np.float32)
    again = STORE.replace("%to", "%to2")
    second = "%to2 = memref.reinterpret_cast %y to offset: [0], sizes: [64], strides: [1] : memref<256xf32> to memref<64xf32, strided<[1], offset: 0>>\n"
    again = again.replace("offset: ?", "offset: 0")
    stages = run(kernel(LOAD + DOUBLE + STORE + second + again), x, y, 128)
    assert stores_always(stages)
    np.testing.assert_array_equal(y[128:192], 2 * x[128:192])
    np.testing.assert_array_equal(y[:64], 2 * x[128:192])


@pytest.mark.parametrize("at", [193, -1, 10**12])
def test_a_store_outside_its_tensor_is_still_an_error(at):
    x, y = np.arange(64, dtype=np.float32), np.zeros(256, np.float32)
    whole = "%all = memref.reinterpret_cast %x to offset: [0], sizes: [64], strides: [1] : memref<64xf32> to memref<64xf32, strided<[1], offset: 0>>\n"
    load = LOAD.replace("%from", "%all").replace("offset: ?", "offset: 0")
    with pytest.raises(KernelError, match="line"):
        run(kernel(whole + load + DOUBLE + STORE, extent=64).replace("%from = ", "%unused = "), x, y, at)
    assert not y.any()


def test_an_accumulator_may_live_in_the_output():
    x, y = np.arange(256, dtype=np.float32), np.full(256, 7, np.float32)
    total = DOUBLE.replace("arith.addf %v, %v", "arith.addf %v, %o")
    body = f"""
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %one = arith.constant 1.0 : f32
    linalg.fill ins(%one : f32) outs(%u : memref<64xf32, 1>)
    scf.for %i = %c0 to %c3 step %c1 {{
      {LOAD}
      {total}
    }}
    {STORE}"""
    stages = run(kernel(body), x, y, 64)
    assert not stores_always(stages)
    np.testing.assert_array_equal(y[64:128], 1 + 3 * x[64:128])
    assert (y[:64] == 7).all() and (y[128:] == 7).all()


@pytest.mark.parametrize("overlap", [False, True])
@pytest.mark.parametrize("at", [0, 3, 120])
def test_a_view_with_gaps_between_its_rows_is_written_in_place(overlap, at):
    text = """
func.func @kernel(%x: memref<64xf32>, %y: memref<256xf32>, %at: index) {
  %t = "npu.alloc"() : () -> memref<64xf32, 1>
  %u = "npu.alloc"() : () -> memref<4x16xf32, 1>
  %from = memref.reinterpret_cast %x to offset: [0], sizes: [64], strides: [1] : memref<64xf32> to memref<64xf32, strided<[1], offset: 0>>
  %to = memref.reinterpret_cast %y to offset: [%at], sizes: [4, 16], strides: [40, 1] : memref<256xf32> to memref<4x16xf32, strided<[40, 1], offset: ?>>
  "npu.dma_load"(%from, %t) : (memref<64xf32, strided<[1], offset: 0>>, memref<64xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 * 16 + d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<64xf32, 1>) outs(%u : memref<4x16xf32, 1>) {
    ^bb0(%v: f32, %o: f32):
    %s = arith.addf %v, %v : f32
    linalg.yield %s : f32
  }
  "npu.dma_store"(%u, %to) : (memref<4x16xf32, 1>, memref<4x16xf32, strided<[40, 1], offset: ?>>) -> ()
  return
}"""
    memory = np.arange(400, dtype=np.float32)
    x = memory[60:124] if overlap else memory[300:364]
    expected, values = memory.copy(), x.copy()
    for row in range(4):
        expected[at + 40 * row : at + 40 * row + 16] = 2 * values[16 * row : 16 * row + 16]
    stages = run(text, x, memory[:256], at)
    assert not stores_always(stages)
    np.testing.assert_array_equal(memory, expected)
