"""Transfers between tensors and tiles, compared with NumPy."""

# ruff: noqa: E501  (lines of MLIR)

import itertools

import numpy as np
import pytest
from npusim.simulator.errors import KernelError
from on_tiles import run_kernel

NUMPY = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "i64": np.int64,
    "i32": np.int32,
    "i16": np.int16,
    "i8": np.int8,
}
BITS = {"bf16": np.uint16, "f8E4M3FN": np.uint8, "f8E5M2": np.uint8}


def dims(shape, element):
    return "".join(f"{size}x" for size in shape) + element


def strided(shape, element, strides):
    sizes = "".join(f"{'?' if isinstance(size, str) else size}x" for size in shape)
    listed = ", ".join("?" if isinstance(stride, str) else str(stride) for stride in strides)
    return f"memref<{sizes}{element}, strided<[{listed}], offset: ?>>"


def view(name, argument, argument_type, offset, shape, strides, element):
    """A `memref.reinterpret_cast`; sizes and strides may be names of values."""
    type_ = strided(shape, element, strides)
    sizes, steps = ", ".join(map(str, shape)), ", ".join(map(str, strides))
    return (
        f"{name}_offset = arith.constant {offset} : index\n  {name} = memref.reinterpret_cast {argument} to offset: [{name}_offset], "
        f"sizes: [{sizes}], strides: [{steps}] : {argument_type} to {type_}"
    ), type_


def copy_kernel(element, extents, source, target, tile, *, pad=None, combine=None, sizes=(), tile_sub=None):
    """Load a view (offset, shape, strides) of X into a tile and store the tile into a view of Y."""
    x_type, y_type = (f"memref<{extent}x{element}>" for extent in extents)
    v, v_type = view("%v", "%X", x_type, *source, element)
    w, w_type = view("%w", "%Y", y_type, *target, element)
    tile_type = f"memref<{dims(tile, element)}, 1>"
    load = f" {{pad = {pad} : {element}}}" if pad is not None else ""
    store = f' {{combine = "{combine}"}}' if combine else ""
    arguments = "".join(f", %{name}: index" for name in sizes)
    return f"""
func.func @copy(%X: {x_type}, %Y: {y_type}{arguments}) {{
  %t = "npu.alloc"() : () -> {tile_type}
  {v}
  {w}
  "npu.dma_load"(%v, %t){load} : ({v_type}, {tile_type}) -> ()
  "npu.dma_store"(%t, %w){store} : ({tile_type}, {w_type}) -> ()
  return
}}
"""


def contiguous(shape):
    strides, step = [], 1
    for size in reversed(shape):
        strides.insert(0, step)
        step *= max(size, 1)
    return strides


def numpy_view(array, offset, shape, strides):
    step = array.itemsize
    return np.lib.stride_tricks.as_strided(array[offset:], shape, [stride * step for stride in strides], writeable=True)


def values(count, element, rng):
    if element in NUMPY and NUMPY[element]().dtype.kind == "f":
        return rng.standard_normal(count).astype(NUMPY[element])
    dtype = NUMPY.get(element) or BITS[element]
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, count, dtype=dtype, endpoint=True)


@pytest.mark.covering
@pytest.mark.parametrize("element", [*NUMPY, *BITS])
@pytest.mark.parametrize("shape", [(), (1,), (17,), (5, 7), (3, 1, 4), (2, 3, 4, 5)])
def test_copies_every_element_type(element, shape):
    rng = np.random.default_rng(1)
    count = int(np.prod(shape, dtype=int))
    x, y = values(count, element, rng), np.zeros(count, NUMPY.get(element) or BITS[element])
    whole = (0, shape, contiguous(shape))
    run_kernel(copy_kernel(element, (count, count), whole, whole, shape), [x, y])
    assert x.tobytes() == y.tobytes()


