"""Timing programs that the engine interprets, in the store: the operation table, and the code that writes the trace.

Lowering a kernel and translating its trace program takes some 20 ms, reading them a tenth of that.
"""

import json
import zlib
from dataclasses import asdict, fields
from typing import Any

import numpy as np
from npusim.simulator import native
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.machine import Machine
from npusim.simulator.system import store
from npusim.simulator.timing.records import RECORD_WORDS
from npusim.simulator.timing.table import Buffer, Operation, OperationTable
from npusim.simulator.timing.trace_code import INSTRUCTION_WORDS, TraceCode

_LISTS = ("reads", "overwrites", "updates")
_DEFAULTS = {each.name: each.default for each in fields(Operation)}


def key_of(kernel: KernelModule, machine: Machine, cores: int, *, assumed: bool) -> store.Key:
    """The key of the program of a kernel on so many cores of a machine."""
    return native.cache_key("timing", kernel.identity, machine.digest, str(cores), str(assumed))


def find(key: store.Key) -> tuple[OperationTable, TraceCode] | None:
    """What was kept; None without it."""
    content = store.read(key)
    if content is None:
        return None
    try:
        kept = json.loads(zlib.decompress(content))
        buffers = [Buffer(*each) for each in kept["buffers"]]
        operations = [_operation(each) for each in kept["operations"]]
        code = TraceCode(
            _words(kept["instructions"], INSTRUCTION_WORDS),
            _words(kept["registers"]),
            _words(kept["records"], RECORD_WORDS),
        )
    except (zlib.error, ValueError, KeyError, TypeError):  # made again
        return None
    return OperationTable(buffers, operations), code


def keep(key: store.Key, name: str, machine: str, table: OperationTable, code: TraceCode) -> None:
    """Keeps a program; the names are those of the kernel and the machine, for people."""
    content = {
        "buffers": [[each.name, each.slots, each.bytes] for each in table.buffers],
        "operations": [_written(each) for each in table.operations],
        "instructions": code.instructions.ravel().tolist(),
        "registers": code.registers.tolist(),
        "records": code.records.ravel().tolist(),
    }
    store.write(key, zlib.compress(json.dumps(content).encode(), level=1), name=name, machine=machine)


def _written(operation: Operation) -> dict[str, Any]:
    return {name: value for name, value in asdict(operation).items() if value != _DEFAULTS[name]}


def _operation(written: dict[str, Any]) -> Operation:
    found: dict[str, Any] = {name: tuple(value) if name in _LISTS else value for name, value in written.items()}
    return Operation(**found)


def _words(numbers: list[int], columns: int = 0) -> np.ndarray[Any, np.dtype[np.int64]]:
    words = np.array(numbers, np.int64)
    return words.reshape(-1, columns) if columns else words
