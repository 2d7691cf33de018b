"""Arguments of an eager operator that share memory, of which the operator writes some."""

from collections.abc import Iterable, Sequence
from typing import Any

import torch
from npusim.frontend.inductor.core_api import is_non_overlapping_and_dense_or_false
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


def check_shared(tensors: Iterable[Tensor], written: Sequence[Tensor]) -> None:
    """Raises RuntimeError, in PyTorch's words, if an operator would read memory that it writes elsewhere, as far as
    PyTorch looks for that: where both tensors are dense.
    """
    if any(_overlaps_partly(tensor, target) for tensor in tensors for target in written):
        raise RuntimeError(
            "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
            "memory location. Please clone() the tensor before performing the operation."
        )


def _overlaps_partly(tensor: Tensor, target: Tensor) -> bool:
    if tensor is target or tensor.untyped_storage()._cdata != target.untyped_storage()._cdata:
        return False
    if not all(map(is_non_overlapping_and_dense_or_false, (tensor, target))):
        return False
    (first, last), (begin, end) = _bytes_of(tensor), _bytes_of(target)
    is_same = (first, last) == (begin, end) and tensor.stride() == target.stride()
    return first < end and begin < last and not is_same


def _bytes_of(tensor: Tensor) -> tuple[int, int]:
    """The range of a dense tensor in its storage."""
    first = tensor.storage_offset() * tensor.itemsize
    return first, first + tensor.numel() * tensor.itemsize


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
