"""Arithmetic on sizes, strides and offsets: what kernels compute, and what their caller computes for them.

Sums, products, quotients and remainders are operations of a kernel. Everything else that sizes are made of (powers,
roots, roundings, what goes through floating point) is computed once per launch by the program that calls the kernel,
in Python, as eager PyTorch does, and arrives as a size of its own.

Functions of torch.utils._sympy.functions.
"""

import struct
from collections.abc import Callable, Iterable

import sympy
from npusim.frontend.inductor.api import SymT, symbol_is_type
from npusim.frontend.inductor.api import sympy_functions as sf
from sympy.logic.boolalg import Boolean

_SIZE_SYMBOLS = (
    SymT.SIZE, SymT.FLOAT, SymT.UNBACKED_INT, SymT.UNBACKED_FLOAT, SymT.PRECOMPUTED_SIZE,
)  # fmt: skip
_FOLDED = {
    sympy.Add: "addi",
    sympy.Mul: "muli",
    sympy.Min: "minsi",
    sf.Min: "minsi",
    sympy.Max: "maxsi",
    sf.Max: "maxsi",
    sf.FloorDiv: "floordivsi",
    sf.CleanDiv: "floordivsi",
}
_BITWISE = (sf.BitwiseFn_bitwise_and, sf.BitwiseFn_bitwise_or, sf.BitwiseFn_bitwise_xor)
_COMMUTATIVE = (sympy.Add, sympy.Mul, sympy.Min, sf.Min, sympy.Max, sf.Max)
_REMAINDERS = (sf.Mod, sf.PythonMod)
_KEEPS_WHOLE = (*_COMMUTATIVE, *_REMAINDERS, sf.Identity, sympy.Abs)

Fold = tuple[str, list[sympy.Expr]]


class FloatBits(sympy.Function):
    """The bits of a float64 as an integer: how a kernel gets a number that is not whole."""

    nargs = 1
    is_integer = True

    @classmethod
    def eval(cls, value: sympy.Expr) -> sympy.Expr | None:
        return sympy.Integer(float_bits(float(value))) if value.is_number else None


def float_bits(value: float) -> int:
    """The bits of a float64 as a signed integer."""
    (bits,) = struct.unpack("<q", struct.pack("<d", value))
    return int(bits)


def is_size(symbol: sympy.Symbol) -> bool:
    """Whether a symbol is one of the program's sizes or numbers, not a variable of a loop."""
    return bool(symbol_is_type(symbol, _SIZE_SYMBOLS))


def is_whole(expression: sympy.Basic) -> bool:
    """Whether an expression is a whole number or a truth value whatever its symbols are.

    Remainders are whole to torch, those of other numbers too: what may keep one is as whole as its parts.
    """
    if isinstance(expression, sympy.Symbol):  # a Boolean to sympy; a template's loop variable makes no assumption
        return bool(expression.is_integer) or not symbol_is_type(expression, (SymT.FLOAT, SymT.UNBACKED_FLOAT))
    if isinstance(expression, _KEEPS_WHOLE) and (not expression.is_integer or expression.has(*_REMAINDERS)):
        return all(map(is_whole, expression.args))
    return isinstance(expression, (Boolean, *_BITWISE)) or bool(expression.is_integer)


def fold_of(expression: sympy.Expr) -> Fold | None:
    """The operation of `arith` on `index` values that combines the returned parts, from left to right; None for
    expressions that kernels do not compute.
    """
    kind = type(expression)
    if kind in _FOLDED and is_whole(expression):
        return _FOLDED[kind], _ordered(expression)
    if kind is sympy.Pow and expression.exp.is_Integer and expression.exp > 0 and is_whole(expression.base):
        return "muli", [expression.base] * int(expression.exp)
    if kind is sf.ModularIndexing:
        base, divisor, modulus = expression.args
        return _remainder(base if divisor == 1 else sf.FloorDiv(base, divisor), modulus)
    if kind in _REMAINDERS and is_whole(expression):
        return _remainder(*expression.args)
    return None


def with_arguments(expression: sympy.Expr, argument: Callable[[sympy.Expr], sympy.Symbol]) -> sympy.Expr:
    """The expression with every size, and every part that only the caller computes, replaced by `argument`."""
    table: dict[sympy.Expr, sympy.Symbol] = {}
    for part in _arguments(expression):
        if part not in table:
            table[part] = argument(part)
    return expression.xreplace(table)


def _arguments(expression: sympy.Expr) -> Iterable[sympy.Expr]:
    if isinstance(expression, sympy.Symbol):
        return [expression] if is_size(expression) else []
    made_of_sizes = bool(expression.free_symbols) and all(map(is_size, expression.free_symbols))
    if made_of_sizes and fold_of(expression) is None:
        return [expression]
    return [found for part in _ordered(expression) for found in _arguments(part)]


def _remainder(base: sympy.Expr, modulus: sympy.Expr) -> Fold | None:
    """A remainder by `remsi`, whose sign is the dividend's; None where an operand may be negative."""
    signed = not (base.is_nonnegative and modulus.is_nonnegative)
    return None if signed and all(map(is_size, base.free_symbols)) else ("remsi", [base, modulus])


def _ordered(expression: sympy.Expr) -> list[sympy.Expr]:
    """Parts in a fixed order: of commutative operations, symbols before constants."""
    if not isinstance(expression, _COMMUTATIVE):
        return list(expression.args)
    return sorted(expression.args, key=lambda part: (bool(part.is_number), str(part)))
