"""Lowers a kernel to its operation table and its trace program.

The kernel's loops stay; every operation that takes time is replaced by code that writes one record (trace program) or
preceded by it (combined program, for kernels whose addresses or control depend on data).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from npusim.simulator.errors import CompileError
from npusim.simulator.ir.dialect import ALLOC, DRAM, is_host, memory_space
from npusim.simulator.ir.kernel import KernelModule, find_function
from npusim.simulator.ir.kernel_views import AllocInfo, line_and_column
from npusim.simulator.ir.mlir import arith, context, ir, scf
from npusim.simulator.ir.values import as_index
from npusim.simulator.machine import Machine
from npusim.simulator.timing import transfers
from npusim.simulator.timing.cost.accumulators import clearing_fills
from npusim.simulator.timing.cost.compute import add_clear, add_compute
from npusim.simulator.timing.cost.structured import Structured, analyse
from npusim.simulator.timing.loaded_scalars import users_of_loads
from npusim.simulator.timing.lowering_state import LoweringState
from npusim.simulator.timing.parallel import Sharing, share_out
from npusim.simulator.timing.records import CORE_SLOT, Number, RecordWriter, from_index
from npusim.simulator.timing.table import Buffer, Operation, OperationTable

_BARRIER = Operation("scalar", "barrier", "cores wait for each other")
_ACCESSES = ("memref.load", "memref.store")


@dataclass
class Lowering(LoweringState):
    """Lowers one module; in a combined program the operations stay."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._loops: dict[Any, Structured] = {}
        self._clearing: frozenset[Any] = frozenset()
        self._scalars: dict[Any, list[int]] = {}  # registers that an operation waits for

    def run(self, function: Any, sharing: Sharing) -> None:
        """Lowers every operation of the function, for the cores that share its loops."""
        operations = list(_timed(function, sharing.cores, 0))
        self._look_at([op for op, _ in operations])
        at_once, scalars = _begun_at_once(function, operations, sharing.phases)
        for op, core in operations:
            with op.location, ir.InsertionPoint(op), self._located(op):
                if op in scalars:
                    self._lower_on_every_core(op, sharing.count)
                else:
                    self._lower(op, core, _line(op))
        if not self.combined:  # now, as the hash of an operation depends on its operands
            for op, _ in operations:
                _remove(op)
        self._separate(sharing.phases, at_once)
        with ir.InsertionPoint(list(function.regions[0].blocks[0].operations)[-1]):
            self.writer.flush()

    def _look_at(self, operations: list[Any]) -> None:
        """Registers tiles, analyses loops and finds clearing fills, before the first entry is added."""
        allocations = (tile for tile in self.kernel.tiles if not tile.host)
        for op in operations:
            with self._located(op):
                if op.name == ALLOC:
                    self._allocate(op, next(allocations))
                elif op.name.startswith("linalg."):
                    self._loops[op] = analyse(op, self.tiles)
        for load, users in users_of_loads(operations).items():
            self.registers[load] = register = self._scalar_register(load)
            for user in users:
                self._scalars.setdefault(user, []).append(register)
        touching = [op for op in operations if op.name != ALLOC]
        self._clearing = clearing_fills(touching, self._loops, self.tiles, self.machine)

    def _separate(self, phases: list[Any], at_once: list[Any]) -> None:
        """Adds a barrier before and after each loop that cores share, and none before those that begin at once."""
        if not phases:
            return
        barrier = self.table.add(_BARRIER)
        for loop in phases:
            before = [] if loop in at_once else [ir.InsertionPoint(loop)]
            for place in (*before, ir.InsertionPoint.after(loop)):
                with loop.location, place:
                    self.writer.write({0: barrier})

    @contextmanager
    def _located(self, op: Any) -> Iterator[None]:
        try:
            yield
        except CompileError as error:
            raise CompileError(f"{self.kernel.source}:{_line(op)}: {error}") from error

    def _scalar_register(self, load: Any) -> int:
        """A loaded value goes into the queue with every operation that waits for it."""
        queued = max(self.machine.unit_queue_depth, self.machine.dma_queue_depth)
        return self.table.add_buffer(Buffer(f"scalar (line {_line(load)})", queued + 1, 0))

    def _lower_on_every_core(self, op: Any, count: int) -> None:
        loop = scf.ForOp(as_index(0), as_index(count), as_index(1))
        with ir.InsertionPoint(loop.body):
            self._lower(op, from_index(loop.induction_variable), _line(op))
            scf.YieldOp([])

    def _lower(self, op: Any, core: Number, line: int) -> None:
        first = len(self.table.operations)
        self._add(op, core, line)
        self.table.make_wait(first, self._scalars.get(op, ()))

    def _add(self, op: Any, core: Number, line: int) -> None:
        if op.name in _ACCESSES:
            transfers.lower_access(self, op, core, line)
        elif op.name in transfers.TRANSFERS:
            transfers.TRANSFERS[op.name](self, op.opview, core, line)
        elif op in self._loops:
            self._compute(op, core, line)

    def _allocate(self, op: Any, info: AllocInfo) -> None:
        name = f"{info.type_text} (line {info.line})"
        self.tiles.add(op.results[0], info, self.table.add_buffer(Buffer(name, info.slots, info.bytes)))

    def _compute(self, op: Any, core: Number, line: int) -> None:
        loops = self._loops[op]
        if op in self._clearing:
            entries = [add_clear(self.table, loops, line)]
        else:
            entries = add_compute(self.table, loops, self.machine, line)
        for entry in entries:
            self.writer.write({0: entry, CORE_SLOT: core})


