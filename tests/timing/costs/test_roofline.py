"""The roofline is a bound: no kernel is faster, however often it uses the bytes that a request brings."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import load_machine, machine_names
from npusim.simulator.run.memory.address_space import separate
from npusim.simulator.run.simulation import Simulation

COUNT, STEPS, ROWS = 256, 24, 64

INDEXED = """
func.func @indexed(%I: memref<{count}xi32>, %T: memref<{extent}xf32>) {{
  %i = "npu.alloc"() : () -> memref<{count}xi32, 1>
  %t = "npu.alloc"() : () -> memref<{count}x{width}xf32, 1>
  %one = arith.constant 1.0 : f32
  %iv = memref.reinterpret_cast %I to offset: [0], sizes: [{count}], strides: [1]
    : memref<{count}xi32> to memref<{count}xi32>
  %rows = memref.reinterpret_cast %T to offset: [0], sizes: [{rows}, {width}], strides: [{row_stride}, {stride}]
    : memref<{extent}xf32> to memref<{rows}x{width}xf32, strided<[{row_stride}, {stride}]>>
  "npu.dma_load"(%iv, %i) : (memref<{count}xi32>, memref<{count}xi32, 1>) -> ()
  linalg.fill ins(%one : f32) outs(%t : memref<{count}x{width}xf32, 1>)
  affine.for %step = 0 to {steps} {{
    {operation}
  }}
  return
}}
"""

_TYPES = {
    "i": f"memref<{COUNT}xi32, 1>",
    "t": "memref<{count}x{width}xf32, 1>",
    "rows": "memref<{rows}x{width}xf32, strided<[{row_stride}, {stride}]>>",
}


def _call(name: str, attributes: str, *operands: str) -> str:
    types = ", ".join(_TYPES[operand] for operand in operands)
    return f'"npu.{name}"({", ".join("%" + each for each in operands)}) {attributes}: ({types}) -> ()'


OPERATIONS = {
    "gather": _call("gather", "", "rows", "i", "t"),
    "scatter": _call("scatter", "", "t", "i", "rows"),
    "scatter_add": _call("scatter", '{{combine = "add"}} ', "t", "i", "rows"),
}

INDICES = {
    "equal": np.full(COUNT, 7),
    "repeated": np.arange(COUNT) // 4 % ROWS,
    "clustered": np.arange(COUNT) // 4 % (ROWS - 1) + np.arange(COUNT) % 2,  # as an interpolation's
    "in_order": np.arange(COUNT) % ROWS,
    "random": np.random.default_rng(0).integers(0, ROWS, COUNT),
}

WINDOWS = """
func.func @windows(%X: memref<4096xf32>) {{
  %x = "npu.alloc"() : () -> memref<64x64xf32, 1>
  affine.for %step = 0 to {steps} {{
    %windows = memref.reinterpret_cast %X to offset: [%step], sizes: [64, 64], strides: [{stride}, 1]
      : memref<4096xf32> to memref<64x64xf32, strided<[{stride}, 1], offset: ?>>
    "npu.{operation}
  }}
  return
}}
"""
_VIEW, _TILE = "memref<64x64xf32, strided<[{stride}, 1], offset: ?>>", "memref<64x64xf32, 1>"
WINDOW_OPERATIONS = {
    "load": f'dma_load"(%windows, %x) : ({_VIEW}, {_TILE}) -> ()',
    "store": f'dma_store"(%x, %windows) : ({_TILE}, {_VIEW}) -> ()',
}


def roofline_fraction(name: str, text: str, folder: Path, *arrays: "np.ndarray[Any, Any]") -> float:
    """Of a kernel on a machine that launches it at once."""
    machine = load_machine(name).evolve(kernel_launch_cycles=0)
    simulation = Simulation(machine, "both", folder)
    kernel = parse_kernel(text)
    locations = separate(kernel, [tensor.extent or 0 for tensor in kernel.tensors])
    simulation.launch(simulation.load(kernel, name=kernel.name), [array.ctypes.data for array in arrays], locations, [])
    report = simulation.report()
    simulation.close()
    return float(report.statistics["roofline_fraction"])


@pytest.mark.covering("1-1-tpuv4", "1-3-gemmini_rtl", "16-1-nvdla", "5-2-small8x8")
@pytest.mark.parametrize("machine", machine_names())
@pytest.mark.parametrize("width, stride", [(1, 1), (1, 3), (16, 1), (5, 2)])
def test_indexed_transfers_are_no_faster_than_their_roofline(
    machine: str, width: int, stride: int, tmp_path: Path
) -> None:
    row_stride = width * stride
    sizes: dict[str, Any] = {"count": COUNT, "steps": STEPS, "rows": ROWS, "width": width, "stride": stride}
    sizes |= {"row_stride": row_stride, "extent": ROWS * row_stride}
    table = np.zeros(ROWS * row_stride, np.float32)
    for name, operation in OPERATIONS.items():
        text = INDEXED.format(operation=operation.format(**sizes), **sizes)
        for kind, indices in INDICES.items():
            fraction = roofline_fraction(machine, text, tmp_path, indices.astype(np.int32), table)
            assert 0 < fraction <= 1, (name, kind)


@pytest.mark.covering
@pytest.mark.parametrize("machine", machine_names())
@pytest.mark.parametrize("stride", [1, 3, 8, 60])
def test_overlapping_rows_are_no_faster_than_their_roofline(machine: str, stride: int, tmp_path: Path) -> None:
    for operation in WINDOW_OPERATIONS.values():
        text = WINDOWS.format(operation=operation.format(stride=stride), stride=stride, steps=STEPS)
        assert 0 < roofline_fraction(machine, text, tmp_path, np.zeros(4096, np.float32)) <= 1
