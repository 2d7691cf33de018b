"""Code for hosts with narrower vectors than this one's, run here: AVX2 and SSE register widths."""

# ruff: noqa: E501  (lines of MLIR)

import numpy as np
import pytest
from npusim.simulator.functional.math import library
from npusim.simulator.functional.vectorize import host

HOSTS = {"AVX2": frozenset({"avx2"}), "SSE": frozenset()}


@pytest.fixture(params=HOSTS)
def narrow_host(request, monkeypatch):
    """A host with other vectors; yields a comment that keeps its code apart from this host's in the cache."""
    monkeypatch.setattr(host, "_cpu_flags", lambda: HOSTS[request.param])
    host.vector_bytes.cache_clear()
    yield f"// {request.param}\n"
    monkeypatch.undo()
    host.vector_bytes.cache_clear()


@pytest.mark.parametrize("shape", [(37, 53, 61), (64, 64, 64), (8, 17, 300)])
def test_products(compute, narrow_host, shape):
    m, n, k = shape
    rng = np.random.default_rng(0)
    a, b, c = rng.standard_normal((m, k)), rng.standard_normal((k, n)), np.zeros((m, n), np.float32)
    text = narrow_host + "linalg.matmul ins(%a, %b : {a}, {b}) outs(%c : {c})"
    compute(text, a=a.astype(np.float32), b=b.astype(np.float32), c=c)
    np.testing.assert_allclose(c, a @ b, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", ["exp", "erf", "tanh", "sin", "atan"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_functions(compute, narrow_host, name, dtype):
    x, out = np.linspace(-4, 4, 203).astype(dtype), np.zeros(203, dtype)
    element = "f32" if dtype == np.float32 else "f64"
    text = f"""{narrow_host}linalg.generic {{{{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}}}} ins(%x : {{x}}) outs(%out : {{out}}) {{{{
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


def test_row_reductions_and_transposes(compute, narrow_host):
    x = np.random.default_rng(1).standard_normal((33, 70)).astype(np.float32)
    total, turned = np.zeros(33, np.float32), np.zeros((70, 33), np.float32)
    compute(
        narrow_host
        + """linalg.reduce {{ arith.addf }} ins(%x : {x}) outs(%total : {total}) dimensions = [1]
    linalg.transpose ins(%x : {x}) outs(%turned : {turned}) permutation = [1, 0]""",
        x=x,
        total=total,
        turned=turned,
    )
    np.testing.assert_allclose(total, x.sum(1), rtol=1e-5, atol=1e-5)
    np.testing.assert_array_equal(turned, x.T)
