"""A machine with more of something does not take longer by more than 2 %: its tiles are chosen for it, too."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
import torch
from npusim.simulator.machine import Machine, load_machine
from torch.nn.functional import (
    avg_pool2d,
    conv2d,
    conv3d,
    group_norm,
    layer_norm,
    max_pool2d,
    rms_norm,
    scaled_dot_product_attention,
)

NOISE = 1.02

MORE = {
    "bandwidth": ("dram_channels", "dram_bandwidth_gbps", "dma_bytes_per_cycle", "noc_bytes_per_cycle"),
    "cores": ("cores",),
    "scratchpad": ("scratchpad_kib_per_lane",),
}
"""Keys of a machine, by what they are together."""


class Program(NamedTuple):
    """A function of tensors of these shapes, a machine, and what another machine has `times` as much of."""

    function: Callable[..., torch.Tensor]
    shapes: tuple[tuple[int, ...], ...]
    machine: str
    more: str
    times: int = 2
    dtype: torch.dtype = torch.float32


PROGRAMS = {
    "normalisation of few rows": Program(lambda x: group_norm(x, 1), ((16, 256, 8),), "gemmini16", "scratchpad"),
    "softmax": Program(lambda x: x.softmax(-1), ((737, 512),), "small8x8", "scratchpad"),
    "pooling": Program(lambda x: avg_pool2d(x, 3, 2), ((2, 4, 32, 32),), "gemmini16", "bandwidth"),
    "product": Program(torch.mm, ((256, 8), (8, 256)), "small8x8", "cores"),
    "convolution": Program(
        lambda x, w: conv2d(x, w, None, 1, 3), ((1, 32, 8, 8), (8, 32, 7, 7)), "gemmini16", "bandwidth"
    ),
    "pointwise convolution": Program(conv3d, ((1, 11, 16, 16, 16), (8, 11, 1, 1, 1)), "gemmini16", "scratchpad"),
    "strided convolution": Program(
        lambda x, w: conv3d(x, w, None, 2), ((1, 16, 15, 15, 15), (16, 16, 1, 1, 1)), "small8x8", "cores"
    ),
    "stream that is read and written": Program(torch.relu, ((512, 1024),), "tpuv6e", "cores"),
    "maximum of windows": Program(lambda x: max_pool2d(x, 3, 1, 1), ((4, 16, 28, 28),), "tpuv4", "bandwidth"),
    "product of long rows": Program(torch.mm, ((64, 1024), (1024, 64)), "tpuv3", "cores"),
    "batch of two": Program(torch.bmm, ((2, 64, 8), (2, 8, 28)), "small8x8", "cores"),
    "batch of small products": Program(torch.bmm, ((57, 32, 128), (57, 128, 128)), "tpuv4", "cores"),
    "batch of small products, eight cores": Program(
        torch.bmm, ((57, 32, 128), (57, 128, 128)), "tpuv4", "cores", times=4
    ),
    "convolution of few channels": Program(
        lambda x, w: conv2d(x, w, None, 2, 3), ((1, 3, 112, 112), (64, 3, 7, 7)), "tpuv4", "bandwidth"
    ),
    "weights of rows": Program(
        lambda x, w: rms_norm(x, (1000,), w), ((333, 1000), (1000,)), "tpuv3", "cores", dtype=torch.bfloat16
    ),
    "weights of rows, a tile for each core": Program(
        lambda x, w, b: layer_norm(x, (256,), w, b), ((57, 256), (256,), (256,)), "tpuv3", "cores"
    ),
    "softmax, eight cores": Program(lambda x: x.softmax(-1), ((300, 1024),), "tpuv4", "cores", times=4),
    "attention": Program(scaled_dot_product_attention, ((1, 12, 197, 128),) * 3, "tpuv6e", "cores"),
    "attention, four cores": Program(scaled_dot_product_attention, ((1, 12, 197, 128),) * 3, "tpuv4", "cores"),
    "batch of one": Program(torch.bmm, ((1, 128, 64), (1, 64, 1)), "tpuv4", "cores"),
}


@pytest.mark.covering(
    "normalisation of few rows",
    "product",
    "strided convolution",
    "stream that is read and written",
    "batch of one",
    "convolution of few channels",
    "weights of rows",
    "weights of rows, a tile for each core",
)
@pytest.mark.parametrize("name", PROGRAMS)
def test_more_of_something_never_slows_a_program_down(name, device):
    program = PROGRAMS[name]
    usual = load_machine(program.machine)
    better = usual.evolve(**{key: program.times * getattr(usual, key) for key in MORE[program.more]})
    assert cycles(program, better, device) <= NOISE * cycles(program, usual, device)


def cycles(program: Program, machine: Machine, device: torch.device) -> int:
    torch._dynamo.reset()
    inputs = [torch.empty(shape, dtype=program.dtype, device=device) for shape in program.shapes]
    with torch.npu.simulator(machine=machine, mode="timing") as simulation:
        torch.compile(program.function, dynamic=False)(*inputs)
        return simulation.report().cycles
