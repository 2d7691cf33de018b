"""The first of sorted rows: topk, kthvalue, median, mode."""

import pytest
import torch
from common import check, check_views, main, make

SHAPES = [(16, 100), (5, 8), (3, 1)]


def run(device, shape, dtype=torch.float32):
    count, x = min(5, shape[-1]), numbers(shape, dtype)

    def first(x):
        return torch.topk(x, count), torch.kthvalue(x, count)

    if len(x.unique()) == x.numel():
        check(lambda x: tuple(part for pair in first(x) for part in pair), x, device=device)
    else:  # which of equal numbers come first is nobody's promise
        check(lambda x: tuple(pair.values for pair in first(x)), x, device=device)


def numbers(shape, dtype=torch.float32, seed=0):
    """Whole numbers from 0 on in random order; some are equal in a dtype of few digits."""
    order = torch.randperm(torch.Size(shape).numel(), generator=torch.Generator().manual_seed(seed))
    return order.view(shape).to(dtype)


@pytest.mark.parametrize("largest", [False, True])
def test_topk_gives_the_extreme_values_in_order(device, largest):
    check(lambda x: tuple(torch.topk(x, 7, dim=1, largest=largest)), make((5, 61)), device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize(
    "shape, k, dim", [((3, 300), 1, 1), ((900, 33), 8, 0), ((2, 4000), 100, 1), ((1, 20000), 17, 1)]
)
@pytest.mark.parametrize("dtype", [torch.float32, torch.int64], ids=str)
def test_the_first_of_many_are_found_without_sorting_all(device, shape, k, dim, dtype):
    x = numbers(shape, dtype, seed=1)
    check(lambda x: tuple(torch.topk(x, k, dim)), x, device=device)
    check(lambda x: tuple(torch.kthvalue(x, k, dim, keepdim=True)), x, device=device)


def test_nan_counts_as_the_largest_of_many(device):
    x = make((2, 500))
    x[0, 77] = float("nan")
    check(lambda x: torch.topk(x, 3).values, x, device=device)
    check(lambda x: tuple(torch.topk(x, 3, largest=False)), x, device=device)


@pytest.mark.parametrize("keepdim", [False, True])
def test_results_of_kthvalue_are_contiguous(device, keepdim):
    x = make((4, 5, 6))
    results = torch.compile(lambda x: torch.kthvalue(x, 3, 1, keepdim), fullgraph=True)(x.to(device))
    for result, expected in zip(results, torch.kthvalue(x, 3, 1, keepdim), strict=True):
        assert result.stride() == expected.stride()
        torch.testing.assert_close(result.cpu(), expected)


@pytest.mark.slow
@pytest.mark.parametrize("dim", [0, 1])
def test_symbolic_numbers_of_symbolic_rows_have_results_and_gradients_of_eager_pytorch(device, dim):
    def functions(x, k):
        return *torch.topk(x, k, dim), *torch.kthvalue(x, k, dim), torch.topk(x, x.size(1) // 3, 1, largest=False)[0]

    torch._dynamo.reset()
    compiled = torch.compile(functions, dynamic=True, fullgraph=True)
    for shape, k in [((5, 17), 3), ((9, 23), 4), ((6, 31), 2)]:
        x = numbers(shape).requires_grad_()
        on_device = x.detach().to(device).requires_grad_()
        results, expected = compiled(on_device, k), functions(x, k)
        for result, right in zip(results, expected, strict=True):
            assert result.stride() == right.stride()
            torch.testing.assert_close(result.cpu(), right)
        sum((result * result).sum() for result in results if result.requires_grad).backward()
        sum((right * right).sum() for right in expected if right.requires_grad).backward()
        torch.testing.assert_close(on_device.grad.cpu(), x.grad)


def test_kthvalue_median_and_mode_are_those_of_the_cpu(device):
    check(lambda x: tuple(torch.kthvalue(x, 4, dim=1)), make((5, 31)), device=device)
    check(lambda x: tuple(torch.median(x, dim=0)), make((21, 5)), device=device)
    check(torch.median, make((4, 5)), device=device)
    check(lambda x: torch.mode(x, dim=1).values, make((4, 40), torch.int64), device=device)


def test_the_first_of_a_transposed_view_are_found(device):
    check_views(lambda x: tuple(torch.topk(x, 4, dim=0)), make((20, 300)).t(), device=device)


if __name__ == "__main__":
    main("topk", run, SHAPES, "(64,512)")
