"""Copies of a tile in every lane: values are those of the tile, and no copy is made on the host."""

import numpy as np
import pytest
from npusim.simulator.functional.broadcast_elimination import read_originals
from npusim.simulator.ir.kernel import parse_kernel
from on_tiles import run_kernel

TEXT = """
func.func @scaled(%x: memref<1024xf32>, %w: memref<16xf32>, %y: memref<1024xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c16 = arith.constant 16 : index
  %tw = "npu.alloc"() : () -> memref<16xf32, 1>
  %spread = "npu.alloc"() {slots = 1 : i64} : () -> memref<32x16xf32, 1>
  %tx = "npu.alloc"() : () -> memref<32x16xf32, 1>
  %ty = "npu.alloc"() : () -> memref<32x16xf32, 1>
  %vw = memref.reinterpret_cast %w to offset: [0], sizes: [16], strides: [1]
    : memref<16xf32> to memref<16xf32, strided<[1]>>
  "npu.dma_load"(%vw, %tw) : (memref<16xf32, strided<[1]>>, memref<16xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]} ins(%tw : memref<16xf32, 1>) outs(%spread : memref<32x16xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
  }
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c64 step %c32 {
    %at = arith.muli %i, %c16 : index
    %vx = memref.reinterpret_cast %x to offset: [%at], sizes: [32, 16], strides: [16, 1]
      : memref<1024xf32> to memref<32x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%vx, %tx) : (memref<32x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%tx, %spread : memref<32x16xf32, 1>, memref<32x16xf32, 1>) outs(%ty : memref<32x16xf32, 1>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %m = arith.mulf %a, %b : f32
        linalg.yield %m : f32
    }
    %vy = memref.reinterpret_cast %y to offset: [%at], sizes: [32, 16], strides: [16, 1]
      : memref<1024xf32> to memref<32x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_store"(%ty, %vy) : (memref<32x16xf32, 1>, memref<32x16xf32, strided<[16, 1], offset: ?>>) -> ()
  }
  return
}
"""
RELOAD = """"npu.dma_load"(%vw, %tw) : (memref<16xf32, strided<[1]>>, memref<16xf32, 1>) -> ()
    %at ="""


def computes(text):
    kernel = parse_kernel(text)
    module = kernel.clone()
    with module.context:
        read_originals(module)
    return str(module).count("linalg.generic")


REDUCED = """
func.func @reduced(%x: memref<5xf32>, %y: memref<5xf32>) {
  %tx = "npu.alloc"() : () -> memref<5xf32, 1>
  %whole = "npu.alloc"() : () -> memref<5x3xf32, 1>
  %sum = "npu.alloc"() : () -> memref<5xf32, 1>
  %zero = arith.constant 0.0 : f32
  %vx = memref.reinterpret_cast %x to offset: [0], sizes: [5], strides: [1]
    : memref<5xf32> to memref<5xf32, strided<[1]>>
  "npu.dma_load"(%vx, %tx) : (memref<5xf32, strided<[1]>>, memref<5xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]} ins(%tx : memref<5xf32, 1>) outs(%whole : memref<5x3xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
  }
  linalg.fill ins(%zero : f32) outs(%sum : memref<5xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
    iterator_types = ["parallel", "reduction"]} ins(%whole : memref<5x3xf32, 1>) outs(%sum : memref<5xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %s = arith.addf %o, %a : f32
      linalg.yield %s : f32
  }
  %vy = memref.reinterpret_cast %y to offset: [0], sizes: [5], strides: [1]
    : memref<5xf32> to memref<5xf32, strided<[1]>>
  "npu.dma_store"(%sum, %vy) : (memref<5xf32, 1>, memref<5xf32, strided<[1]>>) -> ()
  return
}
"""


@pytest.mark.parametrize("repeated", [1, 3])
def test_a_copy_that_alone_says_how_far_a_loop_goes_stays(repeated):
    text = REDUCED.replace("5x3", f"5x{repeated}")
    x, y = np.arange(5, dtype=np.float32), np.zeros(5, np.float32)
    assert computes(text) == 2
    run_kernel(text, (x, y))
    np.testing.assert_array_equal(y, repeated * x)


def test_readers_of_a_copy_read_the_tile():
    assert computes(TEXT) == 1


def test_a_tile_that_is_written_again_keeps_its_copy():
    assert computes(TEXT.replace("%at =", RELOAD, 1)) == 2


@pytest.mark.parametrize("text", [TEXT, TEXT.replace("%at =", RELOAD, 1)], ids=["once", "again"])
def test_values_are_those_of_the_tile(text):
    x, w = np.random.default_rng(0).normal(size=(64, 16)).astype(np.float32), np.arange(16, dtype=np.float32)
    y = np.zeros_like(x)
    run_kernel(text, (x, w, y))
    np.testing.assert_array_equal(y, x * w)
