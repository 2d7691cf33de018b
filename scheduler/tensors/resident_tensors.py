"""Allocations that a program makes resident, until they are freed; where the tensors of launches lie.

They stay resident in every later simulation; machines without a CMEM ignore them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from npusim.scheduler.session import launch_lock
from npusim.scheduler.tensors.allocations import follow, freed_listeners, take_events
from npusim.scheduler.tensors.memory import TensorLike, device_memory
from npusim.simulator.errors import DeviceError
from npusim.simulator.run.memory.address_space import Location
from npusim.simulator.run.simulation import Simulation


class _Resident(NamedTuple):
    name: str
    size_bytes: int


_resident: dict[int, _Resident] = {}  # by the number of the allocation


def make_resident(tensor: TensorLike, name: str) -> None:
    """Put the allocation of ``tensor`` into the CMEM of every machine that has one, under ``name`` in reports.

    Raises:
        DeviceError: the tensor is not in the device's memory.
    """
    if tensor.numel() == 0:
        return
    with launch_lock:
        ((allocation, size_bytes, _),) = device_memory().locate([tensor.data_ptr()], watched=True)
        if not allocation:
            raise DeviceError(
                f"{name} (shape {tuple(tensor.shape)}, {tensor.dtype}) is on {tensor.device}, not in the memory of the "
                "device npu; move it there with .to('npu') before it is resident"
            )
        _resident[allocation] = _Resident(name, size_bytes)


def release_resident(tensor: TensorLike) -> bool:
    """Undo `make_resident`: the tensor leaves the CMEM when it is used next. False when it was not resident."""
    with launch_lock:
        ((allocation, _, _),) = device_memory().locate([tensor.data_ptr()], watched=False)
        return _resident.pop(allocation, None) is not None


def resident_tensors() -> dict[str, int]:
    """Name and bytes of the resident tensors, in the order in which they were made resident."""
    with launch_lock:
        take_events()
        return {each.name: each.size_bytes for each in _resident.values()}


def locations(pointers: Sequence[int], simulation: Simulation) -> list[Location | None]:
    """Where the tensors of a launch lie, given their host addresses; None for host scalars and empty tensors."""
    follow(simulation)
    take_events()
    found = device_memory().locate(pointers, watched=simulation.keeps_data)
    return [Location(*place, _name(place[0])) if place[0] else None for place in found]


def _name(allocation: int) -> str | None:
    resident = _resident.get(allocation)
    return None if resident is None else resident.name


def _forget(allocation: int) -> None:
    _resident.pop(allocation, None)


freed_listeners.append(_forget)


def watched_locations(pointers: Sequence[int]) -> list[Location | None]:
    """As `locations`, after `freed_listeners` were told what was freed; they hear of these allocations too."""
    with launch_lock:
        take_events()
        found = device_memory().locate(pointers, watched=True)
        return [Location(*place, _name(place[0])) if place[0] else None for place in found]
