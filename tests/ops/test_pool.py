"""Pooling: maximum with and without places, average, adaptive, lp, fractional sizes; and gradients."""

import warnings

import pytest
import torch
import torch.nn.functional as F
from common import check, check_gradients, compare_gradients, main, make

SHAPES = [(2, 3, 16, 20), (1, 4, 9, 7)]


def run(device, shape, dtype=torch.float32):
    def pooled(x):
        return F.max_pool2d(x, 3, 2, 1), F.avg_pool2d(x, 2), F.adaptive_avg_pool2d(x, (6, 5)), F.avg_pool2d(x, 3, 1, 1)

    check(pooled, make(shape, dtype), device=device)


@pytest.mark.covering("(2, 3, 17, 23)")
@pytest.mark.parametrize("shape", [(2, 3, 17, 23), (1, 1, 3, 3)], ids=str)
def test_pools_give_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.covering("1-3-1")
@pytest.mark.parametrize("dilation, stride, padding", [(1, 2, 0), (2, 1, 2), (1, 3, 1)])
def test_places_of_maxima_are_those_of_the_cpu(device, dilation, stride, padding):
    def pool(x):
        return F.max_pool2d(x, 5, stride, padding, dilation, return_indices=True)

    check(pool, make((2, 3, 19, 22)), device=device)


@pytest.mark.slow
def test_a_gradient_through_maxima_and_means_of_few_elements_compiles(device):
    def pool(x, weight):
        maxima = F.max_pool2d(F.conv2d(x, weight, padding=1), 2)
        return F.avg_pool2d(maxima, 2, stride=2, ceil_mode=True, count_include_pad=False)

    check_gradients(pool, make((1, 1, 3, 2)), make((1, 1, 1, 1), seed=1), device=device)


def _difference(x):
    return x[:, :, 1:-1, 1:-1] * 4 - x[:, :, :-2, 1:-1] - x[:, :, 2:, 1:-1] - x[:, :, 1:-1, :-2] - x[:, :, 1:-1, 2:]


OVERLAPPING = {
    "max": lambda x: F.max_pool2d(x, 3, 2, 1),
    "average of clipped windows": lambda x: F.avg_pool2d(x, (3, 5), (2, 1), (1, 2), True, False),
    "differences of a part": lambda x: _difference(x[:, :, 1:, 2:-1]),
}


@pytest.mark.covering("max", "average of clipped windows")
@pytest.mark.parametrize("name", OVERLAPPING)
def test_overlapping_windows_read_every_element_once(device, name):
    """Values as well: rows of the windows come from blocks with a halo, which are clipped at the tensor's borders."""
    x = make((2, 128, 41, 37))
    with torch.npu.simulator(machine="tpuv3", mode="both") as sim:
        check(OVERLAPPING[name], x, device=device)
    (kernel,) = sim.report().kernels
    needed = x.nbytes + OVERLAPPING[name](x).nbytes
    assert kernel.statistics["dram_bytes"] < 1.25 * needed


def test_places_of_maxima_come_from_shared_blocks_too(device):
    with torch.npu.simulator(machine="tpuv3", mode="both"):
        check(lambda x: F.max_pool2d(x, 3, 2, 1, return_indices=True), make((1, 128, 29, 30)), device=device)


def test_one_and_three_dimensions_are_pooled(device):
    check(lambda x: (F.max_pool1d(x, 3, 2, 1), F.avg_pool1d(x, 4, 3)), make((2, 3, 31)), device=device)
    check(lambda x: (F.max_pool3d(x, 2), F.avg_pool3d(x, 2, 2, 1)), make((1, 2, 7, 9, 8)), device=device)


