"""Special functions as compositions of elementary operations."""

import math

from npusim.frontend.codegen.builder import Builder, Operand
from npusim.frontend.codegen.dag import Value
from npusim.frontend.codegen.operations import absolute, operation


def polynomial(b: Builder, x: Value, coefficients: list[float]) -> Value:
    """Horner's rule, highest power first."""
    result = b.const(coefficients[0], x.dtype)
    for c in coefficients[1:]:
        result = b.add(b.mul(result, x), c)
    return result
