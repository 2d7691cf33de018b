"""Compute on tiles with named axes, as text."""

import pytest
import torch
from npusim.frontend import MLIRTemplateKernel, mlir_common
from npusim.frontend.template.tile_math import TileMath
from npusim.simulator.errors import KernelError
from npusim.simulator.machine import load_machine


@pytest.fixture
def math() -> TileMath:
    """Tiles `wide` (r, c) and `row` (r) in f32, `narrow` (r, c) in bf16."""
    kernel = MLIRTemplateKernel("buf0", machine=load_machine("tpuv3"))
    for name, axes, dtype in (
        ("wide", "rc", torch.float32),
        ("narrow", "rc", torch.bfloat16),
        ("row", "r", torch.float32),
    ):
        tile = mlir_common.MLIRMultiDimTile([64 if axis == "r" else 32 for axis in axes], 128)
        tile.set_name(name)
        tile.set_axes(list(axes))
        kernel.def_sram_buffer("unused", tile, dtype=dtype)
    return TileMath(kernel, torch.float32)


def test_an_axis_that_an_output_lacks_is_reduced(math):
    text = math.compute(["row"], ["wide"], lambda at, ins, outs: [at.add(outs[0], ins[0])])
    assert 'iterator_types = ["parallel", "reduction"]' in text
    assert "affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r)>" in text
    assert "%v0 = arith.addf %x1, %x0 : f32" in text


def test_narrow_elements_are_widened_where_they_are_read_and_narrowed_where_they_are_written(math):
    text = math.compute(["narrow"], ["narrow"], lambda at, ins, outs: [at.exp(ins[0])])
    assert "arith.extf %x0 : bf16 to f32" in text
    assert "arith.truncf" in text and ": f32 to bf16" in text


def test_an_output_that_the_body_does_not_read_is_not_read(math):
    text = math.compute(["narrow"], ["wide"], lambda at, ins, outs: [ins[0]])
    assert "arith.extf" not in text


def test_infinities_are_written_by_their_bits(math):
    math.fill("row", -float("inf"))
    assert math.kernel.top_lines[-1] == "%row_start = arith.constant 0xFF800000 : f32"


def test_elements_of_different_dtypes_are_refused(math):
    with pytest.raises(KernelError, match=r"operands of 'add' must have one dtype, but they are %x0 of torch\.float32"):
        math.compute(["row"], ["wide"], lambda at, ins, outs: [at.add(ins[0], at.constant(1, torch.int64))])