@pytest.mark.slow
def test_other_pools_give_what_the_cpu_gives(device):
    x = make((2, 3, 12, 15))
    check(lambda x: F.lp_pool2d(x, 2, 3, 2), x, device=device)
    check(lambda x: F.adaptive_max_pool2d(x, (4, 5)), x, device=device)
    check(lambda x: F.avg_pool2d(x, 3, 2, 1, ceil_mode=True, count_include_pad=False), x, device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("dims", [2, 3])
def test_fractional_windows_lie_where_the_samples_say(device, dims):
    pool, x = getattr(F, f"fractional_max_pool{dims}d"), make((2, 3, 7, 8, 9)[: 2 + dims])
    samples = torch.tensor([0.05, 0.45, 0.95])[:dims].expand(2, 3, dims)
    check_gradients(lambda x: pool(x, 2, output_size=4, _random_samples=samples.to(x.device)), x, device=device)


@pytest.mark.slow
def test_windows_larger_than_the_picture_end_with_it(device):
    x = make((1, 3, 7, 5))
    with torch.npu.simulator(machine="tpuv3", mode="both") as simulation:
        check(lambda x: F.avg_pool2d(x, 1280, ceil_mode=True), x, device=device)
    assert simulation.report().cycles < 10_000
    kernel = {"kernel_size": (9, 3), "stride": 4, "padding": 1, "ceil_mode": True}
    check_gradients(lambda x: F.avg_pool2d(x, **kernel, count_include_pad=False), x, device=device)


def test_nan_and_infinities_pass(device):
    x = make((1, 1, 8, 8))
    x[0, 0, 2, 3], x[0, 0, 6, 6] = float("nan"), -float("inf")
    check(lambda x: (F.max_pool2d(x, 2), F.avg_pool2d(x, 2)), x, device=device)


MAXIMA = {
    "overlapping": lambda x: F.max_pool2d(x, 3, 2, 1),
    "with gaps": lambda x: F.max_pool2d(x, (1, 2), (3, 4)),
    "dilated, ceiled": lambda x: F.max_pool2d(x, (3, 2), (1, 2), (1, 0), (2, 3), ceil_mode=True),
    "one dimension": lambda x: F.max_pool1d(x[0], 4, 3, 2),
    "three dimensions": lambda x: F.max_pool3d(x, 3, (2, 1, 2), 1),
    "too large to be written out": lambda x: F.max_pool2d(x, 7, 2, 3),
}


@pytest.mark.slow
@pytest.mark.covering("dilated, ceiled", "overlapping", "one dimension", "too large to be written out")
@pytest.mark.parametrize("name", MAXIMA)
def test_gradients_go_to_maxima(device, name):
    torch._dynamo.reset()
    compiled, x = torch.compile(MAXIMA[name], fullgraph=True, dynamic=False), make((2, 3, 13, 14))
    for numbers in (x, x.round()):  # one maximum and several
        compare_gradients(MAXIMA[name], compiled, numbers, device=device)


@pytest.mark.slow
def test_gradients_of_channels_last_images_are_channels_last(device):
    x = make((2, 3, 9, 10)).to(memory_format=torch.channels_last).to(device).requires_grad_()
    torch.compile(lambda x: F.max_pool2d(x, 3, 2, 1).sum())(x).backward()
    assert x.grad.is_contiguous(memory_format=torch.channels_last)


@pytest.mark.slow
def test_gradients_of_maxima_take_a_time_that_no_value_decides(device):
    x = torch.empty(1, 4, 16, 16, device=device, requires_grad=True)
    with torch.npu.simulator(mode="timing") as simulation, warnings.catch_warnings():
        warnings.simplefilter("error")
        torch.compile(lambda x: F.max_pool2d(x, 3, 2, 1))(x).backward(torch.empty(1, 4, 8, 8, device=device))
        assert simulation.report().cycles > 0


@pytest.mark.covering("avg")
@pytest.mark.parametrize("pool", [lambda x: F.max_pool2d(x, 3, 2, 1), lambda x: F.avg_pool2d(x, 2)], ids=["max", "avg"])
def test_gradients_are_what_the_cpu_gives(device, pool):
    check_gradients(pool, make((2, 3, 11, 14)), device=device)


def test_the_gradient_of_a_pool_of_a_part_goes_to_that_part(device):
    """The gradient is a concatenation with zeros that is computed where it is read."""

    def pool(x):
        return F.avg_pool2d(torch.split(F.pad(x, (1, 2, 0, 1)), (7, 5), 3)[1], 1, count_include_pad=False)

    check_gradients(pool, make((3, 1, 3, 9), torch.float64), device=device)


if __name__ == "__main__":
    main("pool", run, SHAPES, "(2,8,32,32)", "B,C,H,W", "C,H,W")
