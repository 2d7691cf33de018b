"""Folds fills with zeros into contractions: the first products overwrite the output, which saves a write and a read
of its tile.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from npusim.simulator.functional.vectorize.body import read_body
from npusim.simulator.functional.vectorize.contraction import recognise
from npusim.simulator.functional.vectorize.nest import analyse, simplify
from npusim.simulator.ir.kernel_views import LOOPS, VIEWS, walk
from npusim.simulator.ir.mlir import ir
from npusim.simulator.ir.values import constant_value, definition

Value = Any
Operation = Any

_ALIASES = (*VIEWS, "arith.select")


@dataclass(frozen=True)
class FirstWrite:
    """A contraction that overwrites its output in the first iteration of all `loops`, and the removed fill.

    Attributes:
        fill: the removed operation.
        loops: (variable, its first value) of the loops between the fill and the contraction.
    """

    fill: Operation
    loops: tuple[tuple[Value, int], ...]


def first_writes(generics: list[Operation]) -> dict[Operation, FirstWrite]:
    """The contractions among `linalg.generic` ops whose first products may overwrite their output."""
    fills: dict[Value, list[Operation]] = {}
    for op in generics:
        if _is_zero_fill(op):
            fills.setdefault(op.outputs[0], []).append(op.operation)
    found = {}
    for op in generics:
        if len(op.inputs) == 2 and len(op.outputs) == 1 and op.outputs[0] in fills and _is_contraction(op):
            first = _first_write(op.operation, op.outputs[0], fills[op.outputs[0]])
            if first is not None:
                found[op.operation] = first
    return found


def _is_zero_fill(op: Any) -> bool:
    if len(op.inputs) != 1 or len(op.outputs) != 1 or isinstance(op.inputs[0].type, ir.MemRefType):
        return False
    block = op.operation.regions[0].blocks[0]
    (terminator,) = block.operations if len(block.operations) == 1 else (None,)
    if terminator is None or list(terminator.operands) != [block.arguments[0]]:
        return False
    constant = definition(op.inputs[0], "arith.constant")
    affine_map = op.attributes["indexing_maps"][1].value
    return constant is not None and constant.attributes["value"].value == 0 and bool(affine_map.is_permutation)


def _is_contraction(op: Any) -> bool:
    nest = analyse(op)
    if nest is None or 0 in nest.sizes:
        return False
    body = read_body(op.operation.regions[0].blocks[0], len(nest.inputs))
    return body.is_straight and recognise(simplify(nest, body.asked_dims), body) is not None


def _first_write(op: Operation, output: Value, fills: list[Operation]) -> FirstWrite | None:
    """The fill that a contraction can replace: before the outermost enclosing loop without other uses of the output."""
    touching = set(_touching(output))
    loops: list[tuple[Value, int]] = []
    outermost = op
    while True:
        fill = _last_before(outermost, fills)
        if fill is not None:
            between = _between(fill, outermost)
            alone = all(o == op or o not in touching for outer in between for o in (outer, *walk(outer)))
            return FirstWrite(fill, tuple(loops)) if alone else None
        parent = outermost.parent.operation
        lower = _first_iteration(parent)
        if lower is None:
            return None
        loops.append((parent.regions[0].blocks[0].arguments[0], lower))
        outermost = parent


def _last_before(op: Operation, fills: list[Operation]) -> Operation | None:
    """The last of the fills in an operation's block before it."""
    last = None
    for other in op.block.operations:
        if other.operation == op:
            return last
        if other.operation in fills:
            last = other.operation
    return None


def _between(first: Operation, last: Operation) -> list[Operation]:
    """The operations of a block after `first`, up to and including `last`."""
    operations = [o.operation for o in first.block.operations]
    return operations[operations.index(first) + 1 : operations.index(last) + 1]


def _first_iteration(loop: Operation) -> int | None:
    """Lower bound of a loop with constant bounds and at least one iteration."""
    if loop.name not in LOOPS:
        return None
    bounds = affine_bounds(loop) if loop.name == "affine.for" else _scf_bounds(loop)
    if bounds is None or bounds[0] >= bounds[1]:
        return None
    return bounds[0]


def affine_bounds(loop: Operation) -> tuple[int, int] | None:
    """Lower and upper bound of an `affine.for`; None when one is computed."""
    maps = [loop.attributes[name].value for name in ("lowerBoundMap", "upperBoundMap")]
    results = [list(m.results) for m in maps]
    if any(len(r) != 1 or not isinstance(r[0], ir.AffineConstantExpr) for r in results):
        return None
    lower, upper = (int(r[0].value) for r in results)
    return lower, upper


def _scf_bounds(loop: Operation) -> tuple[int, int] | None:
    lower, upper = (constant_value(value) for value in list(loop.operands)[:2])
    return None if lower is None or upper is None else (lower, upper)


def _touching(value: Value) -> Iterator[Operation]:
    """Operations that use the memory of a memref, directly or through views."""
    waiting, seen = list(_origins(value)), set()
    while waiting:
        current = waiting.pop()
        for use in current.uses:
            user = use.owner.operation
            if user.name in _ALIASES:
                waiting += [r for r in user.results if r not in seen]
                seen.update(user.results)
            else:
                yield user


def _origins(value: Value) -> Iterator[Value]:
    """The memrefs that a value is a view of."""
    alias = definition(value, *_ALIASES)
    if alias is None:
        yield value
        return
    for operand in alias.operands:
        if isinstance(operand.type, ir.MemRefType):
            yield from _origins(operand)
