"""An MLP trained on the device ends where it ends on the CPU."""

import copy

import pytest
import torch
from torch import nn

OPTIMIZERS = {
    "sgd": lambda parameters: torch.optim.SGD(parameters, lr=0.05),
    "momentum": lambda parameters: torch.optim.SGD(parameters, lr=0.05, momentum=0.9),
    "adam": lambda parameters: torch.optim.Adam(parameters, lr=1e-3),
}


def mlp(features: int = 20, hidden: int = 48, out: int = 10) -> nn.Module:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(features, hidden), nn.ReLU(), nn.Linear(hidden, out))


def batch(step: int) -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(step)
    return torch.randn(16, 20, generator=generator), torch.randint(0, 10, (16,), generator=generator)


def train(model: nn.Module, forward, optimizer, device, steps: int = 4) -> list[float]:
    losses = []
    for step in range(steps):
        x, target = (tensor.to(device) for tensor in batch(step))
        optimizer.zero_grad()
        loss = forward(x, target)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


@pytest.mark.slow
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_training_on_the_device_equals_training_on_the_cpu(device, name):
    torch._dynamo.reset()
    reference = mlp()
    ours = copy.deepcopy(reference).to(device)

    def loss_of(model):
        return lambda x, target: nn.functional.cross_entropy(model(x), target)

    losses = train(ours, torch.compile(loss_of(ours), fullgraph=True), OPTIMIZERS[name](ours.parameters()), device)
    expected = train(reference, loss_of(reference), OPTIMIZERS[name](reference.parameters()), "cpu")
    assert losses == pytest.approx(expected, rel=1e-4)
    assert losses[-1] != losses[0]
    for got, want in zip(ours.parameters(), reference.parameters(), strict=True):
        torch.testing.assert_close(got.detach().cpu(), want.detach())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["momentum", "adam"])
def test_a_compiled_optimizer_step_equals_the_cpu(device, name):
    torch._dynamo.reset()
    reference = mlp()
    ours = copy.deepcopy(reference).to(device)
    for model in (reference, ours):
        generator = torch.Generator().manual_seed(7)
        for parameter in model.parameters():
            parameter.grad = torch.randn(parameter.shape, generator=generator).to(parameter.device)
    optimizers = [OPTIMIZERS[name](model.parameters()) for model in (ours, reference)]
    step = torch.compile(optimizers[0].step)
    for _ in range(3):
        step()
        optimizers[1].step()
    for got, want in zip(ours.parameters(), reference.parameters(), strict=True):
        torch.testing.assert_close(got.detach().cpu(), want.detach())
