"""The scalar graph of a kernel: the computation of one element of the loop domain.

Values are hash-consed, so a common subexpression is one value. Every value has a torch dtype; `convert` is explicit.
Values are pure: a load is identified by its buffer, index and mask.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import sympy
import torch


@dataclass(frozen=True, eq=False)
class Value:
    """One scalar value.

    Attributes:
        op: `load`, `const`, `iter` (a loop variable), `size` (a symbolic size), `reduce`, or the name of an
        elementary operation (`mlir_ops`).
        attributes: of a load (buffer, index expression), of a reduce (kind,), of a comparison nothing, ...
        origin: the torch operation this value came from, for comments.
    """

    number: int
    op: str
    args: tuple["Value", ...]
    dtype: torch.dtype
    attributes: tuple[Any, ...] = ()
    origin: str = ""

    def __repr__(self) -> str:
        """The value with its operands by number: written out, what several values share would appear in each."""
        operands = [*(f"v{operand.number}" for operand in self.args), *map(str, self.attributes)]
        return f"v{self.number} = {self.op}({', '.join(operands)})"

    @property
    def buffer(self) -> str:
        return str(self.attributes[0])

    @property
    def index(self) -> sympy.Expr:
        return self.attributes[1]

    @property
    def mask(self) -> "Value | None":
        """Condition under which a load may touch memory."""
        return self.args[0] if self.op == "load" and self.args else None


@dataclass(frozen=True)
class Store:
    """A store of `value` to `buffer` at `index`.

    Attributes:
        mode: one of `handler.STORE_MODES`.
        reduced: the value covers the parallel dimensions only.
    """

    buffer: str
    index: sympy.Expr
    value: Value
    mode: str | None
    reduced: bool


@dataclass(frozen=True)
class IndexOrigin:
    """Where an index comes from: the operator, the dimension that it counts along, the line of the program.

    Attributes:
        message: what is wrong if the check fails; empty for an index, which the error names.
    """

    op: str
    dim: int | None
    source: str
    message: str = ""


@dataclass(frozen=True)
class IndexCheck:
    """A number that must be below a limit as an unsigned one.

    Attributes:
        value: the index (int64), with the dimension's size added where negative ones count from the end; 0 where it is
            not used.
        size: of the dimension; twice as much is the limit where negative indices count from the end.
        wraps: whether they do.
    """

    value: Value
    size: sympy.Expr
    wraps: bool
    origin: IndexOrigin


@dataclass
class Graph:
    """Values in order of creation (a topological order) and the stores.

    Attributes:
        indirect: values of symbols that stand for computed indices.
        checks: the checks of these indices.
    """

    values: list[Value] = field(default_factory=list)
    stores: list[Store] = field(default_factory=list)
    indirect: dict[sympy.Symbol, Value] = field(default_factory=dict)
    checks: dict[sympy.Symbol, list[IndexCheck]] = field(default_factory=dict)
    origin: str = ""
    _known: dict[tuple[Any, ...], Value] = field(default_factory=dict)

    def value(self, op: str, args: Iterable[Value], dtype: torch.dtype, attributes: tuple[Any, ...] = ()) -> Value:
        """The value with this definition; made if it does not exist yet."""
        arguments = tuple(args)
        key = (op, tuple(a.number for a in arguments), dtype, tuple(map(_key, attributes)))
        if key not in self._known:
            made = Value(len(self.values), op, arguments, dtype, attributes, self.origin)
            self._known[key] = made
            self.values.append(made)
        return self._known[key]

    def const(self, number: float | int | bool, dtype: torch.dtype) -> Value:
        if not dtype.is_floating_point:
            number = bool(number) if dtype == torch.bool else int(number)
        else:
            number = float(number)
        return self.value("const", (), dtype, (number,))

    def operands(self, value: Value) -> tuple[Value, ...]:
        """The values that `value` needs: its arguments and, for a load, the values its index is made of."""
        if value.op != "load":
            return value.args
        return value.args + tuple(self.indirect_values(value.index))

    def indirect_values(self, index: sympy.Expr) -> list[Value]:
        symbols = sorted((s for s in index.free_symbols if s in self.indirect), key=str)
        return [self.indirect[s] for s in symbols]

    def check(self, symbol: sympy.Symbol, check: IndexCheck) -> None:
        """Adds a check of a computed index."""
        known = self.checks.setdefault(symbol, [])
        if check not in known:
            known.append(check)

    def reachable(self, roots: Iterable[Value]) -> list[Value]:
        """Everything the roots need, in topological order."""
        seen: set[int] = set()
        stack = list(roots)
        while stack:
            value = stack.pop()
            if value.number not in seen:
                seen.add(value.number)
                stack.extend(self.operands(value))
        return [self.values[n] for n in sorted(seen)]

    def live(self) -> Iterator[Value]:
        """Values that some store needs."""
        yield from self.reachable(v for s in self.stores for v in self.stored_with(s))

    def stored_with(self, store: Store) -> tuple[Value, ...]:
        """The values a store needs: the stored one and those its index is made of."""
        return (store.value, *self.indirect_values(store.index))


def _key(attribute: Any) -> Any:
    """0.0 and -0.0, 1 and 1.0 and True are different constants; NaN is equal to itself."""
    return (type(attribute).__name__, repr(attribute)) if isinstance(attribute, (bool, int, float)) else attribute
