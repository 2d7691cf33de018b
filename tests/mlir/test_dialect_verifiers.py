"""Every form that the verifiers of the dialect `npu` reject, with its message."""

# ruff: noqa: E501  (lines of MLIR)

import re

import pytest
from npusim.simulator.errors import KernelError
from npusim.simulator.ir.kernel import parse_kernel

V = "memref<8x64xf32, strided<[64, 1]>>"
T = "memref<8x64xf32, 1>"
I = "memref<8x64xi32, 1>"  # noqa: E741


def kernel(*lines):
    """A kernel with a view %v, a tile %t, an index tile %i, a part %s of the tile, and the given lines."""
    body = "\n".join(f"  {line}" for line in lines)
    return f"""func.func @kernel(%X: memref<512xf32>, %Y: memref<?xf32>, %n: index) {{
  %v = memref.reinterpret_cast %X to offset: [0], sizes: [8, 64], strides: [64, 1] : memref<512xf32> to {V}
  %t = "npu.alloc"() : () -> {T}
  %i = "npu.alloc"() : () -> {I}
{body}
  return
}}
"""


FIRST_LINE = 5


def alloc(attributes="", type_=T):
    return f'%a = "npu.alloc"() {attributes} : () -> {type_}'


def load(attributes="", *, view="%v", tile="%t", types=f"{V}, {T}"):
    return f'"npu.dma_load"({view}, {tile}) {attributes} : ({types}) -> ()'


def store(attributes="", *, view="%v", tile="%t", types=f"{T}, {V}"):
    return f'"npu.dma_store"({tile}, {view}) {attributes} : ({types}) -> ()'


def gather(attributes="", *, operands="%X, %i, %t", types=f"memref<512xf32>, {I}, {T}"):
    return f'"npu.gather"({operands}) {attributes} : ({types}) -> ()'


def scatter(attributes="", *, operands="%t, %i, %X", types=f"{T}, {I}, memref<512xf32>"):
    return f'"npu.scatter"({operands}) {attributes} : ({types}) -> ()'


