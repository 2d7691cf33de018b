"""GELU, exact (erf) and approximate (tanh)."""

import pytest
import torch
from common import check, check_gradients, check_views, main, make
from torch.nn.functional import gelu

SHAPES = [(1, 1), (47, 10), (128, 128), (4071, 429)]


def run(device, shape, dtype=torch.float32):
    check(gelu, make(shape, dtype), device=device)


@pytest.mark.covering("(47, 10)", "(3, 0)")
@pytest.mark.parametrize("shape", [*SHAPES, (3, 0)], ids=str)
def test_gelu_gives_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.covering("torch.bfloat16", "torch.float64")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64], ids=str)
def test_other_precisions_have_a_gelu(device, dtype):
    run(device, (21, 70), dtype)


def test_the_tanh_form_is_close_as_well(device):
    check(lambda x: gelu(x, approximate="tanh"), make((64, 100)), device=device)


@pytest.mark.parametrize("approximate", ["none", "tanh"])
def test_the_whole_range_is_accurate(device, approximate):
    check(lambda x: gelu(x, approximate=approximate), torch.linspace(-12, 12, 5001), device=device)


def test_a_strided_view_is_read_in_place(device):
    check_views(gelu, make((50, 64))[3::2, 1::3], device=device)


def test_the_gradient_is_what_the_cpu_gives(device):
    check_gradients(gelu, make((40, 33)), device=device)


if __name__ == "__main__":
    main("gelu", run, SHAPES, "(512,768)")
