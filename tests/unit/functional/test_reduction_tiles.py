"""Short reduction tiles are merged for the host: which are, and that values are those of the kernel as it is."""

# ruff: noqa: E501  (lines of MLIR)

import re

import numpy as np
import pytest
from npusim.simulator.functional import compile_functional
from npusim.simulator.functional.reduction_tiles import merge_reduction_tiles
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.ir.mlir import exclusive, ir
from npusim.simulator.machine import load_machine

MACHINE = load_machine("tpuv3")
RNG = np.random.default_rng(3)
PRODUCT = """
      linalg.generic {{indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}} ins(%at, %bt : memref<{m}x{s}xf32, 1>, memref<{s}x{n}xf32, 1>) outs(%ct : memref<{m}x{n}xf32, 1>) {{
        ^bb0(%x: f32, %y: f32, %z: f32):
        %p = arith.mulf %x, %y : f32
        %sum = arith.addf %z, %p : f32
        linalg.yield %sum : f32
      }}"""
CLIPPED = """
      %r = affine.min affine_map<(d0) -> ({s}, {rest} - d0)>(%k)
      %o = affine.apply affine_map<(d0) -> (d0 * {n})>(%k)
      %av = memref.reinterpret_cast %a to offset: [%k], sizes: [{m}, %r], strides: [{k}, 1] : memref<{ak}xf32> to memref<{m}x?xf32, strided<[{k}, 1], offset: ?>>
      %bv = memref.reinterpret_cast %b to offset: [%o], sizes: [%r, {n}], strides: [{n}, 1] : memref<{bk}xf32> to memref<?x{n}xf32, strided<[{n}, 1], offset: ?>>
      "npu.dma_load"(%av, %at) : (memref<{m}x?xf32, strided<[{k}, 1], offset: ?>>, memref<{m}x{s}xf32, 1>) -> ()
      "npu.dma_load"(%bv, %bt) : (memref<?x{n}xf32, strided<[{n}, 1], offset: ?>>, memref<{s}x{n}xf32, 1>) -> ()"""
WHOLE = """
      %o = affine.apply affine_map<(d0) -> (d0 * {step})>(%k)
      %av = memref.reinterpret_cast %a to offset: [%k], sizes: [{m}, {s}], strides: [{k}, 1] : memref<{ak}xf32> to memref<{m}x{s}xf32, strided<[{k}, 1], offset: ?>>
      %bv = memref.reinterpret_cast %b to offset: [%o], sizes: [{s}, {n}], strides: [{n}, 1] : memref<{bk}xf32> to memref<{s}x{n}xf32, strided<[{n}, 1], offset: ?>>
      "npu.dma_load"(%av, %at) : (memref<{m}x{s}xf32, strided<[{k}, 1], offset: ?>>, memref<{m}x{s}xf32, 1>) -> ()
      "npu.dma_load"(%bv, %bt) : (memref<{s}x{n}xf32, strided<[{n}, 1], offset: ?>>, memref<{s}x{n}xf32, 1>) -> ()"""

STILL = WHOLE.replace("offset: [%k]", "offset: [0]").replace(
    "strided<[{k}, 1], offset: ?>", "strided<[{k}, 1], offset: 0>"
)


def kernel(k, s, m=40, n=48, loads=WHOLE, extra="", **changes):
    """Products of a (m, k) and b (k, n), with reduction tiles of s."""
    names = {"m": m, "n": n, "k": k, "s": s, "ak": m * k, "bk": k * n, "rest": k, "step": n} | changes
    return f"""
func.func @kernel(%a: memref<{m * k}xf32>, %b: memref<{k * n}xf32>, %c: memref<{m * n}xf32>) {{
  %at = "npu.alloc"() : () -> memref<{m}x{s}xf32, 1>
  %bt = "npu.alloc"() : () -> memref<{s}x{n}xf32, 1>
  %ct = "npu.alloc"() : () -> memref<{m}x{n}xf32, 1>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%ct : memref<{m}x{n}xf32, 1>)
  affine.for %k = 0 to {k} step {s} {{{loads.format(**names)}{PRODUCT.format(**names)}{extra.format(**names)}
  }}
  %cv = memref.reinterpret_cast %c to offset: [0], sizes: [{m}, {n}], strides: [{n}, 1] : memref<{m * n}xf32> to memref<{m}x{n}xf32, strided<[{n}, 1], offset: 0>>
  "npu.dma_store"(%ct, %cv) : (memref<{m}x{n}xf32, 1>, memref<{m}x{n}xf32, strided<[{n}, 1], offset: 0>>) -> ()
  return
}}"""


@exclusive
def steps(text):
    """Steps of the kernel's loops after merging."""
    module = parse_kernel(text).clone()
    with module.context, ir.Location.unknown():
        merge_reduction_tiles(module)
    assert module.operation.verify()
    return [int(step) for step in re.findall(r"affine.for .* step (\d+)", str(module))]


def values_are_right(text, k, m=40, n=48):
    a, b = (RNG.standard_normal(shape).astype(np.float32) for shape in ((m, k), (k, n)))
    c = np.full((m, n), np.nan, np.float32)
    compile_functional(parse_kernel(text), MACHINE)([x.ctypes.data for x in (a, b, c)])
    np.testing.assert_allclose(c, a.astype(np.float64) @ b, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize(
    ("k", "s", "merged"),
    [
        (1024, 16, 256),
        (384, 16, 192),
        (16 * 17, 16, 272),
        (512, 128, 256),
        (96, 32, 96),
        (2048, 1, 256),
        (16 * 37, 16, 16),
    ],
)
def test_whole_tiles_are_merged_to_steps_that_divide_the_reduction(k, s, merged):
    text = kernel(k, s)
    assert steps(text) == [merged]
    values_are_right(text, k)


@pytest.mark.parametrize(
    ("k", "s", "merged"), [(1000, 16, 256), (129, 8, 136), (257, 128, 256), (61, 3, 63), (700, 250, 250)]
)
def test_clipped_tiles_are_merged_and_clipped_to_the_reduction(k, s, merged):
    text = kernel(k, s, loads=CLIPPED)
    assert steps(text) == [merged]
    values_are_right(text, k)


@pytest.mark.parametrize(
    "text",
    [
        kernel(512, 256),
        kernel(512, 16, m=8),
        kernel(512, 16, n=24),
        kernel(512, 16, loads=CLIPPED, rest=500),
        kernel(512, 16, loads=WHOLE, step=24),
        kernel(512, 16, loads=STILL),
        kernel(
            512,
            16,
            extra='\n"npu.dma_load"(%av, %at) : (memref<{m}x{s}xf32, strided<[{k}, 1], offset: ?>>, memref<{m}x{s}xf32, 1>) -> ()',
        ),
        kernel(512, 16, extra="\nlinalg.fill ins(%zero : f32) outs(%at : memref<{m}x{s}xf32, 1>)"),
        kernel(512, 16).replace("arith.addf", "arith.maximumf"),
        kernel(1000, 16, loads=CLIPPED).replace(
            '"npu.dma_load"(%av, %at) :', '"npu.dma_load"(%av, %at) {pad = 1.0 : f32} :'
        ),
    ],
    ids=[
        "long",
        "few rows",
        "few columns",
        "shorter",
        "overlapping",
        "the same columns in every step",
        "loaded twice",
        "written",
        "no sum of products",
        "padded with ones",
    ],
)
def test_other_loops_stay_as_they_are(text):
    step = 256 if "step 256" in text else 16
    assert steps(text) == [step]
