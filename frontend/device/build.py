"""Compiles the C++ half of the device against the installed torch, once per machine.

The shared library is kept in the cache folder under a name that depends on everything that went into it: torch's
version, the sources, the C++ ABI, the processor and the compiler. Checked with torch 2.13.0.
"""

import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import torch
from npusim.simulator.environment import is_on, read
from npusim.simulator.errors import DeviceError

SOURCES = Path(__file__).parent / "csrc"
UNIT = "npusim_device.cpp"
COMPILERS = ("g++", "c++", "clang++")
FLAGS = ("-std=c++20", "-O1", "-fPIC", "-shared", "-fvisibility=hidden", "-w")


def cache_dir() -> Path:
    """``NPUSIM_CACHE_DIR``, or ``~/.cache/npusim``."""
    chosen = read("CACHE_DIR")
    return Path(chosen) if chosen else Path.home() / ".cache" / "npusim"


def built_library() -> Path | None:
    """The library if it is in the cache already (built by any compiler), else None."""
    folder = _folder()
    wanted = folder / _file_name(find_compiler())
    if wanted.exists():
        return wanted
    others = sorted(folder.glob("device-*.so"), key=lambda path: path.name)
    return others[0] if others and find_compiler() is None else None


def library() -> Path:
    """The path of the device's shared library; compiles it if need be.

    Raises:
        DeviceError: there is no compiler, it fails, or the cache folder cannot be written.
    """
    ready = built_library()
    if ready is not None:
        return ready
    compiler = find_compiler()
    if compiler is None:
        raise DeviceError(
            "the device npu needs a C++ compiler, once, to build itself against the installed torch; none was found "
            f"({', '.join(COMPILERS)}). Install one: apt-get install g++ (Debian, Ubuntu), dnf install gcc-c++ "
            "(Fedora); or set CXX to the path of one"
        )
    target = _folder() / _file_name(compiler)
    with _locked(target):
        if not target.exists():  # another process may have built it while this one waited
            _compile(compiler, target)
    return target


def find_compiler() -> str | None:
    """Path of the compiler that would be used: ``CXX``, else the first of COMPILERS on the path."""
    names = [os.environ["CXX"]] if os.environ.get("CXX") else list(COMPILERS)
    return next((found for found in map(shutil.which, names) if found), None)


def _folder() -> Path:
    return cache_dir() / "device" / _digest(torch.__version__, _abi(), platform.machine(), _torch_build(), *_sources())


def _file_name(compiler: str | None) -> str:
    return f"device-{_digest(*_identity(compiler)) if compiler else 'none'}.so"


def _identity(compiler: str) -> tuple[str, ...]:
    """Tells compilers apart without running them."""
    path = Path(compiler).resolve()
    status = path.stat()
    return str(path), str(status.st_size), str(status.st_mtime_ns), *FLAGS


def _abi() -> str:
    return f"-D_GLIBCXX_USE_CXX11_ABI={int(torch._C._GLIBCXX_USE_CXX11_ABI)}"


def _torch_build() -> str:
    return f"{torch.version.git_version} {Path(torch.__file__).parent}"


@cache
def _sources() -> tuple[str, ...]:
    return tuple(path.read_text() for path in sorted(SOURCES.iterdir()) if path.suffix in (".cpp", ".h"))


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


@contextmanager
def _locked(target: Path) -> Iterator[None]:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        lock = open(target.with_suffix(".lock"), "w")  # noqa: SIM115
    except OSError as error:
        raise DeviceError(
            f"the device npu cannot be built: the cache folder {target.parent} cannot be written ({error.strerror}); "
            "set NPUSIM_CACHE_DIR to a folder that can"
        ) from error
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _compile(compiler: str, target: Path) -> None:
    started = time.monotonic()
    _say(f"building the device npu for torch {torch.__version__} (once, about 15 s)")
    scratch = target.with_suffix(f".{os.getpid()}.tmp")
    try:
        _run(_command(compiler, scratch))
        os.replace(scratch, target)
    finally:
        scratch.unlink(missing_ok=True)
    _say(f"device built in {time.monotonic() - started:.1f} s: {target}")


def _command(compiler: str, output: Path) -> list[str]:
    root = Path(torch.__file__).parent
    libraries = [f"-L{root / 'lib'}", "-lc10", "-ltorch_cpu", f"-Wl,-rpath,{root / 'lib'}"]
    return [compiler, *FLAGS, _abi(), f"-I{root / 'include'}", str(SOURCES / UNIT), "-o", str(output), *libraries]


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise DeviceError(f"the device npu cannot be built: {command[0]} does not start ({error.strerror})") from error
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error" in line.lower()] or done.stderr.splitlines()
        raise DeviceError(
            f"the device npu cannot be built: {command[0]} ended with status {done.returncode}\n"
            + "\n".join(errors[:10])
            + f"\nthe command was: {' '.join(command)}\n"
            "install a C++20 compiler (apt-get install g++), or set CXX to one"
        )


def _say(message: str) -> None:
    if not is_on("QUIET"):
        print(f"npusim: {message}", file=sys.stderr, flush=True)
