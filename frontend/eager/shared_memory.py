"""Arguments of an eager operator that share memory, of which the operator writes some."""

from collections.abc import Iterable, Sequence
from typing import Any

import torch
from torch import Tensor

_OVERLAPS = 1  # torch._debug_has_internal_overlap; 2 is "too hard", which PyTorch lets pass


def overlaps_itself(tensor: Tensor) -> bool:
    """Whether elements of a tensor share memory, as those of an expanded one do."""
    return torch._debug_has_internal_overlap(tensor) == _OVERLAPS  # type: ignore[no-any-return]


def check_written(written: Iterable[Tensor]) -> None:
    """Raises RuntimeError, in PyTorch's words, if an operator would write several values to one position."""
    if any(overlaps_itself(tensor) for tensor in written):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
            "Please clone() the tensor before performing the operation."
        )


def apart(tensors: Sequence[Tensor], written: Sequence[Tensor]) -> tuple[list[Tensor], list[int], dict[int, Tensor]]:
    """The different tensors among the arguments, and the position there of each argument. An argument that shares
    memory with a tensor that is written, but is not the same, becomes a copy.

    Returns also the tensors that are written by way of a copy, by position: those that share memory with another
    one that is written.
    """
    views: dict[Any, set[Any]] = {}  # that are written, by storage
    for tensor in written:
        views.setdefault(tensor.untyped_storage()._cdata, set()).add(_view(tensor))
    found: dict[Any, int] = {}
    different: list[Tensor] = []
    positions = []
    delayed = {}
    for tensor in tensors:
        view = _view(tensor)
        if view not in found:
            found[view] = position = len(different)
            others = views.get(tensor.untyped_storage()._cdata, set()) - {view}
            shares = bool(others) and tensor.numel() > 0
            different.append(tensor.clone() if shares else tensor)
            if shares and view in views[tensor.untyped_storage()._cdata]:
                delayed[position] = tensor
        positions.append(found[view])
    return different, positions, delayed


def _view(tensor: Tensor) -> tuple[Any, ...]:
    return tensor.data_ptr() or id(tensor), tensor.dtype, tensor.shape, tensor.stride()
