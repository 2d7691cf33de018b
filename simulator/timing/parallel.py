"""Distributes the iterations of `{npu.parallel}` loops over the cores of a machine.

Each core gets a contiguous chunk of the iterations. The trace interleaves the cores iteration by iteration, so that all
cores have work from the start although the trace is one sequence. On one core nothing changes.

The engine orders transfers within a core only, so a barrier before and after such a loop ensures that data are written
before another core reads them.
"""

from dataclasses import dataclass, field
from typing import Any

from npusim.simulator.ir.dialect import PARALLEL
from npusim.simulator.ir.kernel import walk
from npusim.simulator.ir.mlir import arith, ir, run_passes, scf
from npusim.simulator.timing.records import from_index

_MARK = "npu.parallel_mark"
_LOOPS = ("scf.for", "affine.for")


@dataclass(frozen=True)
class Sharing:
    """The distribution over the cores.

    Attributes:
        cores: operation of the rewritten function -> core (`i64` value) of all operations below it.
        phases: the loops that need barriers before and after.
    """

    cores: dict[Any, Any] = field(default_factory=dict)
    phases: list[Any] = field(default_factory=list)


def share_out(module: Any, function: Any, cores: int) -> Sharing:
    """Rewrites the outermost parallel loops for several cores."""
    loops = [op for op in walk(function) if op.name in _LOOPS and PARALLEL in op.attributes]
    if cores == 1 or not loops:
        return Sharing()
    for loop in loops:
        _mark(loop)
    run_passes(module, "builtin.module(lower-affine)")
    marks = [op for op in walk(function) if _MARK in op.attributes]
    marked = [mark.parent.operation for mark in marks]
    for mark in marks:
        mark.erase()
    outermost = [loop for loop in marked if not any(_below(loop, other) for other in marked) and not loop.results]
    sharing = Sharing()
    for loop in outermost:
        _rewrite(loop, cores, sharing)
    return sharing


def _mark(loop: Any) -> None:
    """Marks a parallel loop by an unused constant in its body, as lowering drops the attributes of loops."""
    index = ir.IndexType.get()
    with ir.InsertionPoint.at_block_begin(loop.regions[0].blocks[0]):
        arith.ConstantOp(index, 0).operation.attributes[_MARK] = ir.UnitAttr.get()


def _below(op: Any, ancestor: Any) -> bool:
    while op.name != "func.func":
        op = op.parent.operation
        if op == ancestor:
            return True
    return False


def _rewrite(loop: Any, cores: int, sharing: Sharing) -> None:
    """`for i` becomes `for step in chunk: for core: if the core has such an iteration`."""
    lower, upper, step = loop.operands[:3]
    with loop.location, ir.InsertionPoint(loop):
        trips = arith.CeilDivSIOp(arith.SubIOp(upper, lower).result, step).result
        chunk = arith.CeilDivSIOp(trips, _index(cores)).result
        rounds = scf.ForOp(_index(0), chunk, _index(1))
        with ir.InsertionPoint(rounds.body):
            turns = scf.ForOp(_index(0), _index(cores), _index(1))
            scf.YieldOp([])
        with ir.InsertionPoint(turns.body):
            core = turns.induction_variable
            first = arith.MulIOp(core, chunk).result
            iteration = arith.AddIOp(first, rounds.induction_variable).result
            branch = scf.IfOp(arith.CmpIOp(arith.CmpIPredicate.slt, iteration, trips).result)
            core_number = _before(branch, core)
            scf.YieldOp([])
        with ir.InsertionPoint(branch.then_block):
            variable = arith.AddIOp(lower, arith.MulIOp(iteration, step).result).result
    _move_body(loop, variable, branch)
    sharing.cores[branch.operation] = core_number
    sharing.phases.append(rounds.operation)


def _before(branch: Any, core: Any) -> Any:
    with ir.InsertionPoint(branch):
        return from_index(core)


def _index(value: int) -> Any:
    return arith.ConstantOp(ir.IndexType.get(), value).result


def _move_body(loop: Any, variable: Any, branch: Any) -> None:
    body = loop.regions[0].blocks[0]
    body.arguments[0].replace_all_uses_with(variable)
    for op in list(body.operations):
        branch.then_block.append(op.operation)
    loop.erase()
