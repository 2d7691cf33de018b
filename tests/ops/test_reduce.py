"""Reductions besides sum and max: prod, any, all, norms, variances, logsumexp, argmin, over any axes."""

import pytest
import torch
from common import check, check_views, main, make

SHAPES = [(64, 128), (5, 8), (3, 1)]


def run(device, shape, dtype=torch.float32):
    x = make(shape, dtype)
    for dim in (0, -1):
        check(lambda x: several(x, dim), x, device=device)  # noqa: B023


def several(x, dim):
    numbers = x if x.is_floating_point() else x.double()  # means, logarithms and norms of whole numbers
    return (
        numbers.mean(dim),
        (x * 0.1 + 1).prod(dim),
        x.sum(dim),
        x.amin(dim),
        x.argmin(dim),
        (x > 1).any(dim),
        (x > -1).all(dim),
        torch.logsumexp(numbers, dim),
        torch.linalg.vector_norm(numbers, 2, dim),
        torch.linalg.vector_norm(numbers, 1, dim),
        torch.count_nonzero(x > 0, dim),
    )


@pytest.mark.covering("(19, 131)")
@pytest.mark.parametrize("shape", [(19, 131), (1, 5)], ids=str)
def test_reductions_give_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.covering("(1, 3)")
@pytest.mark.parametrize("dim", [(0, 2), (1, 3), (0, 1, 2, 3)], ids=str)
def test_any_axes_are_reduced_together(device, dim):
    check(lambda x: (x.sum(dim), x.amax(dim), x.var(dim), x.std(dim, correction=0)), make((3, 5, 7, 9)), device=device)


def test_rows_longer_than_the_scratchpad_are_reduced_in_pieces(device):
    check(lambda x: (x.amax(1), x.mean(1), x.var(1)), make((2, 300007)), device=device)


@pytest.mark.covering("torch.bool", "torch.uint8")
@pytest.mark.parametrize("dtype", [torch.bool, torch.int32, torch.uint8, torch.int64], ids=str)
def test_integers_are_reduced(device, dtype):
    check(lambda x: (x.sum(1), x.prod(1), x.amax(1), x.amin(0), (x > 0).any(1)), make((6, 37), dtype), device=device)


def test_nan_and_infinities_are_those_of_the_cpu(device):
    x = make((4, 40))
    x[0, 3], x[1, 5], x[2, 7] = float("nan"), float("inf"), -float("inf")
    check(lambda x: (x.sum(1), x.amin(1), x.argmin(1), torch.logsumexp(x, 1), x.norm(dim=1)), x, device=device)


def test_a_view_is_reduced_in_place(device):
    check_views(lambda x: (x.mean(1), x.prod(0)), make((30, 40)).t()[::2, 1:], device=device)


if __name__ == "__main__":
    main("reduce", run, SHAPES, "(512,768)")
