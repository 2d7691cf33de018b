"""Poison values: values that mode `timing` did not compute, and kernels whose time depends on them.

In mode `timing` most kernels are not executed. What they would have written is poison from then on, until something
that is computed overwrites it or its memory is freed. Kernels whose addresses or control depend on data are executed in
every mode, and their cycles mean nothing when that data is poison. Launches are followed here; copies, host operators
and what the host reads are followed by the device (frontend/device/csrc/poison.cpp), which also keeps the marks.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from npusim.scheduler.source_lines import warn_user
from npusim.simulator.errors import PoisonValueError
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.timing import DataFlow, data_flow


class PoisonValueWarning(UserWarning):
    """Something depends on values that mode `timing` did not compute: cycles, a size, a number, a copy on the host."""


class PoisonMarks(Protocol):
    """Which device memory holds poison values, and whether it is an error (not a warning) when something depends on
    them.
    """

    def are_refused(self) -> bool: ...
    def are_there_any(self) -> bool: ...
    def holds(self, tensor: Any) -> bool: ...
    def mark_poison(self, tensor: Any) -> None: ...
    def mark_written(self, tensor: Any) -> None: ...


_marks: PoisonMarks | None = None
_flows: WeakKeyDictionary[KernelModule, DataFlow] = WeakKeyDictionary()
_told: set[tuple[str, int]] = set()
_spoilt: list[Any] | None = None


def set_poison_marks(marks: PoisonMarks) -> None:
    """Sets the device's record of the memory that holds poison values."""
    global _marks
    _marks = marks


def are_there_any() -> bool:
    """Whether any tensor has poison values."""
    return _marks is not None and _marks.are_there_any()


def is_poison(tensor: Any) -> bool:
    """Whether some of the tensor's values were never computed."""
    return _marks is not None and _marks.are_there_any() and _marks.holds(tensor)


def follow(kernel_name: str, kernel: KernelModule, tensors: Sequence[Any], *, is_executed: bool) -> None:
    """Marks the results of a launch as poison or computed; warns once per line of the program if its time depends on
    poison.

    Args:
        kernel_name: for the message.
        kernel: what is launched.
        tensors: its arguments that are tensors.
        is_executed: the launch computes values.

    Raises:
        PoisonValueError: its addresses or its control depend on poison values, and the marks refuse that.
    """
    if _marks is None:
        return
    flow = _flows.get(kernel) or _flows.setdefault(kernel, data_flow(kernel))
    poison = frozenset(number for number, tensor in enumerate(tensors) if is_poison(tensor))
    if is_executed and poison & flow.control:
        _report(_marks, kernel_name, tensors, min(poison & flow.control))
    for number, written in flow.written.items():
        if not is_executed or poison & (written.sources | flow.control):
            _marks.mark_poison(tensors[number])
            if is_executed and _spoilt is not None:
                _spoilt.append(tensors[number])
        elif written.is_overwritten:
            _marks.mark_written(tensors[number])


@contextmanager
def contents_kept(tensors: Iterable[Any]) -> Iterator[None]:
    """What launches that are not executed leave alone is no poison afterwards if it was none before.

    Args:
        tensors: those that outlive the launches.
    """
    global _spoilt
    computed = [tensor for tensor in tensors if not is_poison(tensor)]
    spoilt: list[Any] = []
    _spoilt = spoilt
    try:
        yield
    finally:
        _spoilt = None
        if _marks is not None:
            for tensor in computed:
                _marks.mark_written(tensor)
            for tensor in spoilt:
                _marks.mark_poison(tensor)


def _report(marks: PoisonMarks, kernel_name: str, tensors: Sequence[Any], number: int) -> None:
    tensor = tensors[number]
    message = (
        f"kernel {kernel_name}: the addresses it asks for, or how often it loops, depend on argument {number} (shape "
        f"{tuple(tensor.shape)}, {tensor.dtype}), whose values are poison: the program computes them, and mode timing "
        "does not. Its cycles mean nothing. Use mode both, or compute that tensor before and give it to the program as "
        "an input."
    )
    if marks.are_refused():
        raise PoisonValueError(message)
    warn_user(f"{message} This is said once per line.", PoisonValueWarning, _told)
