"""Memory formats of convolutions: channels_last operands and results, and the strides of eager PyTorch.

As a script, ``--shape "(B,Cin,Cout,HW,k,s,p)"`` and an optional eighth number, the groups.
"""

import copy

import pytest
import torch
from common import check, check_gradients, main, make
from npusim.scheduler import registered_kernels
from test_conv import FORM, SHAPES, tensors, weights
from torch.nn import functional


def run_channels_last(device, shape, dtype=torch.float32):
    _, _, _, _, _, stride, padding, groups = (*shape, 1)[:8]
    image, taps, bias = (x.to(memory_format=torch.channels_last) if x.dim() == 4 else x for x in tensors(shape, dtype))
    check(lambda x, w, b: functional.conv2d(x, w, b, stride, padding, 1, groups), image, taps, bias, device=device)


@pytest.mark.covering("(2, 8, 16, 9, 3, 2, 1)")
@pytest.mark.parametrize(
    "shape", [(2, 8, 16, 9, 3, 2, 1), (3, 130, 140, 12, 3, 1, 1), (2, 20, 24, 9, 1, 1, 0)], ids=str
)
def test_channels_last(device, shape):
    image, taps, bias = tensors(shape)
    stride, padding = shape[5:7]

    def convolution(x, w, b):
        return torch.relu(functional.conv2d(x, w, b, stride, padding))

    last = torch.channels_last
    for x, w in ((image.to(memory_format=last), taps), (image, taps.to(memory_format=last))):
        check(convolution, x, w, bias, device=device)


def test_gradients_in_channels_last(device):
    image = make((2, 8, 9, 11)).to(memory_format=torch.channels_last)
    taps = weights((12, 8, 3, 3)).to(memory_format=torch.channels_last)
    check_gradients(lambda x, w: functional.conv2d(x, w, None, 2, 1), image, taps, device=device)
    grouped = weights((12, 2, 3, 3))
    check_gradients(lambda x, w: functional.conv2d(x, w, None, 1, 1, 1, 4), image, grouped, device=device)


class Residual(torch.nn.Module):
    """Convolutions with what stands around them: batch norm, activations, a sum."""

    def __init__(self):
        super().__init__()
        self.first, self.norm = torch.nn.Conv2d(8, 8, 3, padding=1), torch.nn.BatchNorm2d(8)
        self.second = torch.nn.Conv2d(8, 8, 3, padding=1)

    def forward(self, x):
        return functional.relu(x + self.second(functional.relu(self.norm(self.first(x)))))


FORMATTED = {
    "weights": (lambda: torch.nn.Conv2d(8, 12, 3), (2, 8, 9, 10), "weights"),
    "image": (lambda: torch.nn.Conv2d(8, 12, 3, 2, 1), (2, 8, 9, 10), "image"),
    "both": (lambda: torch.nn.Conv2d(8, 12, 3, dilation=2, groups=4), (2, 8, 9, 10), "image, weights"),
    "neither": (lambda: torch.nn.Conv2d(8, 12, 3), (2, 8, 9, 10), ""),
    "depthwise": (lambda: torch.nn.Conv2d(8, 8, 3, groups=8), (2, 8, 9, 10), "image"),
    "transposed": (lambda: torch.nn.ConvTranspose2d(8, 4, 4, 2, 1), (2, 8, 9, 10), "image"),
    "one channel": (lambda: torch.nn.Conv2d(1, 4, 3), (2, 1, 9, 10), "image"),
    "one filter": (lambda: torch.nn.Conv2d(8, 1, 3), (2, 8, 9, 10), "image"),
    "one place": (lambda: torch.nn.Conv2d(8, 4, 1), (2, 8, 1, 1), "image"),
    "one image": (lambda: torch.nn.Conv2d(8, 4, 3), (1, 8, 9, 10), "image"),
    "volumes": (lambda: torch.nn.Conv3d(3, 4, 3), (2, 3, 6, 7, 8), "image"),
    "volume's weights": (lambda: torch.nn.ConvTranspose3d(3, 4, 3), (2, 3, 6, 7, 8), "weights"),
    "pooling": (lambda: torch.nn.Sequential(torch.nn.Conv2d(8, 4, 3), torch.nn.MaxPool2d(2)), (2, 8, 9, 10), "image"),
    "residual": (Residual, (2, 8, 9, 10), "image"),
    "rows": (lambda: torch.nn.Sequential(torch.nn.Conv2d(8, 4, 3), torch.nn.Flatten()), (2, 8, 9, 10), "image"),
}


