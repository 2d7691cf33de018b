"""Switches of users that decide which code is generated. Imports no torch."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from npusim.simulator.errors import OptionError
from npusim.simulator.system.listeners import Listeners

_VALUES = {"": False, "0": False, "1": True}


class Switch:
    """Off, until an environment variable when the process starts, or a program while it runs, switches it on.

    A part of the compile state (`frontend/compile_state.py`).
    """

    def __init__(self, variable: str) -> None:
        self._variable = variable
        self._chosen: bool | None = None
        self._listeners: Listeners[bool] = Listeners(self.is_on)

    def is_on(self) -> bool:
        """The state.

        Raises:
            OptionError: the environment variable is neither 0 nor 1.
        """
        return self._from_environment() if self._chosen is None else self._chosen

    @contextmanager
    def switched(self, enabled: bool) -> Iterator[None]:
        """Sets the state for a block."""
        before = self._chosen
        self._choose(enabled)
        try:
            yield
        finally:
            self._choose(before)

    def on_change(self, listener: Callable[[bool], None]) -> None:
        """Calls `listener` with the new state whenever it changes."""
        self._listeners.add(listener)

    def _choose(self, enabled: bool | None) -> None:
        with self._listeners.hear():
            self._chosen = enabled

    def _from_environment(self) -> bool:
        value = os.environ.get(self._variable, "")
        if value not in _VALUES:
            raise OptionError(f"{self._variable} is {value!r}; it can be 0 or 1")
        return _VALUES[value]
