"""Tensors that a program pins: their allocations, until they are freed.

It stays pinned for every simulation from then on; those of machines without a pinned memory take no notice.
"""

import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from npusim.scheduler.memory import TensorLike, simulated_address
from npusim.scheduler.session import launch_lock, open_simulations
from npusim.simulator.errors import DeviceError
from npusim.simulator.run.resident_tensors import Allocation


@dataclass(frozen=True)
class _Pin:
    name: str
    size_bytes: int
    watch: "weakref.finalize[Any, Any]"


_pins: dict[int, _Pin] = {}  # by the host address of the allocation


def pin(tensor: TensorLike, name: str) -> None:
    """Put the allocation of ``tensor`` into the pinned memory of every machine that has one, under ``name`` in reports.

    Raises:
        DeviceError: the tensor is not in the device's memory.
    """
    storage = tensor.untyped_storage()
    pointer, size_bytes = storage.data_ptr(), storage.nbytes()
    if size_bytes == 0:
        return
    if simulated_address(pointer) is None:
        raise DeviceError(
            f"{name} (shape {tuple(tensor.shape)}, {tensor.dtype}) is on {tensor.device}, not in the memory of the "
            "device npu; move it there with .to('npu') before it is pinned"
        )
    with launch_lock:
        before = _pins.get(pointer)
        watch = before.watch if before is not None else weakref.finalize(storage, _freed, pointer)
        watch.atexit = False
        _pins[pointer] = _Pin(name, size_bytes, watch)


def unpin(tensor: TensorLike) -> bool:
    """Undo `pin`: the tensor leaves the pinned memory when it is used next. False when it was not pinned."""
    with launch_lock:
        found = _pins.pop(tensor.untyped_storage().data_ptr(), None)
    if found is not None:
        found.watch.detach()
    return found is not None


def pinned() -> dict[str, int]:
    """Name and bytes of what is pinned, in the order of pinning."""
    return {each.name: each.size_bytes for each in _pins.values()}


def allocations(tensors: Sequence[TensorLike]) -> list[Allocation | None]:
    """What each tensor of a launch lies in; None outside of the device's memory (host scalars, empty tensors)."""
    return [_allocation(tensor) for tensor in tensors]


def _allocation(tensor: TensorLike) -> Allocation | None:
    storage = tensor.untyped_storage()
    pointer, size_bytes = storage.data_ptr(), storage.nbytes()
    address = simulated_address(pointer) if size_bytes else None
    if address is None:
        return None
    found = _pins.get(pointer)
    return Allocation(address, size_bytes, None if found is None else found.name)


def _freed(pointer: int) -> None:
    """Its bytes in the pinned memory need not be written back."""
    found = _pins.pop(pointer, None)
    address = simulated_address(pointer)
    if found is None or address is None:
        return
    for simulation in open_simulations():
        simulation.freed(Allocation(address, found.size_bytes))
