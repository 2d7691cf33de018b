"""Copies of a scalar graph with replaced loop variables and without conditions that these decide."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import sympy
import torch
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.box_masks import expression_of
from npusim.frontend.codegen.graph.builder import Builder
from npusim.frontend.codegen.graph.dag import Graph, Store, Value
from npusim.frontend.codegen.graph.domain import Dim, linear_coefficient
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.record.index_values import IndexValues


class Copier:
    """Copies values of one graph into another.

    Args:
        dims: the loop dimensions of the copy.
        replaced: loop variables of the source in terms of those of the copy.
    """

    def __init__(
        self,
        source: Graph,
        target: Graph,
        dims: Sequence[Dim],
        sizes: Sizes,
        replaced: Mapping[sympy.Symbol, sympy.Expr] | None = None,
    ) -> None:
        self.source, self.target, self.sizes = source, target, sizes
        self.ranges = {d.symbol: d.size for d in dims}
        self.replaced = dict(replaced or {})
        self.builder = Builder(target)
        self._expressions = IndexValues(self.builder, self.ranges, target.indirect)
        self.done: dict[int, Value] = {}

    def copy_all(self) -> Graph:
        """The copy of the whole graph."""
        self.target.stores = [self.store(s) for s in self.source.stores]
        self.copy_checks()
        return self.target

    def copy_checks(self) -> None:
        """Copies the checks of indices, also of indices that are part of no address."""
        for symbol in self.source.checks:
            self.index(symbol)

    def store(self, store: Store) -> Store:
        """A store with its index and value copied."""
        value = self.value(store.value)
        return Store(store.buffer, self.index(store.index), value, store.mode, store.reduced)

    def value(self, value: Value) -> Value:
        """The copy of a value."""
        for v in self.source.reachable([value]):
            if v.number not in self.done:
                self.target.origin = v.origin
                self.done[v.number] = self._copied(v, [self.done[a.number] for a in v.args])
        return self.done[value.number]

    def index(self, index: sympy.Expr) -> sympy.Expr:
        """The copy of an index; loaded values in it are copied as well."""
        found: dict[sympy.Symbol, sympy.Expr] = dict(self.replaced)
        for symbol in sorted((s for s in index.free_symbols if s in self.source.indirect), key=str):
            value = self.value(self.source.indirect[symbol])
            found[symbol] = sympy.Symbol(f"at{value.number}", integer=True)
            self.target.indirect[found[symbol]] = value
            for check in self.source.checks.get(symbol, ()):
                self.target.check(found[symbol], replace(check, value=self.value(check.value)))
        return self.sizes.simplify_index(index.xreplace(found), self.ranges)

    def _copied(self, value: Value, args: list[Value]) -> Value:
        if value.op == "load":
            return self._load(value, args)
        if value.op == "iter":
            return self._expressions.value(value.attributes[0].xreplace(self.replaced), value.dtype)
        if value.op == "reduce":
            return self.reduction(value, args[0])
        known = decided(value.op, args, self.ranges)
        if isinstance(known, Value):
            return known
        if known is not None:
            return self.builder.const(known, value.dtype)
        return self.target.value(value.op, args, value.dtype, value.attributes)

    def _load(self, value: Value, mask: list[Value]) -> Value:
        """A load whose mask always holds is a plain one; where it never does, any value will do."""
        known = truth(mask[0]) if mask else True
        if known is False:
            return self.builder.const(0, value.dtype)
        kept = () if known else mask
        return self.target.value("load", kept, value.dtype, (value.buffer, self.index(value.index)))

    def reduction(self, value: Value, argument: Value) -> Value:
        """The copy of a reduction, given the copy of its operand."""
        return self.target.value("reduce", (argument,), argument.dtype, value.attributes)


def truth(value: Value) -> bool | None:
    """The value of a condition that is constant; None for others."""
    return bool(value.attributes[0]) if value.op == "const" and value.dtype == torch.bool else None


def decided(op: str, args: Sequence[Value], ranges: Mapping[sympy.Symbol, sympy.Expr]) -> Value | bool | None:
    """The operand or truth value that an operation gives by its constants or the loops' ranges, else None."""
    if op == "select":
        known = truth(args[0])
        return None if known is None else args[1 if known else 2]
    if op in _COMPARED and not dtypes.is_float(args[0].dtype):
        return _compared(op, args[0], args[1], ranges)
    if op in _LOGIC and args[0].dtype == torch.bool:
        return _LOGIC[op](*args)
    return None


def _compared(op: str, x: Value, y: Value, ranges: Mapping[sympy.Symbol, sympy.Expr]) -> bool | None:
    left, right = expression_of(x), expression_of(y)
    if left is None or right is None:
        return None
    span = _span(sympy.expand(left - right), ranges)
    return None if span is None else _COMPARED[op](*span)


def _span(expression: sympy.Expr, ranges: Mapping[sympy.Symbol, sympy.Expr]) -> tuple[int, int] | None:
    """Least and greatest value of an expression that is linear in loop variables of known range."""
    low = high = expression.xreplace(dict.fromkeys(ranges, sympy.S.Zero))
    for symbol in expression.free_symbols:
        factor = linear_coefficient(expression, symbol) if symbol in ranges else None
        reach = None if factor is None else factor * (ranges[symbol] - 1)
        if reach is None or not reach.is_Integer:
            return None
        low, high = low + min(reach, 0), high + max(reach, 0)
    return (int(low), int(high)) if low.is_Integer and high.is_Integer else None


def _less(low: int, high: int) -> bool | None:
    return True if high < 0 else False if low >= 0 else None


def _equal(low: int, high: int) -> bool | None:
    return False if low > 0 or high < 0 else True if low == high == 0 else None


def _opposite(known: bool | None) -> bool | None:
    return None if known is None else not known


_COMPARED: dict[str, Callable[[int, int], bool | None]] = {
    "lt": _less,
    "ge": lambda low, high: _opposite(_less(low, high)),
    "gt": lambda low, high: _less(-high, -low),
    "le": lambda low, high: _opposite(_less(-high, -low)),
    "eq": _equal,
    "ne": lambda low, high: _opposite(_equal(low, high)),
}
"""Comparisons, given the least and the greatest difference of their operands."""


def _and(x: Value, y: Value) -> Value | bool | None:
    if False in (truth(x), truth(y)):
        return False
    return y if truth(x) else x if truth(y) else None


def _or(x: Value, y: Value) -> Value | bool | None:
    if True in (truth(x), truth(y)):
        return True
    return y if truth(x) is False else x if truth(y) is False else None


def _xor(x: Value, y: Value) -> Value | bool | None:
    a, b = truth(x), truth(y)
    if a is not None and b is not None:
        return a != b
    return y if a is False else x if b is False else None


_LOGIC: dict[str, Callable[[Value, Value], Value | bool | None]] = {
    "bitwise_and": _and,
    "bitwise_or": _or,
    "bitwise_xor": _xor,
}
