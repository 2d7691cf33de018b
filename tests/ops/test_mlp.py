"""A perceptron with one hidden layer, 256-512-256: forward, mean squared error, backward."""

import copy

import pytest
import torch
from common import compare, main, make, require, require_floating

BATCHES = [1, 8, 64]


def perceptron(inputs=256, hidden=512, outputs=256):
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(inputs, hidden), torch.nn.ReLU(), torch.nn.Linear(hidden, outputs))


def run(device, shape, dtype=torch.float32):
    """`shape` is (batch,) or (batch, inputs, hidden, outputs)."""
    require_floating(dtype)
    batch, *sizes = shape
    require(batch > 0, "PyTorch does not compile the mean of no squares: the batch must be at least 1")
    train_step(device, perceptron(*sizes).to(dtype), batch, dtype)


def train_step(device, model, batch, dtype=torch.float32):
    """Loss and all gradients, those of the input included, equal the CPU's."""
    moved = copy.deepcopy(model).to(device)
    x = make((batch, model[0].in_features), dtype)
    target = make((batch, model[2].out_features), dtype, 1)
    torch._dynamo.reset()
    compare(_step(moved, x.to(device), target.to(device), compiled=True), _step(model, x, target))


def _step(model, x, target, compiled=False):
    def loss_of(x, target):
        return torch.nn.functional.mse_loss(model(x), target)

    x = x.detach().requires_grad_()
    loss = (torch.compile(loss_of, fullgraph=True) if compiled else loss_of)(x, target)
    loss.backward()
    return loss.detach(), x.grad, *(parameter.grad for parameter in model.parameters())


@pytest.mark.covering("8")
@pytest.mark.parametrize("batch", BATCHES)
def test_a_training_step_gives_what_the_cpu_gives(device, batch):
    run(device, (batch,))


@pytest.mark.slow
def test_odd_layer_sizes(device):
    run(device, (7, 33, 65, 17))


@pytest.mark.slow
def test_nothing_of_a_compiled_step_runs_on_the_host(device):
    model = perceptron(32, 48, 32).to(device)
    x, target = make((8, 32)).to(device), make((8, 32), seed=1).to(device)

    def step(x, target):
        return torch.nn.functional.mse_loss(model(x), target)

    torch._dynamo.reset()
    torch.npu.reset_fallback_counts()
    with torch.npu.set_fallback_policy("error"):
        torch.compile(step, fullgraph=True)(x, target).backward()
    assert torch.npu.fallback_counts() == {}


if __name__ == "__main__":
    main("mlp", run, [(batch,) for batch in BATCHES], "(64,)", "BATCH", "BATCH,IN,HIDDEN,OUT")