@pytest.mark.parametrize("rank", range(11))
def test_copies_every_rank(rank):
    shape = [2, 3, 1, 2, 1, 3, 2, 2, 1, 2][:rank]
    count = int(np.prod(shape, dtype=int))
    x, y = np.arange(count, dtype=np.float32), np.zeros(count, np.float32)
    source = (0, shape, contiguous(shape))
    backwards = (0, shape, contiguous(shape[::-1])[::-1])  # every dimension permuted
    run_kernel(copy_kernel("f32", (count, count), source, backwards, shape), [x, y])
    np.testing.assert_array_equal(numpy_view(y, *backwards), x.reshape(shape))


@pytest.mark.covering
@pytest.mark.parametrize("element", ["i8", "f16", "f32", "f64"])
@pytest.mark.parametrize("shape", [(16, 16), (33, 47), (1, 40), (40, 1), (7, 129), (64, 64)])
@pytest.mark.parametrize("side", ["load", "store"])
def test_transposes_in_either_direction(element, shape, side):
    rng = np.random.default_rng(2)
    count = shape[0] * shape[1]
    x, y = values(count, element, rng), np.zeros(count, NUMPY[element])
    plain, turned = (0, shape, [shape[1], 1]), (0, shape, [1, shape[0]])
    source, target = (turned, plain) if side == "load" else (plain, turned)
    run_kernel(copy_kernel(element, (count, count), source, target, shape), [x, y])
    np.testing.assert_array_equal(numpy_view(y, *target), numpy_view(x, *source))


@pytest.mark.parametrize("permutation", list(itertools.permutations(range(3))))
def test_loads_any_permutation_of_three_dimensions(permutation):
    shape = (6, 17, 20)
    x, y = np.arange(6 * 17 * 20, dtype=np.float32), np.zeros(6 * 17 * 20, np.float32)
    strides = contiguous(shape)
    source = (0, [shape[p] for p in permutation], [strides[p] for p in permutation])
    run_kernel(copy_kernel("f32", (x.size, y.size), source, (0, source[1], contiguous(source[1])), source[1]), [x, y])
    np.testing.assert_array_equal(y.reshape(source[1]), x.reshape(shape).transpose(permutation))


@pytest.mark.parametrize(
    "strides", [(0, 1), (1, 0), (0, 0), (3, 0), (-10, 1), (10, -1), (-10, -1), (20, 2), (2, 20), (1, 3), (-1, 10)]
)
def test_loads_zero_and_negative_strides(strides):
    x, y = np.arange(400, dtype=np.int32), np.zeros(8 * 9, np.int32)
    source = (200, (8, 9), strides)
    run_kernel(copy_kernel("i32", (400, 72), source, (0, (8, 9), (9, 1)), (8, 9)), [x, y])
    np.testing.assert_array_equal(y.reshape(8, 9), numpy_view(x, *source))


@pytest.mark.parametrize("strides", [(10, 1), (1, 10), (-10, 1), (20, -2), (2, 40)])
def test_stores_to_any_strides(strides):
    x, y = np.arange(72, dtype=np.int16), np.full(700, -1, np.int16)
    target = (300, (8, 9), strides)
    run_kernel(copy_kernel("i16", (72, 700), (0, (8, 9), (9, 1)), target, (8, 9)), [x, y])
    expected = np.full(700, -1, np.int16)
    numpy_view(expected, *target)[...] = x.reshape(8, 9)
    np.testing.assert_array_equal(y, expected)


def test_a_store_that_hits_an_element_twice_keeps_the_last_value():
    x, y = np.arange(12, dtype=np.float32), np.full(8, -1, np.float32)
    run_kernel(copy_kernel("f32", (12, 8), (0, (3, 4), (4, 1)), (0, (3, 4), (0, 1)), (3, 4)), [x, y])
    np.testing.assert_array_equal(y, [8, 9, 10, 11, -1, -1, -1, -1])


