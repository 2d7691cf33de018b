"""Values that stay 0 where the tiles they are computed from are padded with 0."""

from collections.abc import Callable, Collection, Mapping, Sequence

import torch
from npusim.frontend.codegen.graph.dag import Graph, Value

_KEEP_ZERO = frozenset(
    [
        "convert",
        "bitcast",
        "neg",
        "abs",
        "sqrt",
        "tanh",
        "sin",
        "tan",
        "asin",
        "atan",
        "sinh",
        "asinh",
        "atanh",
        "erf",
        "expm1",
        "log1p",
        "floor",
        "ceil",
        "trunc",
        "roundeven",
    ]
)
"""Functions of one operand that are 0 at 0."""
_BOTH = frozenset(("add", "sub", "maximum", "minimum", "bitwise_or", "bitwise_xor"))
_FIRST = frozenset(("shl", "shr"))

Dims = Callable[[Value], Collection[int]]
"""The dimensions along which a load gives 0 outside of its tensor."""


def vanishes(value: Value, d: int, graph: Graph, dims: Dims) -> bool:
    """Whether a value is 0 where the tiles it is computed from are padded with 0 along a dimension."""
    known: dict[int, bool] = {}
    for each in graph.reachable([value]):
        known[each.number] = _is_zero(each, d, dims, known)
    return known[value.number]


def _is_zero(value: Value, d: int, dims: Dims, known: Mapping[int, bool]) -> bool:
    zeros = [known[a.number] for a in value.args]
    if value.op == "load":
        return d in dims(value)
    if value.op == "const":
        return bool(value.attributes[0] == 0)
    if value.op in _KEEP_ZERO:
        return zeros[0]
    if value.op in _BOTH:
        return all(zeros)
    if value.op in _FIRST:
        return zeros[0]
    if value.op == "select":
        return zeros[1] and zeros[2]
    return value.op == "mul" and _is_zero_product(value, zeros)


def _is_zero_product(value: Value, zeros: Sequence[bool]) -> bool:
    """0 times a finite constant or times 0; anything else may be infinite, and the product NaN."""
    return any(
        zero and (other_zero or _is_finite(other))
        for zero, other, other_zero in zip(zeros, value.args[::-1], zeros[::-1], strict=True)
    )


def _is_finite(value: Value) -> bool:
    return value.op == "const" and bool(torch.tensor(value.attributes[0], dtype=value.dtype).isfinite())
