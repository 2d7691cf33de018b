"""Sorting: sort, stable sort, argsort, topk, kthvalue, median, mode, searchsorted, bucketize."""

import pytest
import torch
from common import check, check_views, main, make

SHAPES = [(16, 100), (5, 8), (3, 1)]


def run(device, shape, dtype=torch.float32):
    check(lambda x: tuple(torch.sort(x, dim=-1, stable=True)), make(shape, dtype), device=device)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("shape, dim", [((16, 100), 1), ((33, 4), 0), ((2, 9, 3), 1), ((1,), 0), ((4, 0), 1)], ids=str)
def test_sorting_along_any_axis_gives_what_the_cpu_gives(device, shape, dim, descending):
    check(lambda x: tuple(torch.sort(x, dim=dim, descending=descending, stable=True)), make(shape), device=device)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.int32, torch.int64, torch.uint8, torch.bool], ids=str)
def test_equal_values_keep_their_order(device, dtype, descending):
    x = make((3, 70), dtype)
    check(lambda x: tuple(torch.sort(x, dim=1, descending=descending, stable=True)), x, device=device)


@pytest.mark.parametrize("descending", [False, True])
def test_nan_is_the_largest_value(device, descending):
    x = torch.tensor([3.0, float("nan"), -0.0, 0.0, float("inf"), float("nan"), -float("inf"), 1])
    check(lambda x: tuple(torch.sort(x, descending=descending, stable=True)), x, device=device)


def test_a_transposed_view_is_sorted(device):
    check_views(lambda x: tuple(torch.sort(x, dim=0, stable=True)), make((20, 30)).t(), device=device)


@pytest.mark.parametrize("largest", [False, True])
def test_topk_gives_the_extreme_values_in_order(device, largest):
    check(lambda x: tuple(torch.topk(x, 7, dim=1, largest=largest)), make((5, 61)), device=device)


def test_kthvalue_median_and_mode_are_those_of_the_cpu(device):
    check(lambda x: tuple(torch.kthvalue(x, 4, dim=1)), make((5, 31)), device=device)
    check(lambda x: tuple(torch.median(x, dim=0)), make((21, 5)), device=device)
    check(torch.median, make((4, 5)), device=device)
    check(lambda x: torch.mode(x, dim=1).values, make((4, 40), torch.int64), device=device)


@pytest.mark.parametrize("right", [False, True])
def test_places_in_sorted_boundaries_are_found(device, right):
    boundaries = torch.tensor([-1.5, -1, 0, 0, 0.5, 2])
    x = torch.cat([make((40,)), boundaries, torch.tensor([float("nan"), float("inf"), -float("inf")])])
    check(lambda x, b: torch.bucketize(x, b, right=right), x, boundaries, device=device)
    rows = torch.sort(make((3, 19)), 1).values
    check(lambda x, b: torch.searchsorted(b, x, right=right), make((3, 8), seed=2), rows, device=device)


if __name__ == "__main__":
    main("sort", run, SHAPES, "(64,512)")