def test_an_added_store_that_hits_an_element_twice_adds_twice():
    x, y = np.arange(12, dtype=np.float32), np.ones(4, np.float32)
    run_kernel(copy_kernel("f32", (12, 4), (0, (3, 4), (4, 1)), (0, (3, 4), (0, 1)), (3, 4), combine="add"), [x, y])
    np.testing.assert_array_equal(y, 1 + x.reshape(3, 4).sum(0))


@pytest.mark.covering
@pytest.mark.parametrize("inside", [(0, 0), (0, 5), (5, 0), (3, 5), (1, 1), (4, 6), (9, 9), (-2, 3)])
@pytest.mark.parametrize(
    ("element", "pad"),
    [
        ("f32", "-2.5"),
        ("f32", "0xFF800000"),
        ("i8", "-3"),
        ("bf16", "1.5"),
        ("f16", "2.0"),
        ("f64", "0.1"),
        ("f64", "-0.1"),
        ("i64", "-7"),
    ],
)
def test_the_part_of_the_tile_outside_the_view_becomes_the_pad(inside, element, pad):
    tile, rng = (4, 6), np.random.default_rng(3)
    dtype = NUMPY.get(element) or BITS[element]
    number = {"0xFF800000": -np.inf, "1.5": 0x3FC0 if element == "bf16" else 1.5}.get(pad) or float(pad)
    x, y = values(100, element, rng), np.zeros(24, dtype)
    text = copy_kernel(
        element, (100, 24), (0, ("%m", "%n"), (10, 1)), (0, tile, (6, 1)), tile, pad=pad, sizes=("m", "n")
    )
    run_kernel(text, [x, y], inside)
    rows, columns = (min(max(size, 0), limit) for size, limit in zip(inside, tile, strict=True))
    expected = np.full(tile, number).astype(dtype)
    expected[:rows, :columns] = numpy_view(x, 0, (10, 10), (10, 1))[:rows, :columns]
    np.testing.assert_array_equal(y.reshape(tile), expected)


@pytest.mark.parametrize(
    ("element", "pad", "bits"),
    [
        ("f8E4M3FN", "1.0", 0x38),
        ("f8E4M3FN", "-448.0", 0xFE),
        ("f8E4M3FN", "0.001953125", 0x01),
        ("f8E5M2", "1.0", 0x3C),
        ("f8E5M2", "-57344.0", 0xFB),
    ],
)
def test_pads_of_eight_bit_floats_are_encoded(element, pad, bits):
    x, y = np.zeros(1, np.uint8), np.zeros(4, np.uint8)
    run_kernel(copy_kernel(element, (1, 4), (0, (1,), (1,)), (0, (4,), (1,)), (4,), pad=pad), [x, y])
    np.testing.assert_array_equal(y, [0, bits, bits, bits])


def test_the_pad_is_zero_when_none_is_given():
    x, y = np.ones(8, np.float32), np.full(16, 5, np.float32)
    run_kernel(copy_kernel("f32", (8, 16), (0, (8,), (1,)), (0, (16,), (1,)), (16,)), [x, y])
    np.testing.assert_array_equal(y, [1.0] * 8 + [0.0] * 8)


def test_pads_every_corner_of_a_tile_of_rank_three():
    x, y = np.arange(24, dtype=np.float32), np.zeros(5 * 6 * 7, np.float32)
    run_kernel(
        copy_kernel("f32", (24, 210), (0, (2, 3, 4), (12, 4, 1)), (0, (5, 6, 7), (42, 7, 1)), (5, 6, 7), pad="9.0"),
        [x, y],
    )
    expected = np.full((5, 6, 7), 9, np.float32)
    expected[:2, :3, :4] = x.reshape(2, 3, 4)
    np.testing.assert_array_equal(y.reshape(5, 6, 7), expected)


