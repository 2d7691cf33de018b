"""Kernels as a whole: gathers, scatters, scalar code, control flow, symbolic sizes, calls."""

# ruff: noqa: E501  (lines of MLIR)

import threading

import numpy as np
import pytest
from npusim.simulator.errors import KernelError, ShapeError
from on_tiles import compiled, run_kernel

FOOBAR = """
func.func @kernel(%X: memref<{m}xf32>, %Y: memref<{m}xf32>) {{
  %M_const = arith.constant {m} : index
  affine.for %index0 = 0 to {m} step 128 {{
    affine.for %t = 0 to 128 step 1 {{
      %g = arith.addi %index0, %t : index
      %cond = arith.cmpi slt, %g, %M_const : index
      scf.if %cond {{
        %val = memref.load %X[%g] : memref<{m}xf32>
        memref.store %val, %Y[%g] : memref<{m}xf32>
      }}
    }}
  }} {{ outer_loop=true }}
  return
}}
"""


@pytest.mark.parametrize("count", [1, 470, 16384])
def test_scalar_loads_and_stores_copy_a_tensor(count):
    x, y = np.random.default_rng(0).standard_normal(count).astype(np.float32), np.zeros(count, np.float32)
    run_kernel(FOOBAR.format(m=count), [x, y])
    np.testing.assert_array_equal(x, y)


SYMBOLIC = """
func.func @twice(%X: memref<?xf32>, %Y: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  %t = "npu.alloc"() : () -> memref<64xf32, 1>
  scf.for %i = %c0 to %n step %c64 {
    %size = affine.min affine_map<(d0)[s0] -> (64, s0 - d0)>(%i)[%n]
    %v = memref.reinterpret_cast %X to offset: [%i], sizes: [%size], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    %w = memref.reinterpret_cast %Y to offset: [%i], sizes: [%size], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%v, %t) : (memref<?xf32, strided<[1], offset: ?>>, memref<64xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%t : memref<64xf32, 1>) {
    ^bb0(%a: f32):
      %s = arith.addf %a, %a : f32
      linalg.yield %s : f32
    }
    "npu.dma_store"(%t, %w) : (memref<64xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
"""


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 1000])
def test_one_kernel_serves_every_size(count):
    x, y = np.arange(count, dtype=np.float32), np.zeros(count + 1, np.float32)
    run_kernel(SYMBOLIC, [x, y], [count])
    np.testing.assert_array_equal(y, np.append(2 * x, 0))


def test_input_and_output_may_be_the_same_tensor():
    x = np.arange(100, dtype=np.float32)
    run_kernel(SYMBOLIC, [x, x], [100])
    np.testing.assert_array_equal(x, 2 * np.arange(100))


COLLATZ = """
func.func @collatz(%X: memref<8xi64>, %Y: memref<8xi64>) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  affine.for %i = 0 to 8 {
    %start = memref.load %X[%i] : memref<8xi64>
    %end, %steps = scf.while (%n = %start, %count = %c0) : (i64, i64) -> (i64, i64) {
      %more = arith.cmpi sgt, %n, %c1 : i64
      scf.condition(%more) %n, %count : i64, i64
    } do {
    ^bb0(%n: i64, %count: i64):
      %odd = arith.andi %n, %c1 : i64
      %is_odd = arith.trunci %odd : i64 to i1
      %next = scf.if %is_odd -> i64 {
        %triple = arith.muli %n, %c3 : i64
        %plus = arith.addi %triple, %c1 : i64
        scf.yield %plus : i64
      } else {
        %half = arith.divsi %n, %c2 : i64
        scf.yield %half : i64
      }
      %more_steps = arith.addi %count, %c1 : i64
      scf.yield %next, %more_steps : i64, i64
    }
    memref.store %steps, %Y[%i] : memref<8xi64>
  }
  return
}
"""


