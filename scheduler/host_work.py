"""Operators that run on the host instead of the simulated machine: counted by the device, shown in reports."""

from collections.abc import Callable, Mapping

#: Calls and bytes of each operator since the process started.
HostCounts = Mapping[str, tuple[int, int]]

_count: Callable[[], HostCounts] = dict


def count_host_operators(count: Callable[[], HostCounts]) -> None:
    """Told by the device: ``count()`` gives, of each operator that ran on the host since the process started, the
    number of its calls and the bytes of device memory that it read and wrote."""
    global _count
    _count = count


def host_operators_from_now() -> Callable[[], HostCounts]:
    """A function that gives what ran on the host since this call."""
    before = dict(_count())
    return lambda: _difference(_count(), before)


def all_host_operators() -> HostCounts:
    """What ran on the host since the process started."""
    return _count()


def _difference(now: HostCounts, before: HostCounts) -> HostCounts:
    changes = {}
    for operator, (calls, size_bytes) in now.items():
        calls_before, bytes_before = before.get(operator, (0, 0))
        if calls > calls_before:
            changes[operator] = (calls - calls_before, size_bytes - bytes_before)
    return changes
