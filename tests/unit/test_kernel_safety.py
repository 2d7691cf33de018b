"""Kernels written by hand: whatever they say, it ends with values or with an error that names the line."""

# ruff: noqa: E501  (lines of MLIR)

import json
import os
import signal
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from npusim.simulator.errors import CompilerCrashError, KernelError, NpuSimError, RunInterrupted, ShapeError
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.native import NativeFunction
from npusim.simulator.run import standalone
from npusim.simulator.run.standalone import StandaloneResult, simulate_file

MODES = ("functional", "timing", "both")


@pytest.fixture
def simulate(tmp_path: Path) -> Any:
    def run(text: str, mode: str = "both", **arguments: Any) -> StandaloneResult:
        path = tmp_path / "kernel.mlir"
        path.write_text(text)
        return simulate_file(path, "small8x8", mode, arguments, run_dir=tmp_path / "runs")

    return run


def scalar(body: str, arguments: str = "%n: index") -> str:
    return f"func.func @k(%X: memref<4xi64>, {arguments}) {{\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n{body}\nreturn\n}}\n"


# -- interruption -----------------------------------------------------------------------------------------------------

SPIN = scalar("""
  %end = arith.constant 1000000000000 : index
  %one = arith.constant 1 : i64
  %r = scf.for %i = %c0 to %end step %c1 iter_args(%a = %one) -> i64 {
    %ii = arith.index_cast %i : index to i64
    %x = arith.xori %a, %ii : i64
    %y = arith.muli %x, %x : i64
    scf.yield %y : i64
  }
  memref.store %r, %X[%c0] : memref<4xi64>""")
WHILE = scalar("""
  %true = arith.constant true
  %r = scf.while (%i = %c0) : (index) -> index {
    scf.condition(%true) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  %s = arith.index_cast %r : index to i64
  memref.store %s, %X[%c0] : memref<4xi64>""")
ONE_OPERATION = """
func.func @k(%X: memref<4xi64>, %n: index) {
  %a = "npu.alloc"() {slots = 1 : i64} : () -> memref<300xf32, 1>
  %b = "npu.alloc"() {slots = 1 : i64} : () -> memref<301xf32, 1>
  %c = "npu.alloc"() {slots = 1 : i64} : () -> memref<302xf32, 1>
  %d = "npu.alloc"() {slots = 1 : i64} : () -> memref<303xf32, 1>
  %e = "npu.alloc"() {slots = 1 : i64} : () -> memref<304xf32, 1>
  %s = "npu.alloc"() {slots = 1 : i64} : () -> memref<305xf32, 1>
  linalg.generic {indexing_maps = [affine_map<(i, j, k, l, m, n) -> (i)>, affine_map<(i, j, k, l, m, n) -> (j)>, affine_map<(i, j, k, l, m, n) -> (k)>, affine_map<(i, j, k, l, m, n) -> (l)>, affine_map<(i, j, k, l, m, n) -> (m)>, affine_map<(i, j, k, l, m, n) -> (n)>], iterator_types = ["reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]} ins(%a, %b, %c, %d, %e : memref<300xf32, 1>, memref<301xf32, 1>, memref<302xf32, 1>, memref<303xf32, 1>, memref<304xf32, 1>) outs(%s : memref<305xf32, 1>) {
  ^bb0(%v: f32, %w: f32, %x: f32, %y: f32, %z: f32, %t: f32):
    %p = arith.addf %v, %w : f32
    %q = arith.addf %x, %y : f32
    %r = arith.addf %p, %q : f32
    %u = arith.maximumf %r, %z : f32
    %o = arith.addf %t, %u : f32
    linalg.yield %o : f32
  }
  return
}
"""


