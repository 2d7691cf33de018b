"""Numbers made of positions: rounded once where they are converted, and wrapped where the dtype is too narrow."""

import pytest
import torch
from common import check, check_sizes, main, make

LENGTH = 5000
SHAPES = [(300,), (LENGTH,)]


def places(like, length=300):
    return torch.arange(length, device=like.device)


def numbers(x, length=LENGTH):
    i = places(x, length)
    return [number.to(dtype) for number in (i // 3, i % 7, i - 4000) for dtype in (torch.float16, torch.bfloat16)]


def run(device, shape, dtype=torch.float32):
    check(lambda x: numbers(x, *shape), make((1,), dtype), device=device)


def test_numbers_of_positions_are_rounded_once(device):
    run(device, (LENGTH,))


def test_numbers_of_symbolic_positions_are_rounded_once(device):
    vectors = ([make((length,))] for length in (3001, LENGTH))
    check_sizes(lambda x: (places(x, x.shape[0]) % 7).to(torch.bfloat16) + x, *vectors, device=device)


@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8])
def test_wrapped_positions_equal_a_number_more_than_once(device, dtype):
    """The sum of a one-hot row is known without its elements; a row of wrapped positions is none."""

    def function(y):
        hits = places(y).to(dtype) == y.to(dtype)[:, None]
        return hits.sum(-1), torch.where(hits, 3.0, 1.0).sum(-1)

    check(function, torch.tensor([2, 3, -1, 300, 44, 255, 128, -128]), device=device)


def test_comparisons_of_wrapped_positions_are_not_decided_by_their_range(device):
    def function(x):
        wrapped = places(x).to(torch.int8) >= 0, places(x, 70000).to(torch.int32) * 70000 >= 0
        return [torch.where(condition[None], 1.0, x[:, None] + 2).sum(-1) for condition in wrapped]

    check(function, torch.zeros(2), device=device)


COMPUTED_ON = {
    "bool": lambda i: i.bool().float(),
    "bool of a difference": lambda i: (i - 2).bool().long(),
    "int8": lambda i: i.to(torch.int8).long(),
    "uint8": lambda i: i.to(torch.uint8).float(),
    "int8 sum": lambda i: (i.to(torch.int8) + 100).float(),
    "int32": lambda i: (i + 2**31 - 3).int().long(),
    "float16": lambda i: (i + 2049).half().float(),
    "bfloat16": lambda i: (i + 2049).bfloat16().long(),
    "float32": lambda i: (i + 2**24).float() - 2.0**24,
    "remainder of the dividend's sign": lambda i: torch.fmod(i - 8, 3) * 2 + torch.fmod(i, -3),
}


@pytest.mark.covering("bool of a difference", "uint8", "int8 sum", "float16", "remainder of the dividend's sign")
@pytest.mark.parametrize("form", COMPUTED_ON)
def test_positions_are_converted_before_what_is_computed_with_them(device, form):
    """Inductor itself takes them for the unbounded numbers that they were."""
    check(lambda x: COMPUTED_ON[form](places(x)) * x, make((300,)), device=device)


@pytest.mark.covering("bool", "int8 sum", "remainder of the dividend's sign")
@pytest.mark.parametrize("form", ["bool", "int8", "uint8", "int8 sum", "remainder of the dividend's sign"])
def test_symbolic_positions_are_converted_before_what_is_computed_with_them(device, form):
    vectors = ([make((length,))] for length in (5, 300, 301))
    check_sizes(lambda x: COMPUTED_ON[form](places(x, x.shape[0])) * x, *vectors, device=device)


def test_a_converted_position_is_an_index(device):
    check(
        lambda x: x[places(x, 4).bool().long()] + x[(places(x, 4) * 200).to(torch.uint8).long() % 4],
        make((4,)),
        device=device,
    )


def test_the_place_of_the_most_frequent_element_as_a_truth(device):
    check(lambda x, y: y + torch.mode(x, dim=-1).indices.bool(), torch.arange(4.0).flip(0), make(()), device=device)


if __name__ == "__main__":
    main("index arithmetic", run, SHAPES, "(5000,)", "LENGTH")
