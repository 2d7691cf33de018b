"""Operators of users in forward mode: PyTorch drops the tangents of what it has no formula for."""

import functools
import itertools

import pytest
import torch
from npusim.frontend import register_gradient
from torch.autograd import forward_ad

numbers = itertools.count()


def doubled():
    def double(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    operator = torch.library.custom_op(f"tangents::operator_{next(numbers)}", double, mutates_args=())
    operator.register_fake(torch.empty_like)
    return operator


def doubled_in_place():
    def double_(x: torch.Tensor) -> None:
        x.mul_(2)

    return torch.library.custom_op(f"tangents::operator_{next(numbers)}", double_, mutates_args={"x"})


@pytest.mark.parametrize("in_place", [False, True], ids=["new tensor", "in place"])
@pytest.mark.parametrize("way", ["eager", "compiled"])
def test_a_tangent_is_refused_not_dropped(device, in_place, way):
    operator = doubled_in_place() if in_place else doubled()
    register = functools.partial(register_gradient, operator) if in_place else operator.register_autograd
    register(lambda ctx, grad: (grad * 2, None))

    def of_operator(x):
        y = x.clone()
        result = operator(y)
        return y if in_place else result

    x = torch.randn(5, 6, device="npu")
    derivative = torch.compile(tangent_of(of_operator)) if way == "compiled" else tangent_of(of_operator)
    torch._dynamo.reset()
    with pytest.raises(Exception, match="no derivative in forward mode"):
        derivative(x)
    with forward_ad.dual_level(), pytest.raises(NotImplementedError, match="no derivative in forward mode"):
        of_operator(forward_ad.make_dual(x, x))


def tangent_of(function):
    return lambda x: torch.func.jvp(function, (x,), (x,))[1]


def test_a_tangent_of_what_gives_whole_numbers_is_none(device):
    def is_positive(x: torch.Tensor) -> torch.Tensor:
        return x > 0

    operator = torch.library.custom_op(f"tangents::operator_{next(numbers)}", is_positive, mutates_args=())
    found = tangent_of(lambda x: torch.where(operator(x), 2 * x, x))(torch.tensor([-1.0, 1.0], device="npu"))
    assert found.tolist() == [-1.0, 2.0]


ON_THE_CPU = """
import sys, torch
library = torch.library.Library("tangents_of_the_cpu", "DEF")
library.define("double(Tensor x) -> Tensor")
library.impl("double", lambda x: x * 2, "CPU")
torch.library.register_autograd("tangents_of_the_cpu::double", lambda ctx, grad: grad * 2, lib=library)
torch.ops.tangents_of_the_cpu.double(torch.ones(2, requires_grad=True)).sum().backward()
assert "torch._dynamo" not in sys.modules
"""


@pytest.mark.slow
def test_a_call_outside_of_programs_loads_no_compiler(fresh_torch):
    fresh_torch(ON_THE_CPU)
