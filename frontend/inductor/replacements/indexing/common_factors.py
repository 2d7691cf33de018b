"""Quotients and remainders of linear indices lose the factor that dividend and divisor share.

Torch has sympy simplify what is left of both, which a sum of multiples of variables never needs: sympy tries
trigonometry and units of physics, and the first time imports them, a tenth of a second in all.
"""

from collections.abc import Callable
from math import gcd
from typing import Any

import sympy
from npusim.frontend.inductor.patching import around


@around
def of_quotient(stock: Callable[..., Any], cls: Any, base: Any, divisor: Any) -> Any:
    """Wraps `FloorDiv.eval`; terms that are multiples of the divisor are left to it."""
    coefficients = _coefficients(base, divisor)
    if coefficients and all(each % divisor for each in coefficients):
        factor = gcd(divisor, *coefficients)
        if factor > 1:
            return cls(base / factor, sympy.Integer(int(divisor) // factor))
    return stock(cls, base, divisor)


@around
def of_remainder(stock: Callable[..., Any], cls: Any, base: Any, divisor: Any, modulus: Any) -> Any:
    """Wraps `ModularIndexing.eval`: `base // divisor % modulus`."""
    if modulus != 1 and (coefficients := _coefficients(base, divisor)):
        factor = gcd(divisor, *coefficients)
        if factor > 1:
            return cls(base / factor, sympy.Integer(int(divisor) // factor), modulus)
    return stock(cls, base, divisor, modulus)


def _coefficients(base: Any, divisor: Any) -> list[int]:
    """The integers of a sum of multiples of variables and a number; none if it is no such sum, or the divisor no number
    greater than 1.
    """
    if not isinstance(divisor, sympy.Integer) or divisor <= 1 or not getattr(base, "free_symbols", None):
        return []
    found: list[int] = []
    for term in sympy.Add.make_args(base):
        number, variable = term.as_coeff_Mul()
        if not isinstance(number, sympy.Integer) or not (variable.is_Symbol or variable is sympy.S.One):
            return []
        found.append(int(number))
    return found
