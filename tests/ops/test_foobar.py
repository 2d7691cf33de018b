"""`_foobar`, the operator of the authoring guide: a copy, through npusim's own template."""

import pytest
import torch
from common import check, check_sizes, check_views, main, make

SHAPES = [(1, 1), (47, 10), (128, 128)]


def run(device, shape, dtype=torch.float32):
    check(torch._foobar, make(shape, dtype), device=device)


@pytest.mark.covering("(47, 10)", "(2, 3, 4)", "(0, 3)", "()")
@pytest.mark.parametrize("shape", [*SHAPES, (512, 768), (5,), (2, 3, 4), (0, 3), ()], ids=str)
def test_foobar_copies(device, shape):
    run(device, shape)


@pytest.mark.covering("torch.bfloat16", "torch.bool")
@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16, torch.int64, torch.uint8, torch.bool], ids=str)
def test_foobar_copies_any_dtype(device, dtype):
    run(device, (17, 5), dtype)


def test_the_flags_change_nothing(device):
    check(lambda x: torch._foobar(x, False, arg2=False), make((12, 7)), device=device)


def test_views_are_made_dense_first(device):
    check_views(lambda x: torch._foobar(x).contiguous(), make((40, 30)).t()[3:, ::2], device=device)
    check(lambda x: torch._foobar((x + 1).t()[2:]) * 2, make((9, 14)), device=device)


def test_it_is_never_part_of_a_fusion(device):
    check(lambda x: torch.relu(torch._foobar(x + 1) * 2), make((12, 7)), device=device)


def test_symbolic_sizes(device):
    check_sizes(torch._foobar, *([make((rows, 5))] for rows in (3, 8, 21)), device=device)


if __name__ == "__main__":
    main("Foobar", run, SHAPES, "(512,768)")
