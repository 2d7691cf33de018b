"""Polls for interruption in long loops.

The runtime advances a counter twenty times a second (simulator/native/runtime/leaving.hpp). At the end of an iteration
a loop compares it with the last value seen (two loads from the L1 cache) and calls `npusim_poll` if it has changed.
Only loops of unknown length and the innermost of the long loops poll, so that vector loops over a tile have no
additional branch.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from npusim.simulator.ir.control_guards import REFUSE
from npusim.simulator.ir.kernel import find_function, walk
from npusim.simulator.ir.mlir import arith, func, ir, llvm, scf
from npusim.simulator.ir.values import constant_value
from npusim.simulator.native.entry import ROOM, read_signature

MOST_OPERATIONS = 1_000_000
"""The most operations between two polls: about a millisecond."""

_CALL_OPERATIONS = 1000  # a transfer, whose time depends on its tile
_RUNTIME = """
func.func private @npusim_watch() -> i64
func.func private @npusim_poll(i64) -> i64
"""


def insert_polls(module: Any) -> None:
    """Inserts polls into the `scf` loops of a program's function, in place."""
    function = find_function(module)
    _connect_refusals(function, module)
    places = _Placement()
    places.visit(function.regions[0].blocks[0])
    if not places.blocks:
        return
    with module.context, ir.Location.unknown():
        declare_all(module, _RUNTIME)
        poll = _Poll(function, trace_context(function, module))
        for block in places.blocks:
            poll.emit(block)


def declare_all(module: Any, text: str) -> None:
    """Declare functions that the module does not declare yet."""
    known = {_name(op) for op in module.body.operations}
    for op in ir.Module.parse(text, module.context).body.operations:
        if _name(op) not in known:
            op.operation.clone(ir.InsertionPoint(module.body))


def trace_context(function: Any, module: Any) -> Any | None:
    """The argument that holds the address of the trace context, if the program has one."""
    signature = read_signature(module)
    arguments = list(function.regions[0].blocks[0].arguments)
    return arguments[2 * signature.tensors + signature.sizes] if signature.trace else None


def _connect_refusals(function: Any, module: Any) -> None:
    """Passes the trace context, if any, to the calls that end the program."""
    context = trace_context(function, module)
    if context is None or not any(_name(op) == REFUSE for op in module.body.operations):
        return
    for op in walk(function):
        if op.name == "func.call" and op.attributes["callee"].value == REFUSE:
            op.operands[0] = context


def _name(op: Any) -> str:
    return str(op.operation.attributes["sym_name"].value)


@dataclass(frozen=True)
class _Work:
    """Upper bound of the operations that run without a poll, and whether a poll is certain."""

    operations: int = 0
    looks: bool = False


class _Placement:
    """Finds the loop bodies that need a poll at their end."""

    def __init__(self) -> None:
        self.blocks: list[Any] = []

    def visit(self, block: Any) -> _Work:
        """The work of a block; records the bodies of its loops that need a poll."""
        operations, looks = 0, False
        for op in block.operations:
            work = self._work(op.operation)
            operations += work.operations
            looks = looks or work.looks
        return _Work(operations, looks)

    def _work(self, op: Any) -> _Work:
        name = op.name
        if name == "scf.for":
            return self._loop(op.regions[0].blocks[0], trip_count(op))
        if name == "scf.while":
            before = self.visit(op.regions[0].blocks[0])
            return _Work(before.operations, self._loop(op.regions[1].blocks[0], None).looks)
        if name.startswith("scf.") and len(op.regions):
            return self._either([self.visit(block) for block in _blocks(op)])
        is_long = name == "func.call" and op.attributes["callee"].value != ROOM
        return _Work(_CALL_OPERATIONS if is_long else 1)

    def _loop(self, body: Any, trips: int | None) -> _Work:
        work = self.visit(body)
        if work.looks:
            return _Work(looks=bool(trips))
        if trips is not None and trips * (work.operations + 1) <= MOST_OPERATIONS:
            return _Work(trips * (work.operations + 1))
        self.blocks.append(body)
        return _Work(looks=bool(trips))

    @staticmethod
    def _either(branches: list[_Work]) -> _Work:
        operations = max((branch.operations for branch in branches), default=0)
        return _Work(operations, bool(branches) and all(branch.looks for branch in branches))


def _blocks(op: Any) -> Iterator[Any]:
    for region in op.regions:
        yield from region.blocks


def trip_count(loop: Any) -> int | None:
    """Iterations of an `scf.for`, None when a bound or the step is not a constant."""
    bounds = [constant_value(value) for value in list(loop.operands)[:3]]
    lower, upper, step = bounds
    if lower is None or upper is None or step is None or step < 1:
        return None
    return max(0, -(-(upper - lower) // step))


class _Poll:
    """Emits the polls of one function; its entry holds the counter's address and the last value seen."""

    def __init__(self, function: Any, context: Any | None) -> None:
        self._i64 = ir.IntegerType.get_signless(64)
        pointer = llvm.PointerType.get()
        with ir.InsertionPoint.at_block_begin(function.regions[0].blocks[0]):
            one = arith.ConstantOp(self._i64, 1).result
            self._context = arith.ConstantOp(self._i64, 0).result if context is None else context
            self._seen = llvm.AllocaOp(pointer, one, self._i64).result
            address = func.CallOp([self._i64], ir.FlatSymbolRefAttr.get("npusim_watch"), []).result
            self._counter = llvm.IntToPtrOp(pointer, address).result
            llvm.StoreOp(self._load_counter(), self._seen)

    def _load_counter(self) -> Any:
        return llvm.LoadOp(self._i64, self._counter, volatile_=True).result

    def emit(self, block: Any) -> None:
        """Emits a poll at the end of a block."""
        with ir.InsertionPoint(block.operations[len(block.operations) - 1]):
            seen = llvm.LoadOp(self._i64, self._seen).result
            changed = arith.CmpIOp(arith.CmpIPredicate.ne, self._load_counter(), seen).result
            branch = scf.IfOp(changed)
            with ir.InsertionPoint(branch.then_block):
                poll = func.CallOp([self._i64], ir.FlatSymbolRefAttr.get("npusim_poll"), [self._context])
                llvm.StoreOp(poll.result, self._seen)
                scf.YieldOp([])
