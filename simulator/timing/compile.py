"""The timing compiler: kernel -> operation table and trace program."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from npusim.simulator import native
from npusim.simulator.ir.kernel import KernelModule, find_function
from npusim.simulator.ir.mlir import context, exclusive, ir, text_of
from npusim.simulator.ir.scratchpad import host_layout
from npusim.simulator.machine import Machine
from npusim.simulator.system import store
from npusim.simulator.timing.assumptions import assume
from npusim.simulator.timing.dependence import depends_on_data
from npusim.simulator.timing.lowering import lower
from npusim.simulator.timing.table import OperationTable
from npusim.simulator.timing.trace_code import TraceCode, translate

Dump = Callable[[str, str], None]


@dataclass(frozen=True)
class TimingKernel:
    """A kernel ready to be timed.

    Attributes:
        name: the kernel's name.
        table: its operation table.
        function: the program that writes the trace, compiled; None if `trace` is that program.
        trace: the program that writes the trace, as code of the engine's.
        combined: whether the program computes values too, because addresses or control depend on them.
        scratchpad_bytes: bytes of host scratchpad that a combined program needs, else 0.
        cores: how many cores share its parallel loops.
        code: key of the trace program: equal ones write equal traces for equal arguments.
    """

    name: str
    table: OperationTable
    function: native.NativeFunction | None = field(repr=False)
    combined: bool
    scratchpad_bytes: int
    cores: int = 1
    code: str = ""
    trace: TraceCode | None = field(default=None, repr=False)

    @property
    def shares_loops(self) -> bool:
        """Whether several cores share loops of the kernel."""
        return any(operation.kind == "barrier" for operation in self.table.operations)

    @cached_property
    def labels(self) -> tuple[tuple[str, int], ...]:
        """Label and source line of every operation, for timelines."""
        return tuple((operation.label, operation.source_line) for operation in self.table.operations)

    @cached_property
    def identity(self) -> str:
        """Digest of all that the records and what the engine makes of them depend on beside the arguments."""
        operations = [operation.engine_fields() for operation in self.table.operations]
        parts = self.code, repr(self.table.buffers), repr(operations)
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    @cached_property
    def program(self) -> Any:
        """The table as the engine's `Program`."""
        from npusim.simulator import engine

        buffers = [engine.Buffer(buffer.name, slots=buffer.slots, bytes=buffer.bytes) for buffer in self.table.buffers]
        operations = [_engine_operation(engine, operation.engine_fields()) for operation in self.table.operations]
        trace = self.trace
        code = None if trace is None else (trace.instructions, trace.registers, trace.records)
        return engine.Program(self.name, buffers, operations, code)

    @property
    def trace_function(self) -> int:
        """Address of the function that writes the trace; 0 if the engine's program has its code."""
        return 0 if self.function is None else self.function.address

    def arguments(
        self, pointers: Sequence[int], sizes: Sequence[int], scratchpad: int, addresses: Sequence[int]
    ) -> list[int]:
        """The slots of docs/architecture.md, "Native functions"; the engine fills in the last, the trace context."""
        return [*pointers, *sizes, scratchpad, *addresses, 0]


@exclusive
def check_costs(kernel: KernelModule, machine: Machine) -> None:
    """Checks that every operation has a cost, as `compile_timing` does: a kernel is valid in all modes or in none.

    Raises:
        CompileError: an operation has no cost.
    """
    module = kernel.clone()
    with context(), ir.Location.unknown():
        trace = native.add_trace_arguments(module)
        lower(kernel, machine, module, list(trace.addresses), trace.context, combined=True, cores=machine.cores)


def _engine_operation(engine: Any, fields: dict[str, Any]) -> Any:
    return engine.Operation(fields.pop("unit"), fields.pop("kind"), **fields)


@exclusive
def compile_timing(
    kernel: KernelModule,
    machine: Machine,
    *,
    cores: int | None = None,
    dump: Dump | None = None,
    assumed: bool = False,
) -> TimingKernel:
    """Builds the operation table and the trace program, or finds them: a candidate becomes a kernel of the program, and
    a kernel is launched in several simulations.

    Args:
        kernel: a verified kernel.
        machine: determines the costs.
        cores: number of cores that share the parallel loops; by default all.
        dump: called with `(stage, text)` for every stage of the program, which is then
            compiled even if it is in the store.
        assumed: assume data-dependent values (`npusim.simulator.timing.assumptions`) instead of computing them.

    Raises:
        CompileError: an operation has no cost or no lowering.
        ScratchpadOverflowError: the kernel's tiles do not fit the machine.
    """
    used = machine.cores if cores is None else cores
    key = kernel.identity, machine.digest, used, assumed
    timing, module = _interpreted.pop(key, (None, None))
    if timing is None:
        timing, module = _compiled(kernel, machine, used, dump, assumed=assumed)
    if timing.trace is not None:
        _keep(key, timing, module)
        if dump is not None:
            dump("trace", text_of(module))
    return timing


_MOST_KEPT = 128
_interpreted: dict[tuple[str, str, int, bool], tuple[TimingKernel, Any]] = {}
"""The interpreted kernels that were asked for last, with the modules of their trace programs."""


def _keep(key: tuple[str, str, int, bool], timing: TimingKernel, module: Any) -> None:
    _interpreted[key] = timing, module
    if len(_interpreted) > _MOST_KEPT:
        del _interpreted[next(iter(_interpreted))]


def _compiled(
    kernel: KernelModule, machine: Machine, cores: int, dump: Dump | None, *, assumed: bool
) -> tuple[TimingKernel, Any]:
    """A kernel, and the module of its trace program if that is interpreted."""
    combined = not assumed and depends_on_data(kernel)
    module = kernel.clone()
    with context(), ir.Location.unknown():
        trace = native.add_trace_arguments(module)
        if assumed:
            assume(find_function(module))
        table = lower(kernel, machine, module, list(trace.addresses), trace.context, combined=combined, cores=cores)
        code = None if combined else translate(module)
        if code is not None:
            return TimingKernel(kernel.name, table, None, False, 0, cores, code.digest, code), module
        alone = "assumed" if assumed else "trace"
        kind = "combined" if combined else alone
        key, function, scratchpad_bytes = _finish(kernel, machine, module, kind, dump)
    return TimingKernel(kernel.name, table, function, combined, scratchpad_bytes, cores, key.digest), None


def _finish(
    kernel: KernelModule, machine: Machine, module: Any, kind: str, dump: Dump | None
) -> tuple[store.Key, native.NativeFunction, int]:
    """The program's key, the program and its bytes of scratchpad.

    The key has the lowered text in place of the machine: costs are in the table, so most machines share the program.
    """
    text = text_of(module)
    if dump is not None:
        dump("trace", text)
    lowered = text.replace(f"@{kernel.name}(", "@0(", 1)
    key = native.cache_key(kind, kernel.code_identity, lowered)
    cached = native.load_cached(key) if dump is None else None
    if kind != "combined":
        if cached is None:
            native.strip_compute(module)
        return key, cached or native.compile_module(module, key=key, dump=dump, machine=machine.name), 0
    from npusim.simulator.functional import lower_values

    scratchpad_bytes = host_layout(kernel.tiles).total_bytes
    if cached is None:
        lower_values(module, dump=dump)
    function = cached or native.compile_module(module, key=key, dump=dump, machine=machine.name)
    return key, function, scratchpad_bytes
