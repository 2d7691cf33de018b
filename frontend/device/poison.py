"""Poison values (mode `timing` did not compute them) that reach the host: a warning once per line, or an error.

C++ knows where they lie and how copies and host operators spread them (`csrc/poison.cpp`).
"""

import ctypes
from typing import Any

import torch
from npusim.frontend.device import runtime
from npusim.frontend.device.policy import fallback_policy
from npusim.scheduler.session import current_mode, on_mode_change
from npusim.scheduler.source_lines import warn_user
from npusim.scheduler.tensors import poison_values
from npusim.scheduler.tensors.poison_values import PoisonValueWarning, is_poison
from npusim.simulator.errors import PoisonValueError

_told: set[tuple[str, int]] = set()


class _Marks:
    """The marks that C++ keeps, behind the scheduler's interface."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library
        self._count = ctypes.c_int64.from_address(library.npusim_poison_count())

    def are_refused(self) -> bool:
        return fallback_policy() == "error"

    def are_there_any(self) -> bool:
        return self._count.value != 0

    def holds(self, tensor: Any) -> bool:
        return bool(self._library.npusim_is_poison(tensor.data_ptr(), _extent_bytes(tensor)))

    def mark_poison(self, tensor: Any) -> None:
        self._library.npusim_mark_poison(tensor.data_ptr(), _extent_bytes(tensor))

    def mark_written(self, tensor: Any) -> None:
        if _extent_bytes(tensor) == tensor.numel() * tensor.itemsize:  # nothing between its elements
            self._library.npusim_mark_written(tensor.data_ptr(), _extent_bytes(tensor))


def connect() -> None:
    """Called when the device starts."""
    runtime.answer(report_poison=report_poison)
    poison_values.set_poison_marks(_Marks(runtime.library()))
    on_mode_change(_follow_mode)
    _follow_mode(current_mode())


def report_poison(what: str) -> None:
    """Warns once per line of the program that a poison value reaches the host.

    Args:
        what: the tensor and its use, for the message.

    Raises:
        PoisonValueError: the fallback policy is `error`.
    """
    message = (
        f"poison values reach the host: {what}. Mode timing does not compute what kernels write. Use mode both or "
        "functional for values, or leave this out of what is timed."
    )
    if fallback_policy() == "error":
        raise PoisonValueError(message)
    warn_user(f"{message} This is said once per line.", PoisonValueWarning, _told)


def read_size(count: torch.Tensor, most: int) -> int:
    """The number in a tensor of one element that is a result's size; `most`, the largest possible one, when it is
    poison."""
    if not is_poison(count):
        return int(count.item())
    report_poison(f"the size of a result is computed on the device; it is taken to be the largest possible, {most}")
    return most


def _extent_bytes(tensor: Any) -> int:
    """Bytes from a tensor's first element to the end of its last one; 0 for an empty tensor."""
    if tensor.numel() == 0:
        return 0
    last = sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride(), strict=True))
    return int((last + 1) * tensor.itemsize)


def _follow_mode(mode: str) -> None:
    """Memory that is not written reads as zeros in mode `timing`, so that results repeat."""
    runtime.library().npusim_set_zeroing(mode == "timing")
