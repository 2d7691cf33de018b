"""Every form of compute on tiles against NumPy: shapes friendly and awkward, all element types, layouts of operands."""

# ruff: noqa: E501  (lines of MLIR)

import numpy as np
import pytest

AWKWARD = [(1, 1), (7, 13), (3, 1), (1, 97), (33, 65), (16, 16), (64, 48), (128, 200), (5, 1031)]
RNG = np.random.default_rng(7)


def generic(maps, iterators, inputs, outputs, body):
    dims = f"({', '.join(f'd{i}' for i in range(len(iterators)))})"
    maps = ", ".join(f"affine_map<{dims} -> ({m})>" for m in maps)
    kinds = ", ".join(f'"{"parallel" if k == "p" else "reduction"}"' for k in iterators)
    ins = f"ins({', '.join('%' + i for i in inputs)} : {', '.join('{' + i + '}' for i in inputs)})" if inputs else ""
    outs = f"outs({', '.join('%' + o for o in outputs)} : {', '.join('{' + o + '}' for o in outputs)})"
    body = body.replace("{", "{{").replace("}", "}}")
    return (
        f"linalg.generic {{{{indexing_maps = [{maps}], iterator_types = [{kinds}]}}}} {ins} {outs} {{{{\n{body}\n}}}}\n"
    )


def floats(*shape, dtype=np.float32):
    return RNG.standard_normal(shape).astype(dtype)


def integers(*shape, dtype=np.int32, low=-50, high=50):
    return RNG.integers(low, high, shape).astype(dtype)


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
ELEMENTS = {"float32": "f32", "int64": "i64", "int32": "i32", "int16": "i16", "int8": "i8"}


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
