"""Tensors that a program makes resident: their allocations, until they are freed.

They stay resident in every later simulation; machines without a CMEM ignore them.
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
class _Resident:
    name: str
    size_bytes: int
    watch: "weakref.finalize[Any, Any]"


_resident: dict[int, _Resident] = {}  # by the host address of the allocation


def make_resident(tensor: TensorLike, name: str) -> None:
    """Put the allocation of ``tensor`` into the CMEM of every machine that has one, under ``name`` in reports.

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
            "device npu; move it there with .to('npu') before it is resident"
        )
    with launch_lock:
        before = _resident.get(pointer)
        watch = before.watch if before is not None else weakref.finalize(storage, _freed, pointer)
        watch.atexit = False
        _resident[pointer] = _Resident(name, size_bytes, watch)


def release_resident(tensor: TensorLike) -> bool:
    """Undo `make_resident`: the tensor leaves the CMEM when it is used next. False when it was not resident."""
    with launch_lock:
        found = _resident.pop(tensor.untyped_storage().data_ptr(), None)
    if found is not None:
        found.watch.detach()
    return found is not None


def resident_tensors() -> dict[str, int]:
    """Name and bytes of the resident tensors, in the order in which they were made resident."""
    return {each.name: each.size_bytes for each in _resident.values()}


def allocations(tensors: Sequence[TensorLike]) -> list[Allocation | None]:
    """The allocation of each tensor of a launch; None outside of the device's memory (host scalars, empty tensors)."""
    return [_allocation(tensor) for tensor in tensors]


def _allocation(tensor: TensorLike) -> Allocation | None:
    storage = tensor.untyped_storage()
    pointer, size_bytes = storage.data_ptr(), storage.nbytes()
    address = simulated_address(pointer) if size_bytes else None
    if address is None:
        return None
    found = _resident.get(pointer)
    return Allocation(address, size_bytes, None if found is None else found.name)


def _freed(pointer: int) -> None:
    """Forgets a freed allocation: its bytes in the CMEM need not be written back."""
    found = _resident.pop(pointer, None)
    address = simulated_address(pointer)
    if found is None or address is None:
        return
    for simulation in open_simulations():
        simulation.freed(Allocation(address, found.size_bytes))
