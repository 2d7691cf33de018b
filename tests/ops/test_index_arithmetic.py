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


if __name__ == "__main__":
    main("index arithmetic", run, SHAPES, "(5000,)", "LENGTH")
