"""Settings that others follow: who wants to know is told when one has become another."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class Listeners(Generic[Value]):
    """Functions that are told when one setting changes.

    Args:
        read: the setting as it is now.
        key: what two equal settings have in common; default: the setting itself.
    """

    def __init__(self, read: Callable[[], Value], key: Callable[[Value], Any] = lambda value: value) -> None:
        self._read, self._key = read, key
        self._listeners: list[Callable[[Value], None]] = []

    def add(self, listener: Callable[[Value], None]) -> None:
        """Call ``listener(setting)`` whenever it has become another one."""
        self._listeners.append(listener)

    @contextmanager
    def hear(self) -> Iterator[None]:
        """The block may change the setting; listeners are told afterwards if it did, nothing is read without any."""
        if not self._listeners:
            yield
            return
        before = self._key(self._read())
        yield
        if self._key(self._read()) != before:
            self.tell()

    def tell(self) -> None:
        """They are told what the setting is now."""
        for listener in self._listeners:
            listener(self._read())
