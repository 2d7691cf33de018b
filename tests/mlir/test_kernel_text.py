"""What is a kernel, what is not, and what its parsed form says."""

# ruff: noqa: E501  (lines of MLIR)

import re

import pytest
from npusim.simulator.errors import KernelError
from npusim.simulator.ir.kernel import AllocInfo, Argument, parse_kernel, source_alloc, source_arguments, walk

GOOD = """func.func @scale(%X: memref<100xf32>, %Y: memref<?xbf16>, %rows: index) {
  %t = "npu.alloc"() {lane_axis = 1 : i64, slots = 3 : i64} : () -> memref<4x5xf32, 1>
  affine.for %i = 0 to 5 {
    %v = memref.reinterpret_cast %X to offset: [%i], sizes: [4, 5], strides: [5, 1] : memref<100xf32> to memref<4x5xf32, strided<[5, 1], offset: ?>>
    "npu.dma_load"(%v, %t) : (memref<4x5xf32, strided<[5, 1], offset: ?>>, memref<4x5xf32, 1>) -> ()
  } {npu.parallel, outer_loop = true}
  return
}
"""


def test_the_signature_is_read_from_the_text():
    kernel = parse_kernel(GOOD)
    assert kernel.name == "scale"
    assert kernel.text == GOOD
    assert kernel.arguments == (
        Argument("X", "tensor", "f32", 100),
        Argument("Y", "tensor", "bf16", None),
        Argument("rows", "index", "index", None),
    )
    assert [argument.name for argument in kernel.tensors] == ["X", "Y"]
    assert [argument.name for argument in kernel.sizes] == ["rows"]


def test_tiles_come_with_their_defaults_filled_in():
    (tile,) = parse_kernel(GOOD).tiles
    assert tile == AllocInfo(0, (4, 5), "f32", lane_axis=1, lane_stride=1, slots=3, line=2)
    assert (tile.elements, tile.bytes, tile.type_text) == (20, 80, "memref<4x5xf32, 1>")


def test_the_same_text_is_parsed_once():
    assert parse_kernel(GOOD) is parse_kernel(GOOD, source="again")
    assert parse_kernel(GOOD + "\n").digest != parse_kernel(GOOD).digest


def test_a_clone_can_be_changed_without_changing_the_kernel():
    kernel = parse_kernel(GOOD)
    clone = kernel.clone()
    clone.body.operations[0].operation.erase()
    assert "npu.dma_load" in str(kernel.module)


def test_views_lead_back_to_the_tensor_and_the_tile():
    kernel = parse_kernel(
        """func.func @views(%A: memref<64xf32>, %B: memref<64xf32>) {
  %t = "npu.alloc"() : () -> memref<8x8xf32, 1>
  %s = memref.subview %t[2, 2] [4, 4] [1, 1] : memref<8x8xf32, 1> to memref<4x4xf32, strided<[8, 1], offset: 18>, 1>
  %s2 = memref.subview %s[1, 1] [2, 2] [1, 1] : memref<4x4xf32, strided<[8, 1], offset: 18>, 1> to memref<2x2xf32, strided<[8, 1], offset: 27>, 1>
  %v = memref.reinterpret_cast %B to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<64xf32> to memref<8x8xf32, strided<[8, 1]>>
  %w = memref.subview %v[1, 1] [2, 2] [1, 1] : memref<8x8xf32, strided<[8, 1]>> to memref<2x2xf32, strided<[8, 1], offset: 9>>
  "npu.dma_load"(%w, %s2) : (memref<2x2xf32, strided<[8, 1], offset: 9>>, memref<2x2xf32, strided<[8, 1], offset: 27>, 1>) -> ()
  return
}
"""
    )
    (load,) = (op for op in walk(kernel.function) if op.name == "npu.dma_load")
    (alloc,) = (op for op in walk(kernel.function) if op.name == "npu.alloc")
    view, tile = load.operands
    assert source_arguments(view) == (1,) and source_alloc(view) is None
    assert source_alloc(tile) == alloc and source_arguments(tile) == ()


def body(*lines):
    return (
        "func.func @k(%X: memref<64xf32>, %n: index) {\n" + "\n".join(f"  {line}" for line in lines) + "\n  return\n}\n"
    )


GENERIC = 'linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%s : TYPE) { ^bb0(%a: f32): linalg.yield %a : f32 }'

