"""A transformer encoder block, attention written out, forward and backward."""

import copy

import pytest
import torch
from torch import nn
from torch.nn import functional as F


class Block(nn.Module):
    """Pre-norm encoder block: multi-head self-attention, then a GELU MLP."""

    def __init__(self, width: int = 32, heads: int = 4) -> None:
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def attention(self, x: torch.Tensor) -> torch.Tensor:
        batch, length, width = x.shape
        query, key, value = self.qkv(x).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        scores = query @ key.transpose(-2, -1) * (width // self.heads) ** -0.5
        mixed = F.softmax(scores, dim=-1) @ value
        return self.out(mixed.transpose(1, 2).reshape(batch, length, width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


def blocks(device):
    torch._dynamo.reset()
    torch.manual_seed(0)
    reference = Block()
    return reference, copy.deepcopy(reference).to(device)


@pytest.mark.slow
def test_an_encoder_block_gives_what_the_cpu_gives(device):
    reference, ours = blocks(device)
    x = torch.randn(2, 11, 32)
    with torch.no_grad():
        result = torch.compile(ours, fullgraph=True)(x.to(device))
        torch.testing.assert_close(result.cpu(), reference(x))


@pytest.mark.slow
def test_gradients_of_an_encoder_block_are_those_of_the_cpu(device):
    reference, ours = blocks(device)
    x = torch.randn(2, 11, 32)
    torch.compile(ours, fullgraph=True)(x.to(device)).square().mean().backward()
    reference(x).square().mean().backward()
    for (name, got), want in zip(ours.named_parameters(), reference.parameters(), strict=True):
        torch.testing.assert_close(got.grad.cpu(), want.grad, msg=lambda text, n=name: f"{n}: {text}")
