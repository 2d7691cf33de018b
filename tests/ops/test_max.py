"""Largest values: over all, over dimensions, with indices."""

import pytest
import torch
from common import DTYPES, check, check_views, main, make

SHAPES = [(128, 768)]


def run(device, shape, dtype=torch.float32):
    check(torch.max, make(shape, dtype), device=device)
    for dim in range(len(shape)):
        max_along(device, shape, dim, dtype)


def max_along(device, shape, dim, dtype=torch.float32):
    check(lambda x: torch.amax(x, dim), make(shape, dtype), device=device)


@pytest.mark.covering("(1, 1)", "(37, 19)")
@pytest.mark.parametrize("shape", [*SHAPES, (1, 1), (37, 19)], ids=str)
def test_max_gives_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.covering("1")
@pytest.mark.parametrize("dim", [0, 1])
def test_max_gives_the_first_index_of_the_largest_value(device, dim):
    check(lambda x: torch.max(x, dim), make((128, 768)), device=device)
    check(lambda x: torch.max(x, dim), make((40, 50), torch.int32), device=device)


@pytest.mark.covering("torch.bfloat16", "torch.float64", "torch.int8", "torch.uint8")
@pytest.mark.parametrize("dtype", [dtype for name, dtype in DTYPES.items() if name != "bool"], ids=str)
def test_every_number_has_a_max(device, dtype):
    max_along(device, (15, 60), 1, dtype)


def test_negative_values_win_over_padding(device):
    check(lambda x: torch.amax(x, 1), -make((19, 33)).abs() - 5, device=device)
    check(lambda x: torch.amin(x, 1), make((19, 33)).abs() + 5, device=device)


def test_nan_wins(device):
    x = make((6, 20))
    x[2, 7] = float("nan")
    check(lambda t: torch.amax(t, 1), x, device=device)


def test_a_view_is_reduced_in_place(device):
    check_views(lambda x: torch.amax(x, 1), make((30, 64)).t()[1:, 4:], device=device)


if __name__ == "__main__":
    main("max", run, SHAPES, "(512,768)")
