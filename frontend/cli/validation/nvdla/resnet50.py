"""ResNet-50 in int8: convolutions of bytes with int32 sums, a scale and a bias per channel, bytes in memory."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor, nn

_STAGES = ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2))  # channels, blocks, stride
_EXPANSION = 4
_CLASSES = 1000


def _rounded(value: Tensor) -> Tensor:
    return torch.round(value).clamp(-128, 127).to(torch.int8)


class Int8Conv(nn.Module):
    """A convolution with batch normalisation folded into a scale and a bias per channel."""

    def __init__(self, channels: int, filters: int, size: int, stride: int = 1) -> None:
        super().__init__()
        weight = torch.zeros(filters, channels, size, size, dtype=torch.int8)
        self.register_buffer("weight", weight.contiguous(memory_format=torch.channels_last))
        self.register_buffer("scale", torch.full((filters, 1, 1), 2.0**-10))
        self.register_buffer("bias", torch.zeros(filters, 1, 1))
        self.stride, self.padding = stride, size // 2

    def forward(self, image: Tensor) -> Tensor:
        """Scaled sums, float32."""
        sums = nn.functional.conv2d(image.float(), self.weight.float(), None, self.stride, self.padding)
        return sums * self.scale + self.bias


class Bottleneck(nn.Module):
    """Three convolutions beside the identity, or a convolution where sizes change."""

    def __init__(self, channels: int, width: int, stride: int) -> None:
        super().__init__()
        result = _EXPANSION * width
        self.first, self.second = Int8Conv(channels, width, 1), Int8Conv(width, width, 3, stride)
        self.third = Int8Conv(width, result, 1)
        self.shortcut = Int8Conv(channels, result, 1, stride) if stride > 1 or channels != result else None

    def forward(self, image: Tensor) -> Tensor:
        """The block's result, bytes."""
        beside = image if self.shortcut is None else _rounded(self.shortcut(image))
        value = _rounded(self.first(image).relu())
        value = _rounded(self.second(value).relu())
        return _rounded((self.third(value) + beside.float()).relu())


class ResNet50(nn.Module):
    """The network, from an image of bytes to float32 logits."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = Int8Conv(3, 64, 7, 2)
        self.blocks = nn.Sequential(*_blocks())
        self.register_buffer("classes", torch.zeros(_CLASSES, _EXPANSION * _STAGES[-1][0], dtype=torch.int8))

    def forward(self, image: Tensor) -> Tensor:
        """Images N x 3 x 224 x 224 to logits N x 1000."""
        value = _rounded(self.stem(image).relu())
        value = nn.functional.max_pool2d(value, 3, 2, 1)
        value = self.blocks(value).float().mean((2, 3))
        return torch._int_mm(_rounded(value), self.classes.t()).float()


def _blocks() -> Iterator[Bottleneck]:
    channels = _STAGES[0][0]
    for width, count, stride in _STAGES:
        for number in range(count):
            yield Bottleneck(channels, width, stride if number == 0 else 1)
            channels = _EXPANSION * width
