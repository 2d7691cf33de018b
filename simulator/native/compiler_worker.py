"""The process that runs LLVM: modules come in on a socket, object code goes out. Run as a script.

    python -I -S compiler_worker.py FOLDER ROOT LIFE      (its standard input is the socket)

A fatal error of LLVM ends its process. So LLVM runs here, where nothing is lost, and `compiler_process` turns the end
of this process into an exception. It imports only the compiled part of the MLIR bindings (package ROOT in FOLDER),
which takes 30 ms; NumPy would take 40 more.

It must not inspect a module's operations: then the bindings would import their Python part, and NumPy with it.

The messages, both ways, are frames: eight bytes of length, little endian, then the content. A request is one frame of
JSON (`symbols`: the functions that the module calls; `opt_level`) and one with the module as bytecode. The answer is
one frame, whose first byte says what follows: `o` object code, `e` a message.
Checked with torch-mlir 20261001.
"""

import ctypes
import fcntl
import importlib
import json
import os
import select
import signal
import sys
from typing import Any

_ADDRESS = 1 << 20
"""The address of every function that a module calls: code is linked to it here, but never run."""


class _Closed(Exception):
    """The process at the other end has closed the connection."""


def _read(channel: int, size: int) -> bytes:
    content = bytearray()
    while len(content) < size:
        part = os.read(channel, size - len(content))
        if not part:
            raise _Closed
        content += part
    return bytes(content)


def _read_frame(channel: int) -> bytes:
    return _read(channel, int.from_bytes(_read(channel, 8), "little"))


def _write_frame(channel: int, content: bytes) -> None:
    rest = memoryview(len(content).to_bytes(8, "little") + content)
    while rest:
        rest = rest[os.write(channel, rest) :]


def _end_with(life: int) -> None:
    """The operating system ends this process when the other end of the pipe `life` is closed, even in LLVM's code.

    SIGIO signals any event on the pipe, where nothing is ever written. It would not do for the socket: a sender that is
    interrupted signals its content late, when it has been read.
    """
    signal.signal(signal.SIGIO, signal.SIG_DFL)  # the parent's setting, which may ignore it, is inherited
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGIO})
    fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([life], [], [], 0)[0]:
        raise _Closed


class _Compiler:
    def __init__(self, folder: str, root: str) -> None:
        sys.path.append(folder)
        libraries: Any = importlib.import_module(f"{root}._mlir_libs")
        everything: Any = importlib.import_module(f"{root}._mlir_libs._mlirRegisterEverything")
        self._engine: Any = importlib.import_module(f"{root}._mlir_libs._mlirExecutionEngine").ExecutionEngine
        self._ir: Any = importlib.import_module(f"{root}._mlir_libs._mlir").ir
        self._context: Any = self._ir._Context()  # its subclass loads all dialects, which takes 10 ms
        self._context.allow_unregistered_dialects = True  # functions carry attributes of the dialect npu
        self._context.append_dialect_registry(libraries.get_dialect_registry())
        everything.register_llvm_translations(self._context)

    def compile(self, bytecode: bytes, symbols: list[str], opt_level: int) -> bytes:
        with self._context, open(os.memfd_create("npusim"), "rb") as file:
            engine = self._engine(self._ir.Module.parse(bytecode), opt_level=opt_level)
            for symbol in symbols:
                engine.raw_register_runtime(symbol, ctypes.c_void_p(_ADDRESS))
            engine.dump_to_object_file(f"/proc/self/fd/{file.fileno()}")
            return file.read()


def _answer(compiler: _Compiler, request: dict[str, Any], bytecode: bytes) -> bytes:
    try:
        code = compiler.compile(bytecode, request["symbols"], request["opt_level"])
    except Exception as error:
        return b"e" + str(error).encode()
    return b"o" + code if code else b"eLLVM wrote no object code"


def _serve(channel: int, compiler: _Compiler) -> None:
    while True:
        request = json.loads(_read_frame(channel))
        bytecode = _read_frame(channel)
        _write_frame(channel, _answer(compiler, request, bytecode))


def main() -> None:
    """Serves requests until the other end is closed. LLVM prints to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the waiting process handles Ctrl-C
    channel = os.dup(0)
    os.dup2(2, 1)
    folder, root, life = sys.argv[1:]
    try:
        _end_with(int(life))
        _serve(channel, _Compiler(folder, root))
    except (_Closed, ConnectionError):
        os._exit(0)  # unloading the libraries would take longer than everything else


if __name__ == "__main__":
    main()
