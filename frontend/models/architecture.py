"""What the model zoo knows of an architecture: its classes, its sizes, its inputs, and what it can be asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from npusim.frontend.models.draws import Draws

#: (configuration, sizes, seeded draws) -> keyword arguments of the model.
MakeInputs = Callable[[Any, "Sizes", "Draws"], dict[str, Any]]

SMALL = "small"
"""The preset that every architecture has: seconds to compile, compared with the CPU in the tests."""


@dataclass(frozen=True)
class Sizes:
    """The sizes of a run's inputs.

    Attributes:
        batch: independent samples.
        seq: tokens of a text, samples of a sound; in a decoding step what the cache holds, the new token included.
            0 for a model without a sequence.
        image: rows and columns of a picture, where the configuration does not say; else 0.
    """

    batch: int
    seq: int
    image: int = 0


@dataclass(frozen=True)
class Preset:
    """Fields of the configuration that differ from the library's defaults, and the sizes used unless told."""

    config: Mapping[str, Any] = field(default_factory=dict)
    seq: int = 0
    batch: int = 1
    image: int = 0


def preset_name(keyword: str) -> str:
    """A preset's name from a Python keyword: ``_1_3b`` is 1.3b, ``dense__layer`` is dense-layer."""
    return keyword.lstrip("_").replace("__", "-").replace("_", ".")


@dataclass(frozen=True)
class Architecture:
    """One entry of the zoo.

    Attributes:
        name: as typed on the command line.
        library: the package that has it, ``transformers`` or ``diffusers``.
        model: the model's class.
        config: the class of its configuration; empty when the model's class takes the fields itself.
        inputs: makes the arguments of one call.
        outputs: fields of the result that are compared and that the loss is made of.
        presets: by name, `SMALL` first.
        method: the method to be called, if it is not the model itself.
        seq_of: what ``--seq`` counts; empty when there is no sequence.
        records: whether it reads states that it records of its own layers.
        trains_in_parts: its training mode does what no graph can, such as branching on values of tensors: it is
            compiled as several graphs.
        has_static_cache: whether its cache can have its full size from the start, which ``--decode`` needs.
        decodes: whether one step with a cache (``--decode``) and `generate` mean something.
    """

    name: str
    library: str
    model: str
    config: str
    inputs: MakeInputs
    outputs: tuple[str, ...]
    presets: Mapping[str, Preset]
    method: str = ""
    seq_of: str = ""
    records: bool = False
    trains_in_parts: bool = False
    has_static_cache: bool = True
    decodes: bool = False
