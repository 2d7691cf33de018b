"""Lists of tensors, as gradient clipping and optimizers work on them, against eager PyTorch on the CPU."""

import math

import pytest
import torch
from common import check, main, make, require, require_floating


def run(device, shape, dtype=torch.float32):
    require_floating(dtype)
    require(math.prod(shape) > 0, "--shape needs elements: a norm of none has no maximum")
    check(total_norms, make(shape, dtype), make((3,), dtype), device=device)


def total_norms(x, y):
    return torch.nn.utils.get_total_norm([x, y], 2.0), torch.nn.utils.get_total_norm([x, y], math.inf)


def test_lists_of_tensors_are_worked_on_one_by_one(device):
    def function(x, y):
        torch._foreach_mul_([x, y], [2.0, 0.5])
        lists = [torch._foreach_norm([x, y], 1), torch._foreach_exp([x, y])]
        lists += [
            torch._foreach_addcmul([x, y], [x, y], [x, y], [1.0, 2.0]),
            torch._foreach_maximum([x, y], [0.0, 1.0]),
        ]
        return tuple(result for results in lists for result in results)

    check(function, make((5, 7)), make((3,)), device=device)


def test_lists_of_complex_tensors_are_copied(device):
    def function(z, w, x):
        torch._foreach_copy_([z, x], [w, x.t().contiguous().t()])
        return z + x.sum()

    check(function, make((3, 4), torch.complex64), make((3, 4), torch.complex64, seed=1), make((5, 5)), device=device)


def launches(function, *tensors):
    """Launches of a compiled function, after its results were compared with those of the CPU."""
    given = [t.npu() for t in tensors]
    with torch.npu.simulator(machine="tpuv3", mode="both") as simulation:
        results = torch.compile(function)(*given)
    expected = function(*tensors)
    torch.testing.assert_close([r.cpu() for r in (*results, *given)], [*expected, *tensors])
    return sum(kernel.launches for kernel in simulation.report().kernels)


@pytest.mark.slow
def test_equal_tensors_of_a_list_share_a_launch(device):
    def function(*tensors):
        torch._foreach_mul_(tensors, 2.0)
        return (*torch._foreach_sqrt(torch._foreach_add(tensors, 3)), *torch._foreach_norm(tensors))

    tensors = [torch.rand(n, 7) for n in (5, 129, 5, 129)]
    with torch.npu.fusion(foreach=False):
        assert launches(function, *[t.clone() for t in tensors]) >= len(tensors)
    assert launches(function, *tensors) <= 4  # pointwise work and norms, of two sizes


def test_a_list_whose_tensors_share_an_argument_reads_it_once(device):
    def function(scale, *tensors):
        return [*torch._foreach_mul(tensors, scale)]

    assert launches(function, torch.tensor(0.5), *[make((33,)) for _ in range(3)]) == 1


def test_a_long_list_is_launched_in_pieces(device):
    tensors = [make((3,)) for _ in range(90)]
    assert launches(lambda *tensors: torch._foreach_addcmul(tensors, tensors[1:] + tensors[:1], tensors), *tensors) == 2


def test_lists_that_read_each_other_are_computed_in_order(device):
    def function(x, y):
        sums = torch._foreach_add([x, y], [y, y])
        torch._foreach_mul_([x, y], [y.sin(), x.cos()])
        return torch._foreach_sub([x, y], sums[::-1])

    launches(function, make((5, 7)), make((5, 7)))


def test_cores_share_the_tensors_of_a_list(device):
    tensors = [make((n,)) for n in [2049] * 9 + [5] * 3]
    compiled = torch.compile(lambda *tensors: torch._foreach_tanh(tensors))
    with torch.npu.simulator(machine="tpuv3x2", mode="both") as simulation:
        results = compiled(*[t.npu() for t in tensors])
    torch.testing.assert_close([r.cpu() for r in results], [t.tanh() for t in tensors])
    assert sum(kernel.launches for kernel in simulation.report().kernels) == 2


def test_a_list_of_symbolic_sizes_shares_a_launch(device):
    compiled = torch.compile(lambda *tensors: torch._foreach_exp(tensors), dynamic=True)
    for n in (7, 130):
        tensors = [make((n, 3)) for _ in range(4)]
        with torch.npu.simulator(machine="tpuv3", mode="both") as simulation:
            results = compiled(*[t.npu() for t in tensors])
        torch.testing.assert_close([r.cpu() for r in results], [t.exp() for t in tensors])
    assert sum(kernel.launches for kernel in simulation.report().kernels) == 1


def test_a_list_may_hold_tensors_without_elements(device):
    check(lambda x, y: torch._foreach_exp([x, y, x]), make((5,)), make((0,)), device=device)


def test_norms_of_gradients(device):
    run(device, (5, 7))


if __name__ == "__main__":
    main("foreach", run, [(1,), (5, 7)], "(512,768)")
