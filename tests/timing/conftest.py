"""Kernels written by hand, and ways to look at their tables, their traces and their cycles."""

import ctypes
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from memories import SIMPLE_481
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.report.report import Report
from npusim.simulator.run.memory.address_space import separate
from npusim.simulator.run.simulation import Simulation
from npusim.simulator.timing import OperationTable, compile_timing

FLUSH = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


@pytest.fixture(scope="session")
def small() -> Machine:
    return load_machine("small8x8")


@pytest.fixture(scope="session")
def tpuv3() -> Machine:
    return load_machine("tpuv3")


@pytest.fixture
def rowless_tpuv3(tpuv3: Machine) -> Machine:
    """For tests of kernels, not of the rows of DRAM."""
    return tpuv3.evolve(**SIMPLE_481)


@pytest.fixture
def gemm() -> Callable[..., str]:
    return gemm_text


def gemm_text(m: int, n: int, k: int, tile_m: int, tile_n: int, tile_k: int, slots: int = 2, dtype: str = "f32") -> str:
    """C = A * B with the reduction innermost; ragged edges are clipped by the views."""
    a = f"memref<{tile_m}x{tile_k}x{dtype}, 1>"
    b = f"memref<{tile_k}x{tile_n}x{dtype}, 1>"
    c = f"memref<{tile_m}x{tile_n}xf32, 1>"

    def view(name: str, rows: str, columns: str, row: str, column: str, pitch: int, type_: str, extent: int) -> str:
        result = f"memref<?x?x{type_}, strided<[{pitch}, 1], offset: ?>>"
        return f"""
        %{name}o = affine.apply affine_map<(i, j) -> (i * {pitch} + j)>({row}, {column})
        %{name}v = memref.reinterpret_cast %{name.upper()} to offset: [%{name}o], sizes: [{rows}, {columns}],
          strides: [{pitch}, 1] : memref<{extent}x{type_}> to {result}"""

    views = {name: f"memref<?x?x{type_}, strided<[{pitch}, 1], offset: ?>>"
             for name, pitch, type_ in (("a", k, dtype), ("b", n, dtype), ("c", n, "f32"))}  # fmt: skip
    return f"""
func.func @gemm(%A: memref<{m * k}x{dtype}>, %B: memref<{k * n}x{dtype}>, %C: memref<{m * n}xf32>) {{
  %a = "npu.alloc"() {{slots = {slots} : i64}} : () -> {a}
  %b = "npu.alloc"() {{slots = {slots} : i64}} : () -> {b}
  %c = "npu.alloc"() {{slots = {slots} : i64}} : () -> {c}
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to {m} step {tile_m} {{
    %rows = affine.min affine_map<(d) -> ({tile_m}, {m} - d)>(%i)
    affine.for %j = 0 to {n} step {tile_n} {{
      %columns = affine.min affine_map<(d) -> ({tile_n}, {n} - d)>(%j)
      linalg.fill ins(%zero : f32) outs(%c : {c})
      affine.for %l = 0 to {k} step {tile_k} {{
        %depth = affine.min affine_map<(d) -> ({tile_k}, {k} - d)>(%l)
        {view("a", "%rows", "%depth", "%i", "%l", k, dtype, m * k)}
        {view("b", "%depth", "%columns", "%l", "%j", n, dtype, k * n)}
        "npu.dma_load"(%av, %a) : ({views["a"]}, {a}) -> ()
        "npu.dma_load"(%bv, %b) : ({views["b"]}, {b}) -> ()
        linalg.matmul ins(%a, %b : {a}, {b}) outs(%c : {c})
      }}
      {view("c", "%rows", "%columns", "%i", "%j", n, "f32", m * n)}
      "npu.dma_store"(%c, %cv) : ({c}, {views["c"]}) -> ()
    }}
  }}
  return
}}
"""


@pytest.fixture
def table() -> Callable[[str, Machine], OperationTable]:
    return lambda text, machine: compile_timing(parse_kernel(text), machine).table


@pytest.fixture(params=["interpreted", "compiled"])
def trace(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[list[int]]]:
    if request.param == "compiled":
        monkeypatch.setattr("npusim.simulator.timing.compile.translate", lambda _: None)
        monkeypatch.setattr("npusim.simulator.timing.compile._interpreted", {})
    return trace_records


def trace_records(
    text: str, machine: Machine, addresses: list[int], sizes: tuple[int, ...] = (), capacity: int = 4
) -> list[list[int]]:
    """All records a kernel's trace program writes, through a buffer that is flushed often."""
    kernel = compile_timing(parse_kernel(text), machine)
    assert not kernel.combined
    arguments = kernel.arguments([0] * len(addresses), sizes, 0, addresses)
    if kernel.function is None:
        return kernel.program.trace_records(np.array(arguments, np.int64)).tolist()
    records = np.zeros((capacity, 16), np.int64)
    context = np.zeros(5, np.int64)
    seen: list[list[int]] = []

    def flush(_: Any) -> None:
        seen.extend(records[: context[2]].tolist())
        context[2] = 0

    callback = FLUSH(flush)
    address = ctypes.cast(callback, ctypes.c_void_p).value or 0
    context[:] = (records.ctypes.data, capacity, 0, address, address)
    arguments[-1] = context.ctypes.data
    kernel.function.invoke(arguments)
    return seen


@pytest.fixture
def time(tmp_path: Path) -> Iterator[Callable[..., Report]]:
    def run(text: str, machine: Machine, sizes: tuple[int, ...] = ()) -> Report:
        return time_kernel(text, machine, tmp_path, sizes)

    yield run


def time_kernel(text: str, machine: Machine, folder: Path, sizes: tuple[int, ...] = ()) -> Report:
    """One timed launch of a kernel whose tensors lie one behind the other."""
    simulation = Simulation(machine, "timing", folder)
    kernel = parse_kernel(text)
    loaded = simulation.load(kernel, name=kernel.name)
    locations = separate(kernel, [tensor.extent or 1 << 20 for tensor in kernel.tensors])
    simulation.launch(loaded, [0] * len(locations), locations, sizes)
    report = simulation.report()
    simulation.close()
    return report
