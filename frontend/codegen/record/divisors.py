"""Integers that cannot be zero, so that a division by them needs no check."""

from npusim.frontend.codegen.graph.dag import Value


def is_never_zero(value: Value) -> bool:
    """Whether an integer is a constant other than 0, `x` with such a constant in place of 0, or at least 1."""
    if value.op == "const":
        return bool(value.attributes[0] != 0)
    if value.op == "maximum":
        return any(arg.op == "const" and arg.attributes[0] > 0 for arg in value.args)
    if value.op != "select" or value.args[0].op not in ("eq", "ne"):
        return False
    test, *results = value.args
    replacement, x = results if test.op == "eq" else reversed(results)
    return is_never_zero(replacement) and _compares_with_zero(test, _extended_from(x))


def _compares_with_zero(test: Value, x: Value) -> bool:
    """Whether a comparison tells whether `x` is 0: a conversion of 0 is 0."""
    compared, number = test.args
    source = compared.args[0] if compared.op == "convert" else compared
    return number.op == "const" and number.attributes == (0,) and x in (compared, source)


def _extended_from(x: Value) -> Value:
    """The integer that `x` was extended from, or else itself."""
    is_extended = x.op == "convert" and not x.dtype.is_floating_point and x.args[0].dtype.itemsize <= x.dtype.itemsize
    return x.args[0] if is_extended and not x.args[0].dtype.is_floating_point else x
