"""Special functions as compositions of elementary operations."""

from npusim.frontend.codegen.builder import Builder
from npusim.frontend.codegen.dag import Value


def polynomial(b: Builder, x: Value, coefficients: list[float]) -> Value:
    """Horner's rule, highest power first."""
    result = b.const(coefficients[0], x.dtype)
    for c in coefficients[1:]:
        result = b.add(b.mul(result, x), c)
    return result
