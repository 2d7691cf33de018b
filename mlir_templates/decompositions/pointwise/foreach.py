"""Operators on lists of tensors (`torch._foreach_*`) that Inductor does not lower: applied tensor by tensor.

Gradient clipping and optimizers use them.
"""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from npusim.frontend.inductor.api import lowerings
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
_OMITTED = ("addcmul.Tensor", "addcdiv.Tensor")
"""Operators whose factors are elements of a CPU tensor, unknown to the graph."""


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


def _register() -> None:
    for operator in _functional_operators():
        name, _, overload = operator.name().removeprefix("aten::_foreach_").partition(".")
        if operator not in lowerings and f"{name}.{overload}" not in _OMITTED:
            register_decomposition(operator)(_one_by_one(_NAMED.get(name) or getattr(torch, name)))


_register()
