"""Convolutions: forms of the loop nest, groups, transposed ones, gradients, what is fused around them."""

import torch
from common import make
from torch.nn import functional

from golden.case import golden


@golden(make((2, 16, 9, 10)), make((20, 16, 1, 1), seed=1))
def convolution_of_one_tap(x, w):
    return functional.conv2d(x, w)


@golden(make((2, 16, 9, 10)), make((20, 16, 3, 3), seed=1) / 12, make((20,), seed=2))
def convolution_with_windows(x, w, bias):
    return functional.conv2d(x, w, bias, padding=1)


@golden(make((1, 3, 21, 22)), make((16, 3, 7, 7), seed=1) / 12)
def convolution_of_few_channels(x, w):
    return functional.conv2d(x, w, stride=2, padding=3)


@golden(make((1, 5, 15, 16)), make((7, 5, 3, 5), seed=1) / 8)
def convolution_with_strides_and_dilation(x, w):
    return functional.conv2d(x, w, None, (2, 3), 2, (2, 1))


@golden(make((2, 24, 9, 9)), make((36, 6, 3, 3), seed=1) / 7)
def grouped_convolution(x, w):
    return functional.conv2d(x, w, None, 1, 1, 1, 4)


@golden(make((2, 24, 9, 9)), make((24, 1, 3, 3), seed=1) / 3)
def depthwise_convolution(x, w):
    return functional.conv2d(x, w, None, 2, 1, 1, 24)


@golden(make((2, 8, 7, 6)), make((8, 5, 4, 3), seed=1) / 8)
def transposed_convolution(x, w):
    return functional.conv_transpose2d(x, w, None, 2, 1)


@golden(make((1, 64, 3, 4)), make((64, 3, 8, 8), seed=1) / 8)
def transposed_convolution_of_few_filters(x, w):
    return functional.conv_transpose2d(x, w, stride=8)


@golden(make((2, 8, 9, 10)), make((12, 8, 3, 3), seed=1) / 8, make((12,), seed=2), make((2, 12, 9, 10), seed=3))
def convolution_with_epilogue(x, w, bias, residual):
    return torch.relu(functional.conv2d(x, w, bias, padding=1) + residual)


@golden(make((2, 16, 8, 9)), make((8, 16, 3, 3), seed=1) / 12)
def convolution_with_prologue(x, w):
    return functional.conv2d(functional.silu(x), w, padding=1)


@golden(make((2, 8, 9, 10)), make((12, 8, 3, 3), seed=1) / 8, make((12,), seed=2), gradients=True)
def convolution_gradients(x, w, bias):
    return functional.conv2d(x, w, bias, 2, 1)


@golden(make((2, 8, 9, 10)), make((8, 1, 3, 3), seed=1) / 3, gradients=True)
def depthwise_convolution_gradients(x, w):
    return functional.conv2d(x, w, None, 1, 1, 1, 8)


@golden(make((3, 8, 30)), make((5, 8, 4), seed=1) / 6)
def convolution_of_one_dimension(x, w):
    return functional.conv1d(x, w, padding=2)


@golden(make((1, 4, 5, 6, 7)), make((5, 4, 3, 2, 3), seed=1) / 8)
def convolution_of_three_dimensions(x, w):
    return functional.conv3d(x, w, padding=1)


@golden(make((2, 16, 9, 10), torch.bfloat16), make((20, 16, 3, 3), torch.bfloat16, seed=1) / 12)
def convolution_of_narrow_floats(x, w):
    return torch.relu(functional.conv2d(x, w, padding=1))


@golden(
    make((2, 16, 9, 10)).contiguous(memory_format=torch.channels_last),
    (make((20, 16, 3, 3), seed=1) / 12).contiguous(memory_format=torch.channels_last),
)
def convolution_of_channels_last(x, w):
    return functional.conv2d(x, w, padding=1)
