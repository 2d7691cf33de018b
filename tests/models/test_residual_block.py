"""Training of a residual block: convolutions, batch norms and a shortcut, forward and backward."""

import copy

import pytest
import torch
from torch import nn
from torch.nn import functional as F


class Residual(nn.Module):
    """Two convolutions beside a third one that halves the image."""

    def __init__(self, channels, outputs):
        super().__init__()
        self.first = nn.Conv2d(channels, outputs, 3, 2, 1, bias=False)
        self.second = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.shortcut = nn.Conv2d(channels, outputs, 1, 2, bias=False)
        self.norms = nn.ModuleList(nn.BatchNorm2d(outputs) for _ in range(3))

    def forward(self, x):
        hidden = self.norms[1](self.second(F.relu(self.norms[0](self.first(x)))))
        return F.relu(hidden + self.norms[2](self.shortcut(x)))


@pytest.mark.slow
def test_gradients_of_a_residual_block_are_those_of_the_cpu(device):
    """What the forward pass kept is read by several prologues of the backward pass: nobody may write over it before."""
    torch._dynamo.reset()
    torch.manual_seed(0)
    reference = nn.Sequential(Residual(3, 8), Residual(8, 8))
    model = copy.deepcopy(reference).to(device)
    x = torch.randn(2, 3, 17, 17)
    torch.compile(lambda t: model(t).square().mean())(x.to(device)).backward()
    reference(x).square().mean().backward()
    for mine, theirs in zip(model.parameters(), reference.parameters(), strict=True):
        torch.testing.assert_close(mine.grad.cpu(), theirs.grad)
