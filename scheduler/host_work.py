"""What ran on the host instead of the simulated machine, for reports: operators, counted by the device, and functions
that `torch.compile` left uncompiled.
"""

from collections import Counter
from collections.abc import Callable, Mapping

#: Calls and bytes of each operator since the process started.
HostCounts = Mapping[str, tuple[int, int]]

#: Runs of each function since the process started, by (name, file and line, why).
HostFunctions = Mapping[tuple[str, str, str], int]

_count: Callable[[], HostCounts] = dict
_accesses: Callable[[], int] = int
_functions: Counter[tuple[str, str, str]] = Counter()


def count_host_operators(count: Callable[[], HostCounts]) -> None:
    """Sets the device's counter: ``count()`` gives the calls of each operator that ran on the host since the process
    started, and the bytes of device memory that it read and wrote.
    """
    global _count
    _count = count


def count_host_accesses(count: Callable[[], int]) -> None:
    """Sets the device's counter of the host's accesses to device memory: copies, fills, reads, and operators."""
    global _accesses
    _accesses = count


def host_accesses() -> int:
    """How often the host has accessed device memory since the process started."""
    return _accesses()


def host_operators_from_now() -> Callable[[], HostCounts]:
    """A function that gives what ran on the host since this call."""
    before = dict(_count())
    return lambda: _difference(_count(), before)


def all_host_operators() -> HostCounts:
    """Operators that ran on the host since the process started."""
    return _count()


def count_host_function(name: str, place: str, reason: str) -> None:
    """Counts one run of a function that was to be compiled but is not; called by the front end.

    Args:
        place: its file and line.
        reason: why it is not compiled, a part of a sentence.
    """
    _functions[name, place, reason] += 1


def host_functions_from_now() -> Callable[[], HostFunctions]:
    """A function that gives what ran uncompiled since this call."""
    before = Counter(_functions)
    return lambda: _functions - before


def all_host_functions() -> HostFunctions:
    """Functions that ran uncompiled since the process started."""
    return dict(_functions)


def _difference(now: HostCounts, before: HostCounts) -> HostCounts:
    changes = {}
    for operator, (calls, size_bytes) in now.items():
        calls_before, bytes_before = before.get(operator, (0, 0))
        if calls > calls_before:
            changes[operator] = (calls - calls_before, size_bytes - bytes_before)
    return changes
