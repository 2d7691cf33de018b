"""Operator packages, npusim's own and others: found through three groups of entry points, by when they are needed.

An entry's object is imported, and called if it is a function. Importing this module loads nothing of torch.
"""

from importlib.metadata import EntryPoint, entry_points

TEMPLATES = "npusim.templates"
"""Lowerings, templates, decompositions: when Inductor is first used."""
EAGER = "npusim.eager"
"""Kernels outside of compiled graphs, and shapes of results while tracing: when the device starts. They must not load
Inductor.
"""
COMMANDS = "npusim.commands"
"""Operators of `npusim run`: when the command line starts. They must not load torch."""


def load_packages(group: str) -> list[str]:
    """Loads every package of a group; returns the errors of those that could not be loaded."""
    return [message for entry in _in_order(entry_points(group=group)) for message in _load(entry)]


def _load(entry: EntryPoint) -> list[str]:
    try:
        loaded = entry.load()
        if callable(loaded):
            loaded()
    except Exception as failure:
        return [_explain(entry, failure)]
    return []


def _in_order(entries: "list[EntryPoint] | tuple[EntryPoint, ...]") -> list[EntryPoint]:
    """Ours first, then by name: the order must not depend on the installation."""
    return sorted(entries, key=lambda entry: (not entry.value.startswith("npusim."), entry.name, entry.value))


def _explain(entry: EntryPoint, failure: Exception) -> str:
    package = entry.dist.name if entry.dist is not None else "unknown"
    return (
        f"the operator package '{package}' (entry point {entry.name} = {entry.value} of the group {entry.group}) "
        f"cannot be imported: "
        f"{type(failure).__name__}: {failure}. Mend or uninstall it: pip uninstall {package}"
    )
