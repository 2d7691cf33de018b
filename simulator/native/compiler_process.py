"""The compiler process: started if a kernel is not in the cache, ended with this process.

LLVM's fatal errors and crashes end the process that runs it, `compiler_worker`, and become a `CompilerCrashError` here;
the next kernel gets a new process. This process only waits on a socket: Ctrl-C interrupts a compilation at once and
ends the compiler process, because nothing else stops LLVM.
"""

import atexit
import contextlib
import importlib.util
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

from npusim.simulator.errors import CompileError, CompilerCrashError
from npusim.simulator.ir import mlir

_log = logging.getLogger("npusim.native")
_WORKER = Path(__file__).with_name("compiler_worker.py")
_NOT_LLVM = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)  # signals from outside
_MOST_MESSAGE_CHARACTERS = 2000


class _Ended(Exception):
    """The compiler process ended during or before a request."""

    def __init__(self, status: int, messages: str) -> None:
        super().__init__(status)
        self.status = status
        self.messages = messages


class _CompilerProcess:
    """A running `compiler_worker`."""

    def __init__(self) -> None:
        self._channel, theirs = socket.socketpair()
        watched, life = os.pipe()
        self._life = open(life, "wb", buffering=0)  # noqa: SIM115  (closed when this process ends, however it ends)
        self._messages = tempfile.TemporaryFile(prefix="npusim")  # noqa: SIM115  (closed in `end` and `forget`)
        with theirs, open(watched, "rb"):
            self._process = subprocess.Popen(
                [_interpreter(), "-I", "-S", str(_WORKER), *_bindings(), str(watched)],
                pass_fds=(watched,),
                stdin=theirs.fileno(),
                stdout=self._messages,
                stderr=self._messages,
                start_new_session=True,  # protects from the terminal's Ctrl-C, even before the program ignores it
            )

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def request(self, frames: Sequence[bytes]) -> bytes:
        """Send frames and wait for the answer.

        Raises:
            _Ended: the process ended.
        """
        try:
            for frame in frames:
                self._channel.sendall(len(frame).to_bytes(8, "little") + frame)
            return self._receive(int.from_bytes(self._receive(8), "little"))
        except (ConnectionError, EOFError):
            status = self._process.wait()
            raise _Ended(status, self.take_messages()) from None

    def _receive(self, size: int) -> bytes:
        content = bytearray(size)
        rest = memoryview(content)
        while rest:
            received = self._channel.recv_into(rest)
            if not received:
                raise EOFError
            rest = rest[received:]
        return bytes(content)

    def take_messages(self) -> str:
        """The process's output since the last call."""
        size = os.fstat(self._messages.fileno()).st_size
        text = os.pread(self._messages.fileno(), size, 0)  # leaves the place where the process writes as it is
        if size:
            self._messages.truncate(0)
        return text.decode(errors="replace").strip("\0").strip()

    def end(self) -> None:
        """Kills the process."""
        self._process.kill()
        self._process.wait()
        self.forget()

    def forget(self) -> None:
        """Closes this process's ends of the connection, in a forked process that must not use its parent's compiler."""
        self._channel.close()
        self._life.close()
        self._messages.close()
        self._process.returncode = self._process.returncode or 0  # subprocess would wait for a process that is no child


_lock = threading.RLock()
_running: _CompilerProcess | None = None


def _interpreter() -> str:
    if not sys.executable:
        raise CompileError("kernels are compiled by a second Python process, but sys.executable names no interpreter")
    return sys.executable


def _bindings() -> tuple[str, str]:
    """The folder that holds the package of the MLIR bindings, and the package's name."""
    specification = importlib.util.find_spec(f"{mlir.ROOT}._mlir_libs")
    assert specification is not None and specification.submodule_search_locations, "it has been imported"
    return str(Path(specification.submodule_search_locations[0]).parent.parent), mlir.ROOT


def start() -> None:
    """Starts the compiler process if there is none, without waiting for it, as a compilation is imminent.

    Raises:
        CompileError: it cannot be started.
    """
    if _lock.acquire(blocking=False):  # else another thread compiles, so it runs
        try:
            _process()
        finally:
            _lock.release()


def _process() -> _CompilerProcess:
    global _running
    if _running is not None and not _running.is_alive:
        _running.end()
        _running = None
    if _running is None:
        try:
            _running = _CompilerProcess()
        except OSError as error:
            raise CompileError(f"the process that compiles kernels cannot be started: {error}") from error
    return _running


def _end() -> None:
    global _running
    if _running is not None:
        _running.end()
    _running = None


def _after_fork() -> None:
    global _running, _lock
    _lock = threading.RLock()  # another thread may have held it
    if _running is not None:
        _running.forget()
    _running = None


atexit.register(_end)
os.register_at_fork(after_in_child=_after_fork)


def compile_bytecode(bytecode: bytes, symbols: Sequence[str], opt_level: int) -> bytes:
    """Object code of a module in the LLVM dialect.

    Args:
        bytecode: the module.
        symbols: names of the functions that it calls.
        opt_level: LLVM's optimisation level, 0 to 3.

    Raises:
        CompileError: LLVM refuses the module; the message is LLVM's.
        CompilerCrashError: LLVM crashes; the message is LLVM's output.
    """
    frames = (json.dumps({"symbols": list(symbols), "opt_level": opt_level}).encode(), bytecode)
    with _lock:
        answer, messages = _ask(frames)
    if answer[:1] != b"o":
        raise CompileError(_shortened("\n".join(filter(None, (answer[1:].decode(errors="replace"), messages)))))
    if messages:
        _log.warning("LLVM: %s", messages)
    return answer[1:]


def _ask(frames: Sequence[bytes]) -> tuple[bytes, str]:
    """The answer and the output. A process that was ended from outside is replaced once."""
    try:
        return _attempt(frames)
    except _Ended as ended:
        if -ended.status not in _NOT_LLVM:
            raise CompilerCrashError(_describe(ended)) from None
    try:
        return _attempt(frames)
    except _Ended as ended:
        raise CompilerCrashError(_describe(ended)) from None


def _attempt(frames: Sequence[bytes]) -> tuple[bytes, str]:
    process = _process()
    try:
        return process.request(frames), process.take_messages()
    except BaseException:  # also Ctrl-C: the next request must not receive this answer
        _end()
        raise


def _describe(ended: _Ended) -> str:
    how = f"status {ended.status}"
    if ended.status < 0:
        with contextlib.suppress(ValueError):
            how = signal.Signals(-ended.status).name
    said = f": {ended.messages}" if ended.messages else ""
    return _shortened(f"the compiler process ended with {how}{said}")


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_MESSAGE_CHARACTERS else f"{text[:_MOST_MESSAGE_CHARACTERS]} ..."
