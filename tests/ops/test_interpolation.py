"""Interpolation and grid sampling, which the device decomposes, and their gradients."""

import math

import pytest
import torch
from common import check, check_gradients, compare, make
from torch.nn import functional

INTERPOLATIONS = {
    "linear": ((3, 5, 31), {"size": 67, "mode": "linear"}),
    "bilinear": ((2, 3, 7, 9), {"size": (13, 5), "mode": "bilinear"}),
    "bilinear_to_one": ((2, 3, 7, 9), {"size": (1, 129), "mode": "bilinear"}),
    "bilinear_by_factors": ((2, 3, 7, 9), {"scale_factor": (0.6, 1.7), "mode": "bilinear"}),
    "bicubic": ((2, 3, 7, 9), {"scale_factor": 2.5, "mode": "bicubic"}),
    "bicubic_of_many_planes": ((1, 400, 5, 7), {"size": (11, 3), "mode": "bicubic"}),
    "bilinear_of_nothing": ((0, 3, 4, 5), {"size": (9, 7), "mode": "bilinear"}),
    "trilinear": ((2, 70, 3, 4, 5), {"size": (5, 9, 3), "mode": "trilinear"}),
    "bilinear_too_long": ((1, 1, 2, 4099), {"size": (3, 129), "mode": "bilinear"}),
}


@pytest.mark.covering(
    "True-bicubic_of_many_planes",
    in_ci=["False-bicubic", "False-bilinear_too_long", "False-linear", "False-bilinear_by_factors"],
)
@pytest.mark.parametrize("name", INTERPOLATIONS)
@pytest.mark.parametrize("align", [False, True])
def test_interpolation_and_its_gradient(device, name, align):
    shape, options = INTERPOLATIONS[name]
    with torch.npu.assume_finite():
        check_gradients(lambda x: functional.interpolate(x, align_corners=align, **options), make(shape), device=device)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
def test_what_is_no_number_stays_among_its_neighbours(device, mode):
    x = make((2, 3, 7, 9))
    x[0, 1, 3, 4] = x[1, 2, 0, 8] = math.nan
    check(lambda x: functional.interpolate(x, (13, 5), mode=mode), x, device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("memory_format", [torch.channels_last, torch.contiguous_format])
def test_interpolation_keeps_the_memory_format_and_is_not_autocast(device, memory_format):
    def upsampled(x):
        with torch.autocast(x.device.type, dtype=torch.bfloat16):
            return functional.interpolate(x, scale_factor=2, mode="bilinear")

    x = make((2, 3, 5, 7)).contiguous(memory_format=memory_format)
    with torch.npu.assume_finite():
        result = check(upsampled, x, device=device)
    assert result.stride() == upsampled(x).stride()


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float64, torch.uint8], ids=str)
def test_interpolation_in_other_dtypes(device, dtype):
    x = (make((1, 3, 9, 11)).abs() * 50).to(dtype)
    with torch.npu.assume_finite():
        check(lambda x: functional.interpolate(x, (5, 17), mode="bicubic"), x, device=device)


@pytest.mark.slow
def test_interpolation_of_any_size_is_compiled_once(device):
    compiled = torch.compile(
        lambda x: functional.interpolate(x, scale_factor=2, mode="bilinear"), dynamic=True, fullgraph=True
    )
    for size in ((2, 3, 5, 7), (2, 3, 6, 9)):
        x = make(size)
        stance = torch.compiler.set_stance("default" if size[2] == 5 else "fail_on_recompile")
        with torch.npu.assume_finite(), stance:
            compare(compiled(x.to(device)), functional.interpolate(x, scale_factor=2, mode="bilinear"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "padding"),
    [
        ("nearest", "zeros"),
        ("bilinear", "reflection"),
        *(pytest.param("bilinear", padding, marks=pytest.mark.slow) for padding in ("zeros", "border")),
    ],
)
def test_grid_sampling_in_three_dimensions(device, mode, padding):
    x, grid = make((1, 2, 3, 4, 5)), make((1, 2, 3, 2, 3), seed=1) * 0.8
    sample = lambda x, grid: functional.grid_sample(x, grid, mode, padding, align_corners=False)  # noqa: E731
    check(sample, x, grid, device=device)


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "shape"), [("bilinear", (1, 2, 3, 4, 5)), ("bicubic", (1, 2, 4, 5))])
def test_positions_outside_of_an_image_do_not_read_it(device, mode, shape):
    """The first element is read in place of those outside, and must not count."""
    x, dims = make(shape), len(shape) - 2
    x[(slice(None), slice(None), *(0 for _ in range(dims)))] = torch.inf
    grid = torch.linspace(0.2, 1.9, 6 * dims).reshape(1, *(1 for _ in range(dims - 1)), 6, dims)
    check_gradients(
        lambda x, grid: functional.grid_sample(x, grid, mode, "zeros", align_corners=False), x, grid, device=device
    )


