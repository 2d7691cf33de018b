"""Operator packages, loaded when Inductor is first used."""

import functools

from npusim.frontend.packages import TEMPLATES, load_packages
from npusim.simulator.errors import UnsupportedError

_errors: list[str] = []


@functools.cache
def load_templates() -> None:
    """Loads every operator package; that registers its lowerings.

    A package that cannot be imported must not break compiles for other devices, so its error is kept for
    `raise_template_errors`.
    """
    _errors.extend(load_packages(TEMPLATES))


def raise_template_errors() -> None:
    """Raises UnsupportedError naming every operator package that could not be imported."""
    if _errors:
        raise UnsupportedError("\n".join(_errors))


def template_errors() -> tuple[str, ...]:
    """The errors of `load_templates`. Part of the key of Inductor's caches: a cached graph must not hide it."""
    return tuple(_errors)
