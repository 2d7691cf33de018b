"""Gathers and scatters of elements and rows in kernels."""

# ruff: noqa: E501  (lines of MLIR)

import numpy as np
import pytest
from npusim.simulator.errors import KernelError
from on_tiles import run_kernel


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
    run_kernel(indexed("gather", element=element, index=index, shape=shape), [data, indices, values])
    np.testing.assert_array_equal(values, data[indices])


def test_a_gather_outside_the_tensor_gives_the_pad():
    data, indices, values = (
        np.arange(10, dtype=np.float32),
        np.array([0, -1, 9, 10, 2**40, -(2**40)]),
        np.zeros(6, np.float32),
    )
    run_kernel(indexed("gather", attributes=" {pad = -1.5 : f32}"), [data, indices, values])
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
    run_kernel(rows_kernel(GATHER_ROWS, element=element, pad=pad, **shape), [data, indices, values])
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
        run_kernel(text, [np.zeros(100, np.float32), np.zeros(6, np.int64), np.zeros(48, np.float32)])


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
    run_kernel(rows_kernel(SCATTER_ROWS, element=element, combine=combine, **shape), [data, indices, values])
    np.testing.assert_array_equal(data, expected)


def test_a_scatter_skips_indices_outside_the_tensor():
    data, indices, values = (
        np.zeros(10, np.float32),
        np.array([0, -1, 9, 10, 2**40, 3]),
        np.arange(1, 7, dtype=np.float32),
    )
    run_kernel(indexed("scatter"), [data, indices, values])
    np.testing.assert_array_equal(data, [1, 0, 0, 6, 0, 0, 0, 0, 0, 3])


def test_the_last_scattered_value_wins():
    data, indices, values = np.zeros(10, np.float32), np.array([4, 4, 4, 2, 2, 4]), np.arange(1, 7, dtype=np.float32)
    run_kernel(indexed("scatter"), [data, indices, values])
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
    run_kernel(
        indexed("scatter", element=element, shape=(5, 12), attributes=f' {{combine = "{combine}"}}'),
        [data, indices, values],
    )
    np.testing.assert_array_equal(data, expected)
