"""Code for older processors than this host's, run here: narrower registers, fewer instructions."""

# ruff: noqa: E501  (lines of MLIR)

import numpy as np
import pytest
from npusim.simulator.functional.math import library
from npusim.simulator.native.host_cpu import runnable_processors


@pytest.fixture(params=["x86-64-v3", "x86-64-v2", "x86-64"], autouse=True)
def older_processor(request, monkeypatch):
    if request.param not in runnable_processors():
        pytest.skip(f"this host cannot run code for {request.param}")
    monkeypatch.setenv("NPUSIM_HOST_CPU", request.param)


@pytest.mark.covering("x86-64-shape0", "x86-64-v2-shape1", "x86-64-v3-shape2")
@pytest.mark.parametrize("shape", [(37, 53, 61), (64, 64, 64), (8, 17, 300)])
def test_products(compute, shape):
    m, n, k = shape
    rng = np.random.default_rng(0)
    a, b, c = rng.standard_normal((m, k)), rng.standard_normal((k, n)), np.zeros((m, n), np.float32)
    text = "linalg.matmul ins(%a, %b : {a}, {b}) outs(%c : {c})"
    compute(text, a=a.astype(np.float32), b=b.astype(np.float32), c=c)
    np.testing.assert_allclose(c, a @ b, rtol=1e-5, atol=1e-5)


@pytest.mark.covering
@pytest.mark.parametrize("name", ["exp", "erf", "tanh", "sin", "atan"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_functions(compute, name, dtype):
    x, out = np.linspace(-4, 4, 203).astype(dtype), np.zeros(203, dtype)
    element = "f32" if dtype == np.float32 else "f64"
    text = f"""linalg.generic {{{{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}}}} ins(%x : {{x}}) outs(%out : {{out}}) {{{{
    ^bb0(%v: {element}, %o: {element}):
      %r = math.{name} %v : {element}
      linalg.yield %r : {element}
    }}}}"""
    compute(text, x=x, out=out)
    import torch

    expected = getattr(torch, "arctan" if name == "atan" else name)(torch.from_numpy(x.astype(np.float64))).numpy()
    np.testing.assert_allclose(out, expected, rtol=5e-7 if dtype == np.float32 else 1e-14, atol=1e-15)


def test_hosts_without_a_vector_library_call_the_scalar_one(compute, monkeypatch):
    monkeypatch.setattr(library, "_vector_symbol", lambda *arguments: None)
    x, out = np.linspace(-2, 2, 37), np.zeros(37)
    text = """// no libmvec
    linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}} ins(%x : {x}) outs(%out : {out}) {{
    ^bb0(%v: f64, %o: f64):
      %r = math.sinh %v : f64
      linalg.yield %r : f64
    }}"""
    compute(text, x=x, out=out)
    np.testing.assert_allclose(out, np.sinh(x), rtol=1e-14)


def test_row_reductions_and_transposes(compute):
    x = np.random.default_rng(1).standard_normal((33, 70)).astype(np.float32)
    total, turned = np.zeros(33, np.float32), np.zeros((70, 33), np.float32)
    compute(
        """linalg.reduce {{ arith.addf }} ins(%x : {x}) outs(%total : {total}) dimensions = [1]
    linalg.transpose ins(%x : {x}) outs(%turned : {turned}) permutation = [1, 0]""",
        x=x,
        total=total,
        turned=turned,
    )
    np.testing.assert_allclose(total, x.sum(1), rtol=1e-5, atol=1e-5)
    np.testing.assert_array_equal(turned, x.T)


@pytest.mark.covering("x86-64-f16", "x86-64-v2-bf16", "x86-64-v3-f16")
@pytest.mark.parametrize("dtype", [np.float16, np.uint16], ids=["f16", "bf16"])
def test_products_of_narrow_floats_and_their_largest(compute, dtype):
    rng = np.random.default_rng(2)
    x = rng.integers(-8, 9, (37, 53)).astype(np.float32)
    narrow = x.astype(np.float16) if dtype == np.float16 else (x.view(np.uint32) >> 16).astype(np.uint16)
    out, largest = np.zeros((37, 37), np.float32), np.full(37, -np.inf, np.float32)
    element = "f16" if dtype == np.float16 else "bf16"
    compute(
        f"""linalg.generic {{{{indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}}}} ins(%a, %a : {{a}}, {{a}}) outs(%out : {{out}}) {{{{
    ^bb0(%x: {element}, %y: {element}, %o: f32):
      %u = arith.extf %x : {element} to f32
      %v = arith.extf %y : {element} to f32
      %p = arith.mulf %u, %v : f32
      %r = arith.addf %o, %p : f32
      linalg.yield %r : f32
    }}}}
    linalg.generic {{{{indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}}}} ins(%a : {{a}}) outs(%largest : {{largest}}) {{{{
    ^bb0(%x: {element}, %o: f32):
      %u = arith.extf %x : {element} to f32
      %r = arith.maximumf %o, %u : f32
      linalg.yield %r : f32
    }}}}""",
        a=narrow,
        out=out,
        largest=largest,
    )
    np.testing.assert_array_equal(out, x @ x.T)
    np.testing.assert_array_equal(largest, x.max(1))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rows_divided_by_a_number_are_correctly_rounded(compute, dtype):
    x = np.random.default_rng(3).standard_normal(203).astype(dtype)
    divisor, out, element = np.array([1.7], dtype), np.zeros((1, 203), dtype), "f32" if dtype == np.float32 else "f64"
    text = f"""linalg.generic {{{{indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}}} ins(%x, %divisor : {{x}}, {{divisor}}) outs(%out : {{out}}) {{{{
    ^bb0(%v: {element}, %d: {element}, %o: {element}):
      %r = arith.divf %v, %d : {element}
      linalg.yield %r : {element}
    }}}}"""
    compute(text, x=x, divisor=divisor, out=out)
    np.testing.assert_array_equal(out[0], x / divisor)
