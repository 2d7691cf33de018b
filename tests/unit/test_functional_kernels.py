"""Kernels as a whole: gathers, scatters, scalar code, control flow, symbolic sizes, calls."""

# ruff: noqa: E501  (lines of MLIR)

import threading

import numpy as np
import pytest
from npusim.simulator.errors import KernelError, ShapeError
from npusim.simulator.functional import compile_functional
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import load_machine

MACHINE = load_machine("tpuv3")


def compiled(text):
    return compile_functional(parse_kernel(text), MACHINE)


def run(text, arrays, sizes=()):
    compiled(text)([array.ctypes.data for array in arrays], list(sizes))


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
    run(FOOBAR.format(m=count), [x, y])
    np.testing.assert_array_equal(x, y)


def indexed(operation, *, element="f32", index="i64", shape=(6,), extent=10, attributes=""):
    count = int(np.prod(shape, dtype=int))
    dims = "".join(f"{size}x" for size in shape)
    steps, step = [], 1
    for size in reversed(shape):
        steps.insert(0, step)
        step *= size
    layout = f"strided<[{', '.join(map(str, steps))}]>"
    sizes, strides = ", ".join(map(str, shape)), ", ".join(map(str, steps))

    def views(name, argument, type_):
        return f"{name} = memref.reinterpret_cast {argument} to offset: [0], sizes: [{sizes}], strides: [{strides}] : memref<{count}x{type_}> to memref<{dims}{type_}, {layout}>"

    tile, tile_index = f"memref<{dims}{element}, 1>", f"memref<{dims}{index}, 1>"
    flat, flat_index = f"memref<{dims}{element}, {layout}>", f"memref<{dims}{index}, {layout}>"
    if operation == "gather":
        middle = f"""
  "npu.gather"(%D, %i, %t){attributes} : (memref<{extent}x{element}>, {tile_index}, {tile}) -> ()
  "npu.dma_store"(%t, %vv) : ({tile}, {flat}) -> ()"""
    else:
        middle = f"""
  "npu.dma_load"(%vv, %t) : ({flat}, {tile}) -> ()
  "npu.scatter"(%t, %i, %D){attributes} : ({tile}, {tile_index}, memref<{extent}x{element}>) -> ()"""
    return f"""
func.func @indexed(%D: memref<{extent}x{element}>, %I: memref<{count}x{index}>, %V: memref<{count}x{element}>) {{
  %t = "npu.alloc"() : () -> {tile}
  %i = "npu.alloc"() : () -> {tile_index}
  {views("%vi", "%I", index)}
  {views("%vv", "%V", element)}
  "npu.dma_load"(%vi, %i) : ({flat_index}, {tile_index}) -> (){middle}
  return
}}
"""


@pytest.mark.covering
@pytest.mark.parametrize("index", ["i32", "i64"])
@pytest.mark.parametrize("element", ["f64", "f32", "f16", "i8"])
@pytest.mark.parametrize("shape", [(), (6,), (3, 5), (2, 3, 4)])
def test_a_gather_reads_the_indexed_elements(index, element, shape):
    rng = np.random.default_rng(1)
    dtype = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "i8": np.int8}[element]
    count = int(np.prod(shape, dtype=int))
    data, values = rng.integers(-50, 50, 10).astype(dtype), np.zeros(count, dtype)
    indices = rng.integers(0, 10, count).astype({"i32": np.int32, "i64": np.int64}[index])
    run(indexed("gather", element=element, index=index, shape=shape), [data, indices, values])
    np.testing.assert_array_equal(values, data[indices])


def test_a_gather_outside_the_tensor_gives_the_pad():
    data, indices, values = (
        np.arange(10, dtype=np.float32),
        np.array([0, -1, 9, 10, 2**40, -(2**40)]),
        np.zeros(6, np.float32),
    )
    run(indexed("gather", attributes=" {pad = -1.5 : f32}"), [data, indices, values])
    np.testing.assert_array_equal(values, [0, -1.5, 9, -1.5, -1.5, -1.5])


