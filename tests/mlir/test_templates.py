"""The MLIR that npusim's own templates render: order of operations, maps and views. Whole texts are not compared."""

import re

import pytest
import torch
from common import report_of
from npusim.scheduler import registered_kernels


@pytest.fixture
def text(device):
    """Text of the one kernel that a function compiles to on tpuv3."""

    def compile_it(function, *shapes, dtype=torch.float32, **options):
        torch._dynamo.reset()
        inputs = [torch.zeros(shape, dtype=dtype, device=device) for shape in shapes]
        with torch.npu.simulator(machine="tpuv3", mode="functional"):
            before = len(registered_kernels())
            torch.compile(function, fullgraph=True, **options)(*inputs)
        (kernel,) = registered_kernels()[before:]
        return kernel.module.text

    return compile_it


def operations(text):
    """Names of the operations that move or compute, and of the loops, in order."""
    found = re.findall(
        r"affine\.for %\w+|npu\.dma_load|npu\.dma_store|linalg\.fill|linalg\.generic|memref\.(?:load|store)", text
    )
    return [name.replace("affine.for ", "") for name in found]


def test_foobar_moves_one_element_at_a_time(text):
    assert operations(text(torch._foobar, (4, 5))) == ["%i", "memref.load", "memref.store"]


def test_a_small_product_keeps_its_reduction_in_one_tile(text):
    names = operations(text(torch.mm, (64, 48), (48, 32)))
    assert names[:6] == ["%k", "%m", "npu.dma_load", "%n", "linalg.fill", "npu.dma_load"]
    assert names[6:] == ["linalg.generic", "npu.dma_store"]


def test_a_large_reduction_streams_both_operands(text):
    names = operations(text(torch.mm, (1024, 8192), (8192, 1024)))
    assert names[:6] == ["%m", "%n", "linalg.fill", "%k", "npu.dma_load", "npu.dma_load"]
    assert names[6:] == ["linalg.generic", "npu.dma_store"]


def test_512_cubed_moves_every_element_once_on_tpuv3(device):
    operand = torch.zeros(512, 512, device=device)
    assert report_of(torch.mm, operand, operand.clone()).kernels[-1].statistics["dram_bytes"] == 3 * 512 * 512 * 4


def test_a_transposed_operand_is_a_tile_with_exchanged_axes(text):
    kernel = text(lambda a, b: a @ b.t(), (64, 48), (32, 48))
    assert "(m, n, k) -> (n, k)" in kernel
    assert '%B_tile = "npu.alloc"() {lane_axis = 0 : i64' in kernel
    assert "sizes: [32, 48], strides: [48, 1]" in kernel


def test_a_slice_is_a_view_with_an_offset(text):
    assert "offset: [103], sizes: [48, 32], strides: [100, 1]" in text(
        lambda a, b: a @ b[1:49, 3:35], (64, 48), (50, 100)
    )


def test_narrow_inputs_are_extended_into_a_wide_accumulator(text):
    kernel = text(torch.mm, (64, 48), (48, 32), dtype=torch.bfloat16)
    assert "memref<64x48xbf16, 1>" in kernel and "memref<64x32xf32, 1>" in kernel
    assert kernel.count("arith.extf") == 2 and kernel.count("arith.truncf") == 1


def test_a_bias_and_an_activation_are_fused(text):
    kernel = text(lambda b, x, w: torch.relu(torch.addmm(b, x, w)), (32,), (64, 48), (48, 32))
    assert operations(kernel).count("npu.dma_store") == 1 and "arith.maximumf" in kernel


def test_symbolic_sizes_bound_loops_and_views(text):
    kernel = text(torch.mm, (65, 49), (49, 33), dynamic=True)
    assert re.search(r"affine\.for %m = 0 to affine_map<\(\)\[s0\] -> \(s0\)>\(\)\[%ks\d\]", kernel)
    assert re.search(r"affine\.min affine_map<\(d0\)\[s0\] -> \(\d+, s0 - d0\)>\(%k\)\[%ks\d\]", kernel)


def test_batches_are_the_outermost_loop(text):
    assert operations(text(torch.bmm, (3, 64, 48), (3, 48, 32)))[0] == "%b"
