"""The device's life in a process: loaded at first use, once."""

import atexit
import ctypes
import os
import threading
import time
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.device import build
from npusim.frontend.device.capacity import default_capacity_bytes
from npusim.simulator.errors import DeviceError
from npusim.simulator.system.processes import skip_last_collections

#: Address space for device memory; pages cost nothing until they are touched, so that any machine's DRAM fits.
RESERVED_BYTES = 1 << 40
_MESSAGE_BYTES = 4096
_EXIT_PAUSE_S = 0.02

_lock = threading.RLock()
_library: ctypes.CDLL | None = None
_starting = False
_kept_error: BaseException | None = None
_registrations: list[torch.library.Library] = []
_connections: list[Callable[[], None]] = []


def on_start(connect: Callable[[], None]) -> None:
    """Calls `connect()` when the C++ half has been loaded."""
    _connections.append(connect)


def registrations(namespace: str) -> torch.library.Library:
    """A library of kernels of a namespace's operators (`_`: of all), which is kept for as long as the process runs."""
    _registrations.append(torch.library.Library(namespace, "IMPL"))
    return _registrations[-1]


def answer(**functions: Callable[..., Any]) -> None:
    """Makes functions what the C++ half of the device calls as operators of these names."""
    library = registrations("npusim")
    for name, function in functions.items():
        library.impl(name, function, "CompositeExplicitAutograd")


def keep_error(error: BaseException) -> None:
    """Remembers why `import torch` could not set the device up; `start` raises it."""
    global _kept_error
    _kept_error = error


def is_started() -> bool:
    """Whether the C++ half is loaded."""
    return _library is not None


def is_usable() -> bool:
    """Whether the device is there or can be built; never builds it."""
    if _kept_error is not None:
        return False
    return is_started() or build.is_obtainable()


def library() -> ctypes.CDLL:
    """The C++ half, started if need be."""
    start()
    assert _library is not None
    return _library


def start() -> None:
    """Builds and loads the C++ half at the first call.

    Raises:
        DeviceError: it cannot be built or loaded, or the set-up at `import torch` failed.
    """
    global _library, _starting
    if _library is not None:
        return
    with _lock:
        if _library is not None or _starting:
            return
        _starting = True
        try:
            _check_set_up()
            loaded = _load()
            _library = loaded
            _connect(loaded)
        finally:
            _starting = False


def _check_set_up() -> None:
    if _kept_error is not None:
        raise DeviceError(f"the device npu could not be set up when torch was imported: {_kept_error}") from _kept_error


def _load() -> ctypes.CDLL:
    capacity = default_capacity_bytes()
    path, copy = build.sealed_copy()  # stays open: its number is in the path by which the loader knows the library
    try:
        loaded = ctypes.CDLL(f"/proc/self/fd/{copy}")
    except OSError as error:
        raise DeviceError(f"the device npu cannot be loaded: {error}; remove {path} to build it again") from error
    message = ctypes.create_string_buffer(_MESSAGE_BYTES)
    loaded.npusim_start.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.c_char_p, ctypes.c_uint64]
    if loaded.npusim_start(max(RESERVED_BYTES, capacity), capacity, message, _MESSAGE_BYTES) != 0:
        raise DeviceError(f"the device npu cannot be started: {message.value.decode()}")
    return loaded


def _connect(loaded: ctypes.CDLL) -> None:
    """Connects the Python functions that the C++ half of the device calls."""
    _declare(loaded)
    for connect in _connections:
        connect()
    _prepare_for_exit()


def _declare(loaded: ctypes.CDLL) -> None:
    for name in (
        "npusim_arena_base",
        "npusim_arena_bytes",
        "npusim_capacity",
        "npusim_running_operator",
        "npusim_live_blocks",
    ):
        getattr(loaded, name).restype = ctypes.c_uint64
    for name in ("npusim_fallback_counts", "npusim_host_operators"):
        function = getattr(loaded, name)
        function.restype, function.argtypes = ctypes.c_uint64, [ctypes.c_char_p, ctypes.c_uint64]
    loaded.npusim_set_capacity.argtypes = [ctypes.c_uint64]
    loaded.npusim_locate.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_int, ctypes.c_void_p]
    loaded.npusim_locate.restype = None
    loaded.npusim_take_memory_events.argtypes = [ctypes.c_void_p, ctypes.c_uint64]
    loaded.npusim_take_memory_events.restype = ctypes.c_uint64
    loaded.npusim_poison_count.restype = ctypes.c_void_p
    for name in ("npusim_is_poison", "npusim_mark_poison", "npusim_mark_written"):
        getattr(loaded, name).argtypes = [ctypes.c_void_p, ctypes.c_uint64]


def _prepare_for_exit() -> None:
    """Without this, a process that ends right after backward() crashes: an autograd thread of the device drops Python
    objects while the interpreter is being torn down. Backward passes of this thread stay in it; those of other threads
    get time to end.

    Python's last garbage collections would go over half a million objects of torch and its compiler: two seconds, after
    Ctrl-C as well.
    """
    skip_last_collections()
    torch._C._set_multithreading_enabled(False)
    atexit.register(_pause_at_exit, os.getpid())


def _pause_at_exit(process: int) -> None:
    if os.getpid() == process:
        time.sleep(_EXIT_PAUSE_S)
