"""Whole models written by hand at the sizes in use, for benchmarks: no weights are drawn, no package is needed.

`build(name, layers)` gives a module on the meta device and its inputs; `Module.to_empty` brings it to a device.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn


@dataclass(frozen=True)
class Program:
    """A model with its usual number of layers, and the inputs of one call."""

    make: Callable[[int], nn.Module]
    layers: int
    inputs: Callable[[], list[Tensor]]


class Attention(nn.Module):
    """Attention of heads of equal width; fewer heads of keys and values than of queries share them."""

    def __init__(self, width: int, heads: int, kv_heads: int = 0, *, causal: bool = False, bias: bool = True) -> None:
        super().__init__()
        self.heads, self.kv_heads, self.causal, self.head = heads, kv_heads or heads, causal, width // heads
        self.q = nn.Linear(width, width, bias=bias)
        self.k = nn.Linear(width, self.kv_heads * self.head, bias=bias)
        self.v = nn.Linear(width, self.kv_heads * self.head, bias=bias)
        self.out = nn.Linear(width, width, bias=bias)

    def forward(self, x: Tensor, context: Tensor | None = None, turned: tuple[Tensor, Tensor] | None = None) -> Tensor:
        source = x if context is None else context
        q, k, v = self._split(self.q(x)), self._split(self.k(source)), self._split(self.v(source))
        if turned is not None:
            q, k = _turn(q, *turned), _turn(k, *turned)
        grouped = self.kv_heads != self.heads
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=self.causal, enable_gqa=grouped)
        return self.out(mixed.transpose(1, 2).flatten(2))

    def _split(self, x: Tensor) -> Tensor:
        return x.unflatten(-1, (-1, self.head)).transpose(1, 2)


def _turn(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    first, second = x.chunk(2, -1)
    return x * cos + torch.cat([-second, first], -1) * sin


class PostNormLayer(nn.Module):
    """A layer of BERT."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.attention, self.norm1, self.norm2 = Attention(width, heads), nn.LayerNorm(width), nn.LayerNorm(width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: Tensor) -> Tensor:
        x = self.norm1(x + self.attention(x))
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class PreNormLayer(nn.Module):
    """A layer of GPT-2 (causal) and of ViT."""

    def __init__(self, width: int, heads: int, *, causal: bool) -> None:
        super().__init__()
        self.attention = Attention(width, heads, causal=causal)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.up, self.down, self.approximate = nn.Linear(width, 4 * width), nn.Linear(4 * width, width), causal

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.norm1(x))
        return x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh" if self.approximate else "none"))


class Bert(nn.Module):
    def __init__(self, layers: int) -> None:
        super().__init__()
        self.words, self.places, self.kinds = nn.Embedding(30522, 768), nn.Embedding(512, 768), nn.Embedding(2, 768)
        self.norm, self.pooler = nn.LayerNorm(768), nn.Linear(768, 768)
        self.layers = nn.ModuleList(PostNormLayer(768, 12) for _ in range(layers))

    def forward(self, tokens: Tensor) -> tuple[Tensor, Tensor]:
        places = torch.arange(tokens.shape[1], device=tokens.device)
        x = self.norm(self.words(tokens) + self.places(places) + self.kinds(torch.zeros_like(tokens)))
        for layer in self.layers:
            x = layer(x)
        return x, torch.tanh(self.pooler(x[:, 0]))


class Gpt2(nn.Module):
    def __init__(self, layers: int) -> None:
        super().__init__()
        self.words, self.places, self.norm = nn.Embedding(50257, 768), nn.Embedding(1024, 768), nn.LayerNorm(768)
        self.layers = nn.ModuleList(PreNormLayer(768, 12, causal=True) for _ in range(layers))

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.words(tokens) + self.places(torch.arange(tokens.shape[1], device=tokens.device))
        for layer in self.layers:
            x = layer(x)
        return F.linear(self.norm(x), self.words.weight)


class VisionTransformer(nn.Module):
    def __init__(self, layers: int) -> None:
        super().__init__()
        self.patches, self.norm, self.head = nn.Conv2d(3, 768, 16, 16), nn.LayerNorm(768), nn.Linear(768, 1000)
        self.first, self.places = nn.Parameter(torch.zeros(1, 1, 768)), nn.Parameter(torch.zeros(1, 197, 768))
        self.layers = nn.ModuleList(PreNormLayer(768, 12, causal=False) for _ in range(layers))

    def forward(self, images: Tensor) -> Tensor:
        x = self.patches(images).flatten(2).transpose(1, 2)
        x = torch.cat([self.first.expand(x.shape[0], -1, -1), x], 1) + self.places
        for layer in self.layers:
            x = layer(x)
        return self.head(self.norm(x)[:, 0])


class Bottleneck(nn.Module):
    def __init__(self, inputs: int, width: int, stride: int) -> None:
        super().__init__()
        self.conv1, self.norm1 = nn.Conv2d(inputs, width, 1, bias=False), nn.BatchNorm2d(width)
        self.conv2, self.norm2 = nn.Conv2d(width, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width)
        self.conv3, self.norm3 = nn.Conv2d(width, 4 * width, 1, bias=False), nn.BatchNorm2d(4 * width)
        self.shortcut: nn.Module = nn.Identity()
        if inputs != 4 * width:
            strided = nn.Conv2d(inputs, 4 * width, 1, stride, bias=False)
            self.shortcut = nn.Sequential(strided, nn.BatchNorm2d(4 * width))

    def forward(self, x: Tensor) -> Tensor:
        y = F.relu(self.norm1(self.conv1(x)))
        y = F.relu(self.norm2(self.conv2(y)))
        return F.relu(self.norm3(self.conv3(y)) + self.shortcut(x))


