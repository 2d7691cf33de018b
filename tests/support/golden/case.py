"""A case: a program with its inputs and the options it is compiled with."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import torch
from common import make, on_device


@dataclass(frozen=True)
class Case:
    """A program whose kernels are kept.

    Attributes:
        name: names its files.
        program: what is compiled.
        inputs: on the CPU; views keep their strides and offsets on the device.
        dynamic: whether sizes are symbolic.
        gradients: whether the gradients of the first result are computed as well.
        values: whether values are computed as well, because addresses or sizes depend on them.
        compiled: False for operators that compile their own kernels when they are called.
        within: makes the context that the program is compiled and run in.
    """

    name: str
    program: Callable[..., Any]
    inputs: Sequence[torch.Tensor]
    dynamic: bool = False
    gradients: bool = False
    values: bool = False
    compiled: bool = True
    within: Callable[[], AbstractContextManager[Any]] = nullcontext

    def run(self, device: torch.device) -> None:
        """Compiles the program and runs it once."""
        program = torch.compile(self.program, fullgraph=True, dynamic=self.dynamic) if self.compiled else self.program
        with torch.set_grad_enabled(self.gradients):
            result = program(*[self._moved(tensor, device) for tensor in self.inputs])
            if self.gradients:
                result.backward(make(result.shape, result.dtype, seed=9).to(device))

    def _moved(self, tensor: torch.Tensor, device: torch.device) -> torch.Tensor:
        moved = on_device(tensor, device) if tensor.layout == torch.strided else tensor.to(device)
        return moved.requires_grad_(self.gradients and tensor.is_floating_point())


CASES: dict[str, Case] = {}
"""Every case by its name."""


def golden(*inputs: torch.Tensor, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The decorated program, named as the function, with these inputs and the options of a `Case`."""

    def add(program: Callable[..., Any]) -> Callable[..., Any]:
        name = program.__name__
        assert name not in CASES, f"two golden cases are called {name}"
        CASES[name] = Case(name, program, inputs, **options)
        return program

    return add


def whole_numbers(high: int, shape: Sequence[int], low: int = 0, seed: int = 0) -> torch.Tensor:
    """Indices from `low` up to, but not, `high`."""
    return torch.randint(low, high, tuple(shape), generator=torch.Generator().manual_seed(seed))
