"""torch.profiler: launches with their simulated times, for the session in C++ that hands them to Kineto."""

from typing import Any

import torch
from npusim.frontend.device import runtime
from npusim.scheduler import launches

_NO_TIME = (-1, -1)


class _Followed:
    """The launches since a profile began, and the simulated times of those that are finished."""

    def __init__(self) -> None:
        self._launches: list[tuple[launches.Launch, int]] = []
        self._times_ps: dict[tuple[int, int], tuple[int, int]] = {}
        self._simulations: dict[int, Any] = {}

    def __call__(self, launch: launches.Launch) -> None:
        if id(launch.simulation) not in self._simulations:
            self._watch(launch.simulation)
        lean = launches.Launch(launch.kernel, (), *_rest(launch))  # its tensors need not be kept
        self._launches.append((lean, int(runtime.library().npusim_running_operator())))

    def _watch(self, simulation: Any) -> None:
        key = id(simulation)
        self._simulations[key] = simulation
        simulation.on_finished(lambda number, *times: self._times_ps.update({(key, number): times}))

    def rows(self) -> tuple[list[str], list[int]]:
        """The names of the kernels, and per launch: correlation, stream, simulated start and end, the host's times."""
        for simulation in self._simulations.values():
            simulation.synchronize()
            simulation.on_finished(None)
        first_ps = min((start for start, _ in self._times_ps.values()), default=0)
        numbers: list[int] = []
        for launch, correlation in self._launches:
            start, end = self._times_ps.get((id(launch.simulation), launch.number or 0), _NO_TIME)
            shift = first_ps if start >= 0 else 0
            numbers += [correlation, launch.stream.index, start - shift, end - shift, launch.began_ns, launch.ended_ns]
        return [launch.kernel.name for launch, _ in self._launches], numbers


def _rest(launch: launches.Launch) -> tuple[Any, ...]:
    return launch.stream, launch.simulation, launch.number, launch.began_ns, launch.ended_ns


_followed: _Followed | None = None


def connect(registrations: list[Any]) -> None:
    """Called when the device starts."""
    library = torch.library.Library("npusim", "IMPL")
    library.impl("follow_launches", _follow, "CompositeExplicitAutograd")
    library.impl("followed_launches", _rows, "CompositeExplicitAutograd")
    registrations.append(library)


def _follow(is_followed: bool) -> None:
    global _followed
    if _followed is not None:
        launches.unfollow(_followed)
    _followed = _Followed() if is_followed else None
    if _followed is not None:
        launches.follow(_followed)


def _rows() -> tuple[list[str], list[int]]:
    return ([], []) if _followed is None else _followed.rows()