class ResNet(nn.Module):
    """ResNet-50 has 16 blocks; with fewer, its stages end sooner."""

    def __init__(self, layers: int) -> None:
        super().__init__()
        self.stem, self.norm = nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64)
        blocks, inputs = [], 64
        for stage, count in enumerate((3, 4, 6, 3)):
            for block in range(min(count, layers - len(blocks))):
                blocks.append(Bottleneck(inputs, 64 << stage, 2 if stage and not block else 1))
                inputs = 256 << stage
        self.blocks, self.head = nn.Sequential(*blocks), nn.Linear(inputs, 1000)

    def forward(self, images: Tensor) -> Tensor:
        x = F.max_pool2d(F.relu(self.norm(self.stem(images))), 3, 2, 1)
        return self.head(self.blocks(x).mean((2, 3)))


class RmsNorm(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x: Tensor) -> Tensor:
        return self.weight * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5))


class LlamaLayer(nn.Module):
    def __init__(self, width: int, heads: int, kv_heads: int, inner: int) -> None:
        super().__init__()
        self.norm1, self.norm2 = RmsNorm(width), RmsNorm(width)
        self.attention = Attention(width, heads, kv_heads, causal=True, bias=False)
        self.gate, self.up = nn.Linear(width, inner, bias=False), nn.Linear(width, inner, bias=False)
        self.down = nn.Linear(inner, width, bias=False)

    def forward(self, x: Tensor, turned: tuple[Tensor, Tensor]) -> Tensor:
        x = x + self.attention(self.norm1(x), turned=turned)
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class Llama(nn.Module):
    """TinyLlama 1.1B with 22 layers."""

    def __init__(self, layers: int) -> None:
        super().__init__()
        self.words, self.norm, self.head = nn.Embedding(32000, 2048), RmsNorm(2048), nn.Linear(2048, 32000, bias=False)
        self.layers = nn.ModuleList(LlamaLayer(2048, 32, 4, 5632) for _ in range(layers))
        self.frequencies = nn.Parameter(torch.zeros(32), requires_grad=False)

    def forward(self, tokens: Tensor) -> Tensor:
        angles = torch.arange(tokens.shape[1], device=tokens.device)[:, None].float() * self.frequencies
        angles = torch.cat([angles, angles], -1)
        x, turned = self.words(tokens), (angles.cos(), angles.sin())
        for layer in self.layers:
            x = layer(x, turned)
        return self.head(self.norm(x))


class UNetLayer(nn.Module):
    """A residual block and a transformer block of a diffusion model's UNet, at 32 x 32 and 640 channels."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm1, self.conv1 = nn.GroupNorm(32, width), nn.Conv2d(width, width, 3, 1, 1)
        self.norm2, self.conv2 = nn.GroupNorm(32, width), nn.Conv2d(width, width, 3, 1, 1)
        self.time, self.norms = nn.Linear(1280, width), nn.ModuleList(nn.LayerNorm(width) for _ in range(3))
        self.own, self.cross = Attention(width, 8, bias=False), Attention(width, 8, bias=False)
        self.up, self.down = nn.Linear(width, 8 * width), nn.Linear(4 * width, width)

    def forward(self, x: Tensor, time: Tensor, context: Tensor) -> Tensor:
        y = self.conv1(F.silu(self.norm1(x))) + self.time(F.silu(time))[:, :, None, None]
        x = x + self.conv2(F.silu(self.norm2(y)))
        y = x.flatten(2).transpose(1, 2)
        y = y + self.own(self.norms[0](y))
        y = y + self.cross(self.norms[1](y), context)
        value, gate = self.up(self.norms[2](y)).chunk(2, -1)
        return x + (y + self.down(value * F.gelu(gate))).transpose(1, 2).unflatten(2, x.shape[2:])


class UNet(nn.Module):
    def __init__(self, layers: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList(UNetLayer(640) for _ in range(layers))

    def forward(self, x: Tensor, time: Tensor, context: Tensor) -> Tensor:
        for layer in self.layers:
            x = layer(x, time, context)
        return x


def _tokens(length: int) -> Callable[[], list[Tensor]]:
    return lambda: [torch.zeros(1, length, dtype=torch.int64)]


PROGRAMS = {
    "bert-base": Program(Bert, 12, _tokens(128)),
    "gpt2": Program(Gpt2, 12, _tokens(128)),
    "vit-b": Program(VisionTransformer, 12, lambda: [torch.zeros(1, 3, 224, 224)]),
    "resnet-50": Program(ResNet, 16, lambda: [torch.zeros(1, 3, 224, 224)]),
    "llama-1.1b": Program(Llama, 22, _tokens(512)),
    "unet": Program(UNet, 4, lambda: [torch.zeros(1, 640, 32, 32), torch.zeros(1, 1280), torch.zeros(1, 77, 640)]),
}


def build(name: str, layers: int = 0) -> tuple[nn.Module, list[Tensor]]:
    """A model in evaluation mode on the meta device, and a call's inputs on the CPU; 0 layers are the usual ones."""
    program = PROGRAMS[name]
    with torch.device("meta"):
        model = program.make(layers or program.layers)
    return model.eval(), program.inputs()