def test_a_store_is_clipped_to_the_view():
    x, y = np.arange(24, dtype=np.float32), np.full(100, -1, np.float32)
    text = copy_kernel("f32", (24, 100), (0, (4, 6), (6, 1)), (0, ("%m", "%n"), (10, 1)), (4, 6), sizes=("m", "n"))
    run_kernel(text, [x, y], (3, 5))
    expected = np.full((10, 10), -1, np.float32)
    expected[:3, :5] = x.reshape(4, 6)[:3, :5]
    np.testing.assert_array_equal(y.reshape(10, 10), expected)


@pytest.mark.covering
@pytest.mark.parametrize("element", ["f64", "f32", "f16", "i64", "i32", "i16", "i8"])
@pytest.mark.parametrize(
    ("combine", "function"), [("add", np.add), ("max", np.maximum), ("min", np.minimum), ("none", lambda old, new: new)]
)
def test_a_store_combines_with_what_is_in_memory(element, combine, function):
    rng = np.random.default_rng(4)
    x, y = values(35, element, rng), values(35, element, rng)
    expected = function(y, x)
    whole = (0, (5, 7), (7, 1))
    run_kernel(copy_kernel(element, (35, 35), whole, whole, (5, 7), combine=combine), [x, y])
    np.testing.assert_array_equal(y, expected)


def test_sixteen_bit_floats_add_like_numpy_for_every_value():
    every = np.arange(65536, dtype=np.uint16).view(np.float16)
    for other in (np.float16(0.0), np.float16(1.0), np.float16(-3e-5), np.float16(60000)):
        y = np.full(65536, other)
        whole = (0, (65536,), (1,))
        with np.errstate(over="ignore", invalid="ignore"):
            expected = (every.astype(np.float32) + np.float32(other)).astype(np.float16)
        run_kernel(copy_kernel("f16", (65536, 65536), whole, whole, (65536,), combine="add"), [every.copy(), y])
        np.testing.assert_array_equal(y, expected)


def test_brain_floats_add_with_rounding_to_even():
    def encode(numbers):
        return (np.array(numbers, np.float32).view(np.uint32) >> 16).astype(np.uint16)

    x, y = encode([1.0, 1.0, 2.0, -3.0, np.inf]), encode([2.0**-8, 3 * 2.0**-8, 5.0, 3.0, 1.0])
    whole = (0, (5,), (1,))
    run_kernel(copy_kernel("bf16", (5, 5), whole, whole, (5,), combine="add"), [x, y])
    np.testing.assert_array_equal(y, encode([1.0, 1.0 + 2.0**-6, 7.0, 0.0, np.inf]))


@pytest.mark.parametrize("combine", ["max", "min"])
def test_not_a_number_wins_every_comparison(combine):
    x, y = np.array([np.nan, 1, 2], np.float32), np.array([1, np.nan, 2], np.float32)
    whole = (0, (3,), (1,))
    run_kernel(copy_kernel("f32", (3, 3), whole, whole, (3,), combine=combine), [x, y])
    np.testing.assert_array_equal(y, [np.nan, np.nan, 2])


def test_strides_may_be_known_only_at_run_time():
    x, y = np.arange(4000, dtype=np.float32), np.zeros(20 * 30, np.float32)
    text = copy_kernel(
        "f32", (4000, 600), (0, (20, 30), ("%a", "%b")), (0, (20, 30), (30, 1)), (20, 30), sizes=("a", "b")
    )
    for strides in ((30, 1), (1, 20), (0, 1), (60, 2), (1, 0)):
        run_kernel(text, [x, y], strides)
        np.testing.assert_array_equal(y.reshape(20, 30), numpy_view(x, 0, (20, 30), strides))