REJECTED = {
    "alloc in DRAM": (alloc(type_="memref<8xf32>"), "must be in the scratchpad (memory space 1)"),
    "alloc in an unknown space": (alloc(type_="memref<8xf32, 2>"), "must be in the scratchpad (memory space 1)"),
    "alloc of a dynamic shape": (alloc(type_="memref<?xf32, 1>"), "must have a static shape"),
    "alloc without elements": (alloc(type_="memref<4x0xf32, 1>"), "every size of a tile must be at least 1"),
    "alloc with a layout": (alloc(type_="memref<4x4xf32, strided<[8, 1]>, 1>"), "must have the identity layout"),
    "alloc of booleans": (alloc(type_="memref<8xi1, 1>"), "element type i1, allowed are f64, f32, f16, bf16, f8E4M3FN, f8E5M2, i64, i32, i16, i8; booleans are stored as i8 (0 or 1)"),
    "alloc of index": (alloc(type_="memref<8xindex, 1>"), "element type index, allowed are"),
    "alloc of something else": (alloc(type_="f32"), "the tile must be a memref, but its type is f32"),
    "lane axis too large": (alloc("{lane_axis = 2 : i64}"), "attribute 'lane_axis' is 2, but the tile has rank 2: allowed are 0 to 1"),
    "lane axis negative": (alloc("{lane_axis = -1 : i64}"), "attribute 'lane_axis' must be at least 0, not -1"),
    "lane axis of another type": (alloc("{lane_axis = 1 : i32}"), "attribute 'lane_axis' must be an i64 integer such as `lane_axis = 0 : i64`, not 1 : i32"),
    "lane stride zero": (alloc("{lane_stride = 0 : i64}"), "attribute 'lane_stride' must be at least 1, not 0"),
    "no slots": (alloc("{slots = 0 : i64}"), "attribute 'slots' must be at least 1, not 0"),
    "slots as text": (alloc('{slots = "2"}'), "attribute 'slots' must be an i64 integer"),
    "unknown attribute of alloc": (alloc("{lanes = 4 : i64}"), "unknown attribute 'lanes'; it takes lane_axis, lane_stride, slots"),
    "load between tiles": (load(view="%t", types=f"{T}, {T}"), "the source (first operand) must be in DRAM"),
    "load into DRAM": (load(tile="%v", types=f"{V}, {V}"), "the tile (second operand) must be in the scratchpad"),
    "load of another rank": (load(view="%X", types=f"memref<512xf32>, {T}"), "must have the same rank, but they have 1 and 2"),
    "load of another type": (load(tile="%i", types=f"{V}, {I}"), "must have the same element type, but they have f32 and i32; DMA does not convert"),
    "pad of another type": (load("{pad = 1 : i32}"), "attribute 'pad' must be a value of the element type f32, such as `pad = 0.0 : f32`, not 1 : i32"),
    "pad as text": (load('{pad = "zero"}'), "attribute 'pad' must be a value of the element type f32"),
    "combine at a load": (load('{combine = "add"}'), "unknown attribute 'combine'; it takes pad_around, pad"),
    "store into a tile": (store(view="%t", types=f"{T}, {T}"), "the destination (second operand) must be in DRAM"),
    "store from DRAM": (store(tile="%v", types=f"{V}, {V}"), "the tile (first operand) must be in the scratchpad"),
    "store of another rank": (store(view="%X", types=f"{T}, memref<512xf32>"), "must have the same rank, but they have 1 and 2"),
    "unknown combine": (store('{combine = "mul"}'), "attribute 'combine' must be one of 'none', 'add', 'max', 'min', not \"mul\""),
    "combine of another type": (store("{combine = 1 : i64}"), "attribute 'combine' must be one of"),
    "pad at a store": (store("{pad = 0.0 : f32}"), "unknown attribute 'pad'; it takes combine"),
    "gather of rows with as many axes": (gather(operands="%v, %i, %t", types=f"{V}, {I}, {T}"), "the index tile must have the tile's shape without its last axis"),
    "gather from a tile": (gather(operands="%t, %i, %t", types=f"{T}, {I}, {T}"), "the source (first operand) must be in DRAM"),
    "gather by floats": (gather(operands="%X, %t, %t", types=f"memref<512xf32>, {T}, {T}"), "the index tile must hold i32 or i64"),
    "gather into another type": (gather(operands="%X, %i, %i", types=f"memref<512xf32>, {I}, {I}"), "must have the same element type, but they have f32 and i32"),
    "gather with pad of another type": (gather("{pad = 0 : i64}"), "attribute 'pad' must be a value of the element type f32"),
    "scatter of rows with as many axes": (scatter(operands="%t, %i, %v", types=f"{T}, {I}, {V}"), "the index tile must have the tile's shape without its last axis"),
    "scatter by floats": (scatter(operands="%t, %t, %X", types=f"{T}, {T}, memref<512xf32>"), "the index tile must hold i32 or i64"),
    "scatter with an unknown combine": (scatter('{combine = "ADD"}'), "attribute 'combine' must be one of"),
    "scatter with a pad": (scatter("{pad = 0.0 : f32}"), "unknown attribute 'pad'; it takes combine"),
}  # fmt: skip


@pytest.mark.parametrize("case", REJECTED)
def test_is_rejected_with_line_and_reason(case):
    line, reason = REJECTED[case]
    with pytest.raises(KernelError, match=re.escape(reason)) as caught:
        parse_kernel(kernel(line))
    assert caught.value.line == FIRST_LINE
    assert f"{FIRST_LINE} | " in str(caught.value) and line.strip() in str(caught.value)