def test_while_loops_and_branches_depend_on_data():
    def steps(n):
        count = 0
        while n > 1:
            n, count = (3 * n + 1 if n % 2 else n // 2), count + 1
        return count

    x, y = np.array([1, 2, 3, 6, 7, 27, 97, 0]), np.zeros(8, np.int64)
    run_kernel(COLLATZ, [x, y])
    np.testing.assert_array_equal(y, [steps(int(n)) for n in x])


def test_scalar_code_reads_and_writes_tiles():
    text = """
func.func @reverse(%X: memref<10xi32>, %Y: memref<10xi32>) {
  %t = "npu.alloc"() : () -> memref<2x5xi32, 1>
  %v = memref.reinterpret_cast %X to offset: [0], sizes: [2, 5], strides: [5, 1] : memref<10xi32> to memref<2x5xi32, strided<[5, 1]>>
  "npu.dma_load"(%v, %t) : (memref<2x5xi32, strided<[5, 1]>>, memref<2x5xi32, 1>) -> ()
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 5 {
      %value = memref.load %t[%i, %j] : memref<2x5xi32, 1>
      %place = affine.apply affine_map<(d0, d1) -> (9 - d0 * 5 - d1)>(%i, %j)
      memref.store %value, %Y[%place] : memref<10xi32>
    }
  }
  return
}
"""
    x, y = np.arange(10, dtype=np.int32), np.zeros(10, np.int32)
    run_kernel(text, [x, y])
    np.testing.assert_array_equal(y, x[::-1])


def test_a_tile_without_dimensions_holds_one_element():
    text = """
func.func @total(%X: memref<100xf32>, %Y: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %t = "npu.alloc"() : () -> memref<100xf32, 1>
  %s = "npu.alloc"() : () -> memref<f32, 1>
  "npu.dma_load"(%X, %t) : (memref<100xf32>, memref<100xf32, 1>) -> ()
  linalg.fill ins(%zero : f32) outs(%s : memref<f32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%t : memref<100xf32, 1>) outs(%s : memref<f32, 1>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  %w = memref.reinterpret_cast %Y to offset: [0], sizes: [], strides: [] : memref<1xf32> to memref<f32>
  "npu.dma_store"(%s, %w) : (memref<f32, 1>, memref<f32>) -> ()
  return
}
"""
    x, y = np.arange(100, dtype=np.float32), np.zeros(1, np.float32)
    run_kernel(text, [x, y])
    assert y[0] == 4950


@pytest.mark.covering
@pytest.mark.parametrize(("m", "n", "k"), [(8, 8, 8), (7, 11, 13), (1, 1, 1), (64, 128, 32), (1, 97, 5)])
@pytest.mark.parametrize(("element", "dtype"), [("f32", np.float32), ("f64", np.float64), ("f16", np.float16)])
def test_a_matrix_product_of_any_tile_shape(m, n, k, element, dtype):
    def views(name, argument, rows, columns, type_):
        return f"{name} = memref.reinterpret_cast {argument} to offset: [0], sizes: [{rows}, {columns}], strides: [{columns}, 1] : memref<{rows * columns}x{type_}> to memref<{rows}x{columns}x{type_}, strided<[{columns}, 1]>>"

    result = "f64" if element == "f64" else "f32"
    text = f"""
func.func @gemm(%A: memref<{m * k}x{element}>, %B: memref<{k * n}x{element}>, %C: memref<{m * n}x{result}>) {{
  %zero = arith.constant 0.0 : {result}
  %a = "npu.alloc"() : () -> memref<{m}x{k}x{element}, 1>
  %b = "npu.alloc"() : () -> memref<{k}x{n}x{element}, 1>
  %c = "npu.alloc"() : () -> memref<{m}x{n}x{result}, 1>
  {views("%va", "%A", m, k, element)}
  {views("%vb", "%B", k, n, element)}
  {views("%vc", "%C", m, n, result)}
  "npu.dma_load"(%va, %a) : (memref<{m}x{k}x{element}, strided<[{k}, 1]>>, memref<{m}x{k}x{element}, 1>) -> ()
  "npu.dma_load"(%vb, %b) : (memref<{k}x{n}x{element}, strided<[{n}, 1]>>, memref<{k}x{n}x{element}, 1>) -> ()
  linalg.fill ins(%zero : {result}) outs(%c : memref<{m}x{n}x{result}, 1>)
  linalg.matmul ins(%a, %b : memref<{m}x{k}x{element}, 1>, memref<{k}x{n}x{element}, 1>) outs(%c : memref<{m}x{n}x{result}, 1>)
  "npu.dma_store"(%c, %vc) : (memref<{m}x{n}x{result}, 1>, memref<{m}x{n}x{result}, strided<[{n}, 1]>>) -> ()
  return
}}
"""
    rng = np.random.default_rng(3)
    a, b = rng.standard_normal((m, k)).astype(dtype), rng.standard_normal((k, n)).astype(dtype)
    c = np.zeros((m, n), np.float64 if element == "f64" else np.float32)
    run_kernel(text, [a, b, c])
    np.testing.assert_allclose(c, a.astype(np.float64) @ b.astype(np.float64), rtol=1e-4, atol=1e-5)


def test_a_call_with_the_wrong_number_of_tensors_says_what_is_expected():
    function = compiled(SYMBOLIC)
    with pytest.raises(ShapeError, match="takes 2 tensors and 1 sizes, but was called with 1 and 1"):
        function([0], [4])


def test_threads_have_scratchpads_of_their_own():
    function = compiled(SYMBOLIC)
    failures = []

    def work(seed):
        x = np.random.default_rng(seed).standard_normal(5000).astype(np.float32)
        for _ in range(200):
            y = np.zeros_like(x)
            function([x.ctypes.data, y.ctypes.data], [5000])
            if not np.array_equal(y, 2 * x):
                failures.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_every_stage_can_be_seen():
    stages = {}
    compiled(SYMBOLIC, stages.__setitem__)
    assert list(stages) == ["tiles", "vector", "math", "llvm"]
    assert "npu." not in stages["tiles"].replace("npu.scratchpad", "").replace("npu.parallel", "")
    assert "linalg." not in stages["vector"]
    assert "llvm.func @npusim_entry" in stages["llvm"]


@pytest.mark.parametrize(("count", "index"), [(11, 10), (12, 10)])
def test_a_scalar_access_outside_its_tensor_is_an_error_with_the_line(count, index):
    text = f"""func.func @walk(%X: memref<10xf32>, %Y: memref<10xf32>) {{
  affine.for %i = 0 to {count} {{
    %a = memref.load %X[%i] : memref<10xf32>
    memref.store %a, %Y[%i] : memref<10xf32>
  }}
  return
}}
"""
    x, y = np.arange(10, dtype=np.float32), np.zeros(10, np.float32)
    with pytest.raises(
        KernelError, match=f"'walk', line 3: an access reaches element {index} of a tensor or tile of 10"
    ) as caught:
        run_kernel(text, [x, y])
    assert caught.value.line == 3
    np.testing.assert_array_equal(x, y)


def test_a_scalar_access_outside_a_view_or_tile_is_an_error():
    text = """func.func @view(%X: memref<10xi8>, %n: index) {
  %one = arith.constant 1 : i8
  %t = "npu.alloc"() : () -> memref<2x3xi8, 1>
  %v = memref.reinterpret_cast %X to offset: [4], sizes: [2, 3], strides: [3, 1] : memref<10xi8> to memref<2x3xi8, strided<[3, 1], offset: 4>>
  memref.store %one, %v[%n, %n] : memref<2x3xi8, strided<[3, 1], offset: 4>>
  memref.store %one, %t[%n, %n] : memref<2x3xi8, 1>
  return
}
"""
    x = np.zeros(10, np.int8)
    run_kernel(text, [x], [1])
    np.testing.assert_array_equal(x, [0] * 8 + [1, 0])
    with pytest.raises(KernelError, match="line 5: an access reaches element 12 of"):
        run_kernel(text, [x], [2])
    with pytest.raises(KernelError, match="line 6: an access reaches element -4 of a tensor or tile of 6"):
        run_kernel(text, [x], [-1])
