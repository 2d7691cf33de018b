"""Whether kernels check the indices that a program uses: part of the keys of the compile caches. Imports no torch."""

from collections.abc import Callable
from types import TracebackType

from npusim.simulator.system.listeners import Listeners

_enabled = True


def checks_indices() -> bool:
    """Whether code compiled now checks its indices."""
    return _enabled


_listeners: Listeners[bool] = Listeners(checks_indices)


def on_change(listener: Callable[[bool], None]) -> None:
    """Calls `listener` with the new state whenever it changes."""
    _listeners.add(listener)


class check_indices:
    """Switch the checks of indices on or off; as a context manager, until its end.

    Compiled functions exist once for each state. Without checks a gather gives zeros for an index that does not exist,
    and a scatter leaves it out.
    """

    def __init__(self, enabled: bool = True) -> None:
        self._before = _enabled
        _choose(bool(enabled))

    def __enter__(self) -> None:
        """The switch is set already."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        _choose(self._before)


def _choose(enabled: bool) -> None:
    global _enabled
    with _listeners.hear():
        _enabled = enabled
