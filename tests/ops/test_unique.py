"""Results whose size depends on data: unique, bincount, masks among other indices; also whole-number functions."""

import pytest
import torch
from common import check, check_gradients, main, make

SHAPES = [(64, 40), (5, 8), (3, 1)]


pytestmark = pytest.mark.usefixtures("sizes_from_data")


def run(device, shape, dtype=torch.int64):
    x = make(shape, dtype)
    check(lambda x: torch.unique(x, return_inverse=True, return_counts=True), x, device=device)
    check(lambda x: torch.unique_consecutive(x, True, True), x, device=device)


@pytest.mark.covering("(0, 3)")
@pytest.mark.parametrize("shape", [*SHAPES, (0, 3)], ids=str)
def test_shapes(device, shape):
    run(device, shape)


X = torch.tensor([[3, 1, 3, 2], [1, 1, 3, 2], [3, 1, 3, 2], [0, 1, 0, 2]])


@pytest.mark.covering("dtype2")
@pytest.mark.parametrize("dtype", [torch.int64, torch.float32, torch.bool])
def test_unique_elements_with_their_places_and_counts(device, dtype):
    check(lambda x: torch.unique(x, return_inverse=True, return_counts=True), X.to(dtype), device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("dim", [0, 1])
def test_unique_slices_are_in_lexicographic_order(device, dim):
    check(lambda x: torch.unique(x, dim=dim, return_inverse=True, return_counts=True), X, device=device)


@pytest.mark.covering("(7,)-unique", "(0,)-unique_consecutive")
@pytest.mark.parametrize("function", [torch.unique, torch.unique_consecutive])
@pytest.mark.parametrize("shape", [(7,), (0,), (1,)], ids=str)
def test_slices_of_a_vector_are_its_elements(device, function, shape):
    check(lambda x: function(x, dim=-1, return_inverse=True, return_counts=True), make(shape).round(), device=device)


@pytest.mark.slow
def test_long_slices_are_ranked_by_comparing_all_pairs(device):
    x = torch.zeros(6, 50)
    x[2, 40], x[3, 40], x[4, 7], x[5, 40] = 2, 2, 1, -1
    check(lambda x: torch.unique(x, dim=0, return_inverse=True), x, device=device)


@pytest.mark.covering("None")
@pytest.mark.parametrize("dim", [None, 1])
def test_runs_of_equal_elements_are_kept_once(device, dim):
    check(lambda x: torch.unique_consecutive(x, True, True, dim), X, device=device)


def test_how_often_numbers_occur(device):
    x = torch.tensor([1, 4, 4, 0, 1, 4])
    check(torch.bincount, x, device=device)
    check(lambda x, w: torch.bincount(x, w, minlength=9), x, torch.rand(6), device=device)
    check(lambda x, w: torch.bincount(x, w, minlength=9), x[:0], torch.rand(0), device=device)


@pytest.mark.covering("some-dtype0", "nothing-dtype0")
@pytest.mark.parametrize("dtype", [torch.int64, torch.int32])
@pytest.mark.parametrize("repeats", [[2, 0, 3, 1, 0], [0, 0], []], ids=["some", "none", "nothing"])
def test_elements_are_repeated_as_often_as_the_data_say(device, repeats, dtype):
    check(torch.repeat_interleave, torch.tensor(repeats, dtype=dtype), device=device)


@pytest.mark.slow
def test_repeated_rows_and_their_gradient(device):
    repeats = torch.tensor([2, 0, 3, 1])
    check_gradients(lambda x, r: torch.repeat_interleave(x, r, dim=0), make((4, 3)), repeats, device=device)
    check(lambda x, r: torch.repeat_interleave(x, r, 0, output_size=6), make((4, 3)), repeats, device=device)


def test_another_size_than_the_repeats_have_is_refused(device):
    repeated = torch.compile(lambda r: torch.repeat_interleave(r, output_size=4), fullgraph=True)
    with pytest.raises(RuntimeError, match="allocated size does not match required size"):
        repeated(torch.tensor([2, 3]).to(device))


@pytest.mark.slow
def test_negative_repeats_are_refused(device):
    with pytest.raises(RuntimeError, match="repeats can not be negative"):
        torch.compile(torch.repeat_interleave, fullgraph=True)(torch.tensor([1, -1]).to(device))


@pytest.mark.slow
def test_a_mask_among_other_indices(device):
    x, mask = torch.rand(4, 3, 5), torch.tensor([True, False, True])
    check(lambda x, m: x[1, m], x, mask, device=device)
    check(lambda x, m: x[:, m, 2], x, mask, device=device)


def test_a_mask_among_other_indices_is_assigned_to(device):
    def assign(x, mask, values):
        x = x.clone()
        x[2, mask] = values
        return x

    check(assign, torch.rand(4, 3, 5), torch.tensor([True, False, True]), torch.rand(5), device=device)


def test_coordinates_of_a_given_number_of_elements(device):
    for size in (2, 20):
        check(lambda x, size=size: torch.nonzero_static(x, size=size, fill_value=-7), X, device=device)


@pytest.mark.slow
def test_divisors_and_powers_of_whole_numbers(device):
    x = torch.tensor([0, 12, -18, 2**62, 75025, -7])
    y = torch.tensor([5, 18, 12, 2**31, 46368, 0])
    check(torch.gcd, x, y, device=device)
    check(torch.lcm, x[:3], y[:3], device=device)
    check(torch.pow, torch.tensor([2, -3, 0, 1, -1, 7]), torch.tensor([10, 3, 0, -4, -3, 1]), device=device)


if __name__ == "__main__":
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        main("unique", run, SHAPES, "(128,96)")
