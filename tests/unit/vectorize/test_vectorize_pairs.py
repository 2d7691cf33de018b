"""Outputs written pair by pair, such as both nibbles of a byte, against NumPy."""

import numpy as np
import pytest

RNG = np.random.default_rng(3)

UNPACK = """linalg.generic {{indexing_maps = [affine_map<(r, b, h) -> (r, b)>, affine_map<(r, b, h) -> (r)>,
    affine_map<(r, b, h) -> (r, b, h)>], iterator_types = ["parallel", "parallel", "parallel"]}}
    ins(%packed, %scale : {packed}, {scale}) outs(%out : {out}) {{
^bb0(%byte: i8, %factor: f32, %before: f32):
  %four = arith.constant 4 : i8
  %mask = arith.constant 15 : i8
  %place = linalg.index 2 : index
  %one = arith.constant 1 : index
  %is_low = arith.cmpi slt, %place, %one : index
  %low = arith.andi %byte, %mask : i8
  %high = arith.shrui %byte, %four : i8
  %bits = arith.select %is_low, %low, %high : i8
  %number = arith.uitofp %bits : i8 to f32
  %scaled = arith.mulf %number, %factor : f32
  linalg.yield %scaled : f32
}}
"""

BIAS = """linalg.generic {{indexing_maps = [affine_map<(r, b, h) -> (r, b)>, affine_map<(r, b, h) -> (h)>,
    affine_map<(r, b, h) -> (r, b, h)>], iterator_types = ["parallel", "parallel", "parallel"]}}
    ins(%x, %bias : {x}, {bias}) outs(%out : {out}) {{
^bb0(%a: f32, %b: f32, %before: f32):
  %sum = arith.addf %a, %b : f32
  linalg.yield %sum : f32
}}
"""

SHAPES = [(1, 8), (3, 16), (5, 33), (2, 64), (4, 100), (1, 257), (7, 5)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_nibbles_of_bytes_become_neighbours(compute, shape):
    packed = RNG.integers(0, 256, shape).astype(np.uint8)
    scale, out = RNG.standard_normal(shape[0]).astype(np.float32), np.zeros((*shape, 2), np.float32)
    compute(UNPACK, packed=packed.view(np.int8), scale=scale, out=out)
    expected = np.stack([packed & 15, packed >> 4], -1) * scale[:, None, None]
    np.testing.assert_array_equal(out, expected.astype(np.float32))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_an_operand_that_differs_within_the_pair(compute, shape):
    x, bias = RNG.standard_normal(shape).astype(np.float32), RNG.standard_normal(2).astype(np.float32)
    out = np.zeros((*shape, 2), np.float32)
    compute(BIAS, x=x, bias=bias, out=out)
    np.testing.assert_array_equal(out, x[:, :, None] + bias)
