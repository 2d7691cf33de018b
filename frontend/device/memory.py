"""Device memory: where it lies, how much there is, who uses it."""

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import torch
from npusim.frontend.device import runtime
from npusim.frontend.device.capacity import capacity_of
from npusim.frontend.device.selection import Device, npu_device
from npusim.simulator.errors import OptionError

_EVENTS_AT_ONCE = 256


class Arena(NamedTuple):
    """The reserved range of host addresses."""

    base: int
    size_bytes: int


class _Memory:
    """The allocator that C++ keeps, behind the scheduler's interface."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.base, self.size_bytes = arena()
        self._library = library
        self._events = (ctypes.c_uint64 * (2 * _EVENTS_AT_ONCE))()

    def locate(self, pointers: Sequence[int], *, watched: bool) -> Iterator[tuple[int, int, int]]:
        count = len(pointers)
        found = (ctypes.c_uint64 * (3 * count))()
        self._library.npusim_locate((ctypes.c_uint64 * count)(*pointers), count, watched, found)
        words = iter(found)
        return zip(words, words, words, strict=True)

    def follow(self, following: bool) -> None:
        self._library.npusim_follow_memory(following)

    def take_events(self) -> list[tuple[int, int]]:
        events: list[tuple[int, int]] = []
        while count := self._library.npusim_take_memory_events(self._events, _EVENTS_AT_ONCE):
            words = iter(self._events[: 2 * count])
            events += zip(words, words, strict=True)
        return events

    def live(self) -> list[tuple[int, int]]:
        return [(number, size) for _, size, _, number in _live_blocks(self._library)]


def arena() -> Arena:
    """Where device memory lies on the host; starts the device."""
    library = runtime.library()
    return Arena(int(library.npusim_arena_base()), int(library.npusim_arena_bytes()))


def memory_capacity() -> int:
    """Bytes of the machine's DRAM."""
    return int(runtime.library().npusim_capacity())


def set_memory_capacity(capacity_bytes: int) -> None:
    """Where allocation ends from now on; the machine's DRAM otherwise. Live tensors stay even if they exceed it.

    Raises:
        OptionError: negative, or more than the reserved address space.
    """
    if capacity_bytes < 0 or not runtime.library().npusim_set_capacity(capacity_bytes):
        raise OptionError(
            f"memory capacity: {capacity_bytes} bytes is not between 0 and the reserved {arena().size_bytes} bytes"
        )


@contextmanager
def memory_of(machine: Any) -> Iterator[None]:
    """Allocation ends where the machine's DRAM does, for tensors that are made before its simulation begins."""
    before = memory_capacity()
    set_memory_capacity(capacity_of(machine))
    try:
        yield
    finally:
        set_memory_capacity(before)


def connect() -> None:
    """Called when the device starts: tells the scheduler where memory lies, follows its machine."""
    from npusim import scheduler

    scheduler.set_device_memory(_Memory(runtime.library()))
    scheduler.on_machine_change(_follow_machine)
    if scheduler.active_simulation() is not None:
        _follow_machine(scheduler.current_machine())


def memory_stats(device: Device = None) -> dict[str, Any]:
    """The allocator's statistics, named as in ``torch.accelerator.memory_stats``."""
    runtime.start()
    return dict(torch.accelerator.memory_stats(npu_device(device)))


def memory_allocated(device: Device = None) -> int:
    """Bytes in live tensors, each rounded up to 512."""
    return torch.accelerator.memory_allocated(npu_device(device)) if runtime.is_started() else 0


def max_memory_allocated(device: Device = None) -> int:
    """The most `memory_allocated` has been since the start or `reset_peak_memory_stats`."""
    return torch.accelerator.max_memory_allocated(npu_device(device)) if runtime.is_started() else 0


def memory_reserved(device: Device = None) -> int:
    """Equal to `memory_allocated`: the allocator keeps no blocks of its own."""
    return torch.accelerator.memory_reserved(npu_device(device)) if runtime.is_started() else 0


