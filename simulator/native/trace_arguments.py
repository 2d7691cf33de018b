"""The additional arguments of programs with a trace, and the removal of compute from trace programs."""

from dataclasses import dataclass
from typing import Any

from npusim.simulator.errors import CompileError
from npusim.simulator.ir.dialect import ALLOC, SCRATCHPAD, memory_space
from npusim.simulator.ir.kernel import find_function, walk
from npusim.simulator.ir.mlir import exclusive, ir, run_passes
from npusim.simulator.native.entry import append_argument, function_arguments


@dataclass(frozen=True)
class TraceArguments:
    """Values for code that writes records.

    Attributes:
        addresses: for each tensor, its simulated DRAM byte address (`i64`).
        context: host address of the trace context (`i64`).
    """

    addresses: tuple[Any, ...]
    context: Any


@exclusive
def add_trace_arguments(module: Any) -> TraceArguments:
    """Adds an `i64` argument per tensor and one for the trace context."""
    function = find_function(module)
    tensors = sum(isinstance(argument.type, ir.MemRefType) for argument in function_arguments(function))
    i64 = ir.IntegerType.get_signless(64, module.context)
    for _ in range(tensors + 1):
        append_argument(function, i64)
    added = list(function_arguments(function))[-(tensors + 1) :]
    return TraceArguments(tuple(added[:-1]), added[-1])


@exclusive
def strip_compute(module: Any) -> None:
    """Erases transfers, computation, and accesses to tensors and tiles, in place.

    Raises:
        CompileError: addresses or control depend on loaded data; such a kernel needs a combined program.
    """
    function = find_function(module)
    for op in walk(function):
        if op.name.startswith("npu.") and op.name != ALLOC:
            op.erase()
    for op in [op for op in walk(function, ("linalg.",)) if op.name.startswith("linalg.")]:
        op.erase()
    for op in [op for op in walk(function) if op.name == "memref.store"]:
        op.erase()
    run_passes(module, "builtin.module(canonicalize,cse)")
    for op in walk(function):
        if op.name == "memref.load":
            reason = "a loaded value decides an address or a branch"
            raise CompileError(f"{op.location}: {reason}; this kernel needs a combined program")
    _erase_tiles(function)


def _erase_tiles(function: Any) -> None:
    """Erase allocations and the views of tiles, users first."""
    for op in reversed(walk(function)):
        results = list(op.results)
        if op.name == ALLOC or (len(results) == 1 and _is_tile(results[0])):
            op.erase()


def _is_tile(value: Any) -> bool:
    return isinstance(value.type, ir.MemRefType) and memory_space(value.type) == SCRATCHPAD
