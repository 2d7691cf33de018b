"""Tensors that are nothing but elements of another one, seen before they are computed."""

from typing import Any

import torch
from npusim.frontend.inductor.api import V
from npusim.frontend.inductor.elements import FewOperations, OtherOperation


class _Conversions(FewOperations):
    """Evaluates loop bodies that load one element, and convert it to types that hold it exactly."""

    def __init__(self) -> None:
        self._loaded: torch.dtype | None = None

    def load(self, name: str, index: Any) -> Any:
        self._loaded = V.graph.get_dtype(name)
        return name

    def to_dtype(self, x: Any, dtype: torch.dtype, *_: Any, **__: Any) -> Any:
        if self._loaded is None or not _holds(dtype, self._loaded):
            raise OtherOperation(dtype)
        return x


def copies_elements(box: Any) -> bool:
    """Whether a pointwise tensor has elements of one other tensor, rounded by no conversion in between."""
    node = box.data.data
    return _Conversions().evaluate(node.inner_fn, *node.inner_fn_args()) is not None


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