@pytest.mark.covering("bilinear-border-True")
@pytest.mark.parametrize(
    ("mode", "padding", "align"),
    [
        ("bilinear", "border", False),
        ("bilinear", "border", True),
        ("bicubic", "reflection", False),
        pytest.param("nearest", "border", False, marks=pytest.mark.slow),
        pytest.param("bicubic", "zeros", True, marks=pytest.mark.nightly),
    ],
)
def test_grid_sampling_in_two_dimensions_and_its_gradients(device, mode, padding, align):
    x, grid = make((2, 3, 5, 4)), make((2, 3, 6, 2), seed=1) * 0.8
    check_gradients(
        lambda x, grid: functional.grid_sample(x, grid, mode, padding, align_corners=align),
        x,
        grid,
        device=device,
    )


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
@pytest.mark.parametrize("size", [(3, 4), (20, 17)])
def test_antialiased_resizing_and_its_gradient(device, mode, size):
    check_gradients(
        lambda x: functional.interpolate(x, size, mode=mode, antialias=True), make((2, 3, 11, 9)), device=device
    )


@pytest.mark.slow
@pytest.mark.covering("(20, 17)-bilinear", "(3, 4)-bicubic", "(11, 9)-bilinear", "(11, 4)-bicubic")
@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
@pytest.mark.parametrize("size", [(3, 4), (20, 17), (11, 4), (11, 9)], ids=str)
def test_antialiased_resizing_keeps_what_is_not_finite_among_its_neighbours(device, mode, size):
    x = make((2, 3, 11 if size[0] == 11 else 10, 9))
    x[0, 0, 3, 4], x[0, 1, 2, 8], x[0, 2, 0, 0], x[0, 2, 7, 5] = math.nan, math.inf, -math.inf, math.inf
    check(lambda x: functional.interpolate(x, size, mode=mode, antialias=True), x, device=device)
    gradient = getattr(torch.ops.aten, f"_upsample_{mode}2d_aa_backward")
    grad = make((1, 2, *size), seed=1)
    grad[0, 0, 1, 2], grad[0, 0, 2, 0], grad[0, 1, 2, 3] = math.inf, -math.inf, math.nan
    check(lambda grad: gradient(grad, size, (1, 2, *x.shape[2:]), False), grad, device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize(
    "name", ["upsample_nearest2d_backward", "upsample_bilinear2d_backward", "upsample_bicubic2d_backward"]
)
def test_eager_gradients_keep_what_is_not_finite_among_its_neighbours(device, name):
    grad, align = make((2, 3, 13, 5)), () if "nearest" in name else (False,)
    grad[0, 0, 3, 4], grad[0, 1, 0, 0], grad[1, 2, 12, 2], grad[1, 2, 4, 1] = math.nan, math.inf, -math.inf, math.inf
    check(lambda grad: getattr(torch.ops.aten, name)(grad, (13, 5), (2, 3, 7, 9), *align), grad, device=device)


@pytest.mark.slow
def test_antialiased_resizing_by_hundreds_counts_what_is_not_finite(device):
    x = make((2, 3, 2, 900))
    x[0, 0, 0, :600], x[0, 1, 1, 300:], x[1, 0, 1, 0] = math.inf, -math.inf, math.nan
    check(lambda x: functional.interpolate(x, (1, 3), mode="bilinear", antialias=True), x, device=device)


@pytest.mark.parametrize("factors", [(1.05, 0.7), (1.05, 1.05)])
def test_antialiased_resizing_to_the_same_size_keeps_values_whatever_the_factor(device, factors):
    options = {"scale_factor": factors, "mode": "bicubic", "antialias": True}
    check(lambda x: functional.interpolate(x, **options), make((1, 2, 11, 9)), device=device)


@pytest.mark.slow
def test_antialiased_resizing_of_doubles_has_weights_of_doubles(device):
    def resize(x):
        return functional.interpolate(x, scale_factor=(1.7, 0.9), mode="bilinear", antialias=True)

    check(resize, make((2, 3, 10, 20), torch.float64), device=device)


@pytest.mark.slow
@pytest.mark.covering("(12, 5)-bicubic", "(7, 4)-bilinear", "(3, 9)-bicubic")
@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
@pytest.mark.parametrize("size", [(12, 5), (7, 4), (3, 9)], ids=str)
def test_antialiased_resizing_of_bytes_is_in_whole_numbers_as_on_the_cpu(device, size, mode):
    x = torch.where(make((2, 3, 7, 9)) > 0, 255, 0).to(torch.uint8)  # a cubic filter goes beyond what bytes hold
    check(lambda x: functional.interpolate(x, size, mode=mode, antialias=True), x, device=device)


def random_bytes():
    """An image that PyTorch's decompositions, and weights in float32, resize differently than the CPU."""
    return torch.randint(0, 256, (1, 5, 16, 33), generator=torch.Generator().manual_seed(0), dtype=torch.uint8)


@pytest.mark.slow
@pytest.mark.covering("False-bilinear", "False-bicubic", "True-bicubic")
@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
@pytest.mark.parametrize("align", [False, True])
def test_resizing_of_bytes_is_in_whole_numbers_as_on_the_cpu(device, align, mode):
    check(lambda x: functional.interpolate(x, (53, 46), mode=mode, align_corners=align), random_bytes(), device=device)


@pytest.mark.slow
def test_weights_of_bytes_are_those_of_doubles(device):
    def resized(x):
        return [functional.interpolate(x, (53, 46), mode=mode, antialias=True) for mode in ("bilinear", "bicubic")]

    check(resized, random_bytes(), device=device)


@pytest.mark.slow
@pytest.mark.covering("nearest-True", "bilinear-False", "nearest-exact-True")
@pytest.mark.parametrize("is_compiled", [True, False])
@pytest.mark.parametrize("mode", ["bilinear", "nearest", "nearest-exact"])
def test_a_factor_that_gives_the_same_size_or_twice_the_size_is_that_of_the_size_where_the_cpu_says_so(
    device, mode, is_compiled
):
    def resized(x):
        return [functional.interpolate(x, scale_factor=f, mode=mode) for f in (1.05, (1.05, 1.7), (2.05, 1.05))]

    def gradients(x, place):
        x = x.to(place).requires_grad_()
        function = torch.compile(resized, fullgraph=True) if is_compiled and place != "cpu" else resized
        found = function(x)
        total = sum((each * torch.arange(each.numel(), device=place).view(each.shape)).sum() for each in found)
        return [*found, *torch.autograd.grad(total, x)]

    torch._dynamo.reset()
    x = make((2, 3, 7, 9))
    with torch.npu.set_eager_mode("compile"):
        found = gradients(x, device)
    torch.testing.assert_close([each.cpu() for each in found], gradients(x, "cpu"))


@pytest.mark.covering("False")
@pytest.mark.parametrize("align", [False, True])
def test_an_image_that_keeps_its_size_keeps_what_is_not_finite(device, align):
    x = make((2, 3, 4, 5))
    x[0, 1, 1, 2], x[1, 2, 3, 4], x[1, 0, 0, 0] = math.inf, -math.inf, math.nan
    resized = torch.compile(lambda x: functional.interpolate(x, (4, 5), mode="bilinear", align_corners=align))
    torch.testing.assert_close(resized(x.to(device)).cpu(), x, equal_nan=True)


@pytest.mark.slow
def test_the_first_eager_call_of_a_process_resizes_bytes_as_the_cpu_does(fresh_torch):
    program = """
import torch
x = torch.randint(0, 256, (2, 3, 270, 270), dtype=torch.uint8)
with torch.npu.set_eager_mode("compile"):
    for mode in ("bicubic", "bilinear"):
        found = torch.nn.functional.interpolate(x.to("npu"), (130, 130), mode=mode)
        print(torch.equal(found.cpu(), torch.nn.functional.interpolate(x, (130, 130), mode=mode)))
"""
    assert fresh_torch(program).stdout == "True\nTrue\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "shape"),
    [("bilinear", (4, 5)), ("nearest", (4, 5)), ("bicubic", (4, 5)), ("bilinear", (3, 4, 5)), ("nearest", (3, 4, 5))],
)
def test_samples_outside_of_an_image_and_nowhere_are_those_of_the_cpu_whatever_its_first_element_is(
    device, mode, shape
):
    x, grid = make((1, 2, *shape)), make((1, *(1 for _ in shape[1:]), 12, len(shape)), seed=1) * 1.5
    x.flatten(2)[0, :, 0] = torch.tensor([math.nan, math.inf])
    for place, coordinate in enumerate((math.nan, math.inf, -math.inf, 3e38, 1e20)):
        grid[..., place, place % len(shape)] = coordinate
    for padding in ("zeros", "border", "reflection"):
        sample = lambda x, grid: functional.grid_sample(x, grid, mode, padding, align_corners=False)  # noqa: E731,B023
        check(sample, x, grid, device=device)
