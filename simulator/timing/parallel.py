"""Distributes the iterations of `{npu.parallel}` loops over the cores of a machine.

Each core gets a contiguous chunk of the iterations, those of parallel loops in parallel loops together
(`npusim.simulator.timing.loop_nests`): an outer loop often has fewer iterations than there are cores. The trace
interleaves the cores iteration by iteration, so that all cores have work from the start although the trace is one
sequence. On one core nothing changes.

The engine orders transfers within a core only, so a barrier before and after such a loop ensures that data are written
before another core reads them. Scalars that a kernel loads before its first such loop are read by each core; if there
is nothing else before it, cores begin at once.
"""

from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from npusim.simulator.ir.dialect import PARALLEL
from npusim.simulator.ir.kernel_views import LOOPS, walk
from npusim.simulator.ir.mlir import arith, ir, run_passes, scf
from npusim.simulator.ir.values import as_index
from npusim.simulator.timing.loop_nests import is_below, is_free, nest_of, single_between
from npusim.simulator.timing.records import from_index

_MARK = "npu.parallel_mark"


@dataclass(frozen=True)
class Sharing:
    """The distribution over the cores.

    Attributes:
        cores: operation of the rewritten function -> core (`i64` value) of all operations below it.
        phases: the loops that need barriers before and after.
        count: the number of cores.
    """

    cores: dict[Any, Any] = field(default_factory=dict)
    phases: list[Any] = field(default_factory=list)
    count: int = 1


def share_out(module: Any, function: Any, cores: int, *, combined: bool = False) -> Sharing:
    """Rewrites the outermost parallel loops, with those in them, for several cores.

    Args:
        combined: the program computes values too, in one scratchpad, so that cores cannot keep a tile.
    """
    loops = [op for op in walk(function) if op.name in LOOPS and PARALLEL in op.attributes]
    if cores == 1 or not loops:
        return Sharing()
    for loop in loops:
        _mark(loop)
    run_passes(module, "builtin.module(lower-affine)")
    marks = [op for op in walk(function) if _MARK in op.attributes]
    marked = [mark.parent.operation for mark in marks]
    for mark in marks:
        mark.erase()
    marked += single_between(function, marked)
    outermost = [loop for loop in marked if not any(is_below(loop, other) for other in marked) and not loop.results]
    nests = [nest_of(loop, marked, may_repeat=not combined) for loop in outermost]
    sharing = Sharing(count=cores)
    for nest in nests:
        _rewrite(nest, cores, sharing)
    return sharing


def _mark(loop: Any) -> None:
    """Marks a parallel loop by an unused constant in its body, as lowering drops the attributes of loops."""
    with ir.InsertionPoint.at_block_begin(loop.regions[0].blocks[0]):
        as_index(0).owner.attributes[_MARK] = ir.UnitAttr.get()


def _rewrite(nest: list[Any], cores: int, sharing: Sharing) -> None:
    """A nest of loops becomes `for step in chunk: for core: if the core has such an iteration`."""
    loop, inner = nest[0], nest[1:]
    with loop.location, ir.InsertionPoint(loop):
        trips = [_trips(loop), *(arith.MaxSIOp(_trips(each), as_index(0)).result for each in inner)]
        total = _product(trips)
        chunk = arith.CeilDivSIOp(total, as_index(cores)).result
        rounds = scf.ForOp(as_index(0), chunk, as_index(1))
        with ir.InsertionPoint(rounds.body):
            turns = scf.ForOp(as_index(0), as_index(cores), as_index(1))
            scf.YieldOp([])
        with ir.InsertionPoint(turns.body):
            core = turns.induction_variable
            first = arith.MulIOp(core, chunk).result
            iteration = arith.AddIOp(first, rounds.induction_variable).result
            branch = scf.IfOp(arith.CmpIOp(arith.CmpIPredicate.slt, iteration, total).result)
            core_number = _before(branch, core)
            scf.YieldOp([])
        with ir.InsertionPoint(branch.then_block):
            _move_bodies(nest, trips, iteration, rounds.induction_variable, branch.then_block)
    loop.erase()
    sharing.cores[branch.operation] = core_number
    sharing.phases.append(rounds.operation)


def _trips(loop: Any) -> Any:
    lower, upper, step = loop.operands[:3]
    return arith.CeilDivSIOp(arith.SubIOp(upper, lower).result, step).result


def _product(factors: list[Any]) -> Any:
    return reduce(lambda one, other: arith.MulIOp(one, other).result, factors)


def _before(branch: Any, core: Any) -> Any:
    with ir.InsertionPoint(branch):
        return from_index(core)


def _move_bodies(nest: list[Any], trips: list[Any], iteration: Any, round_: Any, block: Any) -> None:
    """Moves the bodies of a nest into a block that executes one iteration of all of them.

    What stands before an inner loop is executed with a core's first iteration below it.
    """
    for number, loop in enumerate(nest):
        below = _product(trips[number + 1 :]) if trips[number + 1 :] else None
        place = iteration if below is None else arith.DivSIOp(iteration, below).result
        place = place if number == 0 else arith.RemSIOp(place, trips[number]).result
        lower, _, step = loop.operands[:3]
        variable = arith.AddIOp(lower, arith.MulIOp(place, step).result).result
        body = loop.regions[0].blocks[0]
        body.arguments[0].replace_all_uses_with(variable)
        operations = [op.operation for op in body.operations]
        if below is None:
            for op in operations:
                block.append(op)
            return
        is_first = arith.OrIOp(_is_zero(arith.RemSIOp(iteration, below).result), _is_zero(round_)).result
        for op in operations[: operations.index(nest[number + 1])]:
            if is_free(op):
                block.append(op)
                continue
            once = scf.IfOp(is_first)
            once.then_block.append(op)
            with ir.InsertionPoint(once.then_block):
                scf.YieldOp([])


def _is_zero(value: Any) -> Any:
    return arith.CmpIOp(arith.CmpIPredicate.eq, value, as_index(0)).result
