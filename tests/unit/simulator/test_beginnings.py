"""Long candidates, whose cycles follow from their beginning."""

import pytest
from npusim.simulator.ir.kernel import KernelModule, parse_kernel
from npusim.simulator.machine import load_machine
from npusim.simulator.run.times import beginnings, known_times
from npusim.simulator.run.times.timing_only import start_alone

ELEMENTS = 1 << 22


def doubling(tile: int, machine_rows: int = 8) -> KernelModule:
    """A kernel that loads, doubles and stores tiles, behind a tile that it loads once."""
    row = f"memref<{tile}xf32, strided<[1], offset: ?>>"
    whole, held = f"memref<{ELEMENTS}xf32>", f"memref<{tile}xf32, 1>"
    once = f"memref<{tile * machine_rows}xf32, 1>"
    first = f"memref<{tile * machine_rows}xf32, strided<[1]>>"
    return parse_kernel(
        f"""
func.func @doubling(%X: {whole}, %Y: {whole}) {{
  %x = "npu.alloc"() : () -> {held}
  %w = "npu.alloc"() : () -> {once}
  %wv = memref.reinterpret_cast %X to offset: [0], sizes: [{tile * machine_rows}], strides: [1] : {whole} to {first}
  "npu.dma_load"(%wv, %w) : ({first}, {once}) -> ()
  affine.for %i = 0 to {ELEMENTS} step {tile} {{
    %xv = memref.reinterpret_cast %X to offset: [%i], sizes: [{tile}], strides: [1] : {whole} to {row}
    %yv = memref.reinterpret_cast %Y to offset: [%i], sizes: [{tile}], strides: [1] : {whole} to {row}
    "npu.dma_load"(%xv, %x) : ({row}, {held}) -> ()
    linalg.add ins(%x, %x : {held}, {held}) outs(%x : {held})
    "npu.dma_store"(%x, %yv) : ({held}, {row}) -> ()
  }}
  return
}}
""",
        source="doubling",
    )


def cycles(kernel: KernelModule, machine: str, *, to_the_end: bool) -> int:
    return start_alone(kernel, load_machine(machine), [ELEMENTS, ELEMENTS], to_the_end=to_the_end)()


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPUSIM_REUSE_TIMES", "0")
    monkeypatch.setattr(known_times, "_recent", type(known_times._recent)())


@pytest.mark.parametrize("machine", ["tpuv3", "tpuv6e"])
@pytest.mark.parametrize("tile", [2048, 16384])
def test_a_long_launch_takes_what_its_beginning_says(machine: str, tile: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginnings, "BEGINNING_BYTES", 4 << 20)
    kernel = doubling(tile)
    begun = cycles(kernel, machine, to_the_end=False)
    whole = cycles(kernel, machine, to_the_end=True)
    assert begun != whole, "it was simulated to its end"
    assert begun == pytest.approx(whole, rel=0.02)
    assert cycles(kernel, machine, to_the_end=False) == begun, "it depends on what was simulated before"


def test_a_launch_of_few_bytes_or_stores_is_simulated_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    short = doubling(16384)
    assert cycles(short, "tpuv3", to_the_end=False) == cycles(short, "tpuv3", to_the_end=True)
    monkeypatch.setattr(beginnings, "BEGINNING_BYTES", 1 << 16)
    coarse = doubling(ELEMENTS // 8)
    assert cycles(coarse, "tpuv3", to_the_end=False) == cycles(coarse, "tpuv3", to_the_end=True)
