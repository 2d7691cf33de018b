"""Arithmetic over keys in sweep files: `dram_bandwidth_gbps / 4`, `area_mm2 < 300`. Nothing else is evaluated."""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

from npusim.simulator.errors import OptionError

Value = float | int | str | bool

_LONGEST = 1000
_MOST_BITS = 4096
_LEAST_EXCESS = 1e-6
_BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_UNARY: dict[type, Callable[[Any], Any]] = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: operator.not_}
_COMPARISONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "ceil": math.ceil,
    "floor": math.floor,
    "int": int,
    "float": float,
    "log2": math.log2,
    "max": max,
    "min": min,
    "round": round,
    "sqrt": math.sqrt,
}


class Expression:
    """An expression, parsed once.

    Attributes:
        text: as it was written.
        names: the keys that it reads.

    Raises:
        OptionError: it is no arithmetic expression.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            if len(text) > _LONGEST:
                raise ValueError(f"it has {len(text)} characters, more than {_LONGEST}")
            self._tree = ast.parse(text.strip(), mode="eval").body
            self.names = frozenset(_names(self._tree))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            reason = error.msg if isinstance(error, SyntaxError) else error
            raise OptionError(f"{text[:200]!r} is no expression: {reason}") from error

    def value(self, values: Mapping[str, Value]) -> Any:
        """The value for values of the keys.

        Raises:
            OptionError: a name has no value, or the arithmetic has no result.
        """
        try:
            return _value(self._tree, values)
        except KeyError as error:
            raise OptionError(f"{self.text!r} names {error.args[0]!r}, which has no value here") from error
        except (ArithmeticError, TypeError, ValueError) as error:
            raise OptionError(f"{self.text!r} has no value: {error}") from error

    def excess(self, values: Mapping[str, Value]) -> float:
        """How far a condition is from being met: 0 if it holds, else at most 1, less where two numbers are nearer.

        Raises:
            OptionError: as `value`.
        """
        if self.value(values):
            return 0.0
        if not isinstance(self._tree, ast.Compare) or len(self._tree.ops) > 1:
            return 1.0
        left, right = (_value(part, values) for part in _parts(self._tree))
        if isinstance(left, str) or isinstance(right, str) or not (left or right):
            return 1.0
        return float(max(abs(left - right) / (abs(left) + abs(right)), _LEAST_EXCESS))


def _names(node: ast.expr) -> set[str]:
    """The names of a legal expression; ValueError for another one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float, str, bool)):
        return set()
    dotted = _dotted(node)
    if dotted is not None:
        return {dotted}
    return set().union(*(_names(part) for part in _parts(node)))


def _parts(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        return [node.left, node.right]
    if isinstance(node, ast.UnaryOp) and type(node.op) in _UNARY:
        return [node.operand]
    if isinstance(node, ast.BoolOp):
        return node.values
    if isinstance(node, ast.Compare) and all(type(op) in _COMPARISONS for op in node.ops):
        return [node.left, *node.comparators]
    if isinstance(node, ast.IfExp):
        return [node.test, node.body, node.orelse]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        if node.func.id not in _FUNCTIONS:
            raise ValueError(f"there is no function {node.func.id}; there are {', '.join(_FUNCTIONS)}")
        return node.args
    raise ValueError(f"{ast.unparse(node)[:80]!r} is not arithmetic over keys")


def _dotted(node: ast.expr) -> str | None:
    """`energy.dram_activate_pj` as one name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        return None if before is None else f"{before}.{node.attr}"
    return None


def _value(node: ast.expr, values: Mapping[str, Value]) -> Any:
    dotted = _dotted(node)
    if dotted is not None:
        return values[dotted]
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.BoolOp):
        found = [bool(_value(part, values)) for part in node.values]
        return all(found) if isinstance(node.op, ast.And) else any(found)
    if isinstance(node, ast.IfExp):
        return _value(node.body if _value(node.test, values) else node.orelse, values)
    parts = [_value(part, values) for part in _parts(node)]
    if isinstance(node, ast.BinOp):
        return _computed(node.op, *parts)
    if isinstance(node, ast.UnaryOp):
        return _UNARY[type(node.op)](parts[0])
    if isinstance(node, ast.Compare):
        pairs = zip(node.ops, parts, parts[1:], strict=False)
        return all(_COMPARISONS[type(op)](left, right) for op, left, right in pairs)
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    return _FUNCTIONS[node.func.id](*parts)


def _computed(op: ast.operator, left: Any, right: Any) -> Any:
    if isinstance(left, str) or isinstance(right, str):
        raise TypeError("names are compared, not computed with")
    if isinstance(op, ast.Pow) and isinstance(left, int) and abs(right) * left.bit_length() > _MOST_BITS:
        raise ValueError("the power is too large")
    return _BINARY[type(op)](left, right)
