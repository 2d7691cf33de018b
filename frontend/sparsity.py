"""Whether products skip tiles of their right operand (the weights) that are all zero.

`NPUSIM_SKIP_ZERO_TILES=1` switches it on when a process starts, `torch.npu.skip_zero_tiles` while it runs. It is part
of the keys of the compile caches. Imports no torch.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from npusim.simulator.errors import OptionError
from npusim.simulator.system.listeners import Listeners

VARIABLE = "NPUSIM_SKIP_ZERO_TILES"
_VALUES = {"": False, "0": False, "1": True}

_chosen: bool | None = None


def skips_zero_tiles() -> bool:
    """Whether tiles of zeros are skipped.

    Raises:
        OptionError: the environment variable is neither 0 nor 1.
    """
    return _from_environment() if _chosen is None else _chosen


_listeners: Listeners[bool] = Listeners(skips_zero_tiles)


@contextmanager
def skip_zero_tiles(enabled: bool = True) -> Iterator[None]:
    """`with torch.npu.skip_zero_tiles(): ...`: what is compiled inside skips tiles of weights that are all zero."""
    before = _chosen
    _choose(enabled)
    try:
        yield
    finally:
        _choose(before)


def on_change(listener: Callable[[bool], None]) -> None:
    """Calls `listener` with the new state whenever it changes."""
    _listeners.add(listener)


def _choose(enabled: bool | None) -> None:
    global _chosen
    with _listeners.hear():
        _chosen = enabled


def _from_environment() -> bool:
    value = os.environ.get(VARIABLE, "")
    if value not in _VALUES:
        raise OptionError(f"{VARIABLE} is {value!r}; it can be 0 or 1")
    return _VALUES[value]
