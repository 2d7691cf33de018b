"""Accesses that end with the last element of an array: `.ci/sanitize` sees those that go further, or begin before."""

# ruff: noqa: E501  (lines of MLIR)

import numpy as np
import pytest
from npusim.simulator import native
from npusim.simulator.errors import KernelError
from on_tiles import run_kernel

DTYPES = {
    "i8": np.int8,
    "i16": np.int16,
    "f16": np.float16,
    "f32": np.float32,
    "i32": np.int32,
    "f64": np.float64,
    "i64": np.int64,
}
COMBINE = {"none": None, "add": np.add, "max": np.maximum, "min": np.minimum}
RNG = np.random.default_rng(0)


def run(text, *arrays):
    run_kernel(text, arrays)


def numbers(count, element):
    """An array of its own: the sanitizer knows where its memory ends."""
    return RNG.integers(-50, 50, count).astype(DTYPES[element])


def flat(name, argument, count, element):
    return f"{name} = memref.reinterpret_cast {argument} to offset: [0], sizes: [{count}], strides: [1] : memref<{count}x{element}> to memref<{count}x{element}, strided<[1]>>"


# -- elements at computed places --------------------------------------------------------------------------------------

EXTENT = 13
PLACES = np.array([0, 12, 13, -1, 12, 0, 2**31 - 1, -(2**31), 14])
"""The first and the last element, those beside them, and what no array has."""
EXISTS = (PLACES >= 0) & (PLACES < EXTENT)


def of_elements(element, index, move):
    count = len(PLACES)
    return f"""
func.func @k(%D: memref<{EXTENT}x{element}>, %I: memref<{count}x{index}>, %V: memref<{count}x{element}>) {{
  %i = "npu.alloc"() : () -> memref<{count}x{index}, 1>
  %t = "npu.alloc"() : () -> memref<{count}x{element}, 1>
  {flat("%vi", "%I", count, index)}
  {flat("%vv", "%V", count, element)}
  "npu.dma_load"(%vi, %i) : (memref<{count}x{index}, strided<[1]>>, memref<{count}x{index}, 1>) -> ()
  {move}
  return
}}"""


@pytest.mark.parametrize("index", ["i32", "i64"])
@pytest.mark.parametrize("element", DTYPES)
def test_a_gather_reads_the_first_and_the_last_element_and_nothing_beside_them(element, index):
    count = len(PLACES)
    move = f"""
  "npu.gather"(%D, %i, %t) : (memref<{EXTENT}x{element}>, memref<{count}x{index}, 1>, memref<{count}x{element}, 1>) -> ()
  "npu.dma_store"(%t, %vv) : (memref<{count}x{element}, 1>, memref<{count}x{element}, strided<[1]>>) -> ()"""
    data, found = numbers(EXTENT, element), numbers(count, element)
    run(of_elements(element, index, move), data, PLACES.astype(DTYPES[index]), found)
    np.testing.assert_array_equal(found, np.where(EXISTS, data[np.where(EXISTS, PLACES, 0)], 0))


@pytest.mark.covering
@pytest.mark.parametrize("combine", COMBINE)
@pytest.mark.parametrize("index", ["i32", "i64"])
@pytest.mark.parametrize("element", DTYPES)
def test_a_scatter_writes_the_first_and_the_last_element_and_nothing_beside_them(element, index, combine):
    count = len(PLACES)
    move = f"""
  "npu.dma_load"(%vv, %t) : (memref<{count}x{element}, strided<[1]>>, memref<{count}x{element}, 1>) -> ()
  "npu.scatter"(%t, %i, %D) {{combine = "{combine}"}} : (memref<{count}x{element}, 1>, memref<{count}x{index}, 1>, memref<{EXTENT}x{element}>) -> ()"""
    data, values = numbers(EXTENT, element), numbers(count, element)
    expected = data.copy()
    for place, value in zip(PLACES[EXISTS], values[EXISTS], strict=True):
        expected[place] = value if combine == "none" else COMBINE[combine](expected[place], value)
    run(of_elements(element, index, move), data, PLACES.astype(DTYPES[index]), values)
    np.testing.assert_array_equal(data, expected)


