"""Interpolation by the nearest element: places that are a progression are strided copies, all others gathers."""

import pytest
import torch
from common import check, check_gradients, compare, main, make, report_of
from npusim.mlir_templates.decompositions.pooling.nearest_upsampling import Progression, nearest_places, progression_of
from npusim.scheduler import simulator
from torch.nn import functional

CASES = [
    ((2, 5, 7, 9), {"scale_factor": 2}),
    ((1, 3, 8, 12), {"size": (4, 36)}),
    ((2, 3, 8, 12), {"size": (5, 24)}),  # 8 to 5 is no progression
    ((1, 2, 3, 1, 5), {"scale_factor": (1, 4, 2)}),
    ((1, 3, 6), {"scale_factor": 41.0}),  # rounding moves places
]


def run(device, shape, dtype=torch.float32):
    def resized(x):
        return [functional.interpolate(x, scale_factor=factor) for factor in (2, 3, 1.7)]

    check(resized, make(shape, dtype), device=device)


@pytest.mark.covering("nearest-exact")
@pytest.mark.parametrize("mode", ["nearest", "nearest-exact"])
def test_elements_are_those_of_the_cpu(device, mode):
    def all_of(*inputs):
        return [functional.interpolate(x, mode=mode, **options) for x, (_, options) in zip(inputs, CASES, strict=True)]

    check(all_of, *(make(shape) for shape, _ in CASES), device=device)


def test_the_memory_format_and_dtype_are_kept(device):
    images = [make((2, 5, 3, 6)), make((2, 5, 3, 6), torch.bfloat16), make((2, 5, 3, 6), torch.uint8)]
    images = [x.contiguous(memory_format=torch.channels_last) for x in images]
    compiled = torch.compile(lambda *xs: [functional.interpolate(x, scale_factor=(3, 0.5)) for x in xs])
    for x, found in zip(images, compiled(*(x.to(device) for x in images)), strict=True):
        compare(found, functional.interpolate(x, scale_factor=(3, 0.5)))
        assert found.is_contiguous(memory_format=torch.channels_last)


def test_gradients_are_sums_over_the_copies(device):
    check_gradients(lambda x: functional.interpolate(x, scale_factor=(3, 2)), make((2, 3, 5, 7)), device=device)


@pytest.mark.slow
def test_symbolic_sizes_are_doubled_without_a_gather(device):
    compiled = torch.compile(lambda x: functional.interpolate(x, scale_factor=2), dynamic=True, fullgraph=True)
    with torch._dynamo.config.patch(error_on_recompile=True):
        for shape in ((2, 3, 8, 6), (3, 5, 11, 4)):
            x = make(shape)
            compare(compiled(x.to(device)), functional.interpolate(x, scale_factor=2))


def test_an_enlarged_sum_reads_every_element_once(device):
    x, y = make((1, 16, 24, 24)), make((1, 16, 24, 24)).contiguous(memory_format=torch.channels_last)
    report = report_of(lambda x, y: functional.interpolate(x + y, scale_factor=2), x.to(device), y.to(device))
    assert report.statistics["dram_bytes"] < 1.1 * (2 + 4) * x.nbytes


def test_places_that_rounding_moves_are_no_progression():
    assert progression_of(10, 20, None, False) == Progression(times=2)
    assert progression_of(9, 3, None, True) == Progression(1, 8, 3)
    assert nearest_places(6, 246, 41.0, False)[41] == 0  # 41 times the float nearest to 1 / 41 is below 1
    assert progression_of(6, 246, 41.0, False) is None
    assert progression_of(14, 24, None, False) is None
    assert progression_of(0, 0, None, False) is None


@pytest.mark.covering("(2, 3, 4, 5)", "(1, 1, 1)")
@pytest.mark.parametrize("shape", [(2, 3, 4, 5), (1, 1, 1), (0, 1, 33, 5)], ids=str)
def test_an_image_of_the_same_size_is_another_one(device, shape):
    def changed(x):
        return functional.interpolate(x, size=x.shape[2:]).add_(1)

    x = torch.randn(shape)
    on_device = x.to(device)
    torch.testing.assert_close(torch.compile(changed)(on_device).cpu(), x + 1)
    assert torch.equal(on_device.cpu(), x)


def test_the_gradient_of_no_image_is_made_on_the_device(device):
    x = torch.randn(0, 1, 33, 5).to(device).requires_grad_()
    before = torch.npu.fallback_counts()
    torch.compile(lambda x: functional.interpolate(x, scale_factor=2))(x).backward(torch.zeros(0, 1, 66, 10).to(device))
    assert x.grad.shape == x.shape and torch.npu.fallback_counts() == before


@pytest.mark.slow
def test_gathers_of_neighbours_share_memory_requests(device):
    """Channels lie side by side in the image and are outermost in the result: a gather visits them innermost."""

    def enlarged(x):
        return functional.interpolate(x.mT.contiguous().view(1, 64, 14, 14), (24, 23), mode="bicubic") + 1

    with simulator("tpuv3", "both") as simulation:
        result = check(enlarged, make((1, 14 * 14, 64)), device=device)
        moved = sum(kernel["dram_bytes"] for kernel in simulation.report().to_dict()["kernels"])
    assert moved < 2 * 16 * result.nbytes  # 16 elements for each of the result


if __name__ == "__main__":
    main("nearest_upsampling", run, [(1, 1, 3, 5), (2, 3, 8, 12)], "(1,8,16,16)", "B,C,...")