def max_memory_reserved(device: Device = None) -> int:
    """Equal to `max_memory_allocated`."""
    return torch.accelerator.max_memory_reserved(npu_device(device)) if runtime.is_started() else 0


def reset_peak_memory_stats(device: Device = None) -> None:
    """Starts `max_memory_allocated` again from what is allocated now."""
    if runtime.is_started():
        torch.accelerator.reset_peak_memory_stats(npu_device(device))


def reset_accumulated_memory_stats(device: Device = None) -> None:
    """Starts the counters of all allocations so far again from zero."""
    if runtime.is_started():
        torch.accelerator.reset_accumulated_memory_stats(npu_device(device))


def mem_get_info(device: Device = None) -> tuple[int, int]:
    """Free and total bytes."""
    runtime.start()
    free, total = torch.accelerator.get_memory_info(npu_device(device))
    return int(free), int(total)


def memory_snapshot(device: Device = None) -> list[dict[str, Any]]:
    """The live blocks of device memory by address: where each lies, its bytes, and how many of them were asked for."""
    npu_device(device)
    library, base = runtime.library(), arena().base
    return [
        {"address": base + offset, "total_size": size, "requested_size": asked, "state": "active_allocated"}
        for offset, size, asked, _ in _live_blocks(library)
    ]


def _live_blocks(library: ctypes.CDLL) -> Iterator[tuple[int, int, int, int]]:
    """Offset, bytes, bytes asked for and number of every live block."""
    room = library.npusim_live_blocks(None, 0) + _EVENTS_AT_ONCE
    found = (ctypes.c_uint64 * (4 * room))()
    words = iter(found[: 4 * min(room, library.npusim_live_blocks(found, room))])
    return zip(words, words, words, words, strict=True)


def memory_summary(device: Device = None, abbreviated: bool = False) -> str:
    """The allocator's statistics as a table; `abbreviated` leaves out how much was allocated and freed so far."""
    stats = memory_stats(device)
    columns = ("current", "peak") if abbreviated else ("current", "peak", "allocated", "freed")
    head = ["", *columns]
    rows = [
        [title, *(_amount(stats.get(f"{key}.all.{column}", 0), is_bytes) for column in columns)]
        for title, key, is_bytes in _SUMMARY
    ]
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = [_row(cells, widths) for cells in (head, *rows)]
    free, total = mem_get_info(device)
    errors = f"{_amount(free, True)} of {_amount(total, True)} are free; out of memory {stats.get('num_ooms', 0)} times"
    return "\n".join([f"memory of npu:{npu_device(device).index or 0}", *lines, errors])


def _row(cells: list[str], widths: list[int]) -> str:
    return "  ".join([cells[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(cells[1:], widths[1:], strict=True))])


_SUMMARY = (
    ("allocated", "allocated_bytes", True),
    ("asked for", "requested_bytes", True),
    ("reserved", "reserved_bytes", True),
    ("allocations", "allocation", False),
)


def _amount(number: float, is_bytes: bool) -> str:
    if not is_bytes:
        return f"{number:,}"
    power = max(0, min(3, (max(1, int(number)).bit_length() - 1) // 10))
    return f"{number / 1024**power:,.0f} {('B', 'KiB', 'MiB', 'GiB')[power]}"


def empty_cache() -> None:
    """Gives the pages of free blocks back to the operating system. Addresses stay as they are."""
    if runtime.is_started():
        torch.accelerator.empty_cache()


def cpu_alias(tensor: torch.Tensor) -> torch.Tensor:
    """A CPU tensor over the same memory as a device tensor, without a copy. Keep `tensor` alive while it is used."""
    runtime.start()
    alias: torch.Tensor = torch.ops.npusim.cpu_alias(tensor)
    return alias


def _follow_machine(machine: Any) -> None:
    set_memory_capacity(capacity_of(machine))
