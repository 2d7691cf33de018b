"""Operators on lists of tensors (`torch._foreach_*`) that Inductor does not lower, or that take a number which changes
from call to call: applied tensor by tensor.

Gradient clipping and optimizers use them. PyTorch makes changing numbers (a learning rate under a scheduler) inputs of
a graph for operators on single tensors only; for operators on lists it would compile the graph anew for each number.
"""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from npusim.frontend.inductor.api import lowerings
from npusim.frontend.inductor.core_api import tree_leaves
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
    "maximum": lambda x, y: torch.clamp_min(x, y),  # y is a number
    "minimum": lambda x, y: torch.clamp_max(x, y),
    "addcmul": lambda x, y, z, value: torch.addcmul(x, y, z, value=value),
    "addcdiv": lambda x, y, z, value: torch.addcdiv(x, y, z, value=value),
}
_OF_CHANGING_NUMBERS: dict[str, Callable[..., Tensor]] = {
    "add": lambda x, y, alpha=1: x + alpha * y,
    "sub": lambda x, y, alpha=1: x - alpha * y,
    "addcmul": lambda x, y, z, value: x + value * y * z,
    "addcdiv": lambda x, y, z, value: x + value * y / z,
}
"""PyTorch makes numbers in sums, products and quotients inputs of a graph, not those of `torch.addcdiv` and others."""
_OMITTED = ("addcmul.Tensor", "addcdiv.Tensor", "copy.")
"""Operators whose factors are elements of a CPU tensor, unknown to the graph; a copy has a lowering and no numbers."""


def _functional_operators() -> Iterator[Any]:
    """The `_foreach` operators that return lists."""
    schemas = (s for s in torch._C._jit_get_all_schemas() if s.name.startswith("aten::_foreach_"))
    for schema in schemas:
        if schema.returns and not schema.is_mutable and not schema.overload_name.endswith("out"):
            packet = getattr(aten, schema.name.removeprefix("aten::"))
            yield getattr(packet, schema.overload_name or "default")


def _one_by_one(function: Callable[..., Tensor]) -> Callable[..., list[Tensor]]:
    """Applies a function to the elements of lists; arguments that are no lists are shared by all elements."""

    def of_lists(*args: Any, **kwargs: Any) -> list[Tensor]:
        count = len(args[0])
        columns = [a if isinstance(a, (list, tuple)) else [a] * count for a in args]
        return [function(*row, **kwargs) for row in zip(*columns, strict=True)]

    return of_lists


def _for_changing_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    """The decomposition for calls with a number that is an input of the graph; others keep their lowering."""

    def unless_constant(*args: Any, **kwargs: Any) -> Any:
        changes = any(isinstance(value, torch.SymFloat) for value in tree_leaves((args, kwargs)))
        return function(*args, **kwargs) if changes else NotImplemented

    return unless_constant


def _register() -> None:
    for operator in _functional_operators():
        name, _, overload = operator.name().removeprefix("aten::_foreach_").partition(".")
        if f"{name}.{overload}" in _OMITTED:
            continue
        function = _NAMED.get(name) or getattr(torch, name)
        if operator in lowerings:
            function = _OF_CHANGING_NUMBERS.get(name, function)
            register_decomposition(operator)(_for_changing_numbers(_one_by_one(function)))
        else:
            register_decomposition(operator)(_one_by_one(function))


_register()
