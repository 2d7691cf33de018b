"""Loads into a part of a tile that pad the tile around it."""

import numpy as np
import pytest
from npusim.simulator.errors import KernelError
from npusim.simulator.functional import compile_functional
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import load_machine
from npusim.simulator.timing import compile_timing

TEXT = """
func.func @pad(%X: memref<12xf32>, %Y: memref<42xf32>, %row: index) {{
  %tile = "npu.alloc"() {{lane_axis = 0 : i64}} : () -> memref<6x7xf32, 1>
  %view = memref.reinterpret_cast %X to offset: [0], sizes: [3, 4], strides: [4, 1]
    : memref<12xf32> to memref<3x4xf32, strided<[4, 1]>>
  %part = memref.subview %tile[%row, 2] [3, 4] [1, 1]
    : memref<6x7xf32, 1> to memref<3x4xf32, strided<[7, 1], offset: ?>, 1>
  "npu.dma_load"(%view, %part) {attributes}
    : (memref<3x4xf32, strided<[4, 1]>>, memref<3x4xf32, strided<[7, 1], offset: ?>, 1>) -> ()
  %all = memref.reinterpret_cast %Y to offset: [0], sizes: [6, 7], strides: [7, 1]
    : memref<42xf32> to memref<6x7xf32, strided<[7, 1]>>
  "npu.dma_store"(%tile, %all) : (memref<6x7xf32, 1>, memref<6x7xf32, strided<[7, 1]>>) -> ()
  return
}}
"""


def kernel(attributes):
    return parse_kernel(TEXT.format(attributes=attributes))


@pytest.mark.parametrize("row", [0, 1, 3])
def test_the_tile_around_the_part_becomes_pad(row):
    x, y = np.arange(12, dtype=np.float32), np.zeros((6, 7), np.float32)
    program = compile_functional(kernel("{pad_around = true, pad = -1.0 : f32}"), load_machine("tpuv3"))
    program([x.ctypes.data, y.ctypes.data], [row])
    expected = np.full((6, 7), -1, np.float32)
    expected[row : row + 3, 2:6] = x.reshape(3, 4)
    np.testing.assert_array_equal(y, expected)


@pytest.mark.parametrize(("attributes", "field"), [("{pad_around = true}", "overwrites"), ("", "updates")])
def test_a_surrounding_load_takes_the_next_copy_of_the_tile(attributes, field):
    timing = compile_timing(kernel(attributes), load_machine("tpuv3"))
    load = timing.table.operations[0]
    assert load.kind == "dma_load"
    assert getattr(load, field) == (0,)


def test_surround_must_be_a_boolean():
    with pytest.raises(KernelError, match="attribute 'pad_around' must be `true` or `false`"):
        kernel("{pad_around = 1 : i64}")
