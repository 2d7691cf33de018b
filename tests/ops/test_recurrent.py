"""Cells of recurrent networks, forward and backward, against eager PyTorch on the CPU."""

import copy

import pytest
import torch
from common import compare, main, require, require_floating
from torch import nn

CELLS = {"lstm": nn.LSTMCell, "gru": nn.GRUCell, "rnn": nn.RNNCell}


def run(device, shape, dtype=torch.float32):
    """Steps, rows, features and hidden features of a loop over a cell of each kind."""
    require_floating(dtype)
    require(len(shape) == 4 and shape[0] > 0, "--shape needs steps, of which there is at least one")
    for cell in CELLS.values():
        agree(device, over_time, cell(*shape[2:], dtype=dtype), torch.randn(shape[:3], dtype=dtype))


def over_time(cell, x):
    state = None
    for step in x:
        state = cell(step, state)
    return state if isinstance(state, tuple) else (state,)


def agree(device, function, module, x):
    """Results, and gradients of the input and of all parameters."""
    torch._dynamo.reset()
    parameters = dict(module.named_parameters())
    compare(*(gradients(function, module, parameters, x, place) for place in (device, "cpu")))


def gradients(function, module, parameters, x, place):
    moved = {name: p.detach().to(place).requires_grad_() for name, p in parameters.items()}
    x = x.detach().to(place).requires_grad_()
    call = lambda p, x: function(lambda *args: torch.func.functional_call(module, p, args), x)  # noqa: E731
    found = (call if place == "cpu" else torch.compile(call, fullgraph=True))(moved, x)
    total = sum((part * torch.linspace(0.5, 1.5, part.numel()).view(part.shape).to(place)).sum() for part in found)
    return [*(part.detach() for part in found), *torch.autograd.grad(total, [x, *moved.values()])]


@pytest.mark.slow
@pytest.mark.covering("lstm-True", "gru-False")
@pytest.mark.parametrize(("name", "bias"), [("lstm", True), ("lstm", False), ("gru", True), ("gru", False)])
def test_a_loop_over_a_cell(device, name, bias):
    agree(device, over_time, CELLS[name](9, 11, bias=bias), torch.randn(2, 5, 9))


def tangent(function, x):
    return torch.func.jvp(function, (x,), (x.cos(),))[1]


DERIVATIVES = {  # of all states of a loop over a cell
    "tangent": lambda states, x: tangent(states, x),
    "gradient": lambda states, x: [torch.func.grad(lambda x: squares(states(x)))(x)],
    "tangent of the gradient": lambda states, x: [tangent(torch.func.grad(lambda x: squares(states(x))), x)],
}


def squares(tensors):
    return sum(each.square().sum() for each in tensors)


@pytest.mark.covering("gradient-lstm-True-eager", "tangent of the gradient-lstm-True-eager")
@pytest.mark.parametrize("compiled", [False, True], ids=["eager", "compiled"])
@pytest.mark.parametrize(("name", "bias"), [("lstm", True), ("gru", False)])
@pytest.mark.parametrize("derivative", DERIVATIVES)
def test_derivatives_in_forward_mode_and_of_functions(device, derivative, name, bias, compiled):
    cell, x = CELLS[name](4, 3, bias=bias).requires_grad_(False), torch.randn(2, 5, 4)

    def derived(cell, x):
        return DERIVATIVES[derivative](lambda x: over_time(cell, x), x)

    torch._dynamo.reset()
    run = torch.compile(derived, fullgraph=True) if compiled else derived
    compare(run(copy.deepcopy(cell).to(device), x.to(device)), derived(cell, x))


if __name__ == "__main__":
    main("recurrent", run, [(1, 1, 1, 1), (3, 5, 9, 11)], "(4,16,32,64)", "STEPS,ROWS,FEATURES,HIDDEN")