def signal_while_computing(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """A signal 0.2 s after native code was entered."""
    invoke = NativeFunction.invoke

    def signalled(function: NativeFunction, args: Any) -> None:
        timer = threading.Timer(0.2, os.kill, (os.getpid(), number))
        timer.start()
        try:
            invoke(function, args)
        finally:
            timer.join()

    monkeypatch.setattr(NativeFunction, "invoke", signalled)


@pytest.mark.covering
@pytest.mark.parametrize("text", [SPIN, WHILE, ONE_OPERATION], ids=["for", "while", "one operation"])
@pytest.mark.parametrize("mode", ["functional", "both"])
def test_ctrl_c_ends_native_code_and_leaves_a_partial_report(
    simulate: Any, text: str, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    signal_while_computing(monkeypatch, signal.SIGINT)
    with pytest.raises(RunInterrupted) as caught:
        simulate(text, mode, n=3)
    assert caught.value.report.complete is False
    assert caught.value.report.to_dict()["complete"] is False
    assert "interrupted" in str(caught.value.report)


CHASE = """
func.func @k(%X: memref<4xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 1000000000000 : index
  scf.for %i = %c0 to %end step %c1 {
    %v = memref.load %X[%c0] : memref<4xi64>
    %at = arith.index_cast %v : i64 to index
    memref.store %v, %X[%at] : memref<4xi64>
  }
  return
}
"""


@pytest.mark.covering("text1-both")
@pytest.mark.parametrize(("text", "mode"), [(SPIN, "functional"), (WHILE, "both"), (CHASE, "both")])
def test_ctrl_c_ends_the_native_code_of_other_threads_as_well(simulate: Any, text: str, mode: str) -> None:
    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(simulate, text, mode, n=3)
        threading.Timer(3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):  # from the handler, whichever thread is the first to hear of the signal
            time.sleep(60)
        assert isinstance(result.exception(60), KeyboardInterrupt)


def test_a_handler_that_does_not_raise_lets_the_kernel_of_another_thread_go_on(simulate: Any) -> None:
    seen, text = list[int](), SPIN.replace("1000000000000", "400000000")
    before = signal.signal(signal.SIGINT, lambda number, _: seen.append(number))
    try:
        with ThreadPoolExecutor(1) as pool:
            result = pool.submit(simulate, text, "functional", n=3)
            while not result.done():
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.05)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(seen) > 2 and result.result().report.complete


def test_a_handler_that_does_not_raise_lets_the_kernel_go_on(simulate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    signal_while_computing(monkeypatch, signal.SIGUSR1)
    seen: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, _: seen.append(number))
    try:
        result = simulate(SPIN.replace("1000000000000", "400000000"), "functional", n=3)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert seen and result.report.complete


# -- steps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("step", [0, -1])
def test_a_constant_step_below_one_is_refused_where_it_stands(simulate: Any, mode: str, step: int) -> None:
    text = scalar(
        f"%s = arith.constant {step} : index\nscf.for %i = %c0 to %n step %s {{\n%x = memref.load %X[%i] : memref<4xi64>\nmemref.store %x, %X[%i] : memref<4xi64>\n}}"
    )
    with pytest.raises(KernelError, match="the step of a loop must be at least 1") as caught:
        simulate(text, mode, n=3)
    assert caught.value.line == 5


@pytest.mark.parametrize("mode", MODES)
def test_a_step_that_is_known_late_is_refused_while_it_runs(simulate: Any, mode: str) -> None:
    text = scalar(
        "%s = arith.subi %c0, %n : index\nscf.for %i = %c0 to %n step %s {\n%x = memref.load %X[%c0] : memref<4xi64>\nmemref.store %x, %X[%c1] : memref<4xi64>\n}"
    )
    with pytest.raises(KernelError, match="the step of a loop is -3") as caught:
        simulate(text, mode, n=3)
    assert caught.value.line == 5


def test_a_step_that_is_known_late_is_checked_in_generated_kernels_too() -> None:
    text = scalar("scf.for %i = %c0 to %n step %n {\n}")
    assert parse_kernel(text).checks_control


# -- divisions --------------------------------------------------------------------------------------------------------

DIVISIONS = ("divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi")


@pytest.mark.covering
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("operation", DIVISIONS)
def test_a_division_of_indices_by_zero_names_its_line(simulate: Any, operation: str, mode: str) -> None:
    text = scalar(
        f"%q = arith.{operation} %c1, %n : index\n%x = memref.load %X[%q] : memref<4xi64>\nmemref.store %x, %X[%c0] : memref<4xi64>"
    )
    with pytest.raises(KernelError, match="1 is divided by 0") as caught:
        simulate(text, mode, n=0)
    assert caught.value.line == 4
    assert simulate(text, mode, n=2).report.launches == 1


BODY = """
func.func @k(%X: memref<4xf64>, %n: index) {
  %t = "npu.alloc"() : () -> memref<4x1xf64, 1>
  affine.for %i = 0 to %n step 4 {
    affine.for %j = 0 to %n {
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%t : memref<4x1xf64, 1>) {
      ^bb0(%b: f64):
        %d = linalg.index 1 : index
        %e = arith.addi %d, %j : index
        %q = arith.OPERATION %e, %i : index
        %in = arith.cmpi slt, %q, %n : index
        %f = math.tanh %b : f64
        %s = arith.select %in, %f, %b : f64
        linalg.yield %s : f64
      }
    }
  }
  return
}
"""


@pytest.mark.covering("divsi", "remui", "ceildivsi", "floordivsi")
@pytest.mark.parametrize("operation", DIVISIONS)
def test_a_division_of_indices_by_zero_in_a_body_does_not_end_the_process(simulate: Any, operation: str) -> None:
    """It may belong to padding that nobody asks for."""
    assert simulate(BODY.replace("OPERATION", operation), n=2).report.launches == 1


@pytest.mark.parametrize("mode", ["functional", "both"])
def test_an_access_outside_is_named_also_where_no_memory_has_its_address(simulate: Any, mode: str) -> None:
    """The engine refuses the address before the program has ended; the line says more, and the report is whole."""
    text = scalar(
        "%far = arith.constant -200000000000 : index\n%q = arith.divsi %far, %n : index\n%x = memref.load %X[%c0] : memref<4xi64>\nmemref.store %x, %X[%q] : memref<4xi64>"
    )
    with pytest.raises(KernelError, match="an access reaches element -200000000000") as caught:
        simulate(text, mode, n=1)
    assert caught.value.line == 7


def test_the_smallest_number_divided_by_minus_one_names_its_line(simulate: Any) -> None:
    text = scalar(
        "%a = memref.load %X[%c0] : memref<4xi64>\n%b = memref.load %X[%c1] : memref<4xi64>\n%q = arith.divsi %a, %b : i64\nmemref.store %q, %X[%c0] : memref<4xi64>"
    )
    with pytest.raises(KernelError, match="divided by -1") as caught:
        simulate(text, X=np.array([-(2**63), -1, 0, 0]), n=0)
    assert caught.value.line == 6


# -- memory -----------------------------------------------------------------------------------------------------------

PART = """
func.func @k(%X: memref<64xf32>, %at: index) {
  %t = "npu.alloc"() {slots = 1 : i64} : () -> memref<64xf32, 1>
  %u = "npu.alloc"() {slots = 1 : i64} : () -> memref<64xf32, 1>
  %z = arith.constant 1.0 : f32
  linalg.fill ins(%z : f32) outs(%u : memref<64xf32, 1>)
  %p = memref.subview %t[%at] [32] [1] : memref<64xf32, 1> to memref<32xf32, strided<[1], offset: ?>, 1>
  OPERATION
  %v = memref.reinterpret_cast %X to offset: [0], sizes: [64], strides: [1] : memref<64xf32> to memref<64xf32, strided<[1]>>
  "npu.dma_store"(%u, %v) : (memref<64xf32, 1>, memref<64xf32, strided<[1]>>) -> ()
  return
}
"""
FILL = "linalg.fill ins(%z : f32) outs(%p : memref<32xf32, strided<[1], offset: ?>, 1>)"
LOAD = """%w = memref.reinterpret_cast %X to offset: [0], sizes: [32], strides: [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
  "npu.dma_load"(%w, %p) : (memref<32xf32, strided<[1]>>, memref<32xf32, strided<[1], offset: ?>, 1>) -> ()"""


@pytest.mark.covering
@pytest.mark.parametrize("operation", [FILL, LOAD], ids=["compute", "transfer"])
@pytest.mark.parametrize("at", [33, 64, 100000000, 2**62, 2**63 - 1])
def test_a_part_that_leaves_its_tile_is_an_error(simulate: Any, operation: str, at: int) -> None:
    with pytest.raises(KernelError, match="of a tensor or tile of 64 elements"):
        simulate(PART.replace("OPERATION", operation), at=at)


@pytest.mark.parametrize("operation", [FILL, LOAD], ids=["compute", "transfer"])
def test_a_part_at_the_end_of_its_tile_is_none(simulate: Any, operation: str) -> None:
    assert simulate(PART.replace("OPERATION", operation), at=32).changed == ("X",)


def test_a_tensor_of_symbolic_extent_is_guarded_by_the_array_given(simulate: Any) -> None:
    text = """
func.func @k(%X: memref<?xf32>, %n: index) {
  %t = "npu.alloc"() : () -> memref<64xf32, 1>
  %v = memref.reinterpret_cast %X to offset: [0], sizes: [%n], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  "npu.dma_load"(%v, %t) : (memref<?xf32, strided<[1]>>, memref<64xf32, 1>) -> ()
  "npu.dma_store"(%t, %v) {combine = "add"} : (memref<64xf32, 1>, memref<?xf32, strided<[1]>>) -> ()
  return
}
"""
    assert simulate(text, X=np.ones(40, np.float32), n=40).arrays["X"].tolist() == [2.0] * 40
    with pytest.raises(KernelError, match="of a tensor or tile of 40 elements"):
        simulate(text, X=np.ones(40, np.float32), n=41)


def test_an_indexing_map_that_only_its_ends_keep_inside_is_refused() -> None:
    text = """
func.func @k(%X: memref<16xf32>) {
  %t = "npu.alloc"() : () -> memref<2xf32, 1>
  %u = "npu.alloc"() : () -> memref<15xf32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 mod 7)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<2xf32, 1>) outs(%u : memref<15xf32, 1>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}
"""
    with pytest.raises(KernelError, match="reaches index 6 of axis 0") as caught:
        parse_kernel(text)
    assert caught.value.line == 5


def test_tiles_begin_as_zeros(simulate: Any) -> None:
    text = """
func.func @k(%X: memref<64xf32>) {
  %t = "npu.alloc"() : () -> memref<64xf32, 1>
  "npu.dma_store"(%t, %X) : (memref<64xf32, 1>, memref<64xf32>) -> ()
  return
}
"""
    assert not simulate(text, "functional").arrays["X"].any()


# -- text -------------------------------------------------------------------------------------------------------------

TEXTS = {
    "no result": ('"npu.alloc"() : () -> ()', "it has 0 operands and 1 results"),
    "no operands": ('"npu.dma_load"() : () -> ()', "it has 2 operands and 0 results"),
    "i128": ("%i = arith.constant 5 : i128", "makes a value of type i128"),
    "vector": ("%i = arith.constant dense<1> : vector<4xi32>", "makes a value of type vector<4xi32>"),
    "large f32": ("%f = arith.constant 1.0e60 : f32", "1.0e60 does not fit f32"),
    "large f16": ("%f = arith.constant 65520.0 : f16", "65520.0 does not fit f16"),
    "nested": ("%t = arith.constant true\n" + "scf.if %t {\n" * 5000 + "}\n" * 5000, "nested more than 128 deep"),
    "long": (f"%a = affine.apply affine_map<(d0) -> (d0{' + (d0 mod 7)' * 5000})>(%n)", "more than 512 operators"),
    "symbol": ("%a = affine.apply affine_map<(d)[s] -> (d floordiv s)>(%n)[%n]", "divides by s0"),
}  # fmt: skip


@pytest.mark.parametrize("case", TEXTS)
def test_hostile_text_is_a_typed_error_with_a_line(simulate: Any, case: str) -> None:
    line, sentence = TEXTS[case]
    with pytest.raises(KernelError, match=sentence) as caught:
        simulate(scalar(line), n=1)
    assert caught.value.line is not None and caught.value.line >= 4


@pytest.mark.parametrize(
    ("kind", "number"), [("offset", 2**63 - 1), ("size", 2**62), ("stride", 2**48 + 1), ("stride", -(2**62))]
)
def test_numbers_of_views_beyond_any_memory_are_refused(kind: str, number: int) -> None:
    """Compilers multiply them by bytes while they fold addresses of 64 bits."""
    offset, size, stride = (number if kind == of else 1 for of in ("offset", "size", "stride"))
    view = f"memref<{size}xi64, strided<[{stride}], offset: {offset}>>"
    cast = f"%v = memref.reinterpret_cast %X to offset: [{offset}], sizes: [{size}], strides: [{stride}]"
    with pytest.raises(KernelError, match=f"the {kind} {number} of a view is beyond any memory"):
        parse_kernel(scalar(f"{cast} : memref<4xi64> to {view}"))


def test_a_text_that_ends_mlir_is_a_typed_error(simulate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = scalar("")
    monkeypatch.setattr(standalone, "parse_kernel", lambda *_, **__: os.kill(os.getpid(), signal.SIGSEGV))
    with pytest.raises(CompilerCrashError, match=r"kernel.mlir: MLIR ends with SIGSEGV"):
        simulate(f"{text}// {tempfile.mkdtemp()}", n=1)


def test_a_kernel_that_its_values_end_is_not_simulated_to_its_end(simulate: Any, tmp_path: Path) -> None:
    text = scalar("""
      %end = arith.constant 100000 : index
      scf.for %i = %c0 to %end step %c1 {
        %x = memref.load %X[%i] : memref<4xi64>
        memref.store %x, %X[%c0] : memref<4xi64>
      }""")
    with pytest.raises(KernelError, match="an access reaches element"):
        simulate(text, n=1)
    (report,) = (tmp_path / "runs").rglob("report.json")
    assert not json.loads(report.read_text())["complete"]


def test_a_stride_that_mlir_takes_for_dynamic_does_not_end_the_process(simulate: Any) -> None:
    cast = "memref.reinterpret_cast %X to offset: [0], sizes: [2, 2], strides: [%far, %c1] : memref<4xi64> to memref<2x2xi64, strided<[?, ?]>>"
    text = scalar(
        f"%far = arith.constant -9223372036854775808 : index\n%v = {cast}\n%x = memref.load %v[%c1, %c1] : memref<2x2xi64, strided<[?, ?]>>\nmemref.store %x, %X[%c0] : memref<4xi64>"
    )
    with pytest.raises(CompilerCrashError):
        simulate(text, n=1)


def test_the_largest_number_of_a_type_is_taken() -> None:
    parse_kernel(
        scalar(
            "%f = arith.constant 3.40282347E+38 : f32\n%h = arith.constant 65504.0 : f16\n%i = arith.constant 0x7F800000 : f32"
        )
    )


@pytest.mark.parametrize("extent", [10**12, 2**62])
@pytest.mark.parametrize("mode", MODES)
def test_tensors_beyond_the_dram_are_refused(simulate: Any, extent: int, mode: str) -> None:
    with pytest.raises(ShapeError, match="bytes of DRAM"):
        simulate(f"func.func @k(%X: memref<{extent}xf32>) {{\nreturn\n}}\n", mode)


def test_sizes_that_no_register_holds_are_refused(simulate: Any) -> None:
    with pytest.raises(NpuSimError, match="below 2\\^63"):
        simulate(scalar(""), n=2**63)
