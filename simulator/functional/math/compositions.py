"""Functions that are a few arithmetic operations, for every float type, and integer powers."""

from npusim.simulator.functional.math.lane import Lane, absolute, copysign, like, select, splat, unary
from npusim.simulator.ir.mlir import ir, scf


def rsqrt(x: Lane) -> Lane:
    """1 / sqrt(x), both correctly rounded operations of the host."""
    return 1.0 / unary("sqrt", x)


def round_half_away(x: Lane) -> Lane:
    """C's round(): to the nearest integer, halves away from zero."""
    magnitude = absolute(x)
    whole = unary("floor", magnitude)
    up = (magnitude - whole).compare("oge", 0.5)
    return copysign(select(up, whole + 1.0, whole), x)


def is_nan(x: Lane) -> Lane:
    """i1: x is NaN."""
    return x.compare("uno", x)


def is_inf(x: Lane) -> Lane:
    """i1: x is an infinity."""
    return absolute(x).compare("oeq", float("inf"))


def is_finite(x: Lane) -> Lane:
    """i1: x is neither infinite nor NaN."""
    return absolute(x).compare("olt", float("inf"))


def integer_power(base: Lane, exponent: Lane) -> Lane:
    """base**exponent, wrapping around; a negative exponent gives the power's integer part, 0 for base 0."""
    width = int(_element(exponent).width)
    value_type = base.value.type
    index = ir.IndexType.get()
    bounds = [splat(index, n) for n in (0, width - 1, 1)]
    loop = scf.ForOp(*bounds, [splat(value_type, 1), base.value, exponent.value])
    with ir.InsertionPoint(loop.body):
        result, factor, left = (Lane(v) for v in loop.inner_iter_args)
        odd = (left & 1).compare("ne", 0)
        following = [select(odd, result * factor, result), factor * factor, left.shift_right_logical(1)]
        scf.yield_([v.value for v in following])
    power = Lane(loop.operation.results[0])
    return select(exponent.compare("slt", 0), _negative_power(base, exponent), power)


def _negative_power(base: Lane, exponent: Lane) -> Lane:
    odd = (exponent & 1).compare("ne", 0)
    minus_one = select(odd, base, Lane(splat(like(base.value, _element(base)), 1)))
    zero = Lane(splat(base.value.type, 0))
    return select(base.compare("eq", 1), base, select(base.compare("eq", -1), minus_one, zero))


def _element(x: Lane) -> ir.Type:
    return x.value.type.element_type if isinstance(x.value.type, ir.VectorType) else x.value.type
