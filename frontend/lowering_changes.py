"""How often a user's lowering has taken the place of another one, as when a cell of a notebook runs again.

A part of the compile state: what was compiled with the earlier lowering is compiled again. Nothing counts before the
operator packages are loaded, as nothing has been compiled then. Imports no torch.
"""

from collections.abc import Callable

from npusim.simulator.system.listeners import Listeners

_count = 0
_counts = False


def count() -> int:
    """Lowerings that were replaced in this process."""
    return _count


_listeners: Listeners[int] = Listeners(count)


def begin() -> None:
    """From now on programs may have been compiled."""
    global _counts
    _counts = True


def add() -> None:
    """Says that a lowering, or an implementation, of an operator that had one was registered."""
    global _count
    if not _counts:
        return
    with _listeners.hear():
        _count += 1


def on_change(listener: Callable[[int], None]) -> None:
    """Calls `listener` with the new number whenever it changes."""
    _listeners.add(listener)
