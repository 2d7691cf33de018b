"""Kernels written by hand: whatever they say, it ends with values or with an error that names the line."""

# ruff: noqa: E501  (lines of MLIR)

import json
import os
import signal
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hand_written import scalar
from npusim.simulator.errors import CompilerCrashError, KernelError, NpuSimError, ShapeError
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.run import standalone

MODES = ("functional", "timing", "both")


# -- steps ------------------------------------------------------------------------------------------------------------


@pytest.mark.covering("0-functional", "-1-timing", "-1-both")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("step", [0, -1])
def test_a_constant_step_below_one_is_refused_where_it_stands(simulate: Any, mode: str, step: int) -> None:
    text = scalar(
        f"%s = arith.constant {step} : index\nscf.for %i = %c0 to %n step %s {{\n%x = memref.load %X[%i] : memref<4xi64>\nmemref.store %x, %X[%i] : memref<4xi64>\n}}"
    )
    with pytest.raises(KernelError, match="the step of a loop must be at least 1") as caught:
        simulate(text, mode, n=3)
    assert caught.value.line == 5


@pytest.mark.covering("functional", "both")
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


@pytest.mark.covering("divui-timing", "remsi-both", "floordivsi-functional")
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


@pytest.mark.covering("remui", "ceildivsi")
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


# -- shifts -----------------------------------------------------------------------------------------------------------


@pytest.mark.covering("constant-functional", "loaded-both")
@pytest.mark.parametrize("mode", ["functional", "both"])
@pytest.mark.parametrize("amount", ["constant", "loaded"])
def test_shifts_take_the_amount_modulo_the_width(simulate: Any, mode: str, amount: str) -> None:
    shifts = "".join(
        f"%r{n} = arith.{name} %x, %a : i64\nmemref.store %r{n}, %X[%i{n}] : memref<4xi64>\n"
        for n, name in enumerate(("shli", "shrsi", "shrui"))
    )
    places = "".join(f"%i{n} = arith.constant {n} : index\n" for n in range(3))
    given = {"constant": "%a = arith.constant -62 : i64", "loaded": "%a = memref.load %X[%c1] : memref<4xi64>"}[amount]
    text = scalar(f"{places}{given}\n%x = memref.load %X[%c0] : memref<4xi64>\n{shifts}")
    result = simulate(text, mode, X=np.array([-9, -62, 0, 0]), n=0)
    assert result.arrays["X"].tolist() == [-36, -3, (2**64 - 9) // 4, 0]


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


@pytest.mark.covering("33-compute", "64-transfer", "9223372036854775807-compute")
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
    "no quotes": ("%a = npu.alloc : memref<8xf32, 1>", 'in quotes, with their types: "npu.alloc"'),
    "no quotes, no result": ("npu.wait", 'in quotes, with their types: "npu.wait"'),
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


_FAR = "%far = arith.constant -9223372036854775808 : index"


@pytest.mark.covering("offset-both", "stride-functional", "stride-timing")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", ["offset", "stride"])
def test_a_constant_that_mlir_takes_for_dynamic_is_refused_as_the_number_of_a_view(
    simulate: Any, kind: str, mode: str
) -> None:
    cast = {
        "offset": "memref.subview %t[%far] [1] [1] : memref<4xi64, 1> to memref<1xi64, strided<[1], offset: ?>, 1>",
        "stride": "memref.reinterpret_cast %X to offset: [0], sizes: [2], strides: [%far] : memref<4xi64> to memref<2xi64, strided<[?]>>",
    }[kind]
    text = scalar(f'%t = "npu.alloc"() : () -> memref<4xi64, 1>\n{_FAR}\n%v = {cast}')
    with pytest.raises(KernelError, match=f"the {kind} -9223372036854775808 of a view is beyond any memory") as caught:
        simulate(text, mode, n=1)
    assert caught.value.line is not None


@pytest.mark.covering("both")
@pytest.mark.parametrize("mode", MODES)
def test_a_stride_that_folds_to_what_mlir_takes_for_dynamic_is_refused(simulate: Any, mode: str) -> None:
    cast = "memref.reinterpret_cast %X to offset: [0], sizes: [2, 2], strides: [%less, %c1] : memref<4xi64> to memref<2x2xi64, strided<[?, ?]>>"
    text = scalar(
        f"%a = arith.constant -9223372036854775807 : index\n%less = arith.subi %a, %c1 : index\n%v = {cast}\n%x = memref.load %v[%c1, %c1] : memref<2x2xi64, strided<[?, ?]>>\nmemref.store %x, %X[%c0] : memref<4xi64>"
    )
    with pytest.raises(KernelError, match="the stride -9223372036854775808 of a view is beyond any memory") as caught:
        simulate(text, mode, n=1)
    assert caught.value.line is not None


def test_views_whose_sizes_multiply_beyond_any_memory_are_refused() -> None:
    sizes = f"{2**40}, {2**40}"
    view = f"memref<{2**40}x{2**40}xi64, strided<[{2**40}, 1]>>"
    cast = f"%v = memref.reinterpret_cast %X to offset: [0], sizes: [{sizes}], strides: [{2**40}, 1]"
    with pytest.raises(KernelError, match=f"the number of elements {2**80} of a view is beyond any memory"):
        parse_kernel(scalar(f"{cast} : memref<4xi64> to {view}"))


def test_the_largest_number_of_a_type_is_taken() -> None:
    parse_kernel(
        scalar(
            "%f = arith.constant 3.40282347E+38 : f32\n%h = arith.constant 65504.0 : f16\n%i = arith.constant 0x7F800000 : f32"
        )
    )


@pytest.mark.covering("functional-1000000000000", "timing-1000000000000", "both-4611686018427387904")
@pytest.mark.parametrize("extent", [10**12, 2**62])
@pytest.mark.parametrize("mode", MODES)
def test_tensors_beyond_the_dram_are_refused(simulate: Any, extent: int, mode: str) -> None:
    with pytest.raises(ShapeError, match="bytes of DRAM"):
        simulate(f"func.func @k(%X: memref<{extent}xf32>) {{\nreturn\n}}\n", mode)


def test_sizes_that_no_register_holds_are_refused(simulate: Any) -> None:
    with pytest.raises(NpuSimError, match="below 2\\^63"):
        simulate(scalar(""), n=2**63)


@pytest.mark.parametrize(
    "text",
    ["x" * 100_000 + " foo", "/* " + " " * 5000 + "nope", f"func.func @f() {{ {'%a = arith.constant 1 ' * 3000}}}"],
)
def test_errors_in_long_lines_show_the_part_around_them(text):
    with pytest.raises(KernelError) as caught:
        parse_kernel(text)
    assert len(str(caught.value)) < 5000
    shown, caret = (line.partition(" | ")[2] for line in str(caught.value).splitlines()[1:3])
    assert len(shown) <= 166
    assert caret.strip() == "^"
    assert len(caret) <= len(shown) + 1


def test_the_caret_stands_below_what_is_wrong_in_a_long_line():
    with pytest.raises(KernelError) as caught:
        parse_kernel("func.func @f() { " + "%a = arith.constant 1 : index " * 50 + "}")
    shown, caret = str(caught.value).splitlines()[1:3]
    assert shown[caret.index("^") :].startswith("%a")
