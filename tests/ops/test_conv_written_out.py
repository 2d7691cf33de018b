"""Convolutions of few channels, whose taps are written out as channels where an array's rows do not take windows.

As a script, ``--shape "(B,CIN,COUT,HW,K,STRIDE,PADDING)"`` runs one.
"""

import pytest
import torch
from common import check, main, make, report_of, require
from npusim.mlir_templates.conv import written_out
from npusim.mlir_templates.conv.written_out import Form
from npusim.scheduler import simulator
from torch.nn import functional

FORM = "B,CIN,COUT,HW,K,STRIDE,PADDING"
SHAPES = [(2, 3, 16, 37, 7, 2, 3), (2, 1, 5, 61, 3, 1, 0)]


def weights(*shape, dtype=torch.float32):
    """Values of about one over the square root of the products that are summed."""
    return (make(shape, seed=1) / max(1, torch.Size(shape[1:]).numel()) ** 0.5).to(dtype)


def run(device, shape, dtype=torch.float32):
    batch, channels, filters, size, kernel, stride, padding = shape
    require(stride > 0, "the stride must be at least 1")
    x, w = make((batch, channels, size, size), dtype), weights(filters, channels, kernel, kernel, dtype=dtype)
    check(lambda x, w: functional.conv2d(x, w, None, stride, padding), x, w, device=device)


@pytest.fixture
def forms(monkeypatch):
    """The forms in which convolutions were computed."""
    found, written = [], written_out._written

    def recorded(image, geometry, form):
        found.append(form)
        return written(image, geometry, form)

    monkeypatch.setattr(written_out, "_written", recorded)
    yield found


@pytest.mark.covering("(2, 3, 16, 37, 7, 2, 3)-torch.bfloat16", "(2, 1, 5, 61, 3, 1, 0)-torch.float32")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_convolution_of_few_channels_gives_what_the_cpu_gives(device, shape, dtype, forms):
    torch._dynamo.reset()
    run(device, shape, dtype)
    assert forms == [Form((1,), 0)]


WIDE, BOTH, ROWS = Form((1,), 0), Form((0, 1), None), Form((), 0)
DEEP = [Form((0,), 1), Form((2,), 1), Form((0, 2), 1), Form((), 1)]
CASES = {
    "unequal steps": ((2, 3, 31, 29), (8, 3, 3, 4), (2, 3), (2, 1), (1, 2), [WIDE, ROWS, Form((1,), None)]),
    "dilation of rows": ((1, 2, 23, 17), (4, 2, 3, 5), (1, 2), (2, 3), (3, 1), [Form((0,), None), BOTH]),
    "one dimension": ((3, 2, 50), (5, 2, 4), 3, 1, 2, [Form((0,), None)]),
    "three dimensions": ((1, 2, 7, 9, 10), (5, 2, 3, 2, 3), (1, 2, 1), (1, 0, 2), 1, DEEP),
    "as large as the image": ((2, 3, 8, 8), (4, 3, 8, 8), 1, 0, 1, [WIDE, ROWS]),
}


@pytest.mark.covering(
    "unequal steps-channels last",
    in_ci=[
        "three dimensions-transposed",
        "unequal steps-contiguous",
        "dilation of rows-channels last",
        "as large as the image-contiguous",
        "one dimension-transposed",
    ],
)
@pytest.mark.parametrize("layout", ["contiguous", "channels last", "transposed"])
@pytest.mark.parametrize("name", CASES)
def test_every_form_gives_what_the_cpu_gives(device, forms, monkeypatch, name, layout):
    image, taps, stride, padding, dilation, tried = CASES[name]
    x, w, rank = make(image), weights(*taps), len(image) - 2
    convolve = (functional.conv1d, functional.conv2d, functional.conv3d)[rank - 1]
    if layout == "channels last":
        x = x.movedim(1, -1).contiguous().movedim(-1, 1)
    elif layout == "transposed":
        x = x.transpose(-1, -2).contiguous().transpose(-1, -2)
    for form in tried:
        torch._dynamo.reset()
        monkeypatch.setattr(written_out, "best_form", lambda *_, form=form: form)
        with torch.npu.implementation(convolution="written_out"), simulator("tpuv3", "functional"):
            check(lambda x, w: convolve(x, w, None, stride, padding, dilation), x, w, device=device, dynamic=False)
    assert forms == tried


