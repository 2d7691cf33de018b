"""How often a user's lowering has taken the place of another one, as when a cell of a notebook runs again.

A part of the compile state: what was compiled with the earlier lowering is compiled again. Nothing counts before the
operator packages are loaded, as nothing has been compiled then. Imports no torch.

Inductor's table of lowerings is a dictionary, which reports no writes; `notice` looks whether there were any. Who asks
whether code is still valid calls it first.
"""

from collections.abc import Callable

from npusim.simulator.system.listeners import Listeners

_count = 0
_counts = False
_look: Callable[[], None] | None = None


def count() -> int:
    """Lowerings that were replaced in this process."""
    return _count


_listeners: Listeners[int] = Listeners(count)


def begin(look: Callable[[], None] | None = None) -> None:
    """From now on programs may have been compiled; `look` calls `add` if Inductor's table was changed since."""
    global _counts, _look
    _counts = True
    _look = look or _look


def notice() -> None:
    """Counts what was written into Inductor's table. Called before each launch: it takes about 0.1 us."""
    if _look is not None:
        _look()


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
