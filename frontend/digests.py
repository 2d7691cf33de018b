"""Digests that go into the keys of Inductor's caches: our sources, and the lowerings and templates that users added."""

import functools
import hashlib
import inspect
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

_PACKAGES = ("npusim.frontend", "npusim.mlir_templates", "npusim.scheduler", "npusim.simulator")
_SUFFIXES = {".py", ".cpp", ".h"}


@functools.cache
def own_sources() -> str:
    """Digest of the sources that decide what a graph becomes, C++ too: it chooses operators that are traced."""
    digest = hashlib.sha256()
    for package in _PACKAGES:
        root = Path(str(import_module(package).__file__)).parent
        for path in sorted(path for path in root.rglob("*") if path.suffix in _SUFFIXES):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def of_objects(objects: Iterable[tuple[str, Any]]) -> str:
    """Digest of named functions and classes: their names and the sources of the modules that define them."""
    digest = hashlib.sha256()
    for name, thing in sorted(objects, key=lambda item: item[0]):
        digest.update(f"{name}:{getattr(thing, '__qualname__', repr(type(thing)))}".encode())
        digest.update(_source(thing))
        digest.update(str(getattr(thing, "digest_text", "")).encode())  # what it is made of beside its source
    return digest.hexdigest()[:32]


def _source(thing: Any) -> bytes:
    """The file that defines `thing`; without a file (typed at a prompt, made by exec) its own source or byte code."""
    module = sys.modules.get(getattr(thing, "__module__", ""))
    path = getattr(module, "__file__", None) if isinstance(module, ModuleType) else None
    if path is not None and Path(path).is_file():
        return _file_bytes(path, Path(path).stat().st_mtime_ns)
    return _source_without_file(thing)


@functools.cache
def _file_bytes(path: str, mtime_ns: int) -> bytes:
    """Contents of a file, read again when its modification time differs."""
    return Path(path).read_bytes()


def _source_without_file(thing: Any) -> bytes:
    try:
        return inspect.getsource(thing).encode()
    except (OSError, TypeError):
        code = getattr(thing, "__code__", None)
        if code is None:
            return repr(thing).encode()
        return bytes(code.co_code) + repr((code.co_names, code.co_varnames)).encode() + repr(code.co_consts).encode()