# -- rows, segments ---------------------------------------------------------------------------------------------------

ROWS, COLUMNS, TILE_COLUMNS = 7, 5, 8
SEGMENTS = np.array([0, 0, 6, 6, 6, 7, -1, 6])


def of_rows(element, columns, move):
    count, rows = len(SEGMENTS), f"memref<{ROWS}x{columns}x{element}, strided<[{columns}, 1]>>"
    return f"""
func.func @k(%D: memref<{ROWS * columns}x{element}>, %I: memref<{count}xi64>, %V: memref<{count * TILE_COLUMNS}x{element}>) {{
  %i = "npu.alloc"() : () -> memref<{count}xi64, 1>
  %t = "npu.alloc"() {{lane_axis = 1 : i64}} : () -> memref<{count}x{TILE_COLUMNS}x{element}, 1>
  {flat("%vi", "%I", count, "i64")}
  %rows = memref.reinterpret_cast %D to offset: [0], sizes: [{ROWS}, {columns}], strides: [{columns}, 1] : memref<{ROWS * columns}x{element}> to {rows}
  %vv = memref.reinterpret_cast %V to offset: [0], sizes: [{count}, {TILE_COLUMNS}], strides: [{TILE_COLUMNS}, 1] : memref<{count * TILE_COLUMNS}x{element}> to memref<{count}x{TILE_COLUMNS}x{element}>
  "npu.dma_load"(%vi, %i) : (memref<{count}xi64, strided<[1]>>, memref<{count}xi64, 1>) -> ()
  {move.format(count=count, tile=f"memref<{count}x{TILE_COLUMNS}x{element}, 1>", flat=f"memref<{count}x{TILE_COLUMNS}x{element}>", rows=rows)}
  return
}}"""


@pytest.mark.parametrize("columns", [COLUMNS, TILE_COLUMNS])
@pytest.mark.parametrize("element", ["i8", "f16", "f32", "i64"])
def test_a_gather_of_rows_ends_with_the_last_row(element, columns):
    move = """
  "npu.gather"(%rows, %i, %t) : ({rows}, memref<{count}xi64, 1>, {tile}) -> ()
  "npu.dma_store"(%t, %vv) : ({tile}, {flat}) -> ()"""
    data, found = numbers(ROWS * columns, element), numbers(len(SEGMENTS) * TILE_COLUMNS, element)
    run(of_rows(element, columns, move), data, SEGMENTS, found)
    expected = np.zeros((len(SEGMENTS), TILE_COLUMNS), DTYPES[element])
    exists = (SEGMENTS >= 0) & (SEGMENTS < ROWS)
    expected[exists, :columns] = data.reshape(ROWS, columns)[SEGMENTS[exists]]
    np.testing.assert_array_equal(found.reshape(expected.shape), expected)


@pytest.mark.covering
@pytest.mark.parametrize("combine", ["add", "max", "min"])
@pytest.mark.parametrize("columns", [COLUMNS, TILE_COLUMNS])
@pytest.mark.parametrize("element", ["i8", "f16", "f32", "i64"])
def test_a_segment_reduction_ends_with_the_last_segment(element, columns, combine):
    move = f"""
  "npu.dma_load"(%vv, %t) : ({{flat}}, {{tile}}) -> ()
  "npu.scatter"(%t, %i, %rows) {{{{combine = "{combine}"}}}} : ({{tile}}, memref<{{count}}xi64, 1>, {{rows}}) -> ()"""
    data, values = numbers(ROWS * columns, element) // 8, numbers(len(SEGMENTS) * TILE_COLUMNS, element) // 8
    data, values = data.astype(DTYPES[element]), values.astype(DTYPES[element])
    expected, added = data.copy().reshape(ROWS, columns), values.reshape(-1, TILE_COLUMNS)[:, :columns]
    for segment, row in zip(SEGMENTS, added, strict=True):
        if 0 <= segment < ROWS:
            expected[segment] = COMBINE[combine](expected[segment], row)
    run(of_rows(element, columns, move), data, SEGMENTS, values)
    np.testing.assert_array_equal(data.reshape(expected.shape), expected)


