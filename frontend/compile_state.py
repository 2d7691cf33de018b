"""The state that decides what code is generated; with another one everything is compiled again.

The guard of compiled functions and the keys of Inductor's caches hold it. Imports no torch.
"""

from collections.abc import Callable
from typing import Any

from npusim.frontend.fusions import switches
from npusim.frontend.implementations import forcing
from npusim.frontend.settings import lowering_changes
from npusim.frontend.settings.switches import finiteness, index_checks, regions, zero_skipping
from npusim.frontend.settings.verification import verification
from npusim.scheduler import current_machine, current_strategy, on_machine_change, on_strategy_change

_PARTS: tuple[tuple[Callable[[], object], Callable[[Callable[[Any], None]], None]], ...] = (
    (lambda: current_machine().digest, on_machine_change),
    (lambda: current_strategy().digest, on_strategy_change),
    (switches.state, switches.setting.on_change),
    (forcing.state, forcing.setting.on_change),
    (lowering_changes.count, lowering_changes.on_change),
    *(
        (setting.value, setting.on_change)
        for setting in (zero_skipping, finiteness, index_checks, regions, verification)
    ),
)
"""The parts of the compile state: how each is read, and the function that registers a listener for its changes."""


def compile_state() -> str:
    """The machine that code is generated for, the mapping strategy, the fusions that are off, the implementations
    that are forced, how often lowerings were replaced, whether zeros are skipped, values finite, indices checked,
    regions compiled and kernels verified.

    Raises:
        MachineError: the machine cannot be loaded.
        OptionError, MappingError: an environment variable has an invalid value.
    """
    return " ".join(str(read()) for read, _ in _PARTS)


def on_compile_state_change(listener: Callable[[], None]) -> None:
    """Calls `listener()` whenever the compile state has changed."""
    for _, on_change in _PARTS:
        on_change(lambda _: listener())
