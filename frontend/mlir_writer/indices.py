"""Index arithmetic as text: sympy expressions over loop variables and sizes, and affine maps."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from npusim.frontend.mlir_writer.index_arithmetic import fold_of
from npusim.frontend.mlir_writer.text import Block, InsertionPoint, Names
from npusim.simulator.errors import UnsupportedError

Number = int | str
"""An index: a number, or the SSA name of one that is known at run time only."""


@dataclass(frozen=True)
class Index:
    """An index as an operand of an operation."""

    name: str
    type: str = "index"


def write_fold(expression: sympy.Expr, point: InsertionPoint, value: Callable[[sympy.Expr], str]) -> str:
    """Writes the operations that combine the parts of an expression, whose names `value` gives; the result's name.

    Raises:
        UnsupportedError: kernels do not compute such expressions.
    """
    found = fold_of(expression)
    if found is None:
        kind = type(expression).__name__
        raise UnsupportedError(f"cannot write the size or offset {expression} into a kernel: {kind} is not known")
    operation, parts = found
    result, *others = [value(part) for part in parts]
    for other in others:
        result = point.define(f"arith.{operation} {result}, {other} : index")
    return result


class IndexWriter:
    """Writes index arithmetic for sympy expressions, once per block.

    Args:
        constants, sizes: blocks at the top of the function, for constants and for values that depend on sizes only.
        symbols: loop offsets (None stands for 0); all other symbols are sizes.
        current: replaces the sizes in an expression by known values, and by symbols that have the names of the kernel's
            arguments (`Environment.in_arguments`).
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

    def write(self, expression: sympy.Expr | int, block: Block) -> Number:
        """An int when the expression is constant, else the SSA name of its value, written into `block` unless it is
        visible there.
        """
        expression = sympy.sympify(expression).xreplace(
            {s: sympy.S.Zero for s, name in self._symbols.items() if name is None}
        )
        return self._write(self._current(expression), block)

    def name(self, expression: sympy.Expr | int, block: Block) -> str:
        """The SSA name of an expression's value, constants included."""
        return self._named(self.write(expression, block))

    def size(self, expression: sympy.Expr) -> str:
        """SSA name of a value that depends on sizes only, visible everywhere."""
        return self.name(expression, self._top)

    def _named(self, written: Number) -> str:
        return self.constant(written) if isinstance(written, int) else written

    def _write(self, expression: sympy.Expr, block: Block) -> Number:
        if expression.is_Integer:
            return int(expression)
        if isinstance(expression, sympy.Symbol):
            return self._symbols.get(expression) or f"%{expression.name}"
        if not expression.free_symbols & self._symbols.keys():
            block = self._top
        key = ("index", expression)
        known = block.known(key)
        if known is None:
            point = InsertionPoint(block.line, self._fresh.fresh)
            known = write_fold(expression, point, lambda part: self._named(self._write(part, block)))
            block.names[key] = known
        return known


def index_value(expression: Any, point: InsertionPoint) -> str:
    """SSA name of the value of an expression whose symbols are SSA names without `%`; all of it is written here."""
    expression = sympy.sympify(expression)
    if isinstance(expression, sympy.Symbol):
        return f"%{expression.name}"
    if expression.is_Integer:
        return point.define(f"arith.constant {int(expression)} : index")
    return write_fold(expression, point, lambda part: index_value(part, point))


def index_number(expression: Any, point: InsertionPoint) -> Number:
    """A number, or the SSA name of the value of an expression (`index_value`)."""
    expression = sympy.sympify(expression)
    return int(expression) if expression.is_Integer else index_value(expression, point)


# -- affine maps


def affine_map(dims: Sequence[str], results: Sequence[str], symbols: Sequence[str] = ()) -> str:
    """A map from names of dimensions (and symbols) to expressions."""
    listed = f"[{', '.join(symbols)}]" if symbols else ""
    return f"affine_map<({', '.join(dims)}){listed} -> ({', '.join(results)})>"


def applied(results: str, dims: Sequence[str] = (), symbols: Sequence[str] = ()) -> str:
    """A map of `d0`, `d1`, ..., `s0`, ..., applied to SSA names, as operand of `affine.apply`, `affine.min` and bounds.

    Args:
        results: its expressions, between commas.
    """
    names = [f"d{i}" for i in range(len(dims))], [f"s{i}" for i in range(len(symbols))]
    listed = f"[{', '.join(symbols)}]" if symbols else ""
    return f"{affine_map(names[0], [results], names[1])}({', '.join(dims)}){listed}"


def affine_sum(terms: Mapping[str, int], constant: int) -> str:
    """An `affine.apply` of `constant + sum(variable * factor)`; the variables are SSA names with `%`."""
    parts = [f"d{i}" if factor == 1 else f"d{i} * {factor}" for i, factor in enumerate(terms.values())]
    if constant or not parts:
        parts.append(str(constant))
    return f"affine.apply {applied(' + '.join(parts), list(terms))}"