@pytest.mark.slow
@pytest.mark.covering("pooling", "volume's weights", "transposed", "image", "depthwise", "one channel")
@pytest.mark.parametrize(("make_model", "shape", "last"), FORMATTED.values(), ids=FORMATTED)
def test_results_and_gradients_have_the_strides_of_eager_pytorch(device, make_model, shape, last):
    torch._dynamo.reset()
    torch.manual_seed(0)
    form = torch.channels_last if len(shape) == 4 else torch.channels_last_3d
    model = make_model().to(memory_format=form) if "weights" in last else make_model()
    image = make(shape).to(memory_format=form) if "image" in last else make(shape)
    moved = [copy.deepcopy(model).to(device), image.to(device).requires_grad_()]
    expected = model(image.requires_grad_())
    result = torch.compile(moved[0])(moved[1])
    gradient = make(expected.shape, seed=9)
    expected.backward(gradient)
    result.backward(gradient.to(device))
    wanted = [expected, image.grad, *(p.grad for p in model.parameters())]
    got = [result, moved[1].grad, *(p.grad for p in moved[0].parameters())]
    assert [tensor.stride() for tensor in got] == [tensor.stride() for tensor in wanted]
    for one, other in zip(got, wanted, strict=True):
        torch.testing.assert_close(one.detach().cpu(), other.detach(), rtol=1e-4, atol=1e-4)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16, torch.float16], ids=str)
def test_results_of_other_precisions_have_the_strides_of_eager_pytorch(device, dtype):
    image = make((2, 8, 9, 10), dtype).to(memory_format=torch.channels_last)
    taps = weights((4, 8, 3, 3), dtype)
    result = check(functional.conv2d, image, taps, device=device)
    assert result.stride() == functional.conv2d(image, taps).stride()


@pytest.mark.slow
def test_symbolic_batches_keep_their_memory_format(device):
    image = make((5, 8, 9, 10)).to(memory_format=torch.channels_last)
    result = check(functional.conv2d, image, weights((4, 8, 3, 3)), device=device, dynamic=True)
    assert result.is_contiguous(memory_format=torch.channels_last)


@pytest.mark.parametrize("other", [torch.channels_last, torch.contiguous_format], ids=str)
def test_what_is_added_to_a_channels_last_result_shares_its_kernel(device, other):
    image, summand = make((2, 8, 9, 10)).to(memory_format=torch.channels_last), make((2, 12, 7, 8), seed=4)
    inputs = [image, weights((12, 8, 3, 3)), make((12,), seed=2), summand.to(memory_format=other)]
    before = len(registered_kernels())
    check(lambda x, w, b, y: functional.relu(functional.conv2d(x, w, b) + y).sin(), *inputs, device=device)
    assert len(registered_kernels()) == before + 1


@pytest.mark.slow
def test_images_of_three_dimensions_in_channels_last(device):
    image = make((2, 4, 5, 6, 7)).to(memory_format=torch.channels_last_3d)
    inputs = (image, weights((6, 4, 3, 2, 3)))
    check(lambda x, w: functional.conv3d(x, w, None, 1, 1), *inputs, device=device)


if __name__ == "__main__":
    main("conv_channels_last", run_channels_last, SHAPES, "(2,16,32,14,3,1,1)", FORM, f"{FORM},GROUPS")
