"""A model with the arguments of one call, and what of its result counts."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

import torch
from npusim.simulator.errors import OptionError
from torch import Tensor, nn


class Call(nn.Module):
    """Calls a model, and returns the tensors of its result that count."""

    def __init__(self, model: nn.Module, method: str = "", outputs: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.model = model
        self._method = method
        self._outputs = outputs

    def forward(self, *args: Any, **kwargs: Any) -> tuple[Tensor, ...]:
        """The chosen fields of the model's result; without a choice its floating-point tensors, else all."""
        return self.function()(*args, **kwargs)

    def function(self) -> Callable[..., tuple[Tensor, ...]]:
        """The same as a function: compiled, its reports have the paths of modules from the model on."""
        model, method, outputs = self.model, self._method, self._outputs

        def called(*args: Any, **kwargs: Any) -> tuple[Tensor, ...]:
            result = getattr(model, method)(*args, **kwargs) if method else model(*args, **kwargs)
            if outputs:
                return tuple(getattr(result, name) for name in outputs)
            found = tuple(tensors_in(result))
            return tuple(each for each in found if each.is_floating_point()) or found

        called.__code__ = called.__code__.replace()  # of its own: Dynamo counts the compilations of a code object
        return called


@dataclass
class Program:
    """What is run.

    Attributes:
        name: of the model and its preset.
        call: the model.
        args, kwargs: its arguments, on the CPU unless they have no values.
        sizes: a line about the inputs, such as ``batch 2, seq 17``.
        is_one_graph: whether it is compiled as one; else what no graph can do is done between several.
    """

    name: str
    call: Call
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    sizes: str = ""
    is_one_graph: bool = True

    @property
    def parameters(self) -> int:
        """How many numbers the model has learnt."""
        return sum(each.numel() for each in self.call.parameters())

    def check_outputs(self, outputs: Sequence[Tensor]) -> None:
        """Raises OptionError if a call has returned no tensors: nothing could be compared, and no loss made."""
        if not outputs:
            raise OptionError(f"{self.name} returns no tensors: they may stand in tuples, lists, mappings, dataclasses")

    def arguments(self, device: str, dtype: torch.dtype | None = None) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Copies of the arguments on a device; floating-point ones of ``dtype`` if it is given."""
        return moved(self.args, device, dtype), moved(dict(self.kwargs), device, dtype)


def tensors_in(value: Any) -> Iterator[Tensor]:
    """The tensors of nested tuples, lists, mappings and dataclasses, in order."""
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from tensors_in(each)
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from tensors_in(each)
    elif is_dataclass(value):
        for field_of in fields(value):
            yield from tensors_in(getattr(value, field_of.name))


def moved(value: Any, device: str, dtype: torch.dtype | None) -> Any:
    """A copy on a device, of nested values; objects with tensors as attributes, such as caches, are copied as well."""
    if isinstance(value, Tensor):
        wanted = dtype if value.is_floating_point() else None
        return value.detach().clone() if value.device.type == device == "npu" else value.to(device, wanted, copy=True)
    if isinstance(value, torch.device):  # a cache notes where it is
        return torch.device(device)
    if isinstance(value, dict):
        return {key: moved(each, device, dtype) for key, each in value.items()}
    if isinstance(value, (tuple, list)):
        return type(value)(moved(each, device, dtype) for each in value)
    if hasattr(value, "__dict__"):
        twin = copy.copy(value)
        vars(twin).update((key, moved(each, device, dtype)) for key, each in vars(value).items())
        return twin
    return value
