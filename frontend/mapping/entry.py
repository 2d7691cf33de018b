"""One entry of a mapping file while a template reads it: typed access, with errors that name file, template and key."""

import difflib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NoReturn

from npusim.simulator.errors import MappingError

_REQUIRED = object()


class FileEntry:
    """The object that stands at `family` -> `key` of a mapping file.

    Args:
        file: the file, for messages.
        family: the template's name in the file.
        key: the shape's key.
        values: the object.
    """

    def __init__(self, file: Path, family: str, key: str, values: Any) -> None:
        self._where = f"{file}: {family}[{key!r}]"
        if not isinstance(values, dict):
            self.refuse('must be an object, such as {"TILE_M": 128}')
        self._values: Mapping[str, Any] = values
        self._known: list[str] = []

    def refuse(self, problem: str) -> NoReturn:
        """Raises a MappingError: where, and the problem."""
        raise MappingError(f"{self._where}: {problem}")

    def integer(self, name: str, default: Any = _REQUIRED, *, multiple: int = 1) -> int:
        """A whole number of at least 1, divisible by `multiple`."""
        value = self._take(name, default)
        if value is default:
            return int(value)
        fine = isinstance(value, int) and not isinstance(value, bool)
        if not fine or value < 1 or value % multiple:
            of = f" divisible by {multiple}" if multiple > 1 else ""
            self._bad(name, value, f"a whole number of at least 1{of}")
        return int(value)

    def power(self, name: str, default: Any = _REQUIRED) -> int:
        """A power of two."""
        value = self.integer(name, default)
        if value & (value - 1):
            self._bad(name, value, "a power of two")
        return value

    def integers(self, name: str, length: int, default: Any = _REQUIRED) -> tuple[int, ...]:
        """A list of `length` whole numbers of at least 1."""
        value = self._take(name, default)
        if value is default:
            return tuple(value)
        whole = isinstance(value, list) and all(isinstance(v, int) and not isinstance(v, bool) for v in value)
        if not whole or len(value) != length or min(value, default=1) < 1:
            self._bad(name, value, f"a list of {length} whole numbers of at least 1")
        return tuple(value)

    def choice(self, name: str, choices: Collection[Any], default: Any = _REQUIRED) -> Any:
        """One of `choices`."""
        value = self._take(name, default)
        if value not in choices:
            self._bad(name, value, f"one of {', '.join(map(str, choices))}")
        return value

    def end(self) -> None:
        """Raises a MappingError when the entry has keys that were not asked for."""
        for name in self._values:
            if name not in self._known:
                close = difflib.get_close_matches(name, self._known, n=1, cutoff=0.5)
                hint = f"; did you mean {close[0]!r}?" if close else ""
                self.refuse(f"key {name!r} is unknown{hint} (there are {', '.join(self._known)})")

    def _take(self, name: str, default: Any) -> Any:
        self._known.append(name)
        if name in self._values:
            return self._values[name]
        if default is _REQUIRED:
            self.refuse(f"key {name!r} is missing")
        return default

    def _bad(self, name: str, value: Any, wanted: str) -> NoReturn:
        self.refuse(f"key {name!r} has the value {value!r}; it must be {wanted}")
