"""Listeners for changes of settings."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class Listeners(Generic[Value]):
    """Functions that are called when a setting changes.

    Args:
        read: returns the current setting.
        key: maps a setting to a value by which settings are compared; default: the setting itself.
    """

    def __init__(self, read: Callable[[], Value], key: Callable[[Value], Any] = lambda value: value) -> None:
        self._read, self._key = read, key
        self._listeners: list[Callable[[Value], None]] = []

    def add(self, listener: Callable[[Value], None]) -> None:
        """Registers a function that is called with the new setting after every change."""
        self._listeners.append(listener)

    @contextmanager
    def hear(self) -> Iterator[None]:
        """A context whose block may change the setting; listeners are called at its end if it did."""
        if not self._listeners:
            yield
            return
        before = self._key(self._read())
        yield
        if self._key(self._read()) != before:
            self.tell()

    def tell(self) -> None:
        """Calls all listeners with the current setting."""
        for listener in self._listeners:
            listener(self._read())
