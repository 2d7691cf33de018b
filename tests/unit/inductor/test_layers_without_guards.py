"""Layers that differ in what Dynamo has no guard for are no copies of each other; what no layer sees may change between
them."""

import copy
import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from torch import nn

WIDTH, LAYERS = 12, 5


class Asks(nn.Module):
    """A layer that scales by the answer to a question about an object that it holds."""

    def __init__(self, question: Callable[[Any], float], held: Any) -> None:
        super().__init__()
        self.norm, self.linear, self.question, self.held = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WIDTH), question, held

    def forward(self, x: torch.Tensor, times: float = 1.0) -> torch.Tensor:
        return x * 0.5 + self.linear(self.norm(x)) * self.question(self.held) * times


class Model(nn.Module):
    def __init__(self, layers: list[nn.Module]) -> None:
        super().__init__()
        self.layers = nn.ModuleList(layers)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x)
        return x


def compare(device: torch.device, model: nn.Module, **more: Any) -> None:
    x = torch.linspace(-2, 2, 3 * WIDTH).view(3, WIDTH)
    moved = copy.deepcopy(model).eval().to(device)
    with torch.no_grad():
        found, expected = torch.compile(moved)(x.to(device), **more), model.eval()(x, **more)
    torch.testing.assert_close(found.cpu(), expected, rtol=1e-3, atol=1e-3)


def attribute(held: Any) -> float:
    try:
        return float(held.factor)
    except AttributeError:
        return 1.0


def key(held: Any) -> float:
    try:
        return float(held["factor"])
    except KeyError:
        return 1.0


def identity(held: Any) -> float:
    return 1.0 if held.first is held.second else 2.0


def truth(held: Any) -> float:
    return 1.0 if held.first is True else 2.0


def sign(held: Any) -> float:
    return math.copysign(1.0, held.first)


QUESTIONS: dict[str, tuple[Callable[[Any], float], Callable[[], Any], Callable[[], Any]]] = {
    "attribute": (attribute, SimpleNamespace, lambda: SimpleNamespace(factor=3.0)),
    "key": (key, dict, lambda: {"factor": 3.0}),
    "identity": (identity, lambda: SimpleNamespace(first=[1], second=[1]), lambda: SimpleNamespace(**both([1]))),
    "truth": (truth, lambda: SimpleNamespace(first=1), lambda: SimpleNamespace(first=True)),
    "sign of zero": (sign, lambda: SimpleNamespace(first=0.0), lambda: SimpleNamespace(first=-0.0)),
}


def both(value: Any) -> dict[str, Any]:
    return {"first": value, "second": value}


@pytest.mark.covering("truth")
@pytest.mark.parametrize("name", QUESTIONS)
def test_layers_that_answer_otherwise(device: torch.device, copies: list[int], name: str) -> None:
    question, usual, other = QUESTIONS[name]
    compare(device, Model([Asks(question, other() if number == 2 else usual()) for number in range(LAYERS)]))


@pytest.mark.slow
@pytest.mark.parametrize("value", [True, 0.0], ids=str)
def test_arguments_that_only_compare_as_equal(device: torch.device, copies: list[int], value: Any) -> None:
    class Scaled(Asks):
        def forward(self, x: torch.Tensor, given: Any) -> torch.Tensor:
            return super().forward(x) * (2.0 if given is True else math.copysign(1.0, given))

    class Calls(Model):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            for number, layer in enumerate(self.layers):
                x = layer(x, -value if number == 2 and not value else 1 if number == 2 else value)
            return x

    compare(device, Calls([Scaled(identity, SimpleNamespace(**both(1))) for _ in range(LAYERS)]))


@pytest.mark.slow
@pytest.mark.parametrize("more", [{}, {"times": 3.0}], ids=["none", "one"])
def test_a_model_may_change_its_keyword_arguments(
    device: torch.device, copies: list[int], more: dict[str, float]
) -> None:
    class Calls(Model):
        def forward(self, x: torch.Tensor, **more: Any) -> torch.Tensor:
            for number, layer in enumerate(self.layers):
                more["times"] = 2.0 if number < LAYERS - 1 else 1.0
                x = layer(x, **more)
            return x

    compare(device, Calls([Asks(truth, SimpleNamespace(first=True)) for _ in range(LAYERS)]), **more)
    assert len(copies) == LAYERS - 2