# -- strided transfers ------------------------------------------------------------------------------------------------

VIEWS = {
    "one element": ((1, 1), (1, 1)),
    "contiguous": ((5, 7), (7, 1)),
    "a prime number of elements": ((1, 127), (127, 1)),
    "every third": ((6, 5), (15, 3)),
    "rows apart": ((6, 5), (11, 1)),
    "transposed": ((37, 33), (1, 37)),
    "a transposed square": ((32, 32), (1, 32)),
    "transposed, apart": ((19, 18), (1, 23)),
}
LARGER = (40, 40)


def copying(element, extent, shape, strides, tile, combine):
    type_ = f"memref<{shape[0]}x{shape[1]}x{element}, strided<[{strides[0]}, {strides[1]}]>>"
    tile_type = f"memref<{tile[0]}x{tile[1]}x{element}, 1>"
    place = f"offset: [0], sizes: [{shape[0]}, {shape[1]}], strides: [{strides[0]}, {strides[1]}] : memref<{extent}x{element}> to {type_}"
    return f"""
func.func @k(%X: memref<{extent}x{element}>, %Y: memref<{extent}x{element}>) {{
  %t = "npu.alloc"() {{lane_axis = 1 : i64}} : () -> {tile_type}
  %x = memref.reinterpret_cast %X to {place}
  %y = memref.reinterpret_cast %Y to {place}
  "npu.dma_load"(%x, %t) : ({type_}, {tile_type}) -> ()
  "npu.dma_store"(%t, %y) {{combine = "{combine}"}} : ({tile_type}, {type_}) -> ()
  return
}}"""


def viewed(array, shape, strides):
    return np.lib.stride_tricks.as_strided(array, shape, [s * array.itemsize for s in strides])


@pytest.mark.covering
@pytest.mark.parametrize("combine", ["none", "add"])
@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("element", ["i8", "i16", "f32", "f64"])
@pytest.mark.parametrize("name", VIEWS)
def test_a_strided_transfer_ends_with_the_last_element_of_its_view(name, element, larger, combine):
    shape, strides = VIEWS[name]
    extent = 1 + sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True))
    x, y = numbers(extent, element), numbers(extent, element)
    expected = y.copy()
    part = viewed(expected, shape, strides)
    part[...] = viewed(x, shape, strides) + (part if combine == "add" else 0)
    tile = LARGER if larger and shape[1] <= LARGER[1] else shape
    run(copying(element, extent, shape, strides, tile, combine), x, y)
    np.testing.assert_array_equal(y, expected)


@pytest.mark.parametrize("name", ["contiguous", "every third", "transposed"])
def test_a_transfer_of_one_element_more_than_there_is_does_nothing(name):
    shape, strides = VIEWS[name]
    needed = 1 + sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True))
    x, y = numbers(needed - 1, "f32"), numbers(needed - 1, "f32")
    before, text = y.copy(), copying("f32", "?", shape, strides, shape, "none")
    offset = "%c0 = arith.constant 0 : index\n  %x ="
    text = text.replace("memref<?xf32>", f"memref<{needed - 1}xf32>").replace("%x =", offset)
    text = text.replace("offset: [0]", "offset: [%c0]").replace(
        f"strided<[{strides[0]}, {strides[1]}]>", f"strided<[{strides[0]}, {strides[1]}], offset: ?>"
    )
    with pytest.raises(KernelError):
        run(text, x, y)
    np.testing.assert_array_equal(y, before)


# -- loads into parts of tiles ----------------------------------------------------------------------------------------

