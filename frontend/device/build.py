"""Compiles the C++ half of the device against the installed torch, once per machine.

The shared library is kept in the store (`npusim.simulator.system.store`) under a key of everything that went into it:
torch's version, the sources, the C++ ABI, the processor and the compiler.
"""

import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache
from pathlib import Path

import torch
from npusim.simulator.errors import DeviceError
from npusim.simulator.system import store
from npusim.simulator.system.environment import is_on
from npusim.simulator.system.progress import waiting
from npusim.simulator.system.store_trust import make_folder, why_untrusted

SOURCES = Path(__file__).parent / "csrc"
UNIT = "npusim_device.cpp"
COMPILERS = ("g++", "c++", "clang++")
_ATTEMPTS = 3
FLAGS = ("-std=c++20", "-O1", "-fPIC", "-shared", "-fvisibility=hidden", "-w")


def built_library() -> Path | None:
    """The library if it is in the cache already (built by any compiler) and whole, else None."""
    wanted = _target(find_compiler())
    if is_whole(wanted):
        return wanted
    others = sorted(wanted.parent.glob(f"{_inputs()}-*.so")) if find_compiler() is None else ()
    return next(filter(is_whole, others), None)


@cache
def is_obtainable() -> bool:
    """Whether the library is there or could be compiled; found out once, as `FakeTensorMode` asks at every operator."""
    return find_compiler() is not None or built_library() is not None


def library() -> Path:
    """The path of the device's shared library; compiles it if need be.

    Raises:
        DeviceError: there is no compiler, it fails, the cache folder cannot be written, or others may write it.
    """
    ready = built_library()
    if ready is not None:
        _refuse_untrusted(ready)
        return ready
    compiler = find_compiler()
    if compiler is None:
        raise DeviceError(
            "the device npu needs a C++ compiler, once, to build itself against the installed torch; none was found "
            f"({', '.join(COMPILERS)}). Install one: apt-get install g++ (Debian, Ubuntu), dnf install gcc-c++ "
            "(Fedora); or set CXX to the path of one"
        )
    target = _target(compiler)
    with _locked(target):
        if not is_whole(target):  # another process may have built it while this one waited
            _compile(compiler, target)
    return target


def find_compiler() -> str | None:
    """Path of the compiler that would be used: ``CXX``, else the first of COMPILERS on the path."""
    names = [os.environ["CXX"]] if os.environ.get("CXX") else list(COMPILERS)
    return next((found for found in map(shutil.which, names) if found), None)


def _target(compiler: str | None) -> Path:
    return store.Key("device", f"{_inputs()}-{_digest(*_identity(compiler)) if compiler else 'none'}").path


def _inputs() -> str:
    return _digest(torch.__version__, _abi(), platform.machine(), _torch_build(), *_sources())


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
    return tuple(path.read_text() for path in sorted(SOURCES.rglob("*")) if path.suffix in (".cpp", ".h"))


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


# -- the file in the cache


def is_whole(library: Path) -> bool:
    """Whether a library is there with all its bytes; loading one that is cut off would end the process."""
    return _whole_content(library) is not None


def _whole_content(library: Path) -> bytes | None:
    try:
        content = library.read_bytes()
    except OSError:
        return None
    return None if store.unsealed(content) is None else content


def sealed_copy() -> tuple[Path, int]:
    """`library()`, and the file descriptor of a sealed copy of it in memory.

    The checked bytes are those that are loaded, and truncating or overwriting the file later cannot crash a process
    that has loaded it.

    Raises:
        DeviceError: as `library`, or the file is damaged again and again.
    """
    for _ in range(_ATTEMPTS):
        path = library()
        content = _whole_content(path)
        if content is not None:
            store.touch(path)
            return path, _in_memory(content)
    raise DeviceError(
        f"the device npu is not loaded: {path} is damaged whenever it has been built; set NPUSIM_CACHE_DIR to another "
        "folder"
    )


def _in_memory(content: bytes) -> int:
    descriptor = os.memfd_create("npusim-device", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    with open(descriptor, "wb", closefd=False) as file:
        file.write(content)
    seals = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
    return descriptor


def _refuse_untrusted(path: Path) -> None:
    reason = why_untrusted(path)
    if reason is not None:
        raise DeviceError(f"the device npu is not loaded from the cache: {reason}")


@contextmanager
def _locked(target: Path) -> Iterator[None]:
    """Holds the build lock; says which process it waits for."""
    with ExitStack() as stack:
        with _reported(target.parent):
            make_folder(target.parent)
            _refuse_untrusted(target.parent)
            stack.enter_context(store.locked(f"device-{target.stem}", _waiting_for))
        yield


def _waiting_for(builder: str) -> AbstractContextManager[None]:
    _say(f"{builder} is building the device npu for torch {torch.__version__}; this process waits for it")
    return waiting(f"waiting for {builder}, which builds the device npu", str)


@contextmanager
def _reported(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DeviceError(
            f"the device npu cannot be built: the cache folder {folder} cannot be written ({error.strerror}); "
            "set NPUSIM_CACHE_DIR to a folder that can be written and has room (20 MB)"
        ) from error


# -- the build


def _compile(compiler: str, target: Path) -> None:
    started = time.monotonic()
    if target.exists():
        _say(f"{target} is damaged; it is built again")
    _say(
        f"building the device npu for torch {torch.__version__} with {compiler}, once for this machine: "
        "about 20 s of one processor core, longer on a busy machine"
    )
    for left_over in target.parent.glob(f"{target.stem}.*.tmp"):  # left by processes that were killed
        left_over.unlink(missing_ok=True)
    scratch = target.with_suffix(f".{os.getpid()}.tmp")
    try:
        with waiting("building the device npu", str):
            _run(_command(compiler, scratch))
        with _reported(target.parent):
            name = f"device npu for torch {torch.__version__}"
            store.replace(target, store.sealed(scratch.read_bytes(), name=name, cpu=platform.machine()))
    finally:
        scratch.unlink(missing_ok=True)
    _say(f"device built in {time.monotonic() - started:.1f} s: {target}")


def _command(compiler: str, output: Path) -> list[str]:
    root = Path(torch.__file__).parent
    libraries = [f"-L{root / 'lib'}", "-lc10", "-ltorch_cpu", f"-Wl,-rpath,{root / 'lib'}"]
    headers = [f"-I{root / 'include'}", f"-I{root / 'include' / 'kineto'}"]
    return [compiler, *FLAGS, _abi(), *headers, str(SOURCES / UNIT), "-o", str(output), *libraries]


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise DeviceError(f"the device npu cannot be built: {command[0]} does not start ({error.strerror})") from error
    if done.returncode != 0 and "No space left on device" in done.stderr:
        raise DeviceError(
            f"the device npu cannot be built: no space is left for {command[command.index('-o') + 1]} or for the "
            f"compiler's files in {tempfile.gettempdir()}; make room (20 MB), or set NPUSIM_CACHE_DIR and TMPDIR to "
            "folders that have it"
        )
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
