"""Dependences of a kernel's addresses and control on data.

Without any, a trace program writes records without computing values; else a combined program does both.
"""

from collections.abc import Iterator
from typing import Any

from npusim.simulator.ir.dialect import GATHER, SCATTER, is_host
from npusim.simulator.ir.kernel import KernelModule, walk
from npusim.simulator.ir.kernel_views import LOOPS

INDEXED = (GATHER, SCATTER)
_AFFINE_VALUES = ("affine.apply", "affine.min", "affine.max")
_YIELDS = ("scf.yield", "affine.yield")


def depends_on_data(kernel: KernelModule) -> bool:
    """True if a kernel has gathers, scatters or run-time control checks, or if a loaded scalar reaches an address, a
    bound or a condition.
    """
    if kernel.checks_control:
        return True
    operations = _of_the_machine(kernel.function)
    return any(op.name in INDEXED for op in operations) or any(True for _ in uses_of_data(kernel.function))


def uses_of_data(function: Any) -> Iterator[tuple[Any, int]]:
    """The uses of loaded scalars, or values computed from them, as address, size, bound or condition: operations and
    positions of operands.
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
    """Values that depend on an operand of an operation; None if the operand is an address or controls execution."""
    op = owner.operation
    dialect = op.name.partition(".")[0]
    if dialect == "linalg" or (op.name == "memref.store" and position == 0):
        return []
    if dialect in ("arith", "math") or op.name in _AFFINE_VALUES:
        return list(op.results)
    return carried_to(op, position)


def carried_to(op: Any, position: int) -> list[Any] | None:
    """The values that a loop, or the end of a loop or branch, makes of an operand; None for other operations and for
    bounds.
    """
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
