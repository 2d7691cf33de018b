"""Index expressions as values that the device computes, for gathers, scatters and tensors computed from their indices.

Functions of torch.utils._sympy.functions.
"""

import functools
from collections.abc import Callable, Iterable, Mapping

import sympy
import torch
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.builder import Builder
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.math.operations import OPERATIONS
from npusim.frontend.inductor.api import ValueRanges, bound_sympy
from npusim.frontend.inductor.api import sympy_functions as sf
from npusim.frontend.mlir_writer.index_arithmetic import FloatBits, is_whole
from npusim.simulator.errors import UnsupportedError
from sympy.logic.boolalg import BooleanFalse, BooleanTrue


def computed_in(expression: sympy.Expr, dtype: torch.dtype, ranges: Mapping[sympy.Symbol, sympy.Expr]) -> torch.dtype:
    """The dtype to compute an expression of this dtype in, before it is converted: whole numbers stay exact."""
    if dtype.is_floating_point and (not is_whole(expression) or _is_exact(expression, dtype, ranges)):
        return dtype
    return torch.int32 if fits_32_bits(expression, ranges) else torch.int64


def _is_exact(expression: sympy.Expr, dtype: torch.dtype, ranges: Mapping[sympy.Symbol, sympy.Expr]) -> bool:
    """Whether floating-point numbers hold every part of a whole expression; one number alone is rounded once anyway."""
    return isinstance(expression, sympy.Symbol) or _stays_below(round(2 / torch.finfo(dtype).eps), expression, ranges)


def fits_32_bits(expression: sympy.Expr, ranges: Mapping[sympy.Symbol, sympy.Expr]) -> bool:
    """Whether an expression over loop variables, and every part of it, is known to stay within 32 bits."""
    return _stays_below(2**31, expression, ranges)


def _stays_below(limit: int, expression: sympy.Expr, ranges: Mapping[sympy.Symbol, sympy.Expr]) -> bool:
    """Whether an expression over loop variables, and every part of it, is known to lie in `-limit <= x < limit`."""
    if not expression.free_symbols <= ranges.keys() or not all(ranges[s].is_Integer for s in expression.free_symbols):
        return False
    bounds = {s: ValueRanges(0, max(0, int(ranges[s]) - 1)) for s in expression.free_symbols}
    parts = [p for p in sympy.preorder_traversal(expression) if isinstance(p, sympy.Expr)]
    known = (bound_sympy(p, bounds) for p in parts)
    return all(bound.lower >= -limit and bound.upper < limit for bound in known)


def is_within(expression: sympy.Expr, size: sympy.Expr, ranges: Mapping[sympy.Symbol, sympy.Expr]) -> bool:
    """Whether an index over loop variables is known to lie within a dimension of this size."""
    known = {s: ranges[s] for s in expression.free_symbols if s in ranges and ranges[s].is_Integer}
    if not size.is_Integer or not expression.free_symbols <= known.keys():
        return False
    bound = bound_sympy(expression, {s: ValueRanges(0, max(0, int(n) - 1)) for s, n in known.items()})
    return bool(bound.lower >= 0 and bound.upper < size)


