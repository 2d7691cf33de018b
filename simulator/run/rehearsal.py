"""Compiles kernels written by hand in a forked process first, so that crashes of MLIR become errors.

MLIR's parser and passes run in this process, and some valid texts crash them: nesting overflows the stack, a stride
that a loop of one iteration makes -2^63 is mistaken for "dynamic". No `except` catches that. The forked process leaves
its result in the cache, so a kernel is lowered once.
"""

import contextlib
import os
import signal
from collections.abc import Callable

from npusim.simulator import native
from npusim.simulator.errors import CompilerCrashError
from npusim.simulator.ir.mlir import context
from npusim.simulator.system import store
from npusim.simulator.system.processes import die_with_parent

_NOT_MLIR = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)  # signals from outside


def rehearse(compile_it: Callable[[], object], source: str, *identity: str) -> None:
    """Compiles a kernel in a forked process, once. Errors are ignored, as the compilation in this process raises them.

    Args:
        compile_it: parses and compiles; only its files remain.
        source: origin of the text.
        identity: kernel and target, the key under which the compile cache records a success.

    Raises:
        CompilerCrashError: a signal ended the process.
    """
    survived = native.cache_key("rehearsed", *identity)
    if store.read(survived) is not None:
        return
    context()  # created once, for both processes
    child = os.fork()
    if child == 0:
        _act(compile_it)
    try:
        status = os.waitpid(child, 0)[1]
    except BaseException:  # Ctrl-C: nothing else ends the abandoned compilation
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) not in _NOT_MLIR:
        name = signal.Signals(os.WTERMSIG(status)).name
        raise CompilerCrashError(
            f"{source}: MLIR ends with {name} while it reads or lowers this text; a number, a nesting or an operation "
            "in it is more than MLIR takes: leave out parts of the text until it compiles"
        )
    store.write(survived, b"", name=source)


def _act(compile_it: Callable[[], object]) -> None:
    """Calls the function without output and ends the process in any case."""
    die_with_parent()
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(silence, stream)
        with contextlib.suppress(BaseException):
            compile_it()
    finally:
        os._exit(0)