def _line(op: Any) -> int:
    return line_and_column(op.location)[0] or 0


def _timed(root: Any, cores: dict[Any, Any], core: Number) -> Iterator[tuple[Any, Number]]:
    """Operations that take time or allocate a tile, in text order, with their cores; without bodies of linalg."""
    for region in root.regions:
        for block in region:
            for view in block.operations:
                op = view.operation
                if is_host(op):
                    continue
                if op.name.startswith(("npu.", "linalg.")) or op.name in _ACCESSES:
                    yield op, core
                else:
                    yield from _timed(op, cores, cores.get(op, core))


def _begun_at_once(
    function: Any, operations: list[tuple[Any, Number]], phases: list[Any]
) -> tuple[list[Any], set[Any]]:
    """The loop that cores share and can begin at once, if there is one, and the scalars that each core reads before it:
    it is executed once, and all that stands before it is scalars that are loaded from memory.
    """
    scalars: set[Any] = set()
    for op in (op for op, _ in operations if op.name != ALLOC):
        if op.parent != function:
            outermost = _child_of(function, op)
            return ([outermost], scalars) if outermost in phases else ([], set())
        if op.name != "memref.load" or memory_space(op.operands[0].type) != DRAM:
            break
        scalars.add(op)
    return [], set()


def _child_of(function: Any, op: Any) -> Any:
    """The operation of a function's body that an operation is below."""
    while op.parent != function:
        op = op.parent
    return op


def _remove(op: Any) -> None:
    """Erases an operation of a trace program; loaded values become 0, as no timing depends on them."""
    if op.name == ALLOC:
        return
    if op.name == "memref.load":
        with op.location, ir.InsertionPoint(op):
            op.results[0].replace_all_uses_with(_zero(op.results[0].type))
    op.erase()


def _zero(type_: Any) -> Any:
    value = ir.FloatAttr.get(type_, 0.0) if isinstance(type_, ir.FloatType) else ir.IntegerAttr.get(type_, 0)
    return arith.ConstantOp(type_, value).result


def lower(
    kernel: KernelModule,
    machine: Machine,
    module: Any,
    addresses: list[Any],
    context_value: Any,
    *,
    combined: bool,
    cores: int,
) -> OperationTable:
    """Rewrites `module`, a clone of the kernel with trace arguments, and returns the operation table.

    If cores share loops, the table is the same for every number of cores.

    Raises:
        CompileError: an operation has no cost; the message has its line.
    """
    function = find_function(module)
    with context(), ir.Location.unknown():
        sharing = share_out(module, function, cores, combined=combined)
        writer = RecordWriter(module, context_value)
        lowering = Lowering(kernel, machine, addresses, writer, combined)
        lowering.run(function, sharing)
        if cores == 1 < machine.cores:
            lowering.table.add(_BARRIER)
    return lowering.table