def test_infinite_pixels_reach_only_their_windows(device):
    x, w = make((1, 3, 40, 40)), weights(8, 3, 7, 7)
    x[0, 1, 11, 23] = torch.inf
    check(lambda x, w: functional.conv2d(x, w, None, 2, 3), x, w, device=device)


@pytest.mark.slow
def test_gradients_and_what_is_fused_behind(device, forms):
    torch._dynamo.reset()

    def loss(x, w, b):
        return torch.relu(functional.conv2d(x, w, b, 2, 3))

    inputs = [make((2, 3, 40, 38)), weights(8, 3, 7, 7), make((8,))]
    here = [tensor.to(device).requires_grad_() for tensor in inputs]
    there = [tensor.clone().requires_grad_() for tensor in inputs]
    torch.compile(loss)(*here).square().sum().backward()
    loss(*there).square().sum().backward()
    assert forms[0] == Form((1,), 0)
    for got, wanted in zip(here, there, strict=True):
        torch.testing.assert_close(got.grad.cpu(), wanted.grad, rtol=1e-4, atol=1e-4)


@pytest.mark.slow
def test_sizes_may_be_symbolic(device, forms):
    torch._dynamo.reset()
    w = weights(8, 3, 7, 7)
    compiled = torch.compile(lambda x, w: functional.conv2d(x, w, None, 2, 3), dynamic=True, fullgraph=True)
    for batch, height, width in ((2, 40, 37), (3, 23, 51)):
        x = make((batch, 3, height, width))
        expected = functional.conv2d(x, w, None, 2, 3)
        torch.testing.assert_close(compiled(x.to(device), w.to(device)).cpu(), expected)
    assert forms


def measured(machine, x, w, stride, padding):
    return report_of(functional.conv2d, x, w, None, stride, padding, machine=machine).cycles


@pytest.mark.covering("(4, 32, 28, 28)-(64, 32, 3, 3)-1-1-1.5")
@pytest.mark.parametrize(
    ("image", "taps", "stride", "padding", "gain"),
    [((4, 3, 112, 112), (64, 3, 7, 7), 2, 3, 5), ((4, 32, 28, 28), (64, 32, 3, 3), 1, 1, 1.5)],
    ids=str,
)
def test_it_is_chosen_where_it_is_faster(device, forms, image, taps, stride, padding, gain):
    x, w = torch.empty(image, device=device), torch.empty(taps, device=device)
    chosen = measured("tpuv3", x, w, stride, padding)
    with torch.npu.implementation(convolution="direct"):
        assert gain * chosen < measured("tpuv3", x, w, stride, padding)
    assert len(forms) == 1


@pytest.mark.parametrize(
    ("machine", "image", "taps", "dtype"),
    [
        ("tpuv3", (4, 64, 28, 28), (64, 64, 3, 3), torch.float32),
        ("tpuv3", (4, 128, 28, 28), (128, 128, 3, 3), torch.float32),
        ("tpuv3", (4, 3, 28, 28), (64, 3, 1, 1), torch.float32),
        ("tpuv3", (4, 3, 28, 28), (64, 3, 3, 3), torch.float64),  # not on the arrays
        ("gemmini16", (1, 3, 28, 28), (8, 3, 3, 3), torch.float32),
    ],
    ids=str,
)
def test_others_stay_as_they_are(device, forms, machine, image, taps, dtype):
    x, w = torch.empty(image, device=device, dtype=dtype), torch.empty(taps, device=device, dtype=dtype)
    measured(machine, x, w, 1, taps[-1] // 2)
    assert not forms


if __name__ == "__main__":
    main("conv", run, SHAPES, "(2,3,16,37,7,2,3)", FORM)
