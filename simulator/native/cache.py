"""Object code on disk, found again by what it was made from.

A key hashes the parts the caller names (kernel text, kind of program), the host CPU, the compiler's version and the
simulator's own sources: any change gives a new key, so entries are never wrong, only unused. A file holds a SHA-256 of
its content first; a damaged file counts as absent.
"""

import functools
import hashlib
import logging
import os
import tempfile
from pathlib import Path

import llvmlite.binding as llvm
from npusim.simulator import mlir
from npusim.simulator.environment import read
from npusim.simulator.native import _runtime

_log = logging.getLogger("npusim.native")
_DIGEST_BYTES = hashlib.sha256().digest_size
_SIMULATOR = Path(__file__).resolve().parent.parent
_HASHED_FOLDERS = ("native", "functional", "timing")


def cache_directory() -> Path:
    """Folder of the cache: `NPUSIM_CACHE_DIR`, or `~/.cache/npusim`."""
    configured = read("CACHE_DIR")
    return Path(configured).expanduser() if configured else Path.home() / ".cache" / "npusim"


@functools.cache
def source_hash() -> str:
    """Hash of what decides what a kernel compiles to: the Python sources and the runtime that kernels call."""
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
def _environment() -> str:
    features = ",".join(sorted(name for name, present in llvm.get_host_cpu_features().items() if present))
    return "\n".join((llvm.get_host_cpu_name(), features, mlir.version(), source_hash()))


def cache_key(*parts: str) -> str:
    """Hexadecimal key of a program made from `parts` on this host with this compiler and these sources."""
    digest = hashlib.sha256(_environment().encode())
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part.encode())
    return digest.hexdigest()


def _path(key: str) -> Path:
    return cache_directory() / "objects" / key[:2] / f"{key}.o"


def read_object(key: str) -> bytes | None:
    """The object code of a key, or None when it is absent or damaged."""
    try:
        content = _path(key).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        _log.warning("cannot read the compile cache: %s; compiling again", error)
        return None
    digest, code = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
    if hashlib.sha256(code).digest() != digest:
        _log.warning("%s is damaged; compiling again", _path(key))
        return None
    return code


def write_object(key: str, code: bytes) -> None:
    """Keep object code under its key. A cache that cannot be written costs only time: it is reported, not raised."""
    path = _path(key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_atomically(path, hashlib.sha256(code).digest() + code)
    except OSError as error:
        _log.warning("cannot write the compile cache: %s; set NPUSIM_CACHE_DIR to a folder that can be written", error)


def _write_atomically(path: Path, content: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem[:16], suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
