"""Results and saved tensors that also update an input have memory of their own."""

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


@pytest.mark.covering("an element", "indexed", "moved on")
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
