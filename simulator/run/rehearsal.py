"""A stranger's kernel is compiled in a forked process first: what ends MLIR there becomes an error here.

MLIR's parser and passes run in this process, and some texts that verify still end them: a constant of -2^63 that
becomes a stride is taken for "dynamic", nesting overflows the stack. No `except` catches that. What the forked process
compiles is in the cache when this one asks for it, so a kernel is lowered once.
"""

import contextlib
import os
import signal
from collections.abc import Callable

from npusim.simulator import native
from npusim.simulator.errors import CompilerCrashError
from npusim.simulator.ir.mlir import context

_NOT_MLIR = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)  # somebody else ended the process


def rehearse(compile_it: Callable[[], object], source: str, *identity: str) -> None:
    """Run what compiles a kernel in a forked process, once. Its errors are left to whoever compiles the kernel next.

    Args:
        compile_it: parses and compiles; its effects stay in the forked process, except for files.
        source: where the text came from.
        identity: what it compiles, and for what: the compile cache remembers what went well.

    Raises:
        CompilerCrashError: the process ended by a signal.
    """
    survived = native.cache_directory() / "rehearsed" / native.cache_key("rehearsed", *identity)
    if survived.exists():
        return
    context()  # made once, for both processes
    child = os.fork()
    if child == 0:
        _act(compile_it)
    try:
        status = os.waitpid(child, 0)[1]
    except BaseException:  # Ctrl-C: nothing else ends a compilation that somebody no longer waits for
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) not in _NOT_MLIR:
        name = signal.Signals(os.WTERMSIG(status)).name
        raise CompilerCrashError(
            f"{source}: MLIR ends with {name} while it reads or lowers this text; a number, a nesting or an operation "
            "in it is more than MLIR takes: leave out parts of the text until it compiles"
        )
    with contextlib.suppress(OSError):  # a cache that cannot be written: then the next run rehearses too
        survived.parent.mkdir(parents=True, exist_ok=True)
        survived.touch()


def _act(compile_it: Callable[[], object]) -> None:
    """Ends the process, whatever happens, and prints nothing."""
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(silence, stream)
        with contextlib.suppress(BaseException):
            compile_it()
    finally:
        os._exit(0)
