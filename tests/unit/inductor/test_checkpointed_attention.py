"""Attention under activation checkpointing: the backward graph computes it again."""

import copy

import pytest
import torch
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    """Checkpointed attention of four heads of 8."""

    def __init__(self) -> None:
        super().__init__()
        self.inputs, self.outputs = nn.Linear(32, 96), nn.Linear(32, 32)

    def attend(self, x: Tensor) -> Tensor:
        query, key, value = (part.unflatten(-1, (4, 8)).transpose(1, 2) for part in self.inputs(x).chunk(3, -1))
        attended = nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        return self.outputs(attended.transpose(1, 2).flatten(-2))

    def forward(self, x: Tensor) -> Tensor:
        result: Tensor = checkpoint(self.attend, x, use_reentrant=False)
        return x + result


@pytest.mark.slow
def test_gradients_of_checkpointed_attention_are_those_of_the_cpu() -> None:
    torch.manual_seed(0)
    model = nn.Sequential(Block(), Block())
    on_device, x = copy.deepcopy(model).to("npu"), torch.randn(2, 17, 32)

    def loss(model: nn.Module, x: Tensor) -> Tensor:
        result: Tensor = model(x).pow(2).sum()
        return result

    loss(model, x).backward()
    torch.compile(loss, fullgraph=True)(on_device, x.to("npu")).backward()
    for ours, theirs in zip(on_device.parameters(), model.parameters(), strict=True):
        assert ours.grad is not None and theirs.grad is not None
        torch.testing.assert_close(ours.grad.cpu(), theirs.grad, rtol=1e-4, atol=1e-4)
