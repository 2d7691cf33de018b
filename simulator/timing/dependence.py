"""Whether a kernel's addresses or control depend on data, and where.

If they do not, a program that only writes trace records can run without computing anything. If they do, values and
records have to be produced together.
"""

from collections.abc import Iterator
from typing import Any

from npusim.simulator.ir.dialect import GATHER, SCATTER, is_host
from npusim.simulator.ir.kernel import KernelModule, walk

INDEXED = (GATHER, SCATTER)
LOOPS = ("scf.for", "affine.for")
_AFFINE_VALUES = ("affine.apply", "affine.min", "affine.max")
_YIELDS = ("scf.yield", "affine.yield")


def depends_on_data(kernel: KernelModule) -> bool:
    """True for gathers and scatters, for control that is checked while it runs, and when a loaded scalar reaches an
    address, a bound or a condition.
    """
    if kernel.checks_control:
        return True
    operations = _of_the_machine(kernel.function)
    return any(op.name in INDEXED for op in operations) or any(True for _ in uses_of_data(kernel.function))


def uses_of_data(function: Any) -> Iterator[tuple[Any, int]]:
    """Where a loaded scalar, or what is computed from it, is an address, a size, a bound or a condition: the operations
    and the positions of their operands.
    """
    pending = [op.results[0] for op in _of_the_machine(function) if op.name == "memref.load"]
    seen: set[Any] = set()
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        for use in value.uses:
            reached = _reached(use.owner, use.operand_number)
            if reached is None:
                yield use.owner.operation, use.operand_number
            pending.extend(reached or ())


def _of_the_machine(function: Any) -> list[Any]:
    return [op for op in walk(function) if not is_host(op)]


def _reached(owner: Any, position: int) -> list[Any] | None:
    """Values that an operand of an operation flows into; None when it flows into an address or into control."""
    op = owner.operation
    dialect = op.name.partition(".")[0]
    if dialect == "linalg" or (op.name == "memref.store" and position == 0):
        return []
    if dialect in ("arith", "math") or op.name in _AFFINE_VALUES:
        return list(op.results)
    if op.name in LOOPS:
        return _loop_carried(op, position)
    if op.name in _YIELDS:
        return _yielded(op, position)
    return None


def _loop_carried(loop: Any, position: int) -> list[Any] | None:
    first = len(loop.operands) - len(loop.results)
    if position < first:
        return None
    carried = position - first
    return [loop.regions[0].blocks[0].arguments[carried + 1], loop.results[carried]]


def _yielded(op: Any, position: int) -> list[Any] | None:
    parent = op.parent.operation
    if parent.name in LOOPS:
        return [parent.regions[0].blocks[0].arguments[position + 1], parent.results[position]]
    return [parent.results[position]] if parent.name in ("scf.if", "affine.if") else None
