"""Integer division that cannot trap, and shifts by any amount.

The host's division instruction traps on a zero divisor and on the smallest number divided by -1. Both can occur in
elements that are not part of the result: the padding of a ragged tile, lanes without an iteration. These divide by 1
instead, which for the smallest number is the wrapped-around result.

A shift by as many bits as a number has, or by a negative amount, is poison to LLVM: what comes of it depends on what is
optimised. Kernels written by hand shift by the amount's remainder, as the host's instructions do; generated ones select
another value then.
"""

from typing import Any

from npusim.simulator.functional.math.lane import Lane, element_type, select
from npusim.simulator.ir.kernel import is_guarded
from npusim.simulator.ir.kernel_views import walk
from npusim.simulator.ir.mlir import ir
from npusim.simulator.ir.values import definition

_UNSIGNED = frozenset({"arith.divui", "arith.remui", "arith.ceildivui"})
_SIGNED = frozenset({"arith.divsi", "arith.remsi", "arith.ceildivsi", "arith.floordivsi"})
_SHIFTS = frozenset({"arith.shli", "arith.shrsi", "arith.shrui"})


def guard_divisions(module: Any) -> None:
    """Guards every integer division by a divisor that is no constant, in place.

    Scalar `index` arithmetic of generated kernels is not guarded: its divisors are sizes. Kernels written by hand may
    divide by anything in the bodies of operations.
    """
    has_sizes_only = not is_guarded(module)

    def is_open(op: Any) -> bool:
        return (op.name in _SIGNED or op.name in _UNSIGNED) and not _is_safe(op, has_sizes_only)

    for op in filter(is_open, walk(module.operation)):
        with ir.InsertionPoint(op):
            op.operands[1] = _safe_divisor(op).value


def guard_shifts(module: Any) -> None:
    """Takes the amounts of shifts modulo the width of what is shifted, in place, in kernels written by hand."""
    if not is_guarded(module):
        return
    for op in [op for op in walk(module.operation) if op.name in _SHIFTS]:
        with ir.InsertionPoint(op):
            op.operands[1] = (Lane(op.operands[1]) & (_width(op.operands[0]) - 1)).value


def _width(value: Any) -> int:
    element = element_type(value)
    return 64 if isinstance(element, ir.IndexType) else int(element.width)


def _is_safe(op: Any, has_sizes_only: bool) -> bool:
    divisor = op.operands[1]
    if has_sizes_only and isinstance(divisor.type, ir.IndexType):
        return True
    constant = definition(divisor, "arith.constant")
    return constant is not None and _is_harmless(constant.attributes["value"])


def _is_harmless(attribute: Any) -> bool:
    if isinstance(attribute, ir.DenseElementsAttr):
        if not attribute.is_splat:
            return False
        attribute = attribute.get_splat_value()
    return int(attribute.value) not in (0, -1)


def _safe_divisor(op: Any) -> Lane:
    dividend, divisor = (Lane(v) for v in op.operands)
    bad = divisor.compare("eq", 0)
    if op.name in _SIGNED:
        smallest = -(1 << (_width(op.operands[0]) - 1))
        wraps = dividend.compare("eq", smallest) & divisor.compare("eq", -1)
        bad = bad | wraps
    return select(bad, 1, divisor)
