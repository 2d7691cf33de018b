"""What a kernel looks like on its way to machine code."""

# ruff: noqa: E501  (lines of MLIR)

import re

import pytest
from npusim.simulator.functional import compile_functional
from npusim.simulator.functional.constants import bit_pattern
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.ir.mlir import context, ir
from npusim.simulator.machine import load_machine

COPY = """func.func @copy(%X: memref<64xf32>, %Y: memref<64xf32>) {
  %s = "npu.alloc"() : () -> memref<3xi8, 1>
  %t = "npu.alloc"() : () -> memref<8xf32, 1>
  affine.for %i = 0 to 64 step 8 {
    %v = memref.reinterpret_cast %X to offset: [%i], sizes: [8], strides: [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%v, %t) {pad = 1.0 : f32} : (memref<8xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()
    %w = memref.reinterpret_cast %Y to offset: [%i], sizes: [8], strides: [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%t, %w) {combine = "max"} : (memref<8xf32, 1>, memref<8xf32, strided<[1], offset: ?>>) -> ()
  }
  return
}
"""

TILES = """module {
  func.func @copy(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: memref<128xi8>) attributes {npu.scratchpad} {
    %alloca = memref.alloca() : memref<12xi64>
    %intptr = memref.extract_aligned_pointer_as_index %alloca : memref<12xi64> -> index
    %0 = arith.index_cast %intptr : index to i64
    %c0 = arith.constant 0 : index
    %view = memref.view %arg2[%c0][] : memref<128xi8> to memref<3xi8>
    %c64 = arith.constant 64 : index
    %view_0 = memref.view %arg2[%c64][] : memref<128xi8> to memref<8xf32>
"""


def stages(text):
    seen = {}
    compile_functional(parse_kernel(text), load_machine("small8x8"), dump=seen.__setitem__)
    return seen


def test_tiles_become_views_of_one_buffer():
    assert stages(COPY)["tiles"].startswith(TILES)


def descriptors(text):
    """For each call of the runtime: its name and the constants stored for it, None for computed ones."""
    found, stored, constants = [], [], {}
    for line in text.splitlines():
        if match := re.search(r"(%\S+) = arith.constant (-?\d+)", line):
            constants[match[1]] = int(match[2])
        elif match := re.search(r"memref.store (%\S+), %alloca\[", line):
            stored.append(constants.get(match[1]))
        elif match := re.search(r"func.call @(\w+)\((.*)\) :", line):
            found.append((match[1], stored, [constants.get(name) for name in match[2].split(", ")]))
            stored = []
    return found


def test_transfers_become_calls_with_line_extent_offset_sizes_and_strides():
    one = 0x3F800000
    assert descriptors(stages(COPY)["tiles"]) == [
        ("npusim_dma_load", [6, 64, None, 8, 1, 8, 1], [None, None, None, 1, 4, one]),
        ("npusim_dma_store", [8, 64, None, 8, 1, 8, 1], [None, None, None, 1, 1, 2]),
    ]


def test_the_last_stage_is_only_the_llvm_dialect():
    text = stages(COPY)["llvm"]
    assert set(
        re.findall(r"\b(func|memref|affine|scf|cf|arith|vector|linalg|npu|builtin)\.", text.replace('"npu.', ""))
    ) <= {"npu"}
    assert "llvm.func @npusim_entry(%arg0: !llvm.ptr)" in text


@pytest.mark.parametrize(
    ("attribute", "bits"),
    [
        ("1.0 : f64", 0x3FF0000000000000),
        ("-1.0 : f64", 0xBFF0000000000000 - 2**64),
        ("1.0 : f32", 0x3F800000),
        ("0xFF800000 : f32", 0xFF800000),
        ("1.0 : f16", 0x3C00),
        ("0xFC00 : f16", 0xFC00),
        ("1.0 : bf16", 0x3F80),
        ("0xFF80 : bf16", 0xFF80),
        ("-0.0 : f8E5M2", 0x80),
        ("1.75 : f8E5M2", 0x3F),
        ("448.0 : f8E4M3FN", 0x7E),
        ("0x7F : f8E4M3FN", 0x7F),
        ("0.013671875 : f8E4M3FN", 0x07),
        ("-1 : i8", -1),
        ("5 : i64", 5),
    ],
)
def test_pads_are_encoded_in_their_type(attribute, bits):
    with context():
        assert bit_pattern(ir.Attribute.parse(attribute)) == bits
