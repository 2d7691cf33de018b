"""Models whose parameters nobody writes: real sizes for timing, in no time and without memory of the host."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import nn


@contextmanager
def parameters_on_meta() -> Iterator[None]:
    """Modules made meanwhile have parameters without memory; buffers (tables of positions, masks) have their values."""
    original = nn.Module.register_parameter

    def register(self: nn.Module, name: str, parameter: nn.Parameter | None) -> None:
        if parameter is not None and parameter.device.type != "meta":
            with torch.no_grad():
                parameter = nn.Parameter(parameter.to("meta"), requires_grad=parameter.requires_grad)
        original(self, name, parameter)

    nn.Module.register_parameter = register  # type: ignore[method-assign]
    try:
        yield
    finally:
        nn.Module.register_parameter = original  # type: ignore[method-assign]


def give_memory(model: nn.Module, device: str = "npu") -> None:
    """Gives each parameter memory of the device, unwritten; a parameter that modules share stays shared."""
    made: dict[int, nn.Parameter] = {}
    for module in model.modules():
        for name, parameter in module._parameters.items():
            if parameter is not None and parameter.device.type == "meta":
                module._parameters[name] = made.setdefault(id(parameter), _unwritten(parameter, device))


def _unwritten(parameter: nn.Parameter, device: str) -> nn.Parameter:
    memory: Any = torch.empty(parameter.shape, dtype=parameter.dtype, device=device)
    return nn.Parameter(memory, requires_grad=parameter.requires_grad)
