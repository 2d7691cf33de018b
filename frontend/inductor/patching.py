"""Replaces a part of torch: finds it, compares it with the checked version's, and can put it back."""

import functools
import hashlib
import inspect
import textwrap
import threading
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pkgutil import resolve_name
from typing import Any, TypeVar

import torch
from npusim.frontend.inductor.torch_version import TORCH_VERSION, is_checked_version, ways_out
from npusim.simulator.errors import DeviceError

ABSENT = "absent"
"""Torch has nothing there: the patch adds it."""
BUILT_IN = "built in"
"""Written in C++: there is no source to compare."""
TABLE = "a dict"
"""A table of which npusim changes entries."""


class TorchPatchError(DeviceError):
    """A part of torch that npusim replaces is missing, or differs from the version that npusim was checked with."""


@dataclass(frozen=True)
class Patch:
    """One part of torch that npusim replaces.

    Attributes:
        name: how it is called here.
        target: `module:attribute.attribute`, such as `torch._inductor.ir:Sort.create`; `[name]` at the end is an entry
            of a dict, whose key is named from `torch` or `torch.ops` on.
        why: what torch alone lacks for the device.
        until: what torch would have to offer, so that the patch can go.
        replacement: `module:function` below `npusim`: gets the target's value (of a class method or static method the
            function itself) and returns its replacement. If `by_hand`, the function that changes the target itself.
        looks: digest of the target's source in the checked version (`source_digest`), ABSENT, BUILT_IN or TABLE.
        by_hand: `apply` leaves it alone; whoever changes the target calls `check` before.
    """

    name: str
    target: str
    why: str
    until: str
    replacement: str
    looks: str
    by_hand: bool = False

    @property
    def file(self) -> str:
        """Where the replacement stands, in the source tree."""
        return self.replacement.partition(":")[0].replace(".", "/") + ".py"


Result = TypeVar("Result")


def around(function: Callable[..., Result]) -> Callable[[Callable[..., Any]], Callable[..., Result]]:
    """Makes a replacement of a function that is called in the target's place: with the target, and then with what the
    target is called with.
    """

    @functools.wraps(function)
    def replacement(target: Callable[..., Any]) -> Callable[..., Result]:
        @functools.wraps(target)
        def call(*args: Any, **kwargs: Any) -> Result:
            return function(target, *args, **kwargs)

        return call

    return replacement


_MISSING = object()
_originals: dict[str, Any] = {}
"""The targets' owners' own values, or _MISSING, by the names of the applied patches."""
_applying = threading.RLock()
"""Held while a patch is applied: threads that compile for the first time do so at once."""


def apply(patch: Patch) -> None:
    """Replaces the target. Calls after the first do nothing.

    Raises:
        TorchPatchError: see `check`.
    """
    with _applying:
        if patch.name not in _originals:
            _originals[patch.name] = _replace(patch)


def _replace(patch: Patch) -> Any:
    """Replaces the target; the owner's own value before."""
    check(patch)
    owner, key = _place(patch)
    make: Callable[[Any], Any] = resolve_name(f"npusim.{patch.replacement}")
    own = owner if isinstance(owner, dict) else vars(owner)
    original = own.get(key, _MISSING)
    if isinstance(original, (classmethod, staticmethod)):
        _put(owner, key, type(original)(make(original.__func__)))
    else:
        _put(owner, key, make(_get(owner, key, None)))
    _forget_kernels(patch)
    return original


def undo(patch: Patch) -> None:
    """Restores the target's original value; does nothing when the patch is not applied."""
    with _applying:
        if patch.name in _originals:
            _restore(patch, _originals.pop(patch.name))
            _forget_kernels(patch)


def _restore(patch: Patch, original: Any) -> None:
    owner, key = _place(patch)
    if original is not _MISSING:
        _put(owner, key, original)
    elif isinstance(owner, dict):
        del owner[key]
    else:
        delattr(owner, key)  # the class inherited it


def _forget_kernels(patch: Patch) -> None:
    """An operator keeps the kernels that its calls have found, which may be those from before."""
    path, _, _ = patch.target.partition(":")[2].partition("[")
    operator, _, table = path.rpartition(".")
    if table == "py_kernels":
        _key(operator)._dispatch_cache.clear()


def check(patch: Patch) -> None:
    """Checks that torch is what the patch was written for. With the checked version of torch the target only has to
    exist, since other packages may have replaced it too.

    Raises:
        TorchPatchError: with the version of torch, and the file to mend.
    """
    found = _found(patch)
    if not _fits(patch, found):
        raise TorchPatchError(
            f"{_difference(patch, found)}: npusim's patch '{patch.name}' was written for torch {TORCH_VERSION}, and "
            f"this is torch {torch.__version__}. Look at {patch.target.replace(':', '.')} and mend {patch.file}, then "
            f"its entry in frontend/inductor/patches. Ways out: {ways_out()}"
        )


def _fits(patch: Patch, found: Any) -> bool:
    if is_checked_version():
        return patch.looks == ABSENT or found is not _MISSING
    return _appearance(found) == patch.looks


def appearance(patch: Patch) -> str:
    """Digest of the target in the installed torch, in the form of `Patch.looks`."""
    return _appearance(_found(patch))


def _difference(patch: Patch, found: Any) -> str:
    where = patch.target.replace(":", ".")
    if found is _MISSING:
        return f"torch has no {where}"
    return f"torch has a {where} of its own" if patch.looks == ABSENT else f"{where} has changed"


def _found(patch: Patch) -> Any:
    """Torch's own object at the target, or _MISSING."""
    try:
        owner, key = _place(patch)
    except (ImportError, AttributeError, KeyError):
        return _MISSING
    if patch.name not in _originals:
        return _get(owner, key, _MISSING)
    original = _originals[patch.name]
    return _inherited(owner, key) if original is _MISSING else original


def _inherited(owner: Any, key: Any) -> Any:
    """The attribute that a class inherits from its bases, or _MISSING."""
    return getattr(super(owner, owner), key, _MISSING) if isinstance(owner, type) else _MISSING


def _appearance(found: Any) -> str:
    if found is _MISSING:
        return ABSENT
    if isinstance(found, dict):
        return TABLE
    try:
        return source_digest(found)
    except (TypeError, OSError):  # inspect finds no source
        return BUILT_IN


def source_digest(function: Any) -> str:
    """Digest of a function's or class's source, without its indentation."""
    plain = getattr(function, "__func__", function)  # the function of a class method or static method
    return hashlib.sha256(textwrap.dedent(inspect.getsource(plain)).encode()).hexdigest()[:12]


def _place(patch: Patch) -> tuple[Any, Any]:
    """(the module, class or dict, the attribute's name or the key)."""
    module, _, path = patch.target.partition(":")
    path, _, entry = path.partition("[")
    owner: Any = import_module(module)
    *outer, last = path.split(".")
    for name in outer:
        owner = getattr(owner, name)
    if not entry:
        return owner, last
    table = getattr(owner, last.removesuffix("()"))
    return table() if last.endswith("()") else table, _key(entry.removesuffix("]"))


def _key(name: str) -> Any:
    found: Any = torch.ops if name.startswith("aten.") else torch
    for part in name.removeprefix("torch.").split("."):
        found = getattr(found, part)
    return found


def _get(owner: Any, key: Any, default: Any) -> Any:
    return owner.get(key, default) if isinstance(owner, dict) else getattr(owner, key, default)


def _put(owner: Any, key: Any, value: Any) -> None:
    if isinstance(owner, dict):
        owner[key] = value
    else:
        setattr(owner, key, value)
