"""Scalars that `memref.load` reads, and the operations that cannot start before they are known."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from npusim.simulator.ir.kernel import walk
from npusim.simulator.timing.dependence import carried_to

LOAD = "memref.load"


def users_of_loads(operations: Sequence[Any]) -> Mapping[Any, list[Any]]:
    """The operations that use each loaded scalar: as a number, in an address or a size, or below a loop or a branch
    that it controls.

    Args:
        operations: those of the kernel that take time.

    Returns the users of each `memref.load`.
    """
    timed = set(operations)
    return {op: list(dict.fromkeys(_users(op, timed))) for op in operations if op.name == LOAD}


def _users(load: Any, timed: Collection[Any]) -> Iterator[Any]:
    pending, seen = list(load.results), set()
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        for use in value.uses:
            owner = use.owner.operation
            user = _enclosing(owner, timed)
            if user is not None:
                yield user
                continue
            carried = carried_to(owner, use.operand_number)
            if carried is None and owner.regions:
                yield from (op for op in walk(owner) if op in timed)
            else:
                pending += owner.results if carried is None else carried


def _enclosing(op: Any, timed: Collection[Any]) -> Any | None:
    """The timed operation that `op` is, or whose body it is in; None if there is none."""
    while op is not None and op not in timed:
        op = None if op.name == "func.func" else op.parent.operation
    return op
