"""Tensors without dimensions of the CPU as operands on the device: what they are computed with stays on the device."""

import pytest
import torch
from common import compare, in_groups, make, together

pytestmark = pytest.mark.usefixtures("no_host_operators")

FIRST = {  # of a tensor of the device, and a number and a truth of the CPU
    "sub": lambda x, s, b: s - x,
    "pow": lambda x, s, b: s**x,
    "atan2": lambda x, s, b: torch.atan2(s, x),
    "maximum": lambda x, s, b: torch.maximum(s, x),
    "gt": lambda x, s, b: s > x,
    "logical_and": lambda x, s, b: torch.logical_and(b, x > 0),
    "where": lambda x, s, b: torch.where(b, x, s),
    "constant": lambda x, s, b: torch.logical_or(torch.tensor(False), x > 0),
    "computed": lambda x, s, b: (s * 2 + 1) / x,
}


@pytest.mark.covering("sub, pow, atan2, maximum, gt-False")
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("names", in_groups(FIRST), ids=", ".join)
def test_a_scalar_may_be_the_first_operand(device, names, dynamic):
    function = together(*map(FIRST.get, names))
    x, s, b = make((5, 7)), torch.tensor(2.5), torch.tensor(True)
    torch._dynamo.reset()
    compare(torch.compile(function, fullgraph=True, dynamic=dynamic)(x.to(device), s, b), function(x, s, b))


@pytest.mark.slow
def test_a_scalar_may_be_computed_from_a_longer_tensor_of_the_host(device):
    def function(x, v):
        return x * v[1], x * (v[0] * 2 + 1), v.sum() - x

    x, v = make((5, 7)), torch.tensor([2.5, 3.0])
    torch._dynamo.reset()
    compare(torch.compile(function, fullgraph=True)(x.to(device), v), function(x, v))


def test_a_scalar_that_a_kernel_can_read_is_not_copied(device):
    torch._dynamo.reset()
    x, s = make((5, 7)), torch.tensor(2.5)
    with torch.npu.simulator("tpuv3") as simulator:
        compare(torch.compile(lambda x, s: x * (s + 1), fullgraph=True)(x.to(device), s), x * (s + 1))
    (kernel,) = simulator.report().kernels
    assert kernel.launches == 1