REFUSED = {
    "nothing": ("", "a kernel has one func.func, but there is none"),
    "two functions": ("func.func @a() { return }\nfunc.func @b() { return }", "a kernel has one func.func and nothing else, but there is also a func.func"),
    "a global": ("func.func @a() { return }\nmemref.global @g : memref<4xf32>", "there is also a memref.global"),
    "no body": ("func.func private @a()", "has no body"),
    "a private function": ("func.func private @a() { return }", "must be public"),
    "a result": ("func.func @a(%n: index) -> index { return %n : index }", "a kernel returns nothing"),
    "a scalar argument": ("func.func @a(%x: f32) { return }", "an argument is a rank-1 memref such as memref<1024xf32>, or a size of type index, but its type is f32"),
    "a matrix argument": ("func.func @a(%x: memref<4x4xf32>) { return }", "a tensor argument is a rank-1 memref in DRAM without a layout"),
    "a strided argument": ("func.func @a(%x: memref<4xf32, strided<[2]>>) { return }", "a tensor argument is a rank-1 memref in DRAM without a layout"),
    "a tile argument": ("func.func @a(%x: memref<4xf32, 1>) { return }", "a tensor argument is a rank-1 memref in DRAM without a layout"),
    "a boolean tensor": ("func.func @a(%x: memref<4xi1>) { return }", "element type i1 is not supported"),
    "sizes before tensors": ("func.func @a(%n: index, %x: memref<4xf32>) { return }", "tensor arguments come first"),
    "memref.alloc": (body("%a = memref.alloc() : memref<4xf32>"), "memref.alloc is not part of the kernel language; make tiles with npu.alloc"),
    "memref.dim": (body("%c = arith.constant 0 : index", "%d = memref.dim %X, %c : memref<64xf32>"), "sizes are index arguments"),
    "memref.copy": (body("memref.copy %X, %X : memref<64xf32> to memref<64xf32>"), "use npu.dma_load or npu.dma_store"),
    "scf.parallel": (body("scf.parallel (%i) = (%n) to (%n) step (%n) { scf.reduce }"), "use scf.for with the attribute npu.parallel"),
    "affine.load": (body("%a = affine.load %X[0] : memref<64xf32>"), "use memref.load"),
    "another dialect": (body("%v = vector.load %X[%n] : memref<64xf32>, vector<4xf32>"), "vector.load is not part of the kernel language; a kernel uses func, affine, scf, arith, math, memref, linalg, npu"),
    "tensors": (body("%e = arith.constant dense<0.0> : tensor<4xf32>", "%f = linalg.copy ins(%e : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>"), "kernels compute on tiles"),
    "compute on DRAM": (body(GENERIC.replace("%s : TYPE", "%X : memref<64xf32>")), "has an operand in DRAM (memref<64xf32>); load it into a tile with npu.dma_load first"),
    "compute on a dynamic tile": (body('%t = "npu.alloc"() : () -> memref<8xf32, 1>', "%s = memref.subview %t[0] [%n] [1] : memref<8xf32, 1> to memref<?xf32, strided<[1]>, 1>", GENERIC.replace("TYPE", "memref<?xf32, strided<[1]>, 1>")), "has a tile of dynamic shape"),
    "reinterpreted tile": (body('%t = "npu.alloc"() : () -> memref<8xf32, 1>', "%s = memref.reinterpret_cast %t to offset: [0], sizes: [2, 4], strides: [4, 1] : memref<8xf32, 1> to memref<2x4xf32, strided<[4, 1]>, 1>"), "a tile cannot be viewed with memref.reinterpret_cast"),
    "unknown extent": ('func.func @k(%X: memref<?xf32>) {\n %i = "npu.alloc"() : () -> memref<8xi32, 1>\n %t = "npu.alloc"() : () -> memref<8xf32, 1>\n "npu.gather"(%X, %i, %t) : (memref<?xf32>, memref<8xi32, 1>, memref<8xf32, 1>) -> ()\n return }', "npu.gather uses a tensor of unknown extent"),
    "carried views": (body("%r = scf.for %i = %n to %n step %n iter_args(%m = %X) -> memref<64xf32> {", "%a = memref.load %m[%i] : memref<64xf32>", "scf.yield %m : memref<64xf32>", "}"), "does not come straight from a tensor argument"),
    "iterator types that are no names": (
        body('%t = "npu.alloc"() : () -> memref<8xf32, 1>', GENERIC.replace("%s : TYPE", "%t : memref<8xf32, 1>").replace('"parallel"', "-1")),
        'iterator_types holds -1 where it needs "parallel" or "reduction"',
    ),
    "bad syntax": (body("%a = arith.addf %n"), "expected"),
    "unknown operation": (body('"npu.frobnicate"() : () -> ()'), "npu.frobnicate"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_is_refused(case):
    text, reason = REFUSED[case]
    with pytest.raises(KernelError, match=re.escape(reason)):
        parse_kernel(text)


def test_an_error_shows_the_line_with_a_caret():
    text = "func.func @k(%X: memref<64xf32>) {\n  %t = memref.alloc() : memref<8xf32>\n  return\n}\n"
    with pytest.raises(KernelError) as caught:
        parse_kernel(text, source="softmax.mlir")
    assert str(caught.value) == (
        "softmax.mlir:2:8: memref.alloc is not part of the kernel language; make tiles with npu.alloc\n"
        "    2 |   %t = memref.alloc() : memref<8xf32>\n"
        "      |        ^"
    )
    assert (caught.value.line, caught.value.column) == (2, 8)


def test_notes_show_their_lines_too():
    text = "func.func @k(%X: memref<64xf32>) {\n  %a = memref.cast %X : memref<32xf32> to memref<?xf32>\n  return\n}\n"
    with pytest.raises(KernelError, match="note: prior use here") as caught:
        parse_kernel(text)
    assert "1 | func.func @k(%X" in str(caught.value) and "2 |   %a = memref.cast" in str(caught.value)
