"""Programs that keep a value of an input, change the input, and write the kept value to another input or return it."""

import pytest
import torch


def swap(x, y):
    former = x.clone()
    x.copy_(y)
    y.copy_(former)


def rotate(x, y):
    former = torch.cat([x.view(-1)])
    x.zero_()
    y.copy_(former.view(2, 3))


def set_rows(x, y):
    former = x.to(x.dtype, copy=True)
    x[torch.arange(1, device=x.device)] = 7.0
    y.copy_(former)


def reset(x, y):
    x[1:] = y[:-1]
    former = x.clone()
    x.zero_()
    return former


def exchange_updated(x, y):
    x.index_put_((torch.arange(1, device=x.device),), y[1:])
    former = x.clone()
    x.copy_(y)
    y.copy_(former)


def update_twice(x, y):
    rows = torch.arange(1, device=x.device)
    x.index_put_((rows,), y[:1] + 1)
    first = x.clone()
    x.index_put_((rows + 1,), y[:1])
    second = x[:, 1:].clone()
    x.mul_(0)
    y.copy_(first)
    return first, second


def exchange_memory(x, y):
    former = x.clone()
    x.data = y.clone()
    y.data = former
    return x - y


def take_doubled(x, y):
    former, doubled = x.exp(), y * 2
    x.data = doubled
    y.data = former


def take_copies(x, y):
    x.data = y.clone()
    y.mul_(2)


PROGRAMS = [
    swap,
    rotate,
    set_rows,
    reset,
    exchange_updated,
    update_twice,
    exchange_memory,
    take_doubled,
    take_copies,
]


@pytest.mark.parametrize("function", PROGRAMS)
def test_a_kept_value_is_that_from_before_the_change(function, device):
    x, y = torch.arange(6.0).view(2, 3), torch.full((2, 3), -1.0)
    on_device = [x.to(device), y.to(device)]
    found = torch.compile(function)(*on_device)
    expected = function(x, y)
    found, expected = (list(result) if isinstance(result, tuple) else [result] for result in (found, expected))
    torch.testing.assert_close([tensor.cpu() for tensor in on_device], [x, y])
    torch.testing.assert_close([result if result is None else result.cpu() for result in found], expected)


def test_an_argument_that_takes_a_copy_shares_no_memory_with_what_is_copied(device):
    def take_copy(x, y):
        x.data = y.clone()

    x, y = torch.zeros(3, device=device), torch.ones(3, device=device)
    torch.compile(take_copy)(x, y)
    x.add_(5)
    assert x.tolist() == [6, 6, 6] and y.tolist() == [1, 1, 1]
