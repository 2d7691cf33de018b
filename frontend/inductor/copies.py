"""Tensors that are nothing but elements of another one, seen before they are computed."""

from typing import Any

import torch
from npusim.frontend.inductor.api import DefaultHandler, V
from npusim.frontend.inductor.elements import symbolic_element


class _OtherOperation(Exception):
    """The tensor is more than elements of another one."""


class _Conversions(DefaultHandler):
    """Evaluates loop bodies that load one element, and convert it to types that hold it exactly."""

    def __init__(self) -> None:
        self._loaded: torch.dtype | None = None

    def _default(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        raise _OtherOperation(name)

    def load(self, name: str, index: Any) -> Any:
        self._loaded = V.graph.get_dtype(name)
        return name

    def to_dtype(self, x: Any, dtype: torch.dtype, *_: Any, **__: Any) -> Any:
        if self._loaded is None or not _holds(dtype, self._loaded):
            raise _OtherOperation(dtype)
        return x


def copies_elements(box: Any) -> bool:
    """Whether a pointwise tensor has elements of one other tensor, rounded by no conversion in between."""
    try:
        symbolic_element(box.data.data, _Conversions())
    except _OtherOperation:
        return False
    return True


def _holds(dtype: torch.dtype, other: torch.dtype) -> bool:
    """Whether a type holds every number of another of its kind; `promote_types` refuses float8 and unsigned ones."""
    if dtype.is_floating_point != other.is_floating_point:
        return False
    if dtype.is_floating_point:
        wide, narrow = torch.finfo(dtype), torch.finfo(other)
        return bool(wide.eps <= narrow.eps and wide.max >= narrow.max and wide.tiny <= narrow.tiny)
    (low, high), (other_low, other_high) = _range(dtype), _range(other)
    return low <= other_low and other_high <= high


def _range(dtype: torch.dtype) -> tuple[int, int]:
    return (0, 1) if dtype == torch.bool else (torch.iinfo(dtype).min, torch.iinfo(dtype).max)
