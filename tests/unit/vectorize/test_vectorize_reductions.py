"""Reductions on tiles against NumPy: any axes, what they start from, NaN, signed zeros, several results."""

import numpy as np
import pytest
from linalg_text import ELEMENTS, floats, generic, integers

FOLDS = {
    "arith.addf": (np.float32, lambda x, axis: x.astype(np.float64).sum(axis)),
    "arith.mulf": (np.float32, lambda x, axis: x.astype(np.float64).prod(axis)),
    "arith.maximumf": (np.float32, lambda x, axis: x.max(axis)),
    "arith.minimumf": (np.float32, lambda x, axis: x.min(axis)),
    "arith.addi": (np.int64, lambda x, axis: x.sum(axis)),
    "arith.maxsi": (np.int32, lambda x, axis: x.max(axis)),
    "arith.minsi": (np.int16, lambda x, axis: x.min(axis)),
    "arith.andi": (np.int8, lambda x, axis: np.bitwise_and.reduce(x, axis)),
    "arith.ori": (np.int32, lambda x, axis: np.bitwise_or.reduce(x, axis)),
    "arith.xori": (np.int64, lambda x, axis: np.bitwise_xor.reduce(x, axis)),
}
STARTS = {
    "arith.mulf": 1,
    "arith.maximumf": -1e30,
    "arith.minimumf": 1e30,
    "arith.maxsi": -(2**31),
    "arith.minsi": 2**15 - 1,
    "arith.andi": -1,
}


@pytest.mark.covering
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("combine", FOLDS)
@pytest.mark.parametrize("shape", [(7, 13), (33, 65), (64, 48), (1, 97)])
def test_reductions_over_either_axis(compute, combine, shape, axis):
    dtype, reference = FOLDS[combine]
    x = floats(*shape) if dtype == np.float32 else integers(*shape, dtype=dtype)
    if combine == "arith.mulf":
        x = 1 + x / 50
    out = np.full(shape[1 - axis], STARTS.get(combine, 0), dtype)
    kept = "d1" if axis == 0 else "d0"
    element = ELEMENTS[x.dtype.name]
    body = f"^bb0(%v: {element}, %o: {element}):\n %0 = {combine} %v, %o : {element}\n linalg.yield %0 : {element}"
    compute(generic(["d0, d1", kept], "rp" if axis == 0 else "pr", "x", ["out"], body), x=x.astype(dtype), out=out)
    np.testing.assert_allclose(out, reference(x.astype(dtype), axis), rtol=1e-5, atol=1e-5)


def test_maximumf_propagates_nan_and_maxnumf_does_not(compute):
    x = floats(4, 100)
    x[1, 37] = x[2, :] = np.nan
    most, number = np.full(4, -np.inf, np.float32), np.full(4, np.nan, np.float32)
    for name, op in (("most", "maximumf"), ("number", "maxnumf")):
        body = f"^bb0(%v: f32, %o: f32):\n %0 = arith.{op} %v, %o : f32\n linalg.yield %0 : f32"
        compute(
            generic(["d0, d1", "d0"], "pr", "x", [name], body), x=x, **{name: {"most": most, "number": number}[name]}
        )
    np.testing.assert_array_equal(most, x.max(1))
    np.testing.assert_array_equal(number, np.fmax.reduce(x, 1))


@pytest.mark.covering
@pytest.mark.parametrize("rows", [25, 64, 200, 1000])
@pytest.mark.parametrize("columns", [1, 5, 16])
def test_sums_of_columns_lose_few_digits(compute, rows, columns):
    """Each block of a column is summed from zero: one running sum of 64 tenths is already wrong by 6e-7."""
    x, out = np.full((rows, columns), 0.1, np.float32), np.zeros(columns, np.float32)
    body = "^bb0(%v: f32, %o: f32):\n %0 = arith.addf %v, %o : f32\n linalg.yield %0 : f32"
    compute(generic(["d0, d1", "d1"], "rp", "x", ["out"], body), x=x, out=out)
    np.testing.assert_allclose(out, x.astype(np.float64).sum(0), rtol=4e-7)


