"""Layer norm, with and without affine parameters, forward and backward."""

import pytest
import torch
from common import check, check_gradients, check_views, main, make
from torch.nn.functional import layer_norm

SHAPES = [(512, 768)]


def run(device, shape, dtype=torch.float32):
    size = shape[-1:]
    inputs = make(shape, dtype), make(size, dtype, 1), make(size, dtype, 2)
    check(lambda x, weight, bias: layer_norm(x, size, weight, bias), *inputs, device=device)


@pytest.mark.covering("(1, 129)", "(33, 1000)")
@pytest.mark.parametrize("shape", [*SHAPES, (3, 5), (1, 129), (2, 7, 96), (33, 1000)], ids=str)
def test_layer_norm_gives_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64], ids=str)
def test_other_precisions_are_normalised(device, dtype):
    size = (72,)
    check(lambda x: layer_norm(x, size), make((20, 72), dtype), device=device)


def test_several_dimensions_are_normalised_together(device):
    check(lambda x: layer_norm(x, (6, 35)), make((11, 6, 35)), device=device)


def test_a_large_mean_does_not_spoil_the_variance(device):
    check(lambda x: layer_norm(x, (300,)), make((8, 300)) + 100, device=device)


def test_a_view_is_normalised_in_place(device):
    check_views(lambda x: layer_norm(x, (40,)), make((17, 90))[:, 5:45], device=device)


def test_gradients_are_what_the_cpu_gives(device):
    inputs = make((24, 50)), make((50,), seed=1), make((50,), seed=2)
    check_gradients(lambda x, w, b: layer_norm(x, (50,), w, b), *inputs, device=device)


if __name__ == "__main__":
    main("layernorm", run, SHAPES, "(512,768)")
