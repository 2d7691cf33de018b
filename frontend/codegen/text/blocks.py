"""Kernel text as nested blocks: loops, the lines before them, and index arithmetic that is written once per block."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Union

import sympy
from npusim.frontend.codegen.graph.index_arithmetic import fold_of
from npusim.simulator.errors import UnsupportedError

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

    def part(self) -> "Block":
        """A place in this block that can be filled later; it shares the names of this block."""
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


class IndexWriter:
    """Writes index arithmetic for sympy expressions.

    Args:
        constants, sizes: blocks at the top of the function that receive constants, and what depends on sizes only.
        symbols: loop offsets (None stands for 0); all other symbols are sizes.
        current: replaces the sizes in an expression by what is known of them now, and by symbols that have the names
            of the kernel's arguments (`Environment.in_arguments`).
    """

    def __init__(
        self,
        names: Names,
        constants: Block,
        sizes: Block,
        symbols: Mapping[sympy.Symbol, str | None],
        current: Callable[[sympy.Expr], sympy.Expr],
    ) -> None:
        self._fresh = names
        self._constants = constants
        self._top = sizes
        self._symbols = symbols
        self._current = current

    def constant(self, number: int) -> str:
        key = ("index", number)
        if key not in self._constants.names:
            name = self._fresh.fresh(f"c{number}" if number >= 0 else f"cm{-number}")
            self._constants.line(f"{name} = arith.constant {number} : index")
            self._constants.names[key] = name
        return self._constants.names[key]

    def write(self, expression: sympy.Expr | int, block: Block) -> int | str:
        """An int when the expression is constant, else the SSA name of its value, written into `block` unless it is
        visible there.
        """
        expression = sympy.sympify(expression).xreplace(
            {s: sympy.S.Zero for s, name in self._symbols.items() if name is None}
        )
        return self._write(self._current(expression), block)

    def name(self, expression: sympy.Expr | int, block: Block) -> str:
        """Like `write`, constants included."""
        return self._named(self.write(expression, block))

    def size(self, expression: sympy.Expr) -> str:
        """SSA name of what depends on sizes only, visible everywhere."""
        return self.name(expression, self._top)

    def _named(self, written: int | str) -> str:
        return self.constant(written) if isinstance(written, int) else written

    def _write(self, expression: sympy.Expr, block: Block) -> int | str:
        if expression.is_Integer:
            return int(expression)
        if isinstance(expression, sympy.Symbol):
            return self._symbols.get(expression) or f"%{expression.name}"
        if not expression.free_symbols & self._symbols.keys():
            block = self._top
        key = ("index", expression)
        known = block.known(key)
        if known is None:
            known = block.names[key] = self._compute(expression, block)
        return known

    def _compute(self, expression: sympy.Expr, block: Block) -> str:
        found = fold_of(expression)
        if found is None:
            raise UnsupportedError(
                f"cannot write the size or offset {expression} into a kernel: {type(expression).__name__} is not known"
            )
        operation, parts = found
        result, *others = [self._named(self._write(part, block)) for part in parts]
        for other in others:
            made = self._fresh.fresh("x")
            block.line(f"{made} = arith.{operation} {result}, {other} : index")
            result = made
        return result
