"""Tensors whose values were never computed, and kernels whose time depends on such values.

In mode `timing` most kernels are not executed. What they would have written is unknown from then on, until a kernel
that is executed overwrites it or its memory is freed. Kernels whose addresses or control depend on data are executed in
every mode, and their cycles mean nothing when that data is unknown. Values are followed through kernels, by
allocations; copies and other eager operators are not seen.
"""

import warnings
from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from npusim.simulator.kernel import KernelModule
from npusim.simulator.timing import DataFlow, data_flow

_storages: WeakSet[Any] = WeakSet()
_flows: WeakKeyDictionary[KernelModule, DataFlow] = WeakKeyDictionary()
_told: WeakSet[KernelModule] = WeakSet()


class UnknownValuesWarning(UserWarning):
    """Cycles depend on values that mode `timing` did not compute."""


def are_there_any() -> bool:
    """Whether any tensor has unknown values."""
    return bool(_storages)


def is_unknown(tensor: Any) -> bool:
    """Whether kernels that were not executed would have written to the tensor's allocation."""
    return bool(_storages) and tensor.untyped_storage() in _storages


def follow(kernel_name: str, kernel: KernelModule, tensors: Sequence[Any], *, is_executed: bool) -> None:
    """Notes what a launch leaves unknown, and warns once per kernel when its time depends on what is.

    Args:
        kernel_name: for the message.
        kernel: what is launched.
        tensors: its arguments that are tensors.
        is_executed: the launch computes values.
    """
    flow = _flows.get(kernel) or _flows.setdefault(kernel, data_flow(kernel))
    unknown = frozenset(number for number, tensor in enumerate(tensors) if is_unknown(tensor))
    if is_executed and unknown & flow.steering and kernel not in _told:
        _told.add(kernel)
        _warn(kernel_name, tensors, min(unknown & flow.steering))
    for number, written in flow.written.items():
        storage = tensors[number].untyped_storage()
        if not is_executed or unknown & (written.sources | flow.steering):
            _storages.add(storage)
        elif written.is_overwritten:
            _storages.discard(storage)


def read_size(count: Any) -> int:
    """The number in a tensor of one element, with a warning when nobody computed it."""
    if is_unknown(count):
        warnings.warn(
            "the size of a result is a number that the program computes, and mode timing does not; it, and all cycles "
            "that depend on it, mean nothing. Use mode both.",
            UnknownValuesWarning,
            stacklevel=2,
        )
    return int(count.item())


def _warn(kernel_name: str, tensors: Sequence[Any], number: int) -> None:
    tensor = tensors[number]
    warnings.warn(
        f"kernel {kernel_name}: the addresses it asks for, or how often it loops, depend on argument {number} (shape "
        f"{tuple(tensor.shape)}, {tensor.dtype}), which the program computes, and mode timing does not; its cycles "
        "mean nothing. Use mode both, or compute that tensor before and give it to the program as an input. This is "
        "said once per kernel.",
        UnknownValuesWarning,
        stacklevel=4,
    )
