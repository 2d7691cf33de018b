"""The architectures of the zoo by name, and what a user's ``NAME[:PRESET]`` means."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from npusim.frontend.models.architecture import SMALL, Architecture, Preset
from npusim.frontend.models.zoo import MODELS
from npusim.simulator.errors import OptionError

_registered: dict[str, Architecture] = {each.name: each for each in MODELS}


def register_models(*architectures: Architecture) -> None:
    """Adds architectures to the zoo; one of the same name is replaced."""
    _registered.update((each.name, each) for each in architectures)


def architectures() -> Mapping[str, Architecture]:
    """Every architecture by its name, related ones together."""
    return _registered


def find_model(text: str) -> tuple[Architecture, str, Preset]:
    """The architecture and the preset of ``NAME[:PRESET]``.

    Raises:
        OptionError: there is no such architecture or preset; the message names near ones.
    """
    name, colon, preset = text.partition(":")
    known = architectures()
    if name not in known:
        raise OptionError(
            f"there is no model {name!r}{_near(name, known)}; there are {', '.join(known)} (npusim models lists them), "
            f"or give your own: package.module:factory or file.py:factory"
        )
    presets = known[name].presets
    chosen = preset if colon else SMALL
    if chosen not in presets:
        raise OptionError(f"{name} has no preset {chosen!r}{_near(chosen, presets)}; it has {', '.join(presets)}")
    return known[name], chosen, presets[chosen]


def _near(name: str, names: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(names), n=3, cutoff=0.5)
    return f" (did you mean {' or '.join(close)}?)" if close else ""
