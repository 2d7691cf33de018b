"""Pooling with windows of more than 25 elements, medians with NaN, truth of bytes."""

import pytest
import torch
from common import check, check_gradients, main, make
from torch.nn import functional

SHAPES = [(2, 3, 40, 41), (1, 1, 15, 17)]
POOLS = {
    "overlapping": lambda x: functional.avg_pool2d(x, (7, 6), 3, (2, 1), True, False),
    "padding counts": lambda x: functional.avg_pool2d(x, 7, 2, 3),
    "another divisor": lambda x: functional.avg_pool2d(x, 7, 2, 3, False, True, 5),
    "every place": lambda x: functional.avg_pool2d(x, 7, 1, 3),
    "adaptive": lambda x: functional.adaptive_avg_pool2d(x, (3, 5)),
}


MAXIMA = {"adaptive maxima": lambda x: functional.adaptive_max_pool2d(x, (3, 5), return_indices=True)}


def run(device, shape, dtype=torch.float32, names=(*POOLS, *MAXIMA)):
    for name in names:
        check((POOLS | MAXIMA)[name], make(shape, dtype), device=device)


@pytest.mark.covering(
    "(1, 1, 15, 17)-every place",
    in_ci=[
        "(2, 3, 40, 41)-padding counts",
        "(2, 3, 40, 41)-overlapping",
        "(2, 3, 40, 41)-adaptive",
        "(1, 1, 15, 17)-another divisor",
        "(1, 1, 15, 17)-adaptive maxima",
    ],
)
@pytest.mark.parametrize("name", [*POOLS, *MAXIMA])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_averages_and_maxima(device, shape, name):
    run(device, shape, names=[name])


@pytest.mark.slow
def test_images_keep_their_memory_format(device):
    x = make((2, 3, 15, 17)).to(memory_format=torch.channels_last).to(device)
    pools = lambda x: (POOLS["adaptive"](x), *functional.adaptive_max_pool2d(x, (3, 5), return_indices=True))  # noqa: E731
    results = torch.compile(pools, fullgraph=True)(x)
    assert all(result.is_contiguous(memory_format=torch.channels_last) for result in results)


@pytest.mark.slow
def test_three_dimensions(device):
    check(lambda x: functional.avg_pool3d(x, 4, 2), make((1, 2, 9, 9, 9)), device=device)


@pytest.mark.covering("overlapping", "another divisor")
@pytest.mark.parametrize("name", ["overlapping", "padding counts", "another divisor"])
def test_averages_of_whole_numbers_lose_their_fraction(device, name):
    check(POOLS[name], make((2, 3, 15, 17), torch.int64), device=device)


@pytest.mark.slow
def test_averages_of_whole_numbers_in_three_dimensions(device):
    pool = lambda x: functional.avg_pool3d(x, (4, 3, 3), 2, 1, ceil_mode=True)  # noqa: E731
    check(pool, make((1, 2, 9, 7, 8), torch.int64), device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("name", ["every place", "overlapping", "adaptive"])
def test_gradients_of_averages(device, name):
    check_gradients(POOLS[name], make((1, 2, 15, 17)), device=device)


@pytest.mark.slow
@pytest.mark.covering("False-torch.float32", "True-torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
@pytest.mark.parametrize("includes_padding", [True, False])
def test_gradients_where_the_last_window_ends_beyond_the_padding(device, includes_padding, dtype):
    """Inductor's own formula divides by whole windows there."""
    line = lambda x: functional.avg_pool1d(x, 6, 3, 2, True, includes_padding)  # noqa: E731
    plane = lambda x: functional.avg_pool2d(x, (4, 3), 2, 1, True, includes_padding)  # noqa: E731
    check_gradients(line, make((1, 3, 9), dtype), device=device)
    check_gradients(plane, make((2, 2, 7, 8), dtype), device=device)


@pytest.mark.slow
@pytest.mark.parametrize("kernel, stride, padding", [(2, 2, 0), ((6, 3, 4), (2, 3, 2), (3, 1, 0)), ((4, 5, 6), 2, 2)])
def test_gradients_in_three_dimensions(device, kernel, stride, padding):
    pool = lambda x: functional.avg_pool3d(x, kernel, stride, padding, ceil_mode=True)  # noqa: E731
    check_gradients(pool, make((1, 2, 7, 6, 8)), device=device)


@pytest.mark.slow
def test_averages_over_adaptive_windows_to_the_size_of_another_tensor(device):
    """Inductor's lowering compares symbols where the result's size is one."""
    torch._dynamo.reset()
    program = lambda x, y: functional.adaptive_avg_pool2d(x, y.shape[-2:]) + y  # noqa: E731
    compiled = torch.compile(program, dynamic=True, fullgraph=True)
    for size, count in (((16, 17), (5, 6)), ((5, 7), (8, 9))):
        x, y = make((1, 2, *size)), make((1, 2, *count))
        torch.testing.assert_close(compiled(x.to(device), y.to(device)).cpu(), program(x, y))


@pytest.mark.slow
def test_medians_of_rows_with_nan(device):
    x = make((5, 7))
    x[1, 3] = x[4, 0] = x[4, 5] = float("nan")
    check(lambda x: tuple(torch.median(x, 1)), x, device=device)
    check(lambda x: tuple(torch.median(x, 0, keepdim=True)), x, device=device)
    check(torch.median, x, device=device)
    check(torch.median, make((6, 5), torch.int64), device=device)


def test_truth_of_bytes_is_a_byte(device):
    x = torch.tensor([[0, 3, 1], [1, 2, 7]], dtype=torch.uint8)
    check(lambda x: (torch.any(x), torch.all(x, 1, keepdim=True), torch.any(x, 0)), x, device=device)
    check(lambda x: (torch.any(x), torch.all(x, 1)), x.float(), device=device)


if __name__ == "__main__":
    main("large_windows", run, SHAPES, "(1,2,20,20)", "B,C,H,W", "C,H,W")
