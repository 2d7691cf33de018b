"""Lists of tensors in the eager mode `compile`: equal tensors share a kernel."""

import pytest
import torch
from npusim.frontend.eager import forms, lists


@pytest.fixture(autouse=True)
def compiled(device):
    with torch.npu.set_eager_mode("compile"):
        torch.npu.reset_fallback_counts()
        yield
        assert torch.npu.fallback_counts() == {}


def launches(function, *tensors):
    """Launches of a function of a list of tensors; what it returns and writes is the CPU's."""
    given = [tensor.npu() for tensor in tensors]
    with torch.npu.simulator(machine="tpuv3", mode="both") as simulation:
        results = function(given)
    expected = function(list(tensors))
    torch.testing.assert_close([r.cpu() for r in (*(results or ()), *given)], [*(expected or ()), *tensors])
    return sum(kernel.launches for kernel in simulation.report().kernels)


def tensors(*rows):
    generator = torch.Generator().manual_seed(0)
    return [torch.rand(n, 7, generator=generator) + 0.5 for n in rows]


SIZES = (5, 129, 5, 129, 5)


@pytest.mark.covering("<lambda>0", "<lambda>5")
@pytest.mark.parametrize(
    "function",
    [
        lambda x: torch._foreach_sqrt(x),
        lambda x: torch._foreach_mul_(x, 2.0),
        lambda x: torch._foreach_add(x, x, alpha=0.5),
        lambda x: torch._foreach_addcdiv_(x, x, x, [0.5] * len(x)),
        lambda x: torch._foreach_pow(2.0, x),
        lambda x: torch._foreach_norm(x),
    ],
)
def test_equal_tensors_of_a_list_share_a_kernel(function):
    assert launches(function, *tensors(*SIZES)) == 2


def test_a_long_list_is_several_calls_that_are_compiled_once(monkeypatch):
    monkeypatch.setattr(lists, "MOST_TOGETHER", 3)
    compiled = []
    compile_call = forms.compile_call
    monkeypatch.setattr(forms, "compile_call", lambda *a, **k: compiled.append(1) or compile_call(*a, **k))
    assert launches(lambda x: torch._foreach_expm1_(x), *tensors(*[11] * 9)) == 3
    assert len(compiled) == 1


def test_a_fused_step_of_equal_parameters_is_one_kernel():
    def step(x):
        parameters = [tensor.detach().requires_grad_() for tensor in x]
        for parameter in parameters:
            parameter.grad = parameter.detach() * 1.0
        torch.optim.SGD(parameters, lr=0.1, fused=True).step()

    assert launches(step, *tensors(5, 5, 5)) == 3 + 1


def test_numbers_of_lists_are_left_open_together():
    for rate in (0.1, 0.2, 0.3):
        number = launches(lambda x, rate=rate: torch._foreach_add_(x, [rate, 2 * rate, 3 * rate]), *tensors(3, 3, 3))
    assert number == 1


@pytest.mark.parametrize(
    "function",
    [
        lambda x: torch._foreach_add_([x[0], x[1]], [x[1], x[0]]),
        lambda x: torch._foreach_mul_([x[0], x[0][:2]], [x[1], x[1][:2]]),
        lambda x: torch._foreach_add_([x[0], x[0]], [x[1], x[0]]),
    ],
)
def test_lists_that_share_memory_change_in_order(function):
    assert launches(function, *tensors(5, 5)) == 2


def test_lists_are_copied_between_devices_and_dtypes():
    source = tensors(*SIZES)
    assert launches(lambda x: torch._foreach_copy_(x, source), *tensors(*SIZES)) == 0
    halves = [tensor.bfloat16() for tensor in source]
    assert launches(lambda x: torch._foreach_copy_(x, [h.to(x[0].device) for h in halves]), *tensors(*SIZES)) == 2


def test_lists_of_other_lengths_are_refused_as_by_pytorch():
    x = [tensor.npu() for tensor in tensors(3, 3)]
    with pytest.raises(RuntimeError, match="same number of tensors, got 2 and 1"):
        torch._foreach_add_(x, x[:1])
