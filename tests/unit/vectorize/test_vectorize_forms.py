"""Forms of compute on tiles against NumPy: shapes friendly and awkward, masks, narrow types, bodies that mix widths."""

import numpy as np
import pytest
from linalg_text import ELEMENTS, RNG, floats, generic, integers

AWKWARD = [(1, 1), (7, 13), (3, 1), (1, 97), (33, 65), (16, 16), (64, 48), (128, 200), (5, 1031)]


@pytest.mark.parametrize("shape", AWKWARD)
def test_pointwise_with_a_transposed_and_a_broadcast_operand(compute, shape):
    a, b, c = floats(*shape), floats(*shape[::-1]), floats(shape[1])
    out = np.zeros(shape, np.float32)
    text = generic(
        ["d0, d1", "d1, d0", "d1", "d0, d1"],
        "pp",
        "abc",
        ["out"],
        """
    ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
      %0 = arith.mulf %x, %y : f32
      %1 = arith.addf %0, %z : f32
      linalg.yield %1 : f32""",
    )
    compute(text, a=a, b=b, c=c, out=out)
    np.testing.assert_allclose(out, a * b.T + c, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("shape", [(24, 80), (7, 50)])
def test_masks_from_index_and_captured_loop_variables(compute, shape):
    x, out = floats(*shape), np.zeros(shape[0], np.float32)
    text = (
        """
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %limit = arith.constant 41 : index
    %zero = arith.constant 0.0 : f32
    scf.for %step = %c0 to %c2 step %c1 {{
    """
        + generic(
            ["d0, d1", "d0"],
            "pr",
            "x",
            ["out"],
            """
    ^bb0(%v: f32, %o: f32):
      %i = linalg.index 1 : index
      %r = linalg.index 0 : index
      %j = arith.addi %i, %step : index
      %c = arith.cmpi slt, %j, %limit : index
      %even = arith.cmpi ult, %r, %limit : index
      %both = arith.andi %c, %even : i1
      %m = arith.select %both, %v, %zero : f32
      %0 = arith.addf %o, %m : f32
      linalg.yield %0 : f32""",
        )
        + "}}"
    )
    compute(text, x=x, out=out)
    np.testing.assert_allclose(
        out, x[:, :41].astype(np.float64).sum(1) + x[:, :40].astype(np.float64).sum(1), rtol=1e-5, atol=1e-5
    )


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
def test_integer_division_leaves_no_trap_in_unused_lanes(compute, dtype):
    a, b = integers(7, 13, dtype=dtype), integers(7, 13, dtype=dtype)
    b[b == 0] = 3
    out = np.zeros_like(a)
    element = ELEMENTS[a.dtype.name]
    compute(
        generic(
            ["d0, d1"] * 3,
            "pp",
            "ab",
            ["out"],
            f"""
    ^bb0(%x: {element}, %y: {element}, %o: {element}):
      %0 = arith.divsi %x, %y : {element}
      %1 = arith.remsi %x, %y : {element}
      %2 = arith.subi %0, %1 : {element}
      linalg.yield %2 : {element}""",
        ),
        a=a,
        b=b,
        out=out,
    )
    quotient = np.trunc(a / b).astype(np.int64)
    np.testing.assert_array_equal(out, (quotient - np.fmod(a, b)).astype(dtype))


def test_booleans_are_bytes_and_comparisons_are_bits(compute):
    a, b, flag = floats(37), floats(37), RNG.integers(0, 2, 37).astype(bool)
    out = np.zeros(37, bool)
    compute(
        generic(
            ["d0"] * 4,
            "p",
            ["a", "b", "flag"],
            ["out"],
            """
    ^bb0(%x: f32, %y: f32, %f: i8, %o: i8):
      %c = arith.cmpf ogt, %x, %y : f32
      %t = arith.trunci %f : i8 to i1
      %1 = arith.xori %c, %t : i1
      %2 = arith.extui %1 : i1 to i8
      linalg.yield %2 : i8""",
        ),
        a=a,
        b=b,
        flag=flag,
        out=out,
    )
    np.testing.assert_array_equal(out, (a > b) ^ flag)


def test_named_operations(compute):
    x, copied, wide = floats(12, 20), np.zeros((12, 20), np.float32), np.zeros((3, 12, 20), np.float32)
    total, filled = np.zeros(20, np.float32), np.zeros((5, 9), np.float32)
    compute(
        """
    %half = arith.constant 0.5 : f32
    linalg.fill ins(%half : f32) outs(%filled : {filled})
    linalg.copy ins(%x : {x}) outs(%copied : {copied})
    linalg.broadcast ins(%x : {x}) outs(%wide : {wide}) dimensions = [0]
    linalg.reduce {{ arith.addf }} ins(%x : {x}) outs(%total : {total}) dimensions = [0]
    linalg.add ins(%x, %copied : {x}, {copied}) outs(%copied : {copied})
    """,
        x=x,
        copied=copied,
        wide=wide,
        total=total,
        filled=filled,
    )
    np.testing.assert_array_equal(copied, x + x)
    np.testing.assert_array_equal(wide, np.broadcast_to(x, (3, 12, 20)))
    np.testing.assert_allclose(total, x.sum(0), rtol=1e-5, atol=1e-5)
    assert (filled == 0.5).all()


def test_a_body_may_read_and_write_one_tile(compute):
    x = floats(9, 33)
    expected = x * x
    compute(
        generic(
            ["d0, d1"] * 2,
            "pp",
            "x",
            "x",
            "^bb0(%v: f32, %o: f32):\n %0 = arith.mulf %v, %v : f32\n linalg.yield %0 : f32",
        ),
        x=x,
    )
    np.testing.assert_array_equal(x, expected)


@pytest.mark.parametrize("count", [1, 16, 61])
def test_bodies_that_mix_widths(compute, count):
    a, b, out = floats(count), integers(count, dtype=np.int8), np.zeros(count, np.float64)
    half = floats(count, dtype=np.float16)
    compute(
        generic(
            ["d0"] * 4,
            "p",
            ["a", "b", "half"],
            ["out"],
            """
    ^bb0(%x: f32, %y: i8, %h: f16, %o: f64):
      %0 = arith.sitofp %y : i8 to f32
      %1 = arith.addf %x, %0 : f32
      %2 = arith.extf %h : f16 to f32
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.extf %3 : f32 to f64
      linalg.yield %4 : f64""",
        ),
        a=a,
        b=b,
        half=half,
        out=out,
    )
    np.testing.assert_array_equal(out, ((a + b.astype(np.float32)) * half.astype(np.float32)).astype(np.float64))
