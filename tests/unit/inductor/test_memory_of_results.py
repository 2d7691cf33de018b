"""Results, saved tensors and gradients have memory of their own."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch.testing import assert_close

INDEX = (1, 0)

UPDATES: dict[str, Callable[[torch.Tensor, torch.Tensor, torch.Tensor], Any]] = {
    "an element": lambda b, x, i: b.__setitem__(0, x.mean()),
    "elements": lambda b, x, i: b.__setitem__(slice(1, 3), x[0, 1:3]),
    "indexed": lambda b, x, i: b.__setitem__(i, x[0, :2]),
    "added": lambda b, x, i: b.index_add_(0, i, x[1, :2]),
    "copied": lambda b, x, i: b.index_copy_(0, i, x[1, :2]),
    "filled": lambda b, x, i: b.index_fill_(0, i, 3.0),
    "scattered": lambda b, x, i: b.scatter_(0, i, x[1, :2]),
    "masked": lambda b, x, i: b.masked_fill_(b < 0.5, 2.0),
    "moved on": lambda b, x, i: b.lerp_(x.mean(0), 0.1),
    "replaced": lambda b, x, i: b.copy_(x.mean(0)),
    "summed up": lambda b, x, i: b.cumsum_(0),
    "a part of a part": lambda b, x, i: b[1:].__setitem__(slice(None, None, 2), x[0, :2]),
}


@pytest.mark.covering("an element", "moved on")
@pytest.mark.parametrize("update", UPDATES)
def test_a_backward_graph_leaves_what_the_forward_has_updated(device: Any, update: str) -> None:
    def step(x: torch.Tensor, weight: torch.Tensor, buffer: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
        UPDATES[update](buffer, x, index)
        return (x + buffer) * weight

    def train(function: Callable[..., torch.Tensor], place: Any) -> list[torch.Tensor]:
        x, weight = torch.arange(20.0).view(5, 4).to(place), torch.full((4,), 0.5).to(place).requires_grad_()
        buffer, index = torch.zeros(4).to(place), torch.tensor(INDEX).to(place)
        results = [function(x * factor, weight, buffer, index) for factor in (1, 3)]
        results[0].sum().backward()
        return [*(result.detach().cpu() for result in results), buffer.cpu(), weight.grad.cpu()]  # type: ignore[union-attr]

    torch._dynamo.reset()
    assert_close(train(torch.compile(step, fullgraph=True), device), train(step, "cpu"))


def returned(b: torch.Tensor, v: torch.Tensor) -> tuple[torch.Tensor, ...]:
    new = torch.select_scatter(b, v, 0, 0)
    b.copy_(new)
    return (new,)


def views_returned(b: torch.Tensor, v: torch.Tensor) -> tuple[torch.Tensor, ...]:
    new = torch.slice_scatter(b, v[None], 0, 1, 2)
    b.copy_(new)
    return new.t(), new[1], new * 2


@pytest.mark.parametrize("function", [returned, views_returned])
def test_who_changes_a_result_changes_no_input_but_the_results_that_view_it(device: Any, function: Any) -> None:
    def change(compiled: Callable[..., tuple[torch.Tensor, ...]], place: Any) -> list[torch.Tensor]:
        buffer = torch.zeros(3, 2).to(place)
        results = compiled(buffer, torch.ones(2).to(place))
        results[0].add_(5)
        return [x.cpu() for x in (buffer, *results)]

    torch._dynamo.reset()
    assert_close(change(torch.compile(function, fullgraph=True), device), change(function, "cpu"))


class Averaging(torch.nn.Module):
    """Reads a buffer that it updates."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(6, 7)
        self.register_buffer("mean", torch.ones(7))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.linear(x)
        self.mean.copy_(self.mean * 0.9 + 0.1 * x.detach().mean(0))
        return torch.nn.functional.silu(x + self.mean)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("dynamic", [False, True])
def test_a_backward_graph_has_the_former_value_of_a_buffer(device: Any, dynamic: bool) -> None:
    torch._dynamo.reset()
    torch.manual_seed(0)
    ours, x = Averaging(), torch.randn(2, 6)
    theirs = copy.deepcopy(ours)
    compiled = torch.compile(ours.to(device), fullgraph=True, dynamic=dynamic)
    for _ in range(2):
        compiled(x.to(device)).sum().backward()
        theirs(x).sum().backward()
    for mine, wanted in zip(
        (*ours.parameters(), *ours.buffers()), (*theirs.parameters(), *theirs.buffers()), strict=True
    ):
        assert_close(mine.detach().cpu(), wanted.detach())
        assert wanted.grad is None or mine.grad is not None
        if wanted.grad is not None and mine.grad is not None:
            assert_close(mine.grad.cpu(), wanted.grad)


