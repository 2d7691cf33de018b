"""Settings: what a program has chosen, else a default such as the environment's. Imports no torch."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Generic, Self, TypeVar

from npusim.simulator.errors import OptionError
from npusim.simulator.system.listeners import Listeners

_VALUES = {"0": False, "1": True}

Value = TypeVar("Value")


class Setting(Generic[Value]):
    """A part of the compile state (`frontend/compile_state.py`): code is compiled once for each of its values.

    Args:
        default: gives the value as long as nothing is chosen; read again at each use.
    """

    def __init__(self, default: Callable[[], Value]) -> None:
        self._default = default
        self._chosen: Value | None = None
        self._listeners: Listeners[Value] = Listeners(self.value)
        self.on_change = self._listeners.add

    def value(self) -> Value:
        """What is chosen, else the default; raises what the default raises."""
        return self._default() if self._chosen is None else self._chosen

    def choose(self, value: Value | None) -> Value | None:
        """Chooses a value from now on, or None for the default; returns what was chosen before."""
        before = self._chosen
        with self._listeners.hear():
            self._chosen = value
        return before

    @contextmanager
    def during(self, value: Value | None) -> Iterator[None]:
        """Chooses a value for a block."""
        with Choice(self, value):
            yield


class Choice(Generic[Value]):
    """A value chosen from now on; as a context manager, until its end."""

    def __init__(self, setting: Setting[Value], value: Value | None) -> None:
        self._setting, self._before = setting, setting.choose(value)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._setting.choose(self._before)


def switch(variable: str, *, default: bool = False) -> Setting[bool]:
    """A setting that an environment variable switches on (1) or off (0); `OptionError` when it is anything else."""

    def from_environment() -> bool:
        value = os.environ.get(variable, "")
        if not value:
            return default
        if value not in _VALUES:
            raise OptionError(f"{variable} is {value!r}; it can be 0 or 1")
        return _VALUES[value]

    return Setting(from_environment)
