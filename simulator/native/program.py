"""Programs: lowered modules as callable functions, cached in memory and on disk."""

import threading
from collections.abc import Sequence
from typing import Any

from npusim.simulator.ir.kernel import find_function
from npusim.simulator.ir.mlir import exclusive
from npusim.simulator.native import _runtime, compiler_process
from npusim.simulator.native.cache import processor_name
from npusim.simulator.native.entry import ENTRY
from npusim.simulator.native.faults import raise_fault
from npusim.simulator.native.jit import LoadedObject, compile_object
from npusim.simulator.native.lowering import Dump, lower_to_llvm
from npusim.simulator.system import store

_loaded: dict[store.Key, "NativeFunction"] = {}
_lock = threading.Lock()


class NativeFunction:
    """A compiled program, `void entry(const int64_t *args)`.

    Attributes:
        key: its key in the store.
        address: address of the C function; valid as long as this object lives.
    """

    def __init__(self, key: store.Key, code: bytes) -> None:
        self.key = key
        self._object = LoadedObject(code, ENTRY)
        self.address = self._object.address

    def invoke(self, args: Sequence[int]) -> None:
        """Call the program with the slots of docs/architecture.md, "Native functions", without the GIL.

        Raises:
            KernelError: an access was outside of its tensor or tile (it was skipped, others were executed), or the
                program ended with another fault (`npusim.simulator.native.faults`).
            KeyboardInterrupt: the program was interrupted.
        """
        raise_fault(_runtime.invoke(self.address, args))

    def launch(self, pointers: Sequence[int], sizes: Sequence[int], scratchpad_bytes: int) -> None:
        """Calls a program without a trace, like `invoke`, with the calling thread's scratchpad."""
        raise_fault(_runtime.launch(self.address, pointers, sizes, scratchpad_bytes))


def interruption() -> tuple[int, int]:
    """Addresses of the functions that end the waits of all threads after Ctrl-C: (begin, is_interrupted)."""
    return _runtime.interruption()


def take_bad_index() -> tuple[int, int, int] | None:
    """(number of the check, index, size) of the first index out of range in programs that the calling thread has run
    since the last call; None if there was none.
    """
    found: tuple[int, int, int] | None = _runtime.take_bad_index()
    return found


def load_cached(key: store.Key) -> NativeFunction | None:
    """The program of a key from memory or disk; None after starting the compiler process if there is none."""
    with _lock:
        function = _loaded.get(key)
    if function is not None:
        return function
    code = store.read(key)
    if code is None:
        compiler_process.start()
        return None
    return _keep(key, code)


def _keep(key: store.Key, code: bytes) -> NativeFunction:
    function = NativeFunction(key, code)
    with _lock:
        return _loaded.setdefault(key, function)


@exclusive
def compile_module(module: Any, *, key: store.Key, dump: Dump | None = None, machine: str = "") -> NativeFunction:
    """Lowers a module without `npu` and `linalg`, and compiles it to native code unless the store has that.

    The arguments of the module's function are those of docs/architecture.md ("How a program is compiled"); the module
    is consumed. `machine` is the name of the machine that the program is for, if it depends on one.

    Raises:
        CompileError: an operation has no lowering, or LLVM refuses the module or crashes.
    """
    name = find_function(module).attributes["sym_name"].value
    lower_to_llvm(module, dump)
    code = store.read(key)  # there if only the stages were missing
    if code is None:
        code = compile_object(module, name)
        store.write(key, code, name=name, machine=machine, cpu=processor_name())
    return _keep(key, code)
