"""Operator packages: found through the entry-point group `npusim.templates`, imported when Inductor is first used."""

import functools
from importlib.metadata import EntryPoint, entry_points

from npusim.simulator.errors import UnsupportedError

GROUP = "npusim.templates"
_errors: list[str] = []


@functools.cache
def load_templates() -> None:
    """Imports every operator package; importing one registers its lowerings.

    A package that cannot be imported must not break compiles for other devices, so its error is kept for
    `raise_template_errors`.
    """
    for entry in _in_order(entry_points(group=GROUP)):
        try:
            entry.load()
        except Exception as failure:
            _errors.append(_explain(entry, failure))


def raise_template_errors() -> None:
    """Raises UnsupportedError naming every operator package that could not be imported."""
    if _errors:
        raise UnsupportedError("\n".join(_errors))


def template_errors() -> tuple[str, ...]:
    """What went wrong in `load_templates`. Part of the key of Inductor's caches: a cached graph must not hide it."""
    return tuple(_errors)


def _in_order(entries: "list[EntryPoint] | tuple[EntryPoint, ...]") -> list[EntryPoint]:
    """Ours first, then by name: the order must not depend on the installation."""
    return sorted(entries, key=lambda entry: (not entry.value.startswith("npusim."), entry.name, entry.value))


def _explain(entry: EntryPoint, failure: Exception) -> str:
    package = entry.dist.name if entry.dist is not None else "unknown"
    return (
        f"the operator package '{package}' (entry point {entry.name} = {entry.value} of the group {GROUP}) "
        f"cannot be imported: "
        f"{type(failure).__name__}: {failure}. Mend or uninstall it: pip uninstall {package}"
    )