class IndexValues:
    """Turns expressions over loop variables, sizes and loaded indices into values of one dtype.

    Args:
        loops: the domain's variables.
        indirect: symbols that stand for loaded values.
    """

    def __init__(
        self, builder: Builder, loops: Mapping[sympy.Symbol, object], indirect: Mapping[sympy.Symbol, Value]
    ) -> None:
        self._b = builder
        self._loops = loops
        self._indirect = indirect

    def value(self, expression: sympy.Expr, dtype: torch.dtype) -> Value:
        """The expression's value, computed in `dtype`; parts in sizes that are not whole arithmetic, in float64."""
        if isinstance(expression, (sympy.Integer, int)):
            return self._b.const(int(expression), dtype)
        if isinstance(expression, (BooleanTrue, BooleanFalse)):
            return self._b.const(bool(expression), dtype)
        if expression.is_number and not expression.is_Function:
            return self._b.const(float(expression), dtype)
        if not self._varies(expression) and not _is_computed_in(dtype, expression):
            return self._size(expression, dtype)
        if isinstance(expression, sympy.Symbol):
            return self._symbol(expression, dtype)
        handler = _HANDLERS.get(type(expression).__name__)
        if handler is None:
            raise UnsupportedError(
                f"cannot compute the index expression {expression} on the device: "
                f"{type(expression).__name__} is not known"
            )
        return handler(self, expression, dtype)

    def _varies(self, expression: sympy.Expr) -> bool:
        """Whether an expression holds anything but sizes."""
        return not expression.free_symbols.isdisjoint(self._loops.keys() | self._indirect.keys())

    def _symbol(self, symbol: sympy.Symbol, dtype: torch.dtype) -> Value:
        if symbol in self._indirect:
            return self._b.convert(self._indirect[symbol], dtype)
        if symbol in self._loops:
            return self._b.raw("iter", dtype, attributes=(symbol,))
        return self._b.raw("size", dtype, attributes=(symbol,))

    def _size(self, expression: sympy.Expr, dtype: torch.dtype) -> Value:
        """The value of an expression in sizes that the kernel's caller computes."""
        if is_whole(expression):
            numbers = {n: sympy.Integer(n) for n in expression.atoms(sympy.Float) if n == sympy.Integer(n)}
            whole = expression.xreplace(numbers)
            return self._b.convert(self._b.raw("size", torch.int64, attributes=(whole,)), dtype)
        bits = self._b.raw("size", torch.int64, attributes=(FloatBits(expression),))
        return self._b.convert(self._b.bitcast(bits, torch.float64), dtype)

    def by_loops(self, terms: Iterable[sympy.Expr]) -> list[list[sympy.Expr]]:
        """Terms that vary along the same loops, together."""
        groups: dict[frozenset[sympy.Symbol], list[sympy.Expr]] = {}
        for term in terms:
            varying = term.free_symbols & (self._loops.keys() | self._indirect.keys())
            groups.setdefault(frozenset(varying), []).append(term)
        return list(groups.values())

    def args(self, expression: sympy.Expr, dtype: torch.dtype) -> list[Value]:
        return self.values(expression.args, dtype)

    def values(self, expressions: Iterable[sympy.Expr], dtype: torch.dtype) -> list[Value]:
        return [self.value(e, dtype) for e in expressions]


def _is_computed_in(dtype: torch.dtype, expression: sympy.Expr) -> bool:
    """Whether kernels compute an expression in sizes exactly: whole arithmetic, and of floats no divisions."""
    if dtypes.is_float(dtype) and expression.has(sf.FloorDiv, sf.ModularIndexing, sf.Mod, sf.PythonMod):
        return False
    return all(map(_is_computed, sympy.preorder_traversal(expression)))


def _is_computed(part: sympy.Basic) -> bool:
    if isinstance(part, (sympy.Pow, sf.PowByNatural)) and not part.args[1].is_Integer:
        return False
    return is_whole(part) and (not part.args or type(part).__name__ in _HANDLERS)


Handler = Callable[[IndexValues, sympy.Expr, torch.dtype], Value]


def _folded(name: str) -> Handler:
    def fold(self: IndexValues, e: sympy.Expr, dtype: torch.dtype) -> Value:
        return functools.reduce(lambda x, y: OPERATIONS[name](self._b, x, y), self.args(e, dtype))

    return fold


def _sum(self: IndexValues, e: sympy.Expr, dtype: torch.dtype) -> Value:
    """A sum, of integers loop by loop: what a loop does not change is a value that is computed before it."""
    add = functools.partial(OPERATIONS["add"], self._b)
    parts = [e.args] if dtypes.is_float(dtype) else self.by_loops(e.args)
    return functools.reduce(add, [functools.reduce(add, self.values(part, dtype)) for part in parts])


def _power(self: IndexValues, e: sympy.Expr, dtype: torch.dtype) -> Value:
    base, exponent = e.args
    if not (exponent.is_Integer and exponent > 0):
        raise UnsupportedError(
            f"cannot compute the index expression {e} on the device: only positive whole powers are known"
        )
    return functools.reduce(self._b.mul, [self.value(base, dtype)] * int(exponent))


def _floor_div(self: IndexValues, e: sympy.Expr, dtype: torch.dtype) -> Value:
    x, y = (self.value(a, dtype) for a in e.args[:2])
    if dtypes.is_float(dtype):
        return OPERATIONS["floor"](self._b, self._b.float_op("div", x, y))  # type: ignore[no-any-return]
    bits = _bits(y)
    if bits is not None:
        return self._b.raw("shr", dtype, x, self._b.const(bits, dtype))
    if e.args[0].is_nonnegative and e.args[1].is_positive:
        return self._b.raw("div", dtype, x, y) if y.op == "const" else self._b.trunc_divide(x, y)
    return self._b.floor_divide(x, y)


