"""Operator packages, npusim's own and others: found through three groups of entry points, by when they are needed.

An entry's object is imported, and called if it is a function. Importing this module loads nothing of torch.
"""

import importlib.metadata
import traceback
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

TEMPLATES = "npusim.templates"
"""Lowerings, templates, decompositions: when Inductor is first used."""
EAGER = "npusim.eager"
"""Kernels outside of compiled graphs, and shapes of results while tracing: when the device starts. They must not load
Inductor.
"""
COMMANDS = "npusim.commands"
"""Operators of `npusim run`: when the command line starts. They must not load torch."""
_LOADERS = (__file__, importlib.__file__, importlib.metadata.__file__)


@dataclass(frozen=True)
class BrokenPackage:
    """A package that could not be loaded, and a sentence that says why; `is_own`: it is npusim's."""

    message: str
    is_own: bool = False

    def __str__(self) -> str:
        return self.message


def load_packages(group: str) -> list[BrokenPackage]:
    """Loads every package of a group; returns those that could not be loaded."""
    return [broken for entry in _in_order(entry_points(group=group)) for broken in _load(entry)]


def _load(entry: EntryPoint) -> list[BrokenPackage]:
    try:
        loaded = entry.load()
        if callable(loaded):
            loaded()
    except (Exception, SystemExit) as failure:
        return [BrokenPackage(_explain(entry, failure), _is_own(entry))]
    return []


def _is_own(entry: EntryPoint) -> bool:
    return entry.value.startswith("npusim.")


def _in_order(entries: "list[EntryPoint] | tuple[EntryPoint, ...]") -> list[EntryPoint]:
    """Ours first, then by name: the order must not depend on the installation."""
    return sorted(entries, key=lambda entry: (not _is_own(entry), entry.name, entry.value))


def _explain(entry: EntryPoint, failure: BaseException) -> str:
    package = entry.dist.name if entry.dist is not None else "unknown"
    return (
        f"the operator package '{package}' (entry point {entry.name} = {entry.value} of the group {entry.group}) "
        f"cannot be imported: "
        f"{type(failure).__name__}: {failure}{_place(failure)}. Mend or uninstall it: pip uninstall {package}"
    )


def _place(failure: BaseException) -> str:
    """The innermost line of the package that failed."""
    frames = [
        frame for frame in traceback.extract_tb(failure.__traceback__) if not frame.filename.startswith("<frozen")
    ]
    own = [frame for frame in frames if frame.filename not in _LOADERS]
    return f", at {own[-1].filename}, line {own[-1].lineno}: {own[-1].line}" if own else ""