@pytest.mark.parametrize("kept", ["d0", "d1"])
@pytest.mark.parametrize("element", ["bf16", "f16"])
def test_extremes_of_narrow_floats_are_elements(compute, element, kept):
    bits = np.random.default_rng(5).integers(0, 2**16, (33, 129), dtype=np.uint16)
    bits[(bits & 0x7C00) == 0x7C00] &= 0x0FFF  # no NaN, of which only some rows get one
    bits[3, 5] = bits[7, :] = {"bf16": 0x7FC0, "f16": 0x7E00}[element]
    wide = (bits.astype(np.uint32) << 16).view(np.float32) if element == "bf16" else bits.view(np.float16)
    lowest = {"bf16": 0xFF80, "f16": 0xFC00}[element]
    out = np.full(bits.shape[kept == "d1"], lowest, np.uint16)
    body = f"^bb0(%v: {element}, %o: {element}):\n %0 = arith.maximumf %v, %o : {element}\n linalg.yield %0 : {element}"
    kinds, types = "pr" if kept == "d0" else "rp", {"x": element, "out": element}
    compute(generic(["d0, d1", kept], kinds, "x", ["out"], body), types, x=bits, out=out)
    got = (out.astype(np.uint32) << 16).view(np.float32) if element == "bf16" else out.view(np.float16)
    np.testing.assert_array_equal(got, wide.max(1 if kept == "d0" else 0))


def test_a_sum_of_minus_zeros_is_minus_zero(compute):
    x, out = np.full((2, 40), -0.0, np.float32), np.full(2, -0.0, np.float32)
    compute(
        generic(
            ["d0, d1", "d0"],
            "pr",
            "x",
            ["out"],
            "^bb0(%v: f32, %o: f32):\n %0 = arith.addf %v, %o : f32\n linalg.yield %0 : f32",
        ),
        x=x,
        out=out,
    )
    assert np.signbit(out).all()


@pytest.mark.covering
@pytest.mark.parametrize("shape", [(3, 5, 7), (16, 4, 32), (2, 3, 130)])
@pytest.mark.parametrize("kept", [(), (0,), (1,), (2,), (0, 2), (1, 2)])
def test_several_reduction_dimensions_at_once(compute, shape, kept):
    x, out = floats(*shape), np.zeros([shape[d] for d in kept], np.float32)
    kinds = "".join("p" if d in kept else "r" for d in range(3))
    text = generic(
        ["d0, d1, d2", ", ".join(f"d{d}" for d in kept)],
        kinds,
        "x",
        ["out"],
        "^bb0(%v: f32, %o: f32):\n %0 = arith.addf %v, %o : f32\n linalg.yield %0 : f32",
    )
    compute(text, x=x, out=out)
    np.testing.assert_allclose(
        out, x.astype(np.float64).sum(tuple(d for d in range(3) if d not in kept)), rtol=1e-5, atol=1e-5
    )


@pytest.mark.parametrize("shape", [(9, 100), (32, 64), (5, 17)])
def test_argmax_keeps_value_and_index_of_the_first_maximum(compute, shape):
    x = integers(*shape, dtype=np.float32, low=0, high=9)
    best, where = np.full(shape[0], -np.inf, np.float32), np.zeros(shape[0], np.int64)
    text = generic(
        ["d0, d1", "d0", "d0"],
        "pr",
        "x",
        ["best", "where"],
        """
    ^bb0(%v: f32, %b: f32, %w: i64):
      %i = linalg.index 1 : index
      %j = arith.index_cast %i : index to i64
      %c = arith.cmpf ogt, %v, %b : f32
      %0 = arith.select %c, %v, %b : f32
      %1 = arith.select %c, %j, %w : i64
      linalg.yield %0, %1 : f32, i64""",
    )
    compute(text, x=x, best=best, where=where)
    np.testing.assert_array_equal(where, x.argmax(1))
    np.testing.assert_array_equal(best, x.max(1))


@pytest.mark.covering("shape0")
@pytest.mark.parametrize("shape", [(9, 100), (32, 64)])
def test_outputs_of_different_rank_from_one_body(compute, shape):
    x, doubled, total = floats(*shape), np.zeros(shape, np.float32), np.zeros(shape[0], np.float32)
    text = generic(
        ["d0, d1", "d0, d1", "d0"],
        "pr",
        "x",
        ["doubled", "total"],
        """
    ^bb0(%v: f32, %d: f32, %t: f32):
      %0 = arith.addf %v, %v : f32
      %1 = arith.addf %t, %v : f32
      linalg.yield %0, %1 : f32, f32""",
    )
    compute(text, x=x, doubled=doubled, total=total)
    np.testing.assert_array_equal(doubled, x + x)
    np.testing.assert_allclose(total, x.astype(np.float64).sum(1), rtol=1e-5, atol=1e-5)