ROWS = """
func.func @rows(%D: memref<{extent}x{element}>, %I: memref<6xi64>, %V: memref<48x{element}>) {{
  %t = "npu.alloc"() {{lane_axis = 1 : i64}} : () -> memref<2x3x8x{element}, 1>
  %i = "npu.alloc"() : () -> memref<2x3xi64, 1>
  %rows = memref.reinterpret_cast %D to offset: [{offset}], sizes: [{rows}, {columns}], strides: [{pitch}, {step}]
    : memref<{extent}x{element}> to memref<{rows}x{columns}x{element}, strided<[{pitch}, {step}], offset: {offset}>>
  %vi = memref.reinterpret_cast %I to offset: [0], sizes: [2, 3], strides: [3, 1] : memref<6xi64> to memref<2x3xi64>
  %vv = memref.reinterpret_cast %V to offset: [0], sizes: [2, 3, 8], strides: [24, 8, 1] : memref<48x{element}> to memref<2x3x8x{element}>
  "npu.dma_load"(%vi, %i) : (memref<2x3xi64>, memref<2x3xi64, 1>) -> ()
  {move}
  return
}}
"""
GATHER_ROWS = """
  "npu.gather"(%rows, %i, %t) {{pad = {pad} : {element}}} : (memref<{rows}x{columns}x{element}, strided<[{pitch}, {step}], offset: {offset}>>, memref<2x3xi64, 1>, memref<2x3x8x{element}, 1>) -> ()
  "npu.dma_store"(%t, %vv) : (memref<2x3x8x{element}, 1>, memref<2x3x8x{element}>) -> ()"""
SCATTER_ROWS = """
  "npu.dma_load"(%vv, %t) : (memref<2x3x8x{element}>, memref<2x3x8x{element}, 1>) -> ()
  "npu.scatter"(%t, %i, %rows) {{combine = "{combine}"}} : (memref<2x3x8x{element}, 1>, memref<2x3xi64, 1>, memref<{rows}x{columns}x{element}, strided<[{pitch}, {step}], offset: {offset}>>) -> ()"""
VIEWS_OF_ROWS = {
    "whole": (10, 8, 8, 1, 0),
    "narrower than the tile": (10, 5, 8, 1, 3),
    "transposed": (5, 8, 1, 10, 2),
    "one column": (9, 1, 3, 1, 0),
    "wider than the tile": (1, 9, 0, 1, 0),
    "no column": (10, 0, 8, 1, 0),
    "replicated": (9, 7, 3, 0, 1),
    "last row first": (10, 8, -8, 1, 80),
    "last element first": (10, 7, -8, -1, 99),
    "no row": (0, 8, 8, 1, 0),
}
NUMPY = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "i64": np.int64, "i8": np.int8}
of_rows = pytest.mark.parametrize(
    ("rows", "columns", "pitch", "step", "offset"), VIEWS_OF_ROWS.values(), ids=list(VIEWS_OF_ROWS)
)


def rows_kernel(move, **numbers):
    return ROWS.replace("{move}", move).format(**{"extent": 100, "pad": "0.0", "combine": "none"} | numbers)


