"""Integer division that cannot trap.

The host's division instruction traps on a zero divisor and on the smallest number divided by -1. Both can occur in
elements that are not part of the result: the padding of a ragged tile, lanes without an iteration. These divide by 1
instead, which for the smallest number is the wrapped-around result.
"""

from typing import Any

from npusim.simulator.functional.math.lane import Lane, element_type, select
from npusim.simulator.ir.kernel import is_guarded
from npusim.simulator.ir.mlir import ir

_UNSIGNED = frozenset({"arith.divui", "arith.remui", "arith.ceildivui"})
_SIGNED = frozenset({"arith.divsi", "arith.remsi", "arith.ceildivsi", "arith.floordivsi"})


def guard_divisions(module: Any) -> None:
    """Guards every integer division by a divisor that is no constant, in place.

    Scalar `index` arithmetic of generated kernels is not guarded: its divisors are sizes. Kernels written by hand may
    divide by anything in the bodies of operations.
    """
    found: list[Any] = []
    has_sizes_only = not is_guarded(module)

    def visit(op: Any) -> Any:
        if (op.name in _SIGNED or op.name in _UNSIGNED) and not _is_safe(op, has_sizes_only):
            found.append(op)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    for op in found:
        with ir.InsertionPoint(op):
            op.operands[1] = _safe_divisor(op).value


def _is_safe(op: Any, has_sizes_only: bool) -> bool:
    divisor = op.operands[1]
    if has_sizes_only and isinstance(divisor.type, ir.IndexType):
        return True
    return not isinstance(divisor.owner, ir.Block) and _is_harmless_constant(divisor.owner.operation)


def _is_harmless_constant(op: Any) -> bool:
    if op.name != "arith.constant":
        return False
    attribute = op.attributes["value"]
    if isinstance(attribute, ir.DenseElementsAttr):
        if not attribute.is_splat:
            return False
        attribute = attribute.get_splat_value()
    return int(attribute.value) not in (0, -1)


def _safe_divisor(op: Any) -> Lane:
    dividend, divisor = (Lane(v) for v in op.operands)
    bad = divisor.compare("eq", 0)
    if op.name in _SIGNED:
        element = element_type(op.operands[0])
        width = 64 if isinstance(element, ir.IndexType) else int(element.width)
        wraps = dividend.compare("eq", -(1 << (width - 1))) & divisor.compare("eq", -1)
        bad = bad | wraps
    return select(bad, 1, divisor)
