"""Which modules of a model are layers that repeat, and which objects of two layers correspond."""

from collections import deque
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from npusim.frontend.backend.regions.layers import MAX_OBJECTS, corresponding, repeated_layers
from torch import nn


def layer(width: int = 4, last: type[nn.Module] = nn.ReLU) -> nn.Module:
    return nn.Sequential(nn.Linear(width, width), last())


def model(*layers: nn.Module) -> nn.Module:
    return nn.ModuleDict({"layers": nn.ModuleList(layers), "head": nn.Linear(4, 2)}).eval()


def test_equal_children_of_a_module(device: torch.device) -> None:
    layers = [layer(), layer(), layer(last=nn.GELU), layer(), layer(5), layer(), layer()]
    found = repeated_layers(model(*layers).to(device))
    assert set(found) == {layers[n] for n in (0, 1, 3, 5, 6)} and len(set(found.values())) == 1


def test_the_outermost_ones(device: torch.device) -> None:
    groups = [model(*(layer() for _ in range(3))) for _ in range(3)]
    assert set(repeated_layers(model(*groups).to(device))) == {*groups}


def test_pairs_beside_layers_that_repeat_more(device: torch.device) -> None:
    pair, more = [layer(5), layer(5)], [layer() for _ in range(3)]
    found = repeated_layers(model(*pair, *more).to(device))
    assert set(found) == {*pair, *more} and len(set(found.values())) == 2


def test_layers_rather_than_pairs_of_stacks(device: torch.device) -> None:
    stacks = [nn.Sequential(*(layer() for _ in range(3))) for _ in range(2)]
    assert set(repeated_layers(model(*stacks).to(device))) == {each for stack in stacks for each in stack}


def test_models_without_layers(device: torch.device) -> None:
    equal = model(*(layer() for _ in range(4)))
    assert not repeated_layers(equal)  # on the CPU
    assert repeated_layers(equal.to(device))
    assert not repeated_layers(model(*(layer() for _ in range(2))).to(device))
    rest = nn.ModuleList(nn.Linear(2, 2 + n) for n in range(9))
    assert not repeated_layers(nn.ModuleList([equal.eval(), rest]).to(device))  # most of it does not repeat


class Normed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear, self.norm = nn.Linear(4, 4), nn.BatchNorm1d(4)


def test_layers_whose_gradients_a_region_would_not_have(device: torch.device) -> None:
    equal = model(*(layer() for _ in range(5))).to(device).train()
    assert len(repeated_layers(equal)) == 5
    equal["layers"][1][0].register_full_backward_hook(lambda *given: None)
    assert set(repeated_layers(equal)) == {*equal["layers"]} - {equal["layers"][1]}
    normed = model(*(Normed() for _ in range(4))).to(device)
    assert len(repeated_layers(normed)) == 4
    assert not repeated_layers(normed.train())  # it changes its statistics


def test_frozen_layers_are_a_kind(device: torch.device) -> None:
    equal = model(*(layer() for _ in range(6))).to(device)
    equal["layers"][:3].requires_grad_(False)
    assert len(set(repeated_layers(equal).values())) == 2


class Slots:
    __slots__ = ("held",)


def holder() -> SimpleNamespace:
    slots, free = Slots(), torch.tensor(1.0)
    slots.held = torch.tensor(0.0)
    called = partial(torch.add, torch.tensor(2.0))
    items: list[Any] = [{"a": torch.tensor(3.0)}, deque([torch.tensor(4.0)])]
    return SimpleNamespace(slots=slots, closure=lambda: free, called=called, items=items)


def test_objects_of_two_layers_correspond() -> None:
    found = [pair for pair in corresponding(holder(), holder()) if isinstance(pair[0], torch.Tensor)]
    assert sorted(one.item() for one, _ in found) == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert all(one is not other and one.item() == other.item() for one, other in found)


def test_layers_of_too_many_objects_are_not_compared() -> None:
    first, other = ([SimpleNamespace(number=n) for n in range(MAX_OBJECTS)] for _ in range(2))
    with pytest.raises(ValueError, match="more than"):
        list(corresponding(first, other))
