"""Programs that keep a value of an input, change the input, and write the kept value to another input."""

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


@pytest.mark.parametrize("function", [swap, rotate, set_rows])
def test_a_kept_value_is_that_from_before_the_change(function, device):
    x, y = torch.arange(6.0).view(2, 3), torch.full((2, 3), -1.0)
    on_device = [x.to(device), y.to(device)]
    torch.compile(function)(*on_device)
    function(x, y)
    torch.testing.assert_close([tensor.cpu() for tensor in on_device], [x, y])
