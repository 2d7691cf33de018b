"""The optimizers of ``--optimizer``, and whether what one computed on the device is what it computes on the CPU."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import torch
from npusim.frontend.models.request import NO_OPTIMIZER, OPTIMIZERS
from npusim.simulator.errors import OptionError
from torch import Tensor, nn

_CLASSES = {"adam": "Adam", "adamw": "AdamW", "sgd": "SGD", "adagrad": "Adagrad", "rmsprop": "RMSprop"}
_CLASSES |= {"adamax": "Adamax", "adadelta": "Adadelta", "nadam": "NAdam", "radam": "RAdam"}
_FUSED = ("adam", "adamw", "sgd", "adagrad")
_OPTIONS: Mapping[str, dict[str, Any]] = {"sgd": {"lr": 0.01, "momentum": 0.9}}


def check_optimizer(name: str) -> None:
    """``OptionError`` for a name that is none of `OPTIMIZERS`."""
    if name not in OPTIMIZERS:
        raise OptionError(f"there is no optimizer {name!r}; there are {', '.join(OPTIMIZERS)}")


def make_update(name: str, parameters: Iterable[Tensor], device: str) -> Callable[[], None]:
    """The step of an optimizer of `OPTIMIZERS` with PyTorch's defaults; nothing for `NO_OPTIMIZER`.

    A fused step is eager: it is one operator, whose program tensors of equal shapes share. On the device the others are
    compiled as one graph, since each of their operators would be a launch of its own.
    """
    if name == NO_OPTIMIZER:
        return lambda: None
    made: Any = getattr(torch.optim, _CLASSES[name])
    options = {"lr": 1e-4, **_OPTIONS.get(name, {})}
    if name in _FUSED:
        return _step(made(parameters, fused=True, **options))
    if device != "npu":
        return _step(made(parameters, **options))
    compiled: Callable[[], None] = torch.compile(_step(made(parameters, foreach=True, capturable=True, **options)))
    return compiled


def _step(optimizer: torch.optim.Optimizer) -> Callable[[], None]:
    step = inspect.unwrap(type(optimizer).step)  # without what profiles it, of which Dynamo would warn

    def update() -> None:
        with torch.no_grad():
            step(optimizer)

    return update


def updated_on_cpu(name: str, before: Tensor, gradient: Tensor | None) -> Tensor:
    """A parameter after the optimizer's first step on the CPU; ``before`` is overwritten."""
    parameter = nn.Parameter(before)
    parameter.grad = gradient
    make_update(name, [parameter], "cpu")()
    return parameter.detach()
