"""Tiles of any rank against NumPy: permuted, sliced, read through windows, at addresses that are not linear."""

# ruff: noqa: E501  (lines of MLIR)

import numpy as np
import pytest
from linalg_text import floats, generic, integers


@pytest.mark.parametrize("rank", [0, 1, 3, 6])
def test_tiles_of_any_rank(compute, rank):
    shape = (2,) * (rank - 1) + (5,) if rank else ()
    x, out = floats(*shape), np.zeros(shape, np.float32)
    x = np.asarray(x, np.float32)
    index = ", ".join(f"d{i}" for i in range(rank))
    compute(
        generic(
            [index, index],
            "p" * rank,
            "x",
            ["out"],
            "^bb0(%v: f32, %o: f32):\n %0 = arith.addf %v, %v : f32\n linalg.yield %0 : f32",
        ),
        x=x,
        out=out,
    )
    np.testing.assert_array_equal(out, x + x)


def test_ten_dimensions_permuted(compute):
    shape = (2, 1, 3, 1, 2, 1, 2, 2, 1, 5)
    x = floats(*shape)
    permutation = [9, 7, 0, 2, 4, 1, 3, 5, 6, 8]
    out = np.zeros([shape[p] for p in permutation], np.float32)
    target = ", ".join(f"d{p}" for p in permutation)
    flat_x, flat_out = x.reshape(-1), out.reshape(-1)
    shaped = "memref<" + "x".join(map(str, shape)) + "xf32, 1>"
    permuted = "memref<" + "x".join(map(str, out.shape)) + "xf32, 1>"
    groups = "[[" + ", ".join(map(str, range(10))) + "]]"
    text = f"""
    %sx = memref.expand_shape %x {groups} output_shape {list(shape)} : {{x}} into {shaped}
    %so = memref.expand_shape %out {groups} output_shape {list(out.shape)} : {{out}} into {permuted}
    """ + generic(
        [", ".join(f"d{i}" for i in range(10)), target],
        "p" * 10,
        ["sx"],
        ["so"],
        "^bb0(%v: f32, %o: f32):\n linalg.yield %v : f32",
    ).format(sx=shaped, so=permuted).replace("{", "{{").replace("}", "}}")
    compute(text, x=flat_x, out=flat_out)
    np.testing.assert_array_equal(out, x.transpose(permutation))


@pytest.mark.covering
@pytest.mark.parametrize("shape", [(64, 156), (640, 256), (31, 17), (16, 16), (1, 40)])
@pytest.mark.parametrize("dtype", [np.float32, np.int8, np.float16, np.int64])
def test_transposes(compute, shape, dtype):
    x = integers(*shape, dtype=dtype)
    out = np.zeros(shape[::-1], dtype)
    compute("linalg.transpose ins(%x : {x}) outs(%out : {out}) permutation = [1, 0]", x=x, out=out)
    np.testing.assert_array_equal(out, x.T)


@pytest.mark.parametrize("permutation", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
def test_permutations_of_three_dimensions(compute, permutation):
    x = floats(18, 34, 21)
    out = np.zeros([x.shape[p] for p in permutation], np.float32)
    compute(f"linalg.transpose ins(%x : {{x}}) outs(%out : {{out}}) permutation = {list(permutation)}", x=x, out=out)
    np.testing.assert_array_equal(out, x.transpose(permutation))


def test_operands_may_be_slices_at_run_time_offsets(compute):
    x, out = floats(20, 40), np.zeros((20, 40), np.float32)
    compute(
        """
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {{
      %at = arith.muli %i, %c4 : index
      %from = memref.subview %x[%at, %i] [4, 17] [1, 1] : {x} to memref<4x17xf32, strided<[40, 1], offset: ?>, 1>
      %to = memref.subview %out[%at, 3] [4, 17] [1, 2] : {out} to memref<4x17xf32, strided<[40, 2], offset: ?>, 1>
      linalg.copy ins(%from : memref<4x17xf32, strided<[40, 1], offset: ?>, 1>) outs(%to : memref<4x17xf32, strided<[40, 2], offset: ?>, 1>)
    }}""",
        x=x,
        out=out,
    )
    expected = np.zeros_like(out)
    for i in range(4):
        expected[4 * i : 4 * i + 4, 3:37:2] = x[4 * i : 4 * i + 4, i : i + 17]
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize(("size", "window", "stride"), [(30, 3, 1), (33, 3, 2), (64, 2, 2)])
def test_windows_that_slide(compute, size, window, stride):
    count = (size - window) // stride + 1
    x, w, out = floats(size, 19), np.zeros(window, np.float32), np.full((count, 19), -np.inf, np.float32)
    compute(
        generic(
            [f"d0 * {stride} + d2, d1", "d2", "d0, d1"],
            "ppr",
            "xw",
            ["out"],
            """
    ^bb0(%v: f32, %k: f32, %o: f32):
      %0 = arith.maximumf %v, %o : f32
      linalg.yield %0 : f32""",
        ),
        x=x,
        w=w,
        out=out,
    )
    np.testing.assert_array_equal(out, np.stack([x[i * stride : i * stride + window].max(0) for i in range(count)]))


def test_addresses_that_are_not_linear_become_scalar_loops(compute):
    x, out = floats(6, 10), np.zeros(60, np.float32)
    compute(
        generic(
            ["d0 floordiv 10, d0 mod 10", "d0"], "p", "x", ["out"], "^bb0(%v: f32, %o: f32):\n linalg.yield %v : f32"
        ),
        x=x,
        out=out,
    )
    np.testing.assert_array_equal(out, x.reshape(-1))
