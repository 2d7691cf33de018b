"""Nests of parallel loops whose iterations cores share together.

An inner loop belongs to the nest if its number of iterations is the same in every iteration of the outer one, and
nothing stands behind it. What stands before it, such as loads of a tile that the inner iterations use, is done by each
core that has some of them; so it may change tiles, but not memory.
"""

from typing import Any

from npusim.simulator.ir.dialect import is_host
from npusim.simulator.ir.kernel_views import VIEWS, walk
from npusim.simulator.ir.mlir import ir
from npusim.simulator.ir.values import constant_value

_ON_TILES = ("arith.", "math.", "linalg.", "scf.", "npu.dma_load", "npu.gather", *VIEWS)


def nest_of(loop: Any, parallel: list[Any], *, may_repeat: bool) -> list[Any]:
    """The loops that share their iterations, from the outermost (`scf.for` operations without results).

    Numbers that bounds of inner loops need are moved in front of `loop`.

    Args:
        loop: the outermost parallel loop.
        parallel: all parallel loops of the function.
        may_repeat: whether several cores may do what stands before an inner loop.
    """
    nest = [loop]
    while (inner := _inner(nest[-1], parallel, may_repeat)) is not None and _hoist(inner.operands[:3], loop):
        nest.append(inner)
    return nest


def single_between(function: Any, parallel: list[Any]) -> list[Any]:
    """The loops of one iteration that stand between two parallel ones, and hide that these are a nest."""
    found: list[Any] = []
    for loop in reversed([op for op in walk(function) if op.name == "scf.for" and not op.results]):
        between = loop not in parallel and any(is_below(loop, other) for other in parallel)
        if between and _runs_once(loop) and _last(loop) in [*parallel, *found]:
            found.append(loop)
    return found


def _runs_once(loop: Any) -> bool:
    lower, upper, step = (constant_value(value) for value in loop.operands[:3])
    return lower is not None and upper is not None and step is not None and 0 < upper - lower <= step


def is_free(op: Any) -> bool:
    """Whether an operation takes no time: it computes with indices, or names a part of a tensor or tile."""
    return op.name.startswith("arith.") or op.name in VIEWS


def _inner(loop: Any, parallel: list[Any], may_repeat: bool) -> Any | None:
    """The parallel loop that ends the body of a loop, if cores can share it."""
    body = _body(loop)
    if not body or body[-1] not in parallel or body[-1].results:
        return None
    fits = all(is_free(op) or (may_repeat and _changes_tiles_only(op)) for op in body[:-1])
    return body[-1] if fits else None


def _body(loop: Any) -> list[Any]:
    return [op.operation for op in loop.regions[0].blocks[0].operations][:-1]


def _last(loop: Any) -> Any | None:
    body = _body(loop)
    return body[-1] if body else None


def _changes_tiles_only(op: Any) -> bool:
    if op.results or is_host(op):
        return False
    return op.name.startswith(_ON_TILES) and all(below.name.startswith(_ON_TILES) for below in walk(op))


def _hoist(values: Any, loop: Any) -> bool:
    """Moves the index arithmetic of some values in front of a loop; whether none depends on the loop."""
    needed: list[Any] = []
    if not all(_collect(value, loop, needed) for value in values):
        return False
    for op in needed:
        op.move_before(loop)
    return True


def _collect(value: Any, loop: Any, needed: list[Any]) -> bool:
    """Adds the operations below a loop that compute a value, operands first; whether they can stand in front of it."""
    owner = value.owner
    is_argument = isinstance(owner, ir.Block)
    op = owner.owner.operation if is_argument else owner.operation
    if op != loop and not is_below(op, loop):
        return True
    if is_argument or not op.name.startswith("arith."):
        return False
    if op not in needed and all(_collect(operand, loop, needed) for operand in op.operands):
        needed.append(op)
    return op in needed


def is_below(op: Any, ancestor: Any) -> bool:
    """Whether an operation stands in a region of another."""
    while op.name != "func.func":
        op = op.parent.operation
        if op == ancestor:
            return True
    return False