@pytest.mark.covering
@pytest.mark.parametrize("element", ["f64", "f32", "f16", "i8"])
@of_rows
def test_a_gather_of_rows_reads_them_clipped_and_padded(element, rows, columns, pitch, step, offset):
    dtype = NUMPY[element]
    data, values = np.arange(1, 101).astype(dtype), np.zeros(48, dtype)
    indices = np.array([0, rows - 1, rows, -1, rows // 2, 2**40])
    pad = "7" if element == "i8" else "7.0"
    shape = {"rows": rows, "columns": columns, "pitch": pitch, "step": step, "offset": offset}
    run(rows_kernel(GATHER_ROWS, element=element, pad=pad, **shape), [data, indices, values])
    expected = np.full((6, 8), 7, dtype)
    for place, index in enumerate(indices):
        if 0 <= index < rows:
            first = offset + index * pitch
            row = [data[first + j * step] for j in range(min(columns, 8))]
            expected[place, : len(row)] = row
    np.testing.assert_array_equal(values.reshape(6, 8), expected)


@pytest.mark.parametrize("move", [GATHER_ROWS, SCATTER_ROWS], ids=["gather", "scatter"])
@pytest.mark.parametrize(("pitch", "step", "offset"), [(8, 1, 0), (-8, 1, 90), (8, -1, 6), (-8, -1, 99)])
def test_rows_that_reach_beyond_the_tensor_are_an_error(move, pitch, step, offset):
    text = rows_kernel(move, element="f32", rows=13, columns=8, pitch=pitch, step=step, offset=offset)
    with pytest.raises(KernelError, match="100"):
        run(text, [np.zeros(100, np.float32), np.zeros(6, np.int64), np.zeros(48, np.float32)])


@pytest.mark.covering
@pytest.mark.parametrize("combine", ["none", "add", "max", "min"])
@pytest.mark.parametrize("element", ["f64", "f32", "f16", "i64", "i8"])
@of_rows
def test_scattered_rows_combine_in_the_order_of_the_tile(element, combine, rows, columns, pitch, step, offset):
    rng = np.random.default_rng(3)
    data, values = (rng.integers(-9, 9, n).astype(NUMPY[element]) for n in (100, 48))
    indices = np.array([0, rows - 1, rows, -1, 0, 2**40])
    expected = data.copy()
    combined = {"none": lambda _, y: y, "add": np.add, "max": np.maximum, "min": np.minimum}[combine]
    for index, row in zip(indices, values.reshape(6, 8), strict=True):
        for j in range(min(columns, 8)) if 0 <= index < rows else ():
            place = offset + index * pitch + j * step
            expected[place] = combined(expected[place], row[j])
    shape = {"rows": rows, "columns": columns, "pitch": pitch, "step": step, "offset": offset}
    run(rows_kernel(SCATTER_ROWS, element=element, combine=combine, **shape), [data, indices, values])
    np.testing.assert_array_equal(data, expected)


def test_a_scatter_skips_indices_outside_the_tensor():
    data, indices, values = (
        np.zeros(10, np.float32),
        np.array([0, -1, 9, 10, 2**40, 3]),
        np.arange(1, 7, dtype=np.float32),
    )
    run(indexed("scatter"), [data, indices, values])
    np.testing.assert_array_equal(data, [1, 0, 0, 6, 0, 0, 0, 0, 0, 3])


def test_the_last_scattered_value_wins():
    data, indices, values = np.zeros(10, np.float32), np.array([4, 4, 4, 2, 2, 4]), np.arange(1, 7, dtype=np.float32)
    run(indexed("scatter"), [data, indices, values])
    np.testing.assert_array_equal(data[[2, 4]], [5, 6])


@pytest.mark.parametrize(("combine", "ufunc"), [("add", np.add), ("max", np.maximum), ("min", np.minimum)])
@pytest.mark.parametrize("element", ["f32", "f16", "i32"])
def test_scattered_values_combine_in_row_major_order(combine, ufunc, element):
    rng = np.random.default_rng(2)
    dtype = {"f32": np.float32, "f16": np.float16, "i32": np.int32}[element]
    data, values = rng.integers(-9, 9, 10).astype(dtype), rng.integers(-9, 9, 60).astype(dtype)
    indices = rng.integers(0, 10, 60)
    expected = data.copy()
    ufunc.at(expected, indices, values)
    run(
        indexed("scatter", element=element, shape=(5, 12), attributes=f' {{combine = "{combine}"}}'),
        [data, indices, values],
    )
    np.testing.assert_array_equal(data, expected)


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
    run(SYMBOLIC, [x, y], [count])
    np.testing.assert_array_equal(y, np.append(2 * x, 0))


def test_input_and_output_may_be_the_same_tensor():
    x = np.arange(100, dtype=np.float32)
    run(SYMBOLIC, [x, x], [100])
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
    run(COLLATZ, [x, y])
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
    run(text, [x, y])
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
    run(text, [x, y])
    assert y[0] == 4950


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
    run(text, [a, b, c])
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
    compile_functional(parse_kernel(SYMBOLIC), MACHINE, dump=stages.__setitem__)
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
        run(text, [x, y])
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
    run(text, [x], [1])
    np.testing.assert_array_equal(x, [0] * 8 + [1, 0])
    with pytest.raises(KernelError, match="line 5: an access reaches element 12 of"):
        run(text, [x], [2])
    with pytest.raises(KernelError, match="line 6: an access reaches element -4 of a tensor or tile of 6"):
        run(text, [x], [-1])
