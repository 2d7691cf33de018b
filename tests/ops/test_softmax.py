"""Softmax along any dimension, forward and backward; log_softmax."""

import pytest
import torch
from common import check, check_gradients, check_views, kernel_reports, main, make
from npusim.scheduler import registered_kernels

SHAPES = [(64, 128), (256, 128), (1, 16), (5, 8)]


def run(device, shape, dtype=torch.float32):
    for dim in range(len(shape)):
        softmax_along(device, shape, dim, dtype)


def softmax_along(device, shape, dim, dtype=torch.float32):
    check(lambda x: torch.softmax(x, dim), make(shape, dtype), device=device)


@pytest.mark.covering("(256, 128)-0", "(5, 8)-1")
@pytest.mark.parametrize("dim", [1, 0])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_softmax_gives_what_the_cpu_gives(device, shape, dim):
    softmax_along(device, shape, dim)


@pytest.mark.covering("(2, 3, 129)--1", "(1, 1)-1", "(4099, 3)-0")
@pytest.mark.parametrize(
    "shape, dim", [((3, 5, 70), 1), ((2, 3, 129), -1), ((7,), 0), ((1, 1), 1), ((4099, 3), 0)], ids=str
)
def test_odd_sizes_and_other_ranks(device, shape, dim):
    softmax_along(device, shape, dim)


def test_a_long_row_is_normalised(device):
    softmax_along(device, (3, 20011), 1)


@pytest.mark.covering("torch.bfloat16", "torch.float64")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64], ids=str)
def test_other_precisions_have_a_softmax(device, dtype):
    softmax_along(device, (19, 61), 1, dtype)


def test_large_values_do_not_overflow(device):
    check(lambda x: torch.softmax(x, 1), make((9, 50)) * 1e4, device=device)


def test_masked_entries_get_no_weight(device):
    scores = make((12, 45)).masked_fill(make((12, 45), seed=3) > 0.5, float("-inf"))
    check(lambda x: torch.softmax(x, -1), scores, device=device)


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_extremes_of_narrow_rows_are_their_elements(device, dtype):
    x = make((9, 131), dtype)
    x[2], x[3, 7], x[4, 9], x[5, 0] = -torch.inf, torch.nan, torch.inf, -torch.inf
    check(lambda x: (x.float().amax(1), x.float().amin(0), x.amax(), torch.logsumexp(x, 1)), x, device=device)


def test_empty_tensors_stay_empty(device):
    softmax_along(device, (0, 5), 1)


def test_a_transposed_view_is_normalised_in_place(device):
    check_views(lambda x: torch.softmax(x, 1), make((70, 30)).t()[2:], device=device)


def test_log_softmax_and_its_gradient_are_what_the_cpu_gives(device):
    check_gradients(lambda x: torch.log_softmax(x, 1) * torch.softmax(x, 0), make((23, 47)), device=device)


def scaled_log_softmax(x):
    return torch.log_softmax(x / 8, -1)


SCALED = {
    "by a number": lambda x: torch.softmax(x * 0.125, -1),
    "by a negative number": lambda x: torch.softmax(-3 * x, 1),
    "by a quotient": scaled_log_softmax,
    "by a row's number": lambda x: torch.softmax(x * x[:, :1], -1),
    "along columns": lambda x: torch.softmax(x * 0.125, 0),
}


@pytest.mark.covering("by a negative number", "by a quotient", "by a row's number", "along columns")
@pytest.mark.parametrize("function", SCALED.values(), ids=SCALED)
def test_a_softmax_of_scaled_values_looks_for_one_maximum_and_tests_nothing(device, function):
    before = len(registered_kernels())
    check(function, make((67, 129)), device=device)
    (kernel,) = registered_kernels()[before:]
    reductions = [line for line in kernel.module.text.splitlines() if "reduction" in line and "linalg.generic" in line]
    assert len(reductions) == 2 and "math.absf" not in kernel.module.text


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64], ids=str)
def test_scaled_values_of_other_precisions(device, dtype):
    check(lambda x: torch.softmax(x * 0.125, -1), make((19, 61), dtype), device=device)


def special_rows() -> torch.Tensor:
    x = make((16, 129))
    x[2], x[3, 4], x[5, 6], x[7], x[9, 10] = -torch.inf, torch.nan, torch.inf, torch.inf, -torch.inf
    x[11], x[12] = 3e38, x[12] * 1e30
    return x


@pytest.mark.covering("-3.0", "0.0")
@pytest.mark.parametrize("scale", [7.1, -3.0, 0.0], ids=str)
def test_scaled_rows_of_values_that_are_not_finite_or_overflow_are_those_of_the_cpu(device, scale):
    check(lambda x: (torch.softmax(x * scale, -1), torch.log_softmax(x * scale, -1)), special_rows(), device=device)


def test_the_gradient_behind_a_scaling(device):
    check_gradients(lambda x: torch.softmax(x * 0.125, -1) * scaled_log_softmax(x), make((23, 47)), device=device)


def test_a_scaled_softmax_of_symbolic_sizes(device):
    check(lambda x: torch.softmax(x * 0.125, -1), make((37, 75)), device=device, dynamic=True)


def test_scaled_rows_that_no_tile_holds_are_read_twice(device):
    x = make((3, 200003))
    (kernel,) = kernel_reports(lambda x: torch.softmax(x * 0.125, -1), x.to(device))
    assert kernel["dram_bytes"] < 3.1 * x.nbytes


if __name__ == "__main__":
    main("softmax", run, SHAPES, "(512,768)")
