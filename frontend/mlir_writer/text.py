"""Kernel text as nested blocks of lines, fresh names, and the place where an operation is written."""

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol, Union

Item = Union[str, "Block"]


@dataclass
class Block:
    """Lines and nested blocks in order.

    Attributes:
        names: index values that are already written in this block, by expression.
        header, footer: lines around the block; None for a block that is part of its parent's body.
    """

    parent: "Block | None" = None
    header: str | None = None
    footer: str = "}"
    items: list[Item] = field(default_factory=list)
    names: dict[object, str] = field(default_factory=dict)

    def line(self, text: str) -> None:
        self.items.append(text)

    def add(self, lines: Iterable[str]) -> None:
        """Writes some lines."""
        self.items += lines

    def part(self) -> "Block":
        """A block inside this one that can be filled later; it shares the names of this block."""
        part = Block(self.parent, names=self.names)
        self.items.append(part)
        return part

    def loop(self, header: str, footer: str) -> "Block":
        inner = Block(self, header, footer)
        self.items.append(inner)
        return inner

    def known(self, key: object) -> str | None:
        """The name of an index value that is visible here."""
        block: Block | None = self
        while block is not None:
            if key in block.names:
                return block.names[key]
            block = block.parent
        return None

    def lines(self, depth: int = 0) -> list[str]:
        """The text, indented."""
        inner = depth + (self.header is not None)
        result = [] if self.header is None else ["  " * depth + self.header]
        for item in self.items:
            result += ["  " * inner + item] if isinstance(item, str) else item.lines(inner)
        if self.header is not None:
            result.append("  " * depth + self.footer)
        return result


class Names:
    """Fresh SSA names: `%x`, `%x_1`, `%x_2`, ... The prefix keeps several generators in one function apart."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._used: dict[str, int] = {}

    def fresh(self, stem: str) -> str:
        stem = f"{self._prefix}{stem}"
        count = self._used.get(stem, 0)
        self._used[stem] = count + 1
        return f"%{stem}" if count == 0 else f"%{stem}_{count}"


class Numbered:
    """Fresh SSA names: `%<prefix>0`, `%<prefix>1`, ... whatever the stem is.

    Attributes:
        taken: names that are not given, because the text around has them.
    """

    def __init__(self, prefix: str, first: int = 0, taken: Iterable[str] = ()) -> None:
        self._prefix, self._numbers, self.taken = prefix, itertools.count(first), frozenset(taken)

    def fresh(self, _stem: str) -> str:
        names = (f"%{self._prefix}{number}" for number in self._numbers)
        return next(name for name in names if name not in self.taken)


class NameSource(Protocol):
    """Makes SSA names that are not used yet."""

    @property
    def fresh(self) -> Callable[[str], str]: ...


@dataclass
class InsertionPoint:
    """Where operations are written.

    Attributes:
        line: takes a line of text.
        fresh: makes an SSA name that is not used yet of a stem.
    """

    line: Callable[[str], None]
    fresh: Callable[[str], str]

    def add(self, lines: Iterable[str]) -> None:
        """Writes some lines."""
        for text in lines:
            self.line(text)

    def define(self, operation: str, stem: str = "x") -> str:
        """Writes an operation; the name of its result."""
        name = self.fresh(stem)
        self.line(f"{name} = {operation}")
        return name


class Text(InsertionPoint):
    """Lines of its own, as the place where operations are written."""

    def __init__(self, fresh: Callable[[str], str]) -> None:
        self.lines: list[str] = []
        super().__init__(self._append, fresh)

    def _append(self, text: str) -> None:
        self.lines += text.splitlines()

    def take(self) -> str:
        """The lines since the last call."""
        text, self.lines = str(self), []
        return text

    def __str__(self) -> str:
        return "\n".join(self.lines)