MORE = {
    "gather of another shape": (
        ['%s = memref.subview %i[0, 0] [4, 64] [1, 1] : memref<8x64xi32, 1> to memref<4x64xi32, strided<[64, 1]>, 1>',
         gather(operands="%X, %s, %t", types=f"memref<512xf32>, memref<4x64xi32, strided<[64, 1]>, 1>, {T}")],
        "the index tile and the tile must have the same shape"),
    "gather with a stride": (
        ['%w = memref.reinterpret_cast %X to offset: [0], sizes: [256], strides: [2] : memref<512xf32> to memref<256xf32, strided<[2]>>',
         gather(operands="%w, %i, %t", types=f"memref<256xf32, strided<[2]>>, {I}, {T}")],
        "the DRAM operand must be contiguous"),
    "gather of boxes": (
        ['%w = memref.reinterpret_cast %X to offset: [0], sizes: [8, 8, 8], strides: [64, 8, 1] : memref<512xf32> to memref<8x8x8xf32, strided<[64, 8, 1]>>',
         gather(operands="%w, %i, %t", types=f"memref<8x8x8xf32, strided<[64, 8, 1]>>, {I}, {T}")],
        "the source must have rank 1 (elements) or 2 (rows)"),
    "scatter of boxes": (
        ['%w = memref.reinterpret_cast %X to offset: [0], sizes: [8, 8, 8], strides: [64, 8, 1] : memref<512xf32> to memref<8x8x8xf32, strided<[64, 8, 1]>>',
         scatter(operands="%t, %i, %w", types=f"{T}, {I}, memref<8x8x8xf32, strided<[64, 8, 1]>>")],
        "the destination must have rank 1 (elements) or 2 (rows)"),
    "scatter of rows by floats": (
        [alloc(type_="memref<8xf32, 1>"), scatter(operands="%t, %a, %v", types=f"{T}, memref<8xf32, 1>, {V}")],
        "the index tile must hold i32 or i64"),
    "gather of rows by floats": (
        [alloc(type_="memref<8xf32, 1>"), gather(operands="%v, %a, %t", types=f"{V}, memref<8xf32, 1>, {T}")],
        "the index tile must hold i32 or i64"),
    "f8 cannot be added": (
        ['%a = "npu.alloc"() : () -> memref<4xf8E5M2, 1>', '%y = memref.reinterpret_cast %Y to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32, strided<[1]>>',
         '"npu.dma_store"(%a, %y) {combine = "add"} : (memref<4xf8E5M2, 1>, memref<4xf32, strided<[1]>>) -> ()'],
        "must have the same element type"),
}  # fmt: skip


@pytest.mark.parametrize("case", MORE)
def test_is_rejected_in_context(case):
    lines, reason = MORE[case]
    with pytest.raises(KernelError, match=re.escape(reason)):
        parse_kernel(kernel(*lines))


def test_eight_bit_floats_are_only_copied():
    text = """func.func @kernel(%X: memref<4xf8E5M2>) {
  %t = "npu.alloc"() : () -> memref<4xf8E5M2, 1>
  "npu.dma_store"(%t, %X) {combine = "add"} : (memref<4xf8E5M2, 1>, memref<4xf8E5M2>) -> ()
  return
}
"""
    with pytest.raises(
        KernelError, match="elements of type f8E5M2 can only be copied; extend them to f32 to combine with 'add'"
    ):
        parse_kernel(text)
    parse_kernel(text.replace("add", "none"))


@pytest.mark.parametrize("loop", ["affine.for %k = 0 to 4", "scf.for %k = %n to %n step %n"])
def test_a_tile_is_not_allocated_in_a_loop(loop):
    with pytest.raises(
        KernelError, match="must be allocated at the top level of the function, not inside a loop"
    ) as caught:
        parse_kernel(kernel(f"{loop} {{", f"  {alloc()}", "}"))
    assert caught.value.line == FIRST_LINE + 1


ACCEPTED = [
    alloc("{lane_axis = 1 : i64, lane_stride = 2 : i64, slots = 1 : i64}"),
    alloc(type_="memref<f32, 1>"),
    alloc(type_="memref<1x2x1x2x1x2x1x2x1x2xbf16, 1>"),
    alloc("{npu.origin = 3 : i64}"),
    load(),
    load("{pad = 0xFF800000 : f32}"),
    store('{combine = "none"}'),
    store('{combine = "max"}'),
    gather("{pad = 1.0 : f32}"),
    alloc(type_="memref<8xi64, 1>") + "\n  " + gather(operands="%v, %a, %t", types=f"{V}, memref<8xi64, 1>, {T}"),
    scatter('{combine = "min"}'),
    alloc(type_="memref<8xi64, 1>")
    + "\n  "
    + scatter('{combine = "add"}', operands="%t, %a, %v", types=f"{T}, memref<8xi64, 1>, {V}"),
]


@pytest.mark.parametrize("line", ACCEPTED)
def test_is_accepted(line):
    assert parse_kernel(kernel(line)).name == "kernel"
