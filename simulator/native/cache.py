"""A cache of object code on disk, keyed by all inputs of the compilation.

A key hashes the caller's parts (kernel text, kind of program), the host CPU and the target CPU, the compiler's version
and the simulator's own sources: any change gives a new key, so entries never become invalid.
"""

import functools
import hashlib
from pathlib import Path

import llvmlite.binding as llvm
from npusim.simulator.ir import mlir
from npusim.simulator.native import _runtime
from npusim.simulator.native.host_cpu import Processor, chosen_processor
from npusim.simulator.system.cache_files import cache_directory, read_checked, write_checked

_SIMULATOR = Path(__file__).resolve().parent.parent
_HASHED_FOLDERS = ("native", "functional", "timing")


@functools.cache
def source_hash() -> str:
    """Hash of the Python sources and the runtime, which determine the result of a compilation."""
    digest = hashlib.sha256(Path(_runtime.__file__).read_bytes())
    for path in _hashed_sources():
        digest.update(str(path.relative_to(_SIMULATOR)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _hashed_sources() -> list[Path]:
    files = list(_SIMULATOR.glob("*.py"))
    for folder in _HASHED_FOLDERS:
        files += (_SIMULATOR / folder).rglob("*.py")
    return sorted(files)


@functools.cache
def _environment(processor: Processor) -> str:
    features = ",".join(sorted(name for name, present in llvm.get_host_cpu_features().items() if present))
    return "\n".join((str(processor), llvm.get_host_cpu_name(), features, mlir.version(), source_hash()))


def cache_key(*parts: str) -> str:
    """Hexadecimal key of a program made from `parts` for this processor with this compiler and these sources."""
    digest = hashlib.sha256(_environment(chosen_processor()).encode())
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part.encode())
    return digest.hexdigest()


def _path(key: str) -> Path:
    return cache_directory() / "objects" / key[:2] / f"{key}.o"


def read_object(key: str) -> bytes | None:
    """The object code of a key, or None when it is absent, damaged, or could be another user's."""
    return read_checked(_path(key))


def write_object(key: str, code: bytes) -> None:
    """Stores object code under its key. A failed write costs only time: it is reported, not raised."""
    write_checked(_path(key), code)