SURROUNDED = """
func.func @k(%X: memref<{count}xf32>, %Y: memref<16xf32>) {{
  %t = "npu.alloc"() : () -> memref<16xf32, 1>
  {flat}
  %p = memref.subview %t[{place}] [{room}] [1] : memref<16xf32, 1> to memref<{room}xf32, strided<[1], offset: {place}>, 1>
  %y = memref.reinterpret_cast %Y to offset: [0], sizes: [16], strides: [1] : memref<16xf32> to memref<16xf32>
  "npu.dma_load"(%x, %p) {{pad_around = true, pad = -1.0 : f32}} : (memref<{count}xf32, strided<[1]>>, memref<{room}xf32, strided<[1], offset: {place}>, 1>) -> ()
  "npu.dma_store"(%t, %y) : (memref<16xf32, 1>, memref<16xf32>) -> ()
  return
}}"""


@pytest.mark.parametrize(("place", "count"), [(0, 16), (0, 15), (1, 15), (1, 14), (15, 1), (3, 9)])
def test_a_masked_load_fills_its_part_of_the_tile_and_pads_the_rest(place, count):
    x, y = numbers(count, "f32"), numbers(16, "f32")
    run(SURROUNDED.format(count=count, place=place, room=16 - place, flat=flat("%x", "%X", count, "f32")), x, y)
    expected = np.full(16, -1, np.float32)
    expected[place : place + count] = x
    np.testing.assert_array_equal(y, expected)


# -- sorts, checks of indices -----------------------------------------------------------------------------------------


def exchanging(count):
    """Sorts a tensor of which every element is loaded and stored on its own, by exchanging neighbours."""
    return f"""
func.func @k(%X: memref<{count}xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {count} : index
  %last = arith.constant {count - 1} : index
  scf.for %i = %c0 to %n step %c1 {{
    scf.for %j = %c0 to %last step %c1 {{
      %k = arith.addi %j, %c1 : index
      %a = memref.load %X[%j] : memref<{count}xf32>
      %b = memref.load %X[%k] : memref<{count}xf32>
      %low = arith.minimumf %a, %b : f32
      %high = arith.maximumf %a, %b : f32
      memref.store %low, %X[%j] : memref<{count}xf32>
      memref.store %high, %X[%k] : memref<{count}xf32>
    }}
  }}
  return
}}"""


@pytest.mark.parametrize("count", [2, 13, 64])
def test_a_sort_exchanges_up_to_the_last_element(count):
    x = RNG.permutation(count).astype(np.float32)
    run(exchanging(count), x)
    np.testing.assert_array_equal(x, np.arange(count))


CHECK = """
func.func @k(%I: memref<{count}xi64>) {{
  %size = arith.constant {size} : index
  %zero = arith.constant 0 : i64
  %i = "npu.alloc"() : () -> memref<{count}xi64, 1>
  %m = "npu.alloc"() {{npu.host}} : () -> memref<1xi64, 1>
  linalg.fill {{npu.host}} ins(%zero : i64) outs(%m : memref<1xi64, 1>)
  {flat}
  "npu.dma_load"(%vi, %i) : (memref<{count}xi64, strided<[1]>>, memref<{count}xi64, 1>) -> ()
  linalg.generic {{indexing_maps = [affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"], npu.host}} ins(%i : memref<{count}xi64, 1>) outs(%m : memref<1xi64, 1>) {{
  ^bb0(%x: i64, %most: i64):
    %larger = arith.maxui %x, %most : i64
    linalg.yield %larger : i64
  }}
  "npu.check_index"(%m, %size) {{number = 2 : i64}} : (memref<1xi64, 1>, index) -> ()
  return
}}"""


@pytest.mark.parametrize("count", [1, 17])
@pytest.mark.parametrize(("index", "found"), [(0, None), (6, None), (7, (2, 7, 7)), (-1, (2, -1, 7))])
def test_a_check_of_indices_finds_the_first_that_does_not_exist(count, index, found):
    native.take_bad_index()
    indices = np.zeros(count, np.int64)
    indices[-1] = index
    run(CHECK.format(count=count, size=7, flat=flat("%vi", "%I", count, "i64")), indices)
    assert native.take_bad_index() == found
