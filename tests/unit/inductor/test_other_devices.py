"""Compiled programs on the CPU compute as if npusim were not installed."""

import pytest
import torch
from npusim.frontend.lowering.decompositions import is_decomposed_here_only
from torch.nn import functional


def programs(image, volume, grid):
    """With operators that the device decomposes and the CPU runs eagerly."""
    return (
        functional.interpolate(image, (3, 7), mode="bilinear", antialias=True),
        functional.interpolate(image, (7, 3), mode="bicubic", antialias=True),
        functional.grid_sample(volume, grid, align_corners=False),
        torch._foreach_exp([image, volume])[1],
        image * torch.bartlett_window(5),
    )


@pytest.mark.slow
def test_operators_that_only_the_device_decomposes_are_compiled_for_the_cpu(device):
    inputs = [torch.randn(size, requires_grad=True) for size in ((1, 2, 4, 5), (1, 2, 3, 4, 5), (1, 2, 3, 4, 3))]
    torch._dynamo.reset()
    torch.compile(lambda x: x + 1)(torch.ones(2, device=device))  # npusim's operators are there
    assert is_decomposed_here_only(torch.ops.aten._upsample_bilinear2d_aa_backward.default)

    def results(function):
        found = function(*inputs)
        return found, torch.autograd.grad(sum(each.square().sum() for each in found), inputs)

    torch.testing.assert_close(results(torch.compile(programs, fullgraph=True)), results(programs))
