"""Copies with dimensions in another order."""

from itertools import permutations

import pytest
import torch
from common import DTYPES, check, check_views, main, make

SHAPES = [(64, 156), (640, 256)]


def run(device, shape, dtype=torch.float32):
    permute(device, shape, tuple(reversed(range(len(shape)))), dtype)


def permute(device, shape, order, dtype=torch.float32):
    result = check(lambda x: x.permute(order).contiguous(), make(shape, dtype), device=device)
    assert result.is_contiguous()


@pytest.mark.covering("(129, 1)", "(0, 5)")
@pytest.mark.parametrize("shape", [*SHAPES, (1, 7), (129, 1), (0, 5)], ids=str)
def test_a_matrix_is_transposed(device, shape):
    run(device, shape)


@pytest.mark.covering("(2, 1, 0)")
@pytest.mark.parametrize("order", permutations(range(3)), ids=str)
def test_three_dimensions_in_every_order(device, order):
    permute(device, (62, 34, 44), order)


@pytest.mark.parametrize("order", [(3, 1, 2, 0), (0, 3, 2, 1)], ids=str)
def test_four_dimensions(device, order):
    permute(device, (5, 6, 7, 9), order)


@pytest.mark.covering("torch.bfloat16", "torch.bool")
@pytest.mark.parametrize("dtype", DTYPES.values(), ids=str)
def test_every_dtype_is_moved(device, dtype):
    permute(device, (35, 66), (1, 0), dtype)


def test_a_transposed_operand_is_added_without_a_copy_of_it(device):
    check(lambda x, y: x.t() + y, make((70, 45)), make((45, 70), seed=1), device=device)


def test_a_window_is_transposed(device):
    check_views(lambda x: x.t().contiguous(), make((50, 80))[3:40, 7:70:2], device=device)


if __name__ == "__main__":
    main("transpose", run, SHAPES, "(512,768)")