def test_random_transfers_match_numpy():
    rng = np.random.default_rng(5)
    for _ in range(60):
        rank = int(rng.integers(1, 5))
        tile = [int(size) for size in rng.integers(1, 9, rank)]
        shape = [int(min(size, limit + 2)) for size, limit in zip(rng.integers(0, 12, rank), tile, strict=True)]
        strides = [int(stride) for stride in rng.integers(-20, 21, rank)]
        x, y = np.arange(2000, dtype=np.int32), np.zeros(int(np.prod(tile)), np.int32)
        run_kernel(
            copy_kernel("i32", (2000, y.size), (1000, shape, strides), (0, tile, contiguous(tile)), tile, pad="-1"),
            [x, y],
        )
        inside = [min(size, limit) for size, limit in zip(shape, tile, strict=True)]
        expected = np.full(tile, -1, np.int32)
        expected[tuple(slice(0, size) for size in inside)] = numpy_view(x, 1000, inside, strides)
        np.testing.assert_array_equal(y.reshape(tile), expected)


def test_transfers_reach_a_part_of_a_tile():
    text = """
func.func @parts(%X: memref<64xf32>, %Y: memref<64xf32>) {
  %t = "npu.alloc"() : () -> memref<8x8xf32, 1>
  %v = memref.reinterpret_cast %X to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<64xf32> to memref<8x8xf32, strided<[8, 1]>>
  "npu.dma_load"(%v, %t) : (memref<8x8xf32, strided<[8, 1]>>, memref<8x8xf32, 1>) -> ()
  affine.for %i = 0 to 4 {
    %s = memref.subview %t[%i, 2] [4, 5] [1, 1] : memref<8x8xf32, 1> to memref<4x5xf32, strided<[8, 1], offset: ?>, 1>
    %u = memref.reinterpret_cast %X to offset: [0], sizes: [2, 5], strides: [5, 1] : memref<64xf32> to memref<2x5xf32, strided<[5, 1]>>
    "npu.dma_load"(%u, %s) {pad = 7.0 : f32} : (memref<2x5xf32, strided<[5, 1]>>, memref<4x5xf32, strided<[8, 1], offset: ?>, 1>) -> ()
  }
  %w = memref.reinterpret_cast %Y to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<64xf32> to memref<8x8xf32, strided<[8, 1]>>
  "npu.dma_store"(%t, %w) : (memref<8x8xf32, 1>, memref<8x8xf32, strided<[8, 1]>>) -> ()
  return
}
"""
    x, y = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    run_kernel(text, [x, y])
    expected = x.reshape(8, 8).copy()
    for i in range(4):
        expected[i : i + 4, 2:7] = 7
        expected[i : i + 2, 2:7] = x[:10].reshape(2, 5)
    np.testing.assert_array_equal(y.reshape(8, 8), expected)


def test_tensors_without_elements_are_copied():
    x, y = np.zeros(0, np.float32), np.full(1, 3, np.float32)
    text = copy_kernel("f32", (0, 1), (0, (0, 4), (4, 1)), (0, (0, 4), (4, 1)), (2, 4))
    run_kernel(text, [x, y])
    assert y[0] == 3


@pytest.mark.parametrize(
    ("source", "reach"),
    [((0, (5, 6), (6, 1)), "0 to 29"), ((20, (4, 6), (-7, 1)), "-1 to 25"), ((21, (4, 1), (1, 1)), "21 to 24")],
)
@pytest.mark.parametrize("side", ["load", "store"])
def test_a_view_that_leaves_its_tensor_is_an_error_with_the_line(source, reach, side):
    x, y = np.ones(24, np.float32), np.zeros(24, np.float32)
    tile = source[1]
    inside = (0, tile, (0,) * len(tile))
    text = copy_kernel("f32", (24, 24), *((source, inside) if side == "load" else (inside, source)), tile)
    line = next(number for number, row in enumerate(text.split("\n"), 1) if f"dma_{side}" in row)
    with pytest.raises(
        KernelError, match=f"'copy', line {line}: an access reaches elements {reach} of a tensor or tile of 24"
    ) as caught:
        run_kernel(text, [x, y])
    assert caught.value.line == line
    run_kernel(copy_kernel("f32", (24, 24), (0, (24,), (1,)), (0, (24,), (1,)), (24,)), [x, y])
    np.testing.assert_array_equal(y, x)
