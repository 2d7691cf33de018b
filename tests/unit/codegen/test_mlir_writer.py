"""The writer of MLIR: views know their types, and what does not fit is refused where it is written."""

import pytest
import torch
from npusim.frontend.mlir_writer.memory import Memref, element_of, join_axes, part, split_axes, tile, view
from npusim.frontend.mlir_writer.structured import Operand, fill, generic, transpose
from npusim.frontend.mlir_writer.text import Numbered, Text
from npusim.frontend.template.elements import Element, Elements
from npusim.frontend.template.writer import Writer
from npusim.simulator.errors import KernelError
from npusim.simulator.ir.dialect import DmaLoadOp, DmaStoreOp, GatherOp
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.ir.memref_type import MemRefType

TENSOR = Memref("%X", MemRefType.tensor(512, "f32"))
TILE = tile("%t", [8, 64], "f32")


@pytest.fixture
def text() -> Text:
    return Text(Numbered("v").fresh)


def parsed(*lines):
    """The kernel of these lines, on tensor %X, with the tile %t."""
    alloc = '%t = "npu.alloc"() : () -> memref<8x64xf32, 1>'
    return parse_kernel("\n".join(["func.func @k(%X: memref<512xf32>, %n: index) {", alloc, *lines, "return", "}"]))


# -- the types of views are those that MLIR infers


def test_a_view_of_a_tensor_has_what_is_known_in_its_type(text):
    made = view(text, TENSOR, "%n", [8, "%n"], [64, 1])
    assert str(made.type) == "memref<8x?xf32, strided<[64, 1], offset: ?>>"
    parsed(*text.lines)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (([1, 0], [2, 64]), "memref<2x64xf32, strided<[64, 1], offset: 64>, 1>"),
        ((["%n", 0], [2, 64]), "memref<2x64xf32, strided<[64, 1], offset: ?>, 1>"),
        (([0, 0], [4, 32], [2, 1]), "memref<4x32xf32, strided<[128, 1]>, 1>"),
        (([0, 5], [8, 1], None, [1]), "memref<8xf32, strided<[64], offset: 5>, 1>"),
    ],
)
def test_parts_of_tiles_have_the_types_that_mlir_infers(text, arguments, expected):
    assert str(part(text, TILE, *arguments).type) == expected
    parsed(*text.lines)


def test_a_part_of_a_part_counts_from_the_tile(text):
    once = part(text, TILE, [2, 0], [4, 64])
    assert part(text, once, [1, 8], [2, 8]).type.offset == 2 * 64 + 64 + 8
    parsed(*text.lines)


def test_axes_are_split_and_joined(text):
    split = split_axes(text, TILE, [[2, 4], [64]])
    assert split.shape == (2, 4, 64) and join_axes(text, split, [2, 1]).type == TILE.type
    strided = split_axes(text, part(text, TILE, ["%n", 0], [4, 64]), [[2, 2], [64]])
    assert str(strided.type) == "memref<2x2x64xf32, strided<[128, 64, 1], offset: ?>, 1>"
    parsed(*text.lines)


# -- what does not fit


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (
            lambda text: DmaLoadOp.text(TENSOR, TILE),
            "'npu.dma_load': the DRAM view and the tile must have the same rank",
        ),
        (lambda text: DmaLoadOp.text(TILE, TILE), "the source .first operand. must be in DRAM"),
        (
            lambda text: DmaStoreOp.text(tile("%u", [512], "i32"), TENSOR),
            "must have the same element type, but they have f32 and i32",
        ),
        (lambda text: GatherOp.text(TENSOR, TILE, TILE), "the index tile must hold i32 or i64"),
        (lambda text: DmaLoadOp.text(TENSOR, tile("%u", [512], "f32"), combine="add"), "has no attribute combine"),
        (lambda text: part(text, TILE, [0], [8]), "a part of %t of rank 2 with 1 offsets"),
        (lambda text: split_axes(text, TILE, [[3, 3], [64]]), "cannot be split into"),
        (lambda text: join_axes(text, part(text, TILE, [1, 0], [2, 64]), [2]), "cannot be joined"),
        (lambda text: element_of(text, TILE, ["%n"]), "memref.load of %t of rank 2 with 1 indices"),
        (lambda text: Operand(TILE, ["m"]), "has rank 2, but is walked along .m."),
        (lambda text: transpose(TILE, TILE, [1, 0]), "linalg.transpose of memref<8x64xf32, 1> to"),
        (
            lambda text: generic(["m", "n"], [], [Operand(TILE, ["m", "n"])], ["%a"], [], []),
            "linalg.generic of 0 inputs and 1 outputs with 1 elements and 0 results",
        ),
        (
            lambda text: Elements(text).add(Element("%a", torch.float32), Element("%b", torch.int32)),
            "operands of 'add' must have one dtype",
        ),
        (lambda text: Element("%a", torch.float32).as_dtype(torch.int32), "cannot be read as torch.int32"),
    ],
)
def test_what_does_not_fit_is_refused_where_it_is_written(text, write, message):
    with pytest.raises(KernelError, match=message):
        write(text)


# -- operations


def test_loops_that_an_output_lacks_are_reduced(text):
    row = tile("%r", [8], "f32")
    lines = generic(["m", "n"], [Operand(TILE, "mn")], [Operand(row, "m")], ["%a", "%b"], [], ["%a"])
    assert 'iterator_types = ["parallel", "reduction"]' in lines[0]
    alloc = '%r = "npu.alloc"() : () -> memref<8xf32, 1>'
    parsed(alloc, *lines)


def test_integers_compare_by_their_dtype(text):
    at = Elements(text)
    one, other = Element("%a", torch.int64), Element("%b", torch.int64)
    at.maximum(one, other)
    at.maximum(one.as_dtype(torch.uint64), other.as_dtype(torch.uint64))
    assert [line.split()[2] for line in text.lines] == ["arith.maxsi", "arith.maxui"]


def test_steps_are_taken_one_by_one():
    sizes = {0: "%zero", 1: "%one"}
    writer = Writer(sizes.__getitem__)
    with writer.loop(0, "%n"):
        writer.line(fill(TILE, "%c"))
    assert writer.take().splitlines()[0] == "scf.for %l_0 = %zero to %n step %one {"
    assert writer.take() == ""
