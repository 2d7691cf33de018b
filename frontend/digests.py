"""Digests that go into the keys of Inductor's caches: our sources, and the lowerings and templates that users added."""

import functools
import hashlib
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import CellType, CodeType, FunctionType, MethodType, ModuleType
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
    """Digest of named functions and classes: their names, the sources of the modules that define them and their code.

    The code says which of a file's functions it is, and with which values: a file may define a name twice, a function
    that returns functions gives them values, and what is typed at a prompt has no file.
    """
    digest = hashlib.sha256()
    for name, thing in sorted(objects, key=lambda item: item[0]):
        digest.update(f"{name}:{getattr(thing, '__qualname__', repr(type(thing)))}".encode())
        digest.update(_source(thing))
        digest.update("\n".join(_described(thing, {})).encode())
        digest.update(str(getattr(thing, "digest_text", "")).encode())  # what it is made of beside its source
    return digest.hexdigest()[:32]


def _source(thing: Any) -> bytes:
    """The file that defines `thing`; nothing without a file (typed at a prompt, made by exec)."""
    module = sys.modules.get(getattr(thing, "__module__", ""))
    path = getattr(module, "__file__", None) if isinstance(module, ModuleType) else None
    if path is None or not Path(path).is_file():
        return b""
    return _file_bytes(path, Path(path).stat().st_mtime_ns)


@functools.cache
def _file_bytes(path: str, mtime_ns: int) -> bytes:
    """Contents of a file, read again when its modification time differs."""
    return Path(path).read_bytes()


def _described(thing: Any, seen: dict[int, Any]) -> Iterator[str]:
    """What a function, class or value is made of, in words that are the same in every process.

    Functions with their defaults, closures and the globals they name; classes with what they define; constants and
    containers with their values. Of other objects only the type is told: the text of an object may hold its address.

    Args:
        seen: functions and classes that were described, and containers that are being described, by identity.
    """
    if isinstance(thing, _CONSTANTS):
        yield repr(thing)
    elif id(thing) not in seen:
        seen[id(thing)] = thing
        yield f"{type(thing).__module__}.{type(thing).__qualname__}"
        if isinstance(thing, (set, frozenset)):
            yield from sorted(" ".join(_described(each, seen)) for each in thing)
        for part in _parts(thing):
            yield from _described(part, seen)
        if not isinstance(thing, (FunctionType, type)):
            del seen[id(thing)]


def _parts(thing: Any) -> Iterable[Any]:
    if isinstance(thing, (tuple, list)):
        return thing
    if isinstance(thing, dict):
        return chain.from_iterable(thing.items())
    if isinstance(thing, CodeType):
        return (thing.co_code, thing.co_names, thing.co_varnames, thing.co_freevars, thing.co_consts)
    if isinstance(thing, FunctionType):
        cells = [cell.cell_contents for cell in thing.__closure__ or () if _is_filled(cell)]
        return (thing.__code__, thing.__defaults__, thing.__kwdefaults__, cells, _globals_named(thing))
    if isinstance(thing, functools.partial):
        return (thing.func, thing.args, thing.keywords)
    if isinstance(thing, (staticmethod, classmethod, MethodType)):
        return (thing.__func__,)
    if isinstance(thing, property):
        return (thing.fget, thing.fset)
    if isinstance(thing, type):
        return (thing.__module__, thing.__qualname__, _members(thing))
    return ()


_CONSTANTS = (bool, int, float, complex, str, bytes, type(None), type(...))
_OF_EVERY_CLASS = {"__dict__", "__weakref__", "__module__", "__doc__"}


def _members(defined: type) -> dict[str, Any]:
    """What a class without a file defines."""
    if not _is_typed(defined):
        return {}
    return {name: value for name, value in vars(defined).items() if name not in _OF_EVERY_CLASS}


def _globals_named(function: FunctionType) -> dict[str, Any]:
    """Constants, and definitions without a file, that a function may refer to by name."""
    named = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    return {name: value for name, value in named.items() if isinstance(value, _CONSTANTS) or _is_typed(value)}


def _is_typed(thing: Any) -> bool:
    """Whether a definition has no file: it was typed at a prompt or made by exec."""
    if not isinstance(thing, (FunctionType, type)):
        return False
    return not _source(thing) and thing.__module__ not in sys.builtin_module_names


def _is_filled(cell: CellType) -> bool:
    """Whether a variable of an enclosing function has a value."""
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False
