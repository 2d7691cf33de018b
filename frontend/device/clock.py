"""Simulated time, for streams and events, which live in C++."""

from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

from npusim.frontend.device import runtime

#: What `_stream_time` gives when kernels are not timed.
NO_TIME_PS = -1
_numbers: WeakKeyDictionary[Any, int] = WeakKeyDictionary()
_next_number = count(1)


def connect() -> None:
    """Called when the device starts."""
    runtime.answer(
        stream_time=_stream_time, wait_until=_wait_until, stream_changed=_stream_changed, synchronize=_synchronize
    )


def _stream_time(stream: int) -> tuple[int, int]:
    """Time (ps) at which the stream's launches so far end, and the number of the simulation (0: none yet)."""
    from npusim import scheduler
    from npusim.scheduler import launches

    simulation = scheduler.active_simulation()
    if simulation is None:
        return 0, 0
    if simulation.mode == "functional":
        return NO_TIME_PS, _number(simulation)
    time_ps: int = simulation.stream_ready_ps(stream)
    for observer in launches.observers:
        observer.marks(stream, time_ps)
    return time_ps, _number(simulation)


def _wait_until(stream: int, time_ps: int, clock: int) -> None:
    """Starts no launch of a stream before a time of simulation `clock`; if that has ended, the time is in the past."""
    from npusim import scheduler
    from npusim.scheduler import launches

    simulation = scheduler.active_simulation()
    if simulation is not None and _number(simulation) == clock:
        for observer in launches.observers:
            observer.waits(stream, time_ps)
        simulation.hold_stream(stream, time_ps)


def _stream_changed(stream: int) -> None:
    from npusim import scheduler

    scheduler.set_current_stream(stream)


def _synchronize() -> None:
    from npusim import scheduler

    scheduler.synchronize()


def _number(simulation: Any) -> int:
    if simulation not in _numbers:
        _numbers[simulation] = next(_next_number)
    return _numbers[simulation]
