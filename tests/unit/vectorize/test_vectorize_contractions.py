"""Contractions against NumPy: layouts, shapes, mixed widths, batches, windows."""

# ruff: noqa: E501  (lines of MLIR)

import numpy as np
import pytest
import torch

RNG = np.random.default_rng(11)
SUMS = {"rtol": 1e-5, "atol": 5e-5}  # of up to 2000 products of normal numbers, each addition rounded to float32

PRODUCT = {
    "f32": "%p = arith.mulf %a0, %b0 : f32\n %r = arith.addf %s, %p : f32",
    "f64": "%p = arith.mulf %a0, %b0 : f64\n %r = arith.addf %s, %p : f64",
    "i32": "%p = arith.muli %a0, %b0 : i32\n %r = arith.addi %s, %p : i32",
    "i64": "%p = arith.muli %a0, %b0 : i64\n %r = arith.addi %s, %p : i64",
}


def contraction(maps, iterators, element="f32", total="f32", extend=None):
    maps = ", ".join(f"affine_map<({', '.join(f'd{i}' for i in range(len(iterators)))}) -> ({m})>" for m in maps)
    kinds = ", ".join(f'"{"parallel" if k == "p" else "reduction"}"' for k in iterators)
    names = ("%a0", "%b0") if extend is None else ("%a1", "%b1")
    wider = (
        ""
        if extend is None
        else f"%a0 = {extend} %a1 : {element} to {total}\n %b0 = {extend} %b1 : {element} to {total}\n"
    )
    return f"""
    linalg.generic {{{{indexing_maps = [{maps}], iterator_types = [{kinds}]}}}} ins(%a, %b : {{a}}, {{b}}) outs(%c : {{c}}) {{{{
    ^bb0({names[0]}: {element}, {names[1]}: {element}, %s: {total}):
      {wider}
      {PRODUCT[total]}
      linalg.yield %r : {total}
    }}}}"""


def operand(shape, transposed):
    logical = RNG.standard_normal(shape).astype(np.float32)
    return logical, np.ascontiguousarray(logical.T) if transposed else logical


SHAPES = [
    (1, 1, 1),
    (5, 7, 3),
    (16, 16, 16),
    (37, 53, 61),
    (64, 96, 128),
    (8, 200, 16),
    (129, 61, 56),
    (3, 33, 700),
    (40, 32, 517),
    (100, 130, 1),
]


@pytest.mark.covering
@pytest.mark.parametrize("layout", ["nn", "nt", "tn", "tt"])
@pytest.mark.parametrize("shape", SHAPES)
def test_matrix_products_of_any_layout_and_shape(compute, shape, layout):
    m, n, k = shape
    a, stored_a = operand((m, k), layout[0] == "t")
    b, stored_b = operand((k, n), layout[1] == "t")
    c = RNG.standard_normal((m, n)).astype(np.float32)
    expected = c + a.astype(np.float64) @ b
    maps = ["d0, d2" if layout[0] == "n" else "d2, d0", "d2, d1" if layout[1] == "n" else "d1, d2", "d0, d1"]
    compute(contraction(maps, "ppr"), a=stored_a, b=stored_b, c=c)
    np.testing.assert_allclose(c, expected, **SUMS)


@pytest.mark.parametrize("stored", ["output transposed", "named matmul"])
def test_the_output_may_be_transposed_and_the_operation_named(compute, stored):
    a, b = (RNG.standard_normal(s).astype(np.float32) for s in ((24, 50), (50, 40)))
    if stored == "named matmul":
        c = np.zeros((24, 40), np.float32)
        compute("linalg.matmul ins(%a, %b : {a}, {b}) outs(%c : {c})", a=a, b=b, c=c)
    else:
        c = np.zeros((40, 24), np.float32)
        compute(contraction(["d0, d2", "d2, d1", "d1, d0"], "ppr"), a=a, b=b, c=c)
        c = c.T
    np.testing.assert_allclose(c, a.astype(np.float64) @ b, **SUMS)


@pytest.mark.covering
@pytest.mark.parametrize("shape", [(32, 64, 48), (7, 21, 13), (64, 128, 300)])
@pytest.mark.parametrize("layout", ["nn", "tt"])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_narrow_floats_accumulate_in_f32(compute, shape, layout, dtype):
    m, n, k = shape
    a, b = (torch.from_numpy(RNG.standard_normal(s)).to(dtype) for s in ((m, k), (k, n)))
    stored = [(x.T if t == "t" else x).contiguous() for x, t in zip((a, b), layout, strict=True)]
    name = "bf16" if dtype == torch.bfloat16 else "f16"
    arrays = [x.view(torch.uint16).numpy() for x in stored]
    c = np.zeros((m, n), np.float32)
    maps = ["d0, d2" if layout[0] == "n" else "d2, d0", "d2, d1" if layout[1] == "n" else "d1, d2", "d0, d1"]
    compute(contraction(maps, "ppr", name, "f32", "arith.extf"), {"a": name, "b": name}, a=arrays[0], b=arrays[1], c=c)
    np.testing.assert_allclose(c, (a.double() @ b.double()).numpy(), **SUMS)


@pytest.mark.parametrize(
    ("element", "total", "extend"),
    [("i8", "i32", "arith.extsi"), ("i8", "i32", "arith.extui"), ("i64", "i64", None), ("i16", "i32", "arith.extsi")],
)
def test_integer_products_wrap_and_widen(compute, element, total, extend):
    dtype, wide = np.dtype(f"int{element[1:]}"), np.dtype(f"int{total[1:]}")
    a, b = (RNG.integers(-100, 100, s).astype(dtype) for s in ((20, 35), (35, 48)))
    c = np.zeros((20, 48), wide)
    compute(contraction(["d0, d2", "d2, d1", "d0, d1"], "ppr", element, total, extend), a=a, b=b, c=c)
    if extend == "arith.extui":
        a, b = a.view(f"u{dtype.name}"), b.view(f"u{dtype.name}")
    np.testing.assert_array_equal(c, a.astype(wide) @ b.astype(wide))


