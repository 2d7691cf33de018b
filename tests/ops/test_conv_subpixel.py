"""Transposed convolutions with few filters, whose residues become filters of a forward one.

python tests/ops/test_conv_subpixel.py --shape "(1,768,14,14,3,16)"
"""

import pytest
import torch
from common import check, compare, main, make
from npusim.mlir_templates.conv import subpixel as conv_subpixel
from torch.nn import functional

FORMS = {
    "patches": ((2, 64, 5, 7), (64, 3, 8, 8), {"stride": 8}),
    "patches with a bias": ((1, 130, 4, 4), (130, 3, 16, 16), {"stride": 16, "bias": True}),
    "patches that overlap": ((2, 20, 6, 5), (20, 2, 8, 16), {"stride": (4, 8), "padding": (2, 4)}),
    "padding on one side": ((1, 33, 6, 6), (33, 1, 8, 8), {"stride": 4, "padding": 3, "output_padding": 2}),
    "a stride in one dimension": ((1, 17, 5, 9), (17, 2, 3, 16), {"stride": (1, 16), "padding": (1, 0)}),
    "one dimension": ((2, 64, 33), (64, 1, 64), {"stride": 32, "padding": 16}),
    "three dimensions": ((1, 9, 3, 2, 4), (9, 1, 4, 8, 4), {"stride": 4, "padding": (0, 2, 0)}),
}

SHAPES = [(1, 64, 5, 7, 3, 8), (2, 130, 4, 4, 1, 16)]


def run(device, shape, dtype=torch.float32):
    """Patches as large as the stride: images, their channels, height and width, filters, stride."""
    *image, filters, stride = shape
    x, weight = make(image, dtype), make((image[1], filters, stride, stride), dtype, seed=1) / image[1] ** 0.5
    return check(lambda x, w: functional.conv_transpose2d(x, w, stride=stride), x, weight, device=device)


@pytest.mark.covering("(2, 130, 4, 4, 1, 16)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_patches(device, shape):
    run(device, shape)


@pytest.fixture
def subpixels(monkeypatch):
    """Sizes of the results that were computed in this form."""
    made = []

    def noted(*arguments):
        value = convolve(*arguments)
        made.append(tuple(map(int, value.get_size())))
        return value

    convolve = conv_subpixel.convolve
    monkeypatch.setattr(conv_subpixel, "convolve", noted)
    yield made


@pytest.fixture
def always(monkeypatch):
    """This form for small convolutions too, for which it does not pay."""
    monkeypatch.setattr(conv_subpixel, "_LEAST_GAIN", 0.0)


def transposed(options):
    """`conv_transpose` of the image's rank; activation behind it."""
    options = {key: value for key, value in options.items() if key != "bias"}

    def run(x, w, b=None):
        function = (functional.conv_transpose1d, functional.conv_transpose2d, functional.conv_transpose3d)[x.dim() - 3]
        return functional.relu(function(x, w, b, **options))

    return run


@pytest.mark.covering("patches with a bias", "one dimension")
@pytest.mark.parametrize("name", FORMS)
def test_values_are_those_of_the_cpu(device, subpixels, always, name):
    image, weight, options = FORMS[name]
    inputs = [make(image), make(weight, seed=1) / image[1] ** 0.5]
    inputs += [make(weight[1:2], seed=2)] if "bias" in options else []
    torch._dynamo.reset()
    result = torch.compile(transposed(options), fullgraph=True)(*(tensor.to(device) for tensor in inputs))
    expected = transposed(options)(*inputs)
    compare(result, expected)
    assert subpixels == [tuple(expected.shape)]


@pytest.mark.slow
def test_the_gradient_of_an_image_of_patches(device, subpixels):
    image, weight = make((2, 3, 32, 48), torch.bfloat16), make((96, 3, 16, 16), torch.bfloat16, seed=1) / 16
    leaf, moved = image.clone().requires_grad_(), image.to(device).requires_grad_()
    torch._dynamo.reset()
    result = torch.compile(lambda x, w: functional.conv2d(x, w, stride=16), fullgraph=True)(moved, weight.to(device))
    expected = functional.conv2d(leaf, weight, stride=16)
    gradient = make(expected.shape, torch.bfloat16, seed=2)
    expected.backward(gradient)
    result.backward(gradient.to(device))
    torch.testing.assert_close(moved.grad.cpu(), leaf.grad)
    assert subpixels == [tuple(image.shape)]


@pytest.mark.covering("odd taps")
@pytest.mark.parametrize(
    ("image", "weight", "options"),
    [
        ((1, 64, 28, 28), (64, 3, 7, 7), {"stride": 2, "padding": 3}),  # taps are no multiple of the stride
        ((1, 64, 8, 8), (64, 3, 8, 8), {"stride": 8, "output_padding": 3}),  # outputs that no tap reaches
        ((1, 64, 8, 8), (64, 3, 8, 8), {"stride": 8, "dilation": 2}),
        ((1, 64, 8, 8), (64, 3, 8, 8), {"stride": 8, "groups": 4}),
    ],
    ids=["odd taps", "outputs without a tap", "dilation", "groups"],
)
def test_others_keep_the_usual_form(device, subpixels, always, image, weight, options):
    inputs = [make(image), make(weight, seed=1) / image[1] ** 0.5]
    torch._dynamo.reset()
    result = torch.compile(transposed(options), fullgraph=True)(*(tensor.to(device) for tensor in inputs))
    compare(result, transposed(options)(*inputs))
    assert not subpixels


def test_filters_that_fill_the_arrays_keep_the_usual_form(device, subpixels):
    image, weight = make((1, 256, 16, 16)), make((256, 128, 2, 2), seed=1) / 16
    torch._dynamo.reset()
    result = torch.compile(transposed({"stride": 2}), fullgraph=True)(image.to(device), weight.to(device))
    compare(result, transposed({"stride": 2})(image, weight))
    assert not subpixels


def test_patches_take_what_their_product_takes():
    """1 x 768 x 14 x 14 to 3 x 224 x 224: a product of 196 x 768 x 768 and a copy. By residues: 11 million cycles."""
    torch._dynamo.reset()
    with torch.npu.simulator(machine="tpuv3", mode="timing") as sim:
        image = torch.empty(1, 768, 14, 14, dtype=torch.bfloat16, device="npu")
        weight = torch.empty(768, 3, 16, 16, dtype=torch.bfloat16, device="npu")
        torch.compile(lambda x, w: functional.conv_transpose2d(x, w, stride=16))(image, weight)
        cycles = sim.report().to_dict()["cycles"]
    assert cycles < 15_000


if __name__ == "__main__":
    main("conv_subpixel", run, SHAPES, "(1,768,14,14,3,16)", "BATCH,CHANNELS,HEIGHT,WIDTH,FILTERS,STRIDE")
