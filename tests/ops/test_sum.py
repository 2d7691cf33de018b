"""Sums over one dimension, several, or all."""

import pytest
import torch
from common import DTYPES, check, check_views, main, make

CASES = [((29, 47), 1), ((17, 68), 0), ((327, 447), None), ((327, 447), (0, 1))]
SHAPES = [(29, 47), (17, 68), (327, 447)]


def run(device, shape, dtype=torch.float32):
    for dim in (None, *range(len(shape))):
        sum_over(device, shape, dim, dtype=dtype)


def sum_over(device, shape, dim, keepdim=False, dtype=torch.float32):
    # Sums of many values of both signs cancel: the tolerance is that of the values summed, not of the result.
    tolerance = {"atol": 1e-6 * max(torch.Size(shape).numel(), 10) ** 0.5 * 3, "rtol": 1.3e-6}
    exact = dtype != torch.float32
    check(
        lambda x: torch.sum(x, dim, keepdim=keepdim) if dim is not None else torch.sum(x),
        make(shape, dtype),
        device=device,
        **({} if exact else tolerance),
    )


@pytest.mark.covering("(29, 47)-1", "(17, 68)-0", "(327, 447)-(0, 1)")
@pytest.mark.parametrize("shape, dim", CASES, ids=str)
def test_sum_gives_what_the_cpu_gives(device, shape, dim):
    sum_over(device, shape, dim)


@pytest.mark.covering("1")
@pytest.mark.parametrize("dim", [0, 1])
def test_long_sums_lose_few_digits(device, dim):
    values = torch.rand(2048, 2048, generator=torch.Generator().manual_seed(0))
    summed = torch.compile(lambda x: x.sum(dim))(values.to(device)).cpu()
    exact = values.double().sum(dim)
    # One running sum of 2048 numbers is off by 9e-7 here.
    torch.testing.assert_close(summed.double(), exact, rtol=4.5e-7, atol=0)


@pytest.mark.covering("(0, 1)")
@pytest.mark.parametrize("dim", [0, 1, (0, 1)], ids=str)
def test_reduced_dimensions_can_be_kept(device, dim):
    sum_over(device, (327, 447), dim, keepdim=True)


@pytest.mark.covering("(3, 5, 7)-(0, 2)", "(2, 3, 4, 5)-(1, 3)")
@pytest.mark.parametrize(
    "shape, dim", [((3, 5, 7), (0, 2)), ((3, 5, 7), 1), ((2, 3, 4, 5), (1, 3)), ((1, 1), 0), ((9,), 0)], ids=str
)
def test_other_ranks_are_summed(device, shape, dim):
    sum_over(device, shape, dim)


@pytest.mark.covering("torch.int8", "torch.uint8", "torch.bool")
@pytest.mark.parametrize("dtype", [dtype for dtype in DTYPES.values() if not dtype.is_floating_point], ids=str)
def test_integers_are_summed_exactly_in_64_bits(device, dtype):
    sum_over(device, (21, 300), 1, dtype=dtype)


@pytest.mark.covering("torch.bfloat16", "torch.float64")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64], ids=str)
def test_other_precisions_are_summed(device, dtype):
    sum_over(device, (21, 30), 1, dtype=dtype)


@pytest.mark.covering("(0, 4)-0", "(4, 0)-0")
@pytest.mark.parametrize("shape, dim", [((0, 4), 0), ((4, 0), 0), ((0,), 0)], ids=str)
def test_the_sum_of_nothing_is_zero(device, shape, dim):
    sum_over(device, shape, dim)


def test_views_are_summed_in_place(device):
    check_views(lambda x: x.sum(1), make((40, 70)).t()[3:, ::3], device=device)


def test_a_mean_of_squares_is_one_expression(device):
    check(lambda x: (x * x).mean(-1), make((33, 257)), device=device)


if __name__ == "__main__":
    main("sum", run, SHAPES, "(512,768)")
