"""ReLU, forward and backward."""

import pytest
import torch
from common import DTYPES, check, check_gradients, check_views, main, make

SHAPES = [(1, 1), (47, 10), (128, 128), (4071, 429)]


def run(device, shape, dtype=torch.float32):
    check(torch.relu, make(shape, dtype), device=device)


@pytest.mark.covering("(47, 10)", "(0, 3)")
@pytest.mark.parametrize("shape", [*SHAPES, (0, 3)], ids=str)
def test_relu_gives_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.covering("torch.bfloat16", "torch.int32", "torch.uint8")
@pytest.mark.parametrize("dtype", [dtype for name, dtype in DTYPES.items() if name != "bool"], ids=str)
def test_every_number_has_a_relu(device, dtype):
    run(device, (9, 40), dtype)


def test_nan_passes_and_infinities_are_kept(device):
    values = torch.tensor([float("nan"), float("inf"), float("-inf"), -0.0, 0.0, 1.0])
    check(torch.relu, values, device=device)


def test_a_transposed_view_is_read_in_place(device):
    check_views(torch.relu, make((37, 90)).t()[4:], device=device)


def test_the_gradient_is_zero_below_zero(device):
    check_gradients(torch.relu, make((33, 20)), device=device)


if __name__ == "__main__":
    main("relu", run, SHAPES, "(512,768)")