@pytest.mark.parametrize("shape", [(24, 16, 40), (5, 9, 11)])
def test_double_precision_products(compute, shape):
    m, n, k = shape
    a, b, c = RNG.standard_normal((m, k)), RNG.standard_normal((k, n)), np.zeros((m, n))
    compute(contraction(["d0, d2", "d2, d1", "d0, d1"], "ppr", "f64", "f64"), a=a, b=b, c=c)
    np.testing.assert_allclose(c, a @ b, rtol=1e-12)


@pytest.mark.parametrize("shape", [(3, 16, 32, 24), (2, 7, 9, 5)])
@pytest.mark.parametrize("b_map", ["d0, d3, d2", "d0, d2, d3"])
def test_batches(compute, shape, b_map):
    batch, m, n, k = shape
    a, b = (RNG.standard_normal(s).astype(np.float32) for s in ((batch, m, k), (batch, k, n)))
    c = np.zeros((batch, m, n), np.float32)
    stored = b if b_map == "d0, d3, d2" else np.ascontiguousarray(b.transpose(0, 2, 1))
    compute(contraction(["d0, d1, d3", b_map, "d0, d1, d2"], "pppr"), a=a, b=stored, c=c)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b, **SUMS)


def test_rows_spread_over_two_loops_with_a_broadcast_factor(compute):
    a, b = (RNG.standard_normal(s).astype(np.float32) for s in ((4, 40, 24), (24, 64)))
    c = np.zeros((4, 40, 64), np.float32)
    compute(contraction(["d0, d1, d3", "d3, d2", "d0, d1, d2"], "pppr"), a=a, b=b, c=c)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b, **SUMS)


@pytest.mark.parametrize("k", [(4, 6), (40, 50), (3, 300), (600, 2)])
def test_several_reduction_dimensions(compute, k):
    a, b = (RNG.standard_normal(s).astype(np.float32) for s in ((12, *k), (k[1], 40, k[0])))
    c = np.zeros((12, 40), np.float32)
    compute(contraction(["d0, d2, d3", "d3, d1, d2", "d0, d1"], "pprr"), a=a, b=b, c=c)
    np.testing.assert_allclose(c, np.einsum("mkl,lnk->mn", a.astype(np.float64), b), **SUMS)


@pytest.mark.parametrize(("size", "stride", "channels"), [(10, 1, (16, 32)), (9, 2, (3, 7))])
def test_convolutions_are_contractions_over_windows(compute, size, stride, channels):
    x = RNG.standard_normal((2, size, size, channels[0])).astype(np.float32)
    w = RNG.standard_normal((3, 3, *channels)).astype(np.float32)
    out = (size - 3) // stride + 1
    c = np.zeros((2, out, out, channels[1]), np.float32)
    compute(
        contraction([f"d0, d1 * {stride} + d4, d2 * {stride} + d5, d6", "d4, d5, d6, d3", "d0, d1, d2, d3"], "pppprrr"),
        a=x,
        b=w,
        c=c,
    )
    expected = torch.nn.functional.conv2d(
        torch.from_numpy(x).permute(0, 3, 1, 2).double(),
        torch.from_numpy(w).permute(3, 2, 0, 1).double(),
        stride=stride,
    )
    np.testing.assert_allclose(c, expected.permute(0, 2, 3, 1).numpy(), **SUMS)


@pytest.mark.parametrize("maps", [["d0, d1", "d1", "d0"], ["d1, d0", "d1", "d0"]])
def test_a_matrix_times_a_vector(compute, maps):
    a, b, c = (
        RNG.standard_normal((50, 70) if maps[0] == "d0, d1" else (70, 50)).astype(np.float32),
        RNG.standard_normal(70).astype(np.float32),
        np.zeros(50, np.float32),
    )
    compute(contraction(maps, "pr"), a=a, b=b, c=c)
    np.testing.assert_allclose(c, (a if maps[0] == "d0, d1" else a.T).astype(np.float64) @ b, **SUMS)


def test_two_products_in_one_kernel_do_not_share_a_buffer_at_the_same_time(compute):
    a, b = (RNG.standard_normal(s).astype(np.float32) for s in ((64, 256), (256, 256)))
    c, d = np.zeros((64, 256), np.float32), np.zeros((64, 256), np.float32)
    text = "linalg.matmul ins(%a, %b : {a}, {b}) outs(%c : {c})\n linalg.matmul ins(%c, %b : {c}, {b}) outs(%d : {d})"
    compute(text, a=a, b=b, c=c, d=d)
    np.testing.assert_allclose(
        d, a.astype(np.float64) @ b @ b, rtol=1e-5, atol=1e-3
    )  # of values about 16 times as large


def test_products_with_a_number_are_summed_as_those_with_a_tile(compute):
    """What is summed is a product, but only one factor lies in memory."""
    a = RNG.standard_normal((40, 48)).astype(np.float32)
    text = """
    %two = arith.constant 2.5 : f32
    linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}} ins(%a, %two : {a}, f32) outs(%c : {c}) {{
    ^bb0(%a0: f32, %b0: f32, %s: f32):
      %p = arith.mulf %a0, %b0 : f32
      %r = arith.addf %s, %p : f32
      linalg.yield %r : f32
    }}"""
    c = np.ones(40, np.float32)
    compute(text, a=a, c=c)
    np.testing.assert_allclose(c, 1 + (2.5 * a.astype(np.float64)).sum(1), **SUMS)
