"""Operators on lists of tensors (`torch._foreach_*`): applied tensor by tensor. Equal work on several tensors comes
together again in one kernel (`npusim.frontend.fusions.tensor_lists`).

Inductor's own lowerings know some of the operators only. Their in-place forms write a tensor before lazy readers of it
are computed, and PyTorch makes changing numbers (a learning rate under a scheduler) inputs of a graph for operators on
single tensors only.
"""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from torch import Tensor

aten = torch.ops.aten


def _norm(x: Tensor, order: float = 2, dtype: torch.dtype | None = None) -> Tensor:
    result: Tensor = torch.linalg.vector_norm(x, order, dtype=dtype)
    return result


def _sum_of_powers(x: Tensor, order: float = 2, dtype: torch.dtype | None = None) -> Tensor:
    return x.abs().pow(order).sum(dtype=dtype)


_NAMED: dict[str, Callable[..., Tensor]] = {
    "norm": _norm,
    "powsum": _sum_of_powers,
    "max": torch.max,
    "zero": torch.zeros_like,
    "copy": aten.copy.default,
    "maximum": lambda x, y: torch.clamp_min(x, y),  # y is a number
    "minimum": lambda x, y: torch.clamp_max(x, y),
    "addcmul": lambda x, y, z, value=1: torch.addcmul(x, y, z, value=value),
    "addcdiv": lambda x, y, z, value=1: torch.addcdiv(x, y, z, value=value),
}
_OF_CHANGING_NUMBERS: dict[str, Callable[..., Tensor]] = {
    "add": lambda x, y, alpha=1: x + alpha * y,
    "sub": lambda x, y, alpha=1: x - alpha * y,
    "addcmul": lambda x, y, z, value=1: x + value * y * z,
    "addcdiv": lambda x, y, z, value=1: x + value * y / z,
}
"""PyTorch makes numbers in sums, products and quotients inputs of a graph, not those of `torch.addcdiv` and others."""
_OMITTED = ("addcmul.Tensor", "addcdiv.Tensor")
"""Operators whose factors are elements of a CPU tensor, unknown to the graph."""


def _functional_operators() -> Iterator[Any]:
    """The `_foreach` operators that return lists."""
    for full_name in torch._C._dispatch_get_all_op_names():
        if full_name.startswith("aten::_foreach_"):
            name, _, overload = full_name.removeprefix("aten::").partition(".")
            operator = getattr(getattr(aten, name), overload or "default")
            if operator._schema.returns and not operator._schema.is_mutable and not overload.endswith("out"):
                yield operator


def _one_by_one(function: Callable[..., Tensor]) -> Callable[..., list[Tensor]]:
    """Applies a function to the elements of lists; arguments that are no lists are shared by all elements."""

    def of_lists(*args: Any, **kwargs: Any) -> list[Tensor]:
        count = next(len(a) for a in args if isinstance(a, (list, tuple)))
        columns = [a if isinstance(a, (list, tuple)) else [a] * count for a in args]
        return [function(*row, **kwargs) for row in zip(*columns, strict=True)]

    return of_lists


def _for_numbers(name: str, function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """The function of constant numbers, and the one of numbers that are inputs of the graph where there is another."""
    changing = _OF_CHANGING_NUMBERS.get(name, function)

    def chosen(*args: Any, **kwargs: Any) -> Tensor:
        changes = any(isinstance(value, torch.SymFloat) for value in (*args, *kwargs.values()))
        return (changing if changes else function)(*args, **kwargs)

    return chosen


def _register() -> None:
    for operator in _functional_operators():
        name, _, overload = operator.name().removeprefix("aten::_foreach_").partition(".")
        if f"{name}.{overload}" in _OMITTED:
            continue
        function = _for_numbers(name, _NAMED.get(name) or getattr(torch, name))
        register_decomposition(operator)(_one_by_one(function))


_register()
