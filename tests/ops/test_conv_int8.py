"""Convolutions of int8 tensors that the program converts first: bytes on the arrays, exact sums.

As a script, ``--shape "(B,CIN,COUT,HW,K,STRIDE,PADDING)"`` runs one with a scale, a bias and rounding to int8.
"""

import pytest
import torch
import torch.nn.functional as F
from common import check, main, require
from npusim.scheduler import simulator

FORM = "B,CIN,COUT,HW,K,STRIDE,PADDING"
SHAPES = [(1, 3, 5, 9, 3, 2, 1), (2, 33, 17, 7, 1, 1, 0), (1, 16, 1, 5, 5, 1, 0)]
LAYOUTS = [torch.contiguous_format, torch.channels_last]


def bytes_of(*shape, seed=0, layout=torch.contiguous_format):
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(-128, 128, shape, dtype=torch.int8, generator=generator).to(memory_format=layout)


def requantised(x, w, scale, bias, stride=1, padding=0):
    sums = F.conv2d(x.float(), w.float(), None, stride, padding)
    return torch.round((sums * scale + bias).relu()).clamp(-128, 127).to(torch.int8)


def run(device, shape, dtype=torch.int8, layout=torch.contiguous_format):
    batch, channels, filters, size, kernel, stride, padding = shape
    require(stride > 0 and dtype == torch.int8, "the stride must be at least 1, the dtype int8")
    x, w = bytes_of(batch, channels, size, size, layout=layout), bytes_of(filters, channels, kernel, kernel, seed=1)
    scale, bias = torch.full((filters, 1, 1), 2.0**-9), torch.arange(filters).view(-1, 1, 1).float()
    check(lambda *inputs: requantised(*inputs, stride=stride, padding=padding), x, w, scale, bias, device=device)


@pytest.mark.covering(
    "torch.contiguous_format-(1, 3, 5, 9, 3, 2, 1)",
    "torch.channels_last-(2, 33, 17, 7, 1, 1, 0)",
    "torch.channels_last-(1, 16, 1, 5, 5, 1, 0)",
)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_sums_of_bytes_give_what_the_cpu_gives(device, shape, layout):
    run(device, shape, layout=layout)


def test_bytes_are_multiplied_and_stored_as_bytes(device):
    """A residual block: no kernel reads or writes sums, and the arrays take int8."""
    x, w = (
        bytes_of(*shape, seed=s, layout=torch.channels_last) for s, shape in enumerate([(1, 64, 9, 9), (64, 64, 1, 1)])
    )
    scale, bias = torch.full((64, 1, 1), 2.0**-9), torch.zeros(64, 1, 1)

    def block(x, w, scale, bias):
        beside = requantised(x, w, scale, bias)
        value = requantised(beside, w, scale, bias)
        return torch.round(value.float() + beside.float()).clamp(-128, 127).to(torch.int8)

    with simulator("gemmini16", "both") as simulation:
        check(block, x, w, scale, bias, device=device)
        report = simulation.report()
    assert report.launches == 2
    moved = report.statistics["memory"]
    assert moved["write_payload_bytes"] == 2 * x.numel()
    assert report.statistics["energy_pj"]["array"] == pytest.approx(0.23 * report.statistics["array"]["macs"])


def test_a_bias_in_the_convolution_is_added_to_the_converted_sums(device):
    x, w, bias = bytes_of(1, 8, 6, 6), bytes_of(4, 8, 3, 3, seed=1), torch.arange(4.0)
    check(lambda x, w, b: F.conv2d(x.float(), w.float(), b), x, w, bias, device=device)
    check(lambda x, w: F.conv2d(x.float(), w.float(), groups=2), x, bytes_of(4, 4, 3, 3), device=device)


if __name__ == "__main__":
    main("int8 convolution", run, SHAPES, "(1,3,5,9,3,2,1)", FORM)
