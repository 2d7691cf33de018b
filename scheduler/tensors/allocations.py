"""What happens to device memory between launches; simulations and listeners hear of it before the next launch."""

from collections.abc import Callable
from weakref import WeakSet

from npusim.scheduler.session import on_mode_change, open_simulations
from npusim.scheduler.tensors.memory import device_memory
from npusim.simulator.run.simulation import Simulation

freed_listeners: list[Callable[[int], None]] = []
"""Called with the number of every watched allocation that was freed, when it is noticed."""

_following: "WeakSet[Simulation]" = WeakSet()


def follow(simulation: Simulation) -> None:
    """From now on a simulation hears of every allocation; first of those that are alive."""
    if simulation in _following:
        return
    take_events()
    device_memory().follow(True)
    _following.add(simulation)
    for allocation, size_bytes in device_memory().live():
        simulation.allocated(allocation, size_bytes)


def take_events() -> None:
    """Tells what was allocated and freed since the last call."""
    for allocation, size_bytes in device_memory().take_events():
        if size_bytes:
            for simulation in open_simulations():
                simulation.allocated(allocation, size_bytes)
            continue
        for simulation in open_simulations():
            simulation.freed(allocation)
        for listener in freed_listeners:
            listener(allocation)


def _follow_while_wanted(_: str) -> None:
    if not any(simulation in _following for simulation in open_simulations()):
        device_memory().follow(False)


on_mode_change(_follow_while_wanted)
