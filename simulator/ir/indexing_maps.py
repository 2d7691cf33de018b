"""Checks of affine maps that MLIR's verifiers lack: accesses outside of an operand, and divisions by zero."""

import itertools
import re
from collections.abc import Iterator
from math import prod
from typing import Any

from npusim.simulator.ir.mlir import ir
from npusim.simulator.ir.verify_error import Violation

_MOST_POINTS = 1 << 16
_OPEN_DIVISOR = re.compile(r"(?:floordiv|ceildiv|mod) (?![1-9])([^ ,)>]*)")
_SCALES = (ir.AffineModExpr, ir.AffineFloorDivExpr, ir.AffineCeilDivExpr)
Range = tuple[int, int]


def check_maps(generic: Any) -> None:
    """Checks that the indexing maps of a `linalg.generic` stay inside of its operands.

    MLIR checks the first and the last iteration only, which does not cover `d0 mod 7`.

    Raises:
        Violation: an access is outside of an operand.
    """
    maps = [attribute.value for attribute in generic.attributes["indexing_maps"]]
    shaped = [(v, m) for v, m in zip(generic.operands, maps, strict=True) if isinstance(v.type, ir.MemRefType)]
    if all(isinstance(expr, ir.AffineDimExpr) for _, map_ in shaped for expr in map_.results):
        return
    sizes = _loop_sizes(shaped)
    for value, map_ in shaped:
        for axis, expr in enumerate(map_.results):
            if isinstance(expr, ir.AffineDimExpr):
                continue
            low, high = _reach(expr, sizes, generic)
            if low < 0 or high >= value.type.shape[axis]:
                raise Violation(
                    f"an indexing map of {generic.name} reaches index {low if low < 0 else high} of axis {axis} of "
                    f"{value.type}; it must stay inside",
                    generic.location,
                )


def _loop_sizes(shaped: list[tuple[Any, Any]]) -> dict[int, int]:
    return {
        int(expr.position): int(size)
        for value, map_ in shaped
        for size, expr in zip(value.type.shape, map_.results, strict=True)
        if isinstance(expr, ir.AffineDimExpr)
    }


def _reach(expr: Any, sizes: dict[int, int], op: Any) -> Range:
    """Smallest and largest value: exact for few iterations, else by interval arithmetic."""
    used = sorted(set(_dims(expr)))
    missing = [dim for dim in used if dim not in sizes]
    if missing:
        sentence = f"dimension d{missing[0]} of {op.name} has no size: no operand is indexed with it alone"
        raise Violation(sentence, op.location)
    if 0 in (sizes[dim] for dim in used):
        return 0, -1
    if not any(isinstance(each, _SCALES) for each in _nodes(expr)) or prod(sizes[d] for d in used) > _MOST_POINTS:
        return _interval(expr, sizes, op)
    points = itertools.product(*(range(sizes[dim]) for dim in used))
    values = [_value(expr, dict(zip(used, point, strict=True)), op) for point in points]
    return min(values), max(values)


def _nodes(expr: Any) -> Iterator[Any]:
    yield expr
    if not isinstance(expr, (ir.AffineDimExpr, ir.AffineConstantExpr, ir.AffineSymbolExpr)):
        yield from _nodes(expr.lhs)
        yield from _nodes(expr.rhs)


def _dims(expr: Any) -> Iterator[int]:
    return (int(node.position) for node in _nodes(expr) if isinstance(node, ir.AffineDimExpr))


def _value(expr: Any, point: dict[int, int], op: Any) -> int:
    if isinstance(expr, ir.AffineDimExpr):
        return point[int(expr.position)]
    if isinstance(expr, ir.AffineConstantExpr):
        return int(expr.value)
    if isinstance(expr, ir.AffineSymbolExpr):
        raise Violation(f"the indexing maps of {op.name} must have no symbols", op.location)
    left, right = _value(expr.lhs, point, op), _value(expr.rhs, point, op)
    return _combined(expr, left, right, op)


def _combined(expr: Any, left: int, right: int, op: Any) -> int:
    if isinstance(expr, ir.AffineAddExpr):
        return left + right
    if isinstance(expr, ir.AffineMulExpr):
        return left * right
    if right < 1:
        raise Violation(f"an affine expression of {op.name} divides by {right}; divisors are at least 1", op.location)
    if isinstance(expr, ir.AffineModExpr):
        return left % right
    return left // right if isinstance(expr, ir.AffineFloorDivExpr) else -(-left // right)


def _interval(expr: Any, sizes: dict[int, int], op: Any) -> Range:
    if isinstance(expr, ir.AffineDimExpr):
        return 0, sizes[int(expr.position)] - 1
    if isinstance(expr, (ir.AffineConstantExpr, ir.AffineSymbolExpr)):
        value = _value(expr, {}, op)
        return value, value
    left, right = _interval(expr.lhs, sizes, op), _interval(expr.rhs, sizes, op)
    if isinstance(expr, ir.AffineModExpr) and right[0] == right[1]:
        divisor = right[0]
        if divisor >= 1 and left[0] // divisor != left[1] // divisor:
            return 0, divisor - 1
    ends = [_combined(expr, x, y, op) for x in left for y in right]
    return min(ends), max(ends)


def check_guarded_map(op: Any) -> None:
    """Raises Violation for an affine expression whose divisor is no positive constant: a run could not check it."""
    if not op.name.startswith("affine."):
        return
    for attribute in op.attributes.values():
        found = _OPEN_DIVISOR.search(str(attribute))
        if found:
            sentence = f"an affine expression of {op.name} divides by {found.group(1)}; divide by a positive constant"
            raise Violation(f"{sentence}, or use arith.floordivsi and arith.remsi", op.location)
