"""Kernel text as nested blocks: loops, the lines before them, and index arithmetic that is written once per block."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Union

import sympy
from npusim.simulator.errors import UnsupportedError
from torch.utils._sympy import functions as sf

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
        symbols: loop offsets (None stands for 0); other symbols are sizes and asked of `size`.
    """

    def __init__(
        self,
        names: Names,
        constants: Block,
        sizes: Block,
        symbols: Mapping[sympy.Symbol, str | None],
        size: Callable[[sympy.Symbol], str],
    ) -> None:
        self._fresh = names
        self._constants = constants
        self._top = sizes
        self._symbols = symbols
        self._size = size

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
        if expression.is_Integer:
            return int(expression)
        if isinstance(expression, sympy.Symbol):
            name = self._symbols.get(expression)
            return name if name is not None else self._size(expression)
        if not expression.free_symbols & self._symbols.keys():
            block = self._top  # what depends on sizes only is visible everywhere
        key = ("index", expression)
        known = block.known(key)
        if known is None:
            known = block.names[key] = self._compute(expression, block)
        return known

    def name(self, expression: sympy.Expr | int, block: Block) -> str:
        """Like `write`, constants included."""
        written = self.write(expression, block)
        return self.constant(written) if isinstance(written, int) else written

    def _compute(self, expression: sympy.Expr, block: Block) -> str:
        kind = type(expression)
        if kind in (sympy.Add, sympy.Mul, sympy.Min, sympy.Max, sf.Min, sf.Max):
            op = {"Add": "addi", "Mul": "muli", "Min": "minsi", "Max": "maxsi"}[kind.__name__]
            return self._fold(op, [self.name(a, block) for a in _ordered(expression)], block)
        if kind is sympy.Pow and expression.args[1].is_Integer and expression.args[1] > 0:
            return self._fold("muli", [self.name(expression.args[0], block)] * int(expression.args[1]), block)
        if kind in (sf.FloorDiv, sf.CleanDiv):
            return self._fold("floordivsi", [self.name(a, block) for a in expression.args], block)
        if kind is sf.ModularIndexing:
            base, divisor, modulus = expression.args
            return self._remainder(base if divisor == 1 else sf.FloorDiv(base, divisor), modulus, block)
        if kind in (sf.Mod, sf.PythonMod):
            base, modulus = expression.args
            return self._remainder(base, modulus, block)
        raise UnsupportedError(
            f"cannot write the size or offset {expression} into a kernel: {kind.__name__} is not known"
        )

    def _remainder(self, base: sympy.Expr, modulus: sympy.Expr, block: Block) -> str:
        """Both are never negative in sizes and offsets."""
        return self._fold("remsi", [self.name(base, block), self.name(modulus, block)], block)

    def _fold(self, op: str, names: list[str], block: Block) -> str:
        result = names[0]
        for other in names[1:]:
            made = self._fresh.fresh("x")
            block.line(f"{made} = arith.{op} {result}, {other} : index")
            result = made
        return result


def _ordered(expression: sympy.Expr) -> list[sympy.Expr]:
    """Arguments of a sum or product in a fixed order, symbols before constants."""
    return sorted(expression.args, key=lambda a: (bool(a.is_number), str(a)))
