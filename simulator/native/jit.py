"""Object code: compiled by MLIR's execution engine in the compiler process, loaded by llvmlite's ORC linker.

New and cached kernels take the same path.
Checked with torch-mlir 20261001 and llvmlite 0.50.
"""

import ctypes
import ctypes.util
import functools
import io
import itertools
import threading
from collections.abc import Iterator
from typing import Any

import llvmlite.binding as llvm
from npusim.simulator.errors import CompileError
from npusim.simulator.native import _runtime
from npusim.simulator.native.compiler_process import compile_bytecode
from npusim.simulator.native.host_cpu import assign_processor, chosen_processor

_OPT_LEVEL = 0  # the code is vectorised already: higher levels cost compile time and gain nothing
_lock = threading.RLock()
_serial = itertools.count()


@functools.cache
def runtime_symbols() -> dict[str, int]:
    """Addresses of the C functions of the runtime, by name."""
    return {name: int(address) for name, address in _runtime.symbols().items()}


@functools.cache
def _libraries() -> tuple[ctypes.CDLL, ...]:
    """The process itself and the math libraries, whose functions compiled code may call."""
    names = (ctypes.util.find_library("m"), "libmvec.so.1", ctypes.util.find_library("gcc_s"))
    return (ctypes.CDLL(None), *(library for name in names if name for library in _try_load(name)))


def _try_load(name: str) -> Iterator[ctypes.CDLL]:
    try:
        yield ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)  # global: the linker looks symbols up in the whole process
    except OSError:  # optional: a missing symbol is reported by name when it is needed
        return


def find_symbol(name: str) -> int | None:
    """Address of a C function by name: the runtime, the process, libm, libmvec."""
    address = runtime_symbols().get(name)
    if address is not None:
        return address
    for library in _libraries():
        try:
            return ctypes.cast(getattr(library, name), ctypes.c_void_p).value
        except AttributeError:
            continue
    return None


def _declared_functions(module: Any) -> Iterator[str]:
    for op in module.body.operations:
        if op.operation.name == "llvm.func" and not len(op.operation.regions[0].blocks):
            name = str(op.operation.attributes["sym_name"].value)
            if not name.startswith("llvm."):
                yield name


def _check_symbols(names: list[str]) -> None:
    missing = sorted(name for name in names if find_symbol(name) is None)
    if missing:
        listed = ", ".join(missing)
        raise CompileError(f"the compiled kernel calls {listed}, which neither npusim's runtime nor libm has")


def compile_object(module: Any, kernel_name: str) -> bytes:
    """Compile a module in the LLVM dialect for the host, or for the processor that `NPUSIM_HOST_CPU` names.

    Raises:
        CompileError: the module calls an unknown function, or LLVM refuses it or crashes.
        OptionError: the host cannot run code for that processor.
    """
    symbols = sorted(_declared_functions(module))
    _check_symbols(symbols)
    processor = chosen_processor()
    assign_processor(module, processor)
    bytecode = io.BytesIO()
    module.operation.write_bytecode(bytecode)
    try:
        return compile_bytecode(bytecode.getvalue(), symbols, _OPT_LEVEL)
    except CompileError as error:
        advice = "NPUSIM_HOST_CPU chooses another processor to compile for (docs/cli.md)"
        raise CompileError(f"kernel '{kernel_name}' cannot be compiled for {processor}: {error}\n{advice}") from error


@functools.cache
def _linker() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    return llvm.create_lljit_compiler(machine)


class LoadedObject:
    """Loaded object code, which it keeps alive; `address` is that of the exported symbol."""

    def __init__(self, code: bytes, symbol: str) -> None:
        builder = llvm.JITLibraryBuilder().add_object_img(code).add_current_process().export_symbol(symbol)
        _libraries()
        for name, address in runtime_symbols().items():
            builder.import_symbol(name, address)
        with _lock:
            try:
                self._tracker = builder.link(_linker(), f"npusim{next(_serial)}")
            except RuntimeError as error:
                raise CompileError(f"the kernel's object code does not link: {error}") from error
        self.address: int = self._tracker[symbol]