def _bits(divisor: Value) -> int | None:
    """k of a whole constant 2**k: shifts round quotients down, and masks give remainders, also of negative numbers."""
    number = divisor.attributes[0] if divisor.op == "const" and not dtypes.is_float(divisor.dtype) else 0
    return number.bit_length() - 1 if number > 0 and number & (number - 1) == 0 else None


def _modular(self: IndexValues, e: sympy.Expr, dtype: torch.dtype) -> Value:
    base, divisor, modulus = e.args
    quotient = self.value(base if divisor == 1 else sf.FloorDiv(base, divisor), dtype)
    m = self.value(modulus, dtype)
    if _bits(m) is not None:
        return self._b.op("bitwise_and", quotient, self._b.const(m.attributes[0] - 1, dtype))
    if base.is_nonnegative and m.op == "const":
        return self._b.raw("rem", dtype, quotient, m)
    return self._b.python_modulo(quotient, m)


def _float_division(self: IndexValues, e: sympy.Expr, dtype: torch.dtype) -> Value:
    wide = dtype if dtypes.is_float(dtype) else torch.float64
    x, y = (self.value(a, wide) for a in e.args)
    return self._b.convert(self._b.float_op("div", x, y), dtype)


def _same(self: IndexValues, e: sympy.Expr, dtype: torch.dtype) -> Value:
    return self.value(e.args[0], dtype)


def _operation(name: str, wide: torch.dtype | None = None) -> Handler:
    """An operation, computed in the dtype of its result or in a wider one."""

    def handler(self: IndexValues, e: sympy.Expr, dtype: torch.dtype) -> Value:
        return self._b.convert(OPERATIONS[name](self._b, *self.args(e, wide or dtype)), dtype)

    return handler


def _comparison(name: str) -> Handler:
    def handler(self: IndexValues, e: sympy.Expr, dtype: torch.dtype) -> Value:
        return self._b.compare(name, *self.args(e, torch.int64 if all(map(is_whole, e.args)) else torch.float64))

    return handler


def _where(self: IndexValues, e: sympy.Expr, dtype: torch.dtype) -> Value:
    condition, x, y = e.args
    return self._b.where(self.value(condition, torch.bool), self.value(x, dtype), self.value(y, dtype))


def _pieces(self: IndexValues, e: sympy.Expr, dtype: torch.dtype) -> Value:
    *pieces, (last, _) = e.args
    value = self.value(last, dtype)
    for piece, condition in reversed(pieces):
        value = self._b.where(self.value(condition, torch.bool), self.value(piece, dtype), value)
    return value


def _not(self: IndexValues, e: sympy.Expr, dtype: torch.dtype) -> Value:
    return self._b.negate(self.value(e.args[0], torch.bool))


_UNARY = (
    "sqrt", "cos", "cosh", "sin", "sinh", "tan", "tanh", "asin", "acos", "atan", "exp", "log", "asinh", "log2",
)  # fmt: skip
_HANDLERS: dict[str, Handler] = {
    "Abs": _operation("abs"),
    "Add": _sum,
    "Mul": _folded("mul"),
    "Max": _folded("maximum"),
    "Min": _folded("minimum"),
    "And": _folded("logical_and"),
    "Or": _folded("logical_or"),
    "Not": _not,
    "BitwiseFn_bitwise_and": _operation("bitwise_and", torch.int64),
    "BitwiseFn_bitwise_or": _operation("bitwise_or", torch.int64),
    "BitwiseFn_bitwise_xor": _operation("bitwise_xor", torch.int64),
    "Pow": _power,
    "PowByNatural": _power,
    "FloorDiv": _floor_div,
    "CleanDiv": _floor_div,
    "ModularIndexing": _modular,
    "Mod": _operation("remainder"),
    "PythonMod": _operation("remainder"),
    "IntTrueDiv": _float_division,
    "FloatTrueDiv": _float_division,
    "ToFloat": _same,
    "Identity": _same,
    "FloatPow": _operation("pow", torch.float64),
    "TruncToFloat": _operation("trunc", torch.float64),
    "TruncToInt": _operation("trunc", torch.float64),
    "FloorToInt": _operation("floor", torch.float64),
    "CeilToInt": _operation("ceil", torch.float64),
    "RoundToInt": _operation("round", torch.float64),
    "Where": _where,
    "Piecewise": _pieces,
    "Equality": _comparison("eq"),
    "Unequality": _comparison("ne"),
    "StrictLessThan": _comparison("lt"),
    "LessThan": _comparison("le"),
    "StrictGreaterThan": _comparison("gt"),
    "GreaterThan": _comparison("ge"),
    **{f"OpaqueUnaryFn_{name}": _operation(name, torch.float64) for name in _UNARY},
}
