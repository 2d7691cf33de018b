"""Operator packages, loaded when Inductor is first used."""

import functools
import warnings
from typing import Any

from npusim.frontend.packages import TEMPLATES, BrokenPackage, load_packages
from npusim.frontend.settings import lowering_changes
from npusim.simulator.errors import UnsupportedError

_broken: list[BrokenPackage] = []


@functools.cache
def load_templates() -> None:
    """Loads every operator package; that registers its lowerings.

    A package that cannot be imported must not break the others, nor compiles for other devices: there is a warning,
    and it is named where an operator has no lowering. If it is npusim's own, `raise_template_errors` says so.
    """
    _broken.extend(load_packages(TEMPLATES))
    lowering_changes.begin(_watch().look)
    for package in _broken:
        if not package.is_own:
            warnings.warn(package.message, RuntimeWarning, stacklevel=2)


@functools.cache
def _watch() -> Any:
    from npusim.frontend.lowering.table_watch import TableWatch  # loads Inductor

    return TableWatch()


def raise_template_errors() -> None:
    """Raises UnsupportedError if npusim's own operators could not be imported."""
    own = [package.message for package in _broken if package.is_own]
    if own:
        raise UnsupportedError("\n".join(own))


def template_errors() -> tuple[str, ...]:
    """Why packages could not be imported. Part of the key of Inductor's caches: their lowerings are missing."""
    return tuple(package.message for package in _broken)