UPDATES_OF_OPERANDS: dict[str, Callable[[torch.Tensor, torch.Tensor], Any]] = {
    "a row": lambda x, y: (x[1].mul_(y[0]), x.t()),
    "rows in turn": lambda x, y: (x[0].mul_(y[1]), x[0].mul_(y[2]), x * x),
    "elements": lambda x, y: (x.view(-1)[2:].mul_(y.reshape(-1)[2:]), x),
    "all, twice": lambda x, y: (x.mul_(y), x.mul_(y), x.sin()),
    "all, and a copy": lambda x, y: (x.clone(), x.mul_(y)),
    "all, transposed": lambda x, y: (x.t().mul_(y.t()), x.exp()),
    "a sum with zeros": lambda x, y: ((x + torch.zeros_like(x)) * y, x.add_(1)),
}


@pytest.mark.covering("a row-False")
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("update", UPDATES_OF_OPERANDS)
def test_a_backward_graph_has_the_former_value_of_an_updated_operand(device: Any, update: str, dynamic: bool) -> None:
    torch._dynamo.reset()
    compiled = torch.compile(UPDATES_OF_OPERANDS[update], fullgraph=True, dynamic=dynamic)

    def run(function: Callable[..., Any], device: Any) -> list[torch.Tensor]:
        torch.manual_seed(0)
        leaves = [torch.randn(3, 5).to(device).requires_grad_() for _ in range(2)]
        operands = [(leaf * 1).repeat(1, 2).t()[3:8].t() if "transposed" in update else leaf * 1 for leaf in leaves]
        results = function(*operands)
        torch.stack([result.exp().sum() for result in results]).sum().backward()
        return [*results, *operands, *(leaf.grad for leaf in leaves)]

    for mine, wanted in zip(run(compiled, device), run(UPDATES_OF_OPERANDS[update], "cpu"), strict=True):
        assert_close(mine.detach().cpu(), wanted.detach())


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("kind", [torch.nn.LSTM, torch.nn.RNN, torch.nn.GRU])
def test_gradients_that_are_accumulated_share_no_memory(device: Any, kind: Any) -> None:
    torch._dynamo.reset()
    torch.manual_seed(0)
    ours, x = kind(4, 5), torch.randn(3, 2, 4)
    theirs = copy.deepcopy(ours)
    compiled = torch.compile(ours.to(device), fullgraph=True)
    for _ in range(2):
        compiled(x.to(device))[0].sin().sum().backward()
        theirs(x)[0].sin().sum().backward()
    places = [weight.grad.data_ptr() for weight in ours.parameters()]
    assert len(set(places)) == len(places)
    for mine, wanted in zip(ours.parameters(), theirs.parameters(), strict=True):
        assert_close(mine.grad.cpu(), wanted.grad, rtol=1e-4, atol=1e-5)


def test_views_of_one_gradient_are_accumulated_apart(device: Any) -> None:
    torch._dynamo.reset()
    x = torch.randn(3, 4, generator=torch.Generator().manual_seed(0))
    b, c = (torch.ones(5, 4, device=device, requires_grad=True) for _ in range(2))
    compiled = torch.compile(lambda x, b, c: x @ (b.t() + c.t()), fullgraph=True)
    for count in (1, 2, 3):
        compiled(x.to(device), b, c).sum().backward()
        for parameter in (b, c):
            assert parameter.grad is not None
            assert_close(parameter.grad.cpu(), count * x.sum(0).expand(5, 4))


COMPLEX = {
    "copied": lambda z: torch.empty_like(z).copy_(z),
    "copied from a part": lambda z: torch.empty_like(z.real).copy_(z.real),
    "converted": lambda z: z.to(z.dtype, copy=True),
    "to the power of 1": lambda z: z**1,
    "conjugated twice": lambda z: z.conj_physical().conj_physical(),
    "multiplied over one element": lambda z: z[None].prod(0),
}


@pytest.mark.parametrize("kind", COMPLEX)
def test_what_is_made_of_a_complex_input_stays_when_the_input_changes(device, kind):
    torch._dynamo.reset()

    def program(z):
        result = COMPLEX[kind](z)
        z.zero_()
        return result

    z = torch.randn(5, 7, dtype=torch.complex64)
    found = torch.compile(program, fullgraph=True)(z.to(device))
    torch.testing.assert_close(found.cpu(), program(z.clone()))


def test_a_saved_tensor_that_shares_memory_with_another_is_not_overwritten(device):
    """Of the factor the backward pass keeps the diagonal too, and reads it after the factor's last use."""

    def solved(a, b):
        factor = torch.linalg.cholesky(a.abs() + 1)
        return torch.linalg.solve_triangular(factor, b[:, :1, None], upper=False)

    inputs = torch.randn(4, 1, 1), torch.rand(4, 5)
    expected = torch.func.grad(lambda *x: solved(*x).square().sum(), (0, 1))(*inputs)
    leaves = [x.to(device).requires_grad_() for x in inputs]
    with torch.npu.set_fallback_policy("allow"):
        torch.compile(solved)(*leaves).square().sum().backward()
    for leaf, gradient in zip(leaves, expected, strict=True):
        torch.testing.assert_close(leaf.grad.cpu(), gradient)
