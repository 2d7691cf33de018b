"""Applies the strategy in force to a template's mapping space."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic

from npusim.frontend.mapping.autotune import Simulated, tune
from npusim.frontend.mapping.mapping_file import external_mapping
from npusim.frontend.mapping.space import MappingSpace, MappingT
from npusim.scheduler import MappingStrategy, current_strategy
from npusim.simulator.errors import UnsupportedError


@dataclass(frozen=True)
class Choice(Generic[MappingT]):
    """The mapping of a kernel and how it was chosen; `to_meta` gives the report's entry.

    Attributes:
        mapping: the mapping that the kernel is generated with.
        strategy: `default`, `autotune` or `external`: the strategy that chose it.
        note: why the strategy in force did not choose, or None.
        simulated: the simulated candidates; empty without autotuning.
    """

    space: MappingSpace[MappingT]
    mapping: MappingT
    strategy: str
    note: str | None = None
    simulated: list[Simulated] = field(default_factory=list)

    def to_meta(self) -> dict[str, Any]:
        """The `mapping` of a kernel's metadata and report."""
        return {
            "strategy": self.strategy,
            "template": self.space.family,
            "key": self.space.key,
            "chosen": self.space.to_entry(self.mapping),
            "estimated_cycles": round(self.space.estimate_cycles(self.mapping)),
            "note": self.note,
            "candidates": [vars(each) for each in self.simulated],
        }


def choose(
    space: MappingSpace[MappingT],
    simulate: Callable[[MappingT], int],
    fingerprint: Callable[[MappingT], str],
    strategy: MappingStrategy | None = None,
) -> Choice[MappingT]:
    """The mapping of a kernel.

    Args:
        space: the kernel's mappings.
        simulate: cycles of the kernel with a mapping; UnsupportedError when they depend on values.
        fingerprint: the kernel's text with a mapping, and whatever else besides the machine its cycles depend on.
        strategy: default: the one in force.

    Raises:
        ScratchpadOverflowError: no mapping fits.
        MappingError: the mapping file's entry for the kernel is wrong.
    """
    strategy = strategy or current_strategy()
    if strategy.kind == "external":
        mapping = external_mapping(space, strategy)
        if mapping is not None:
            return Choice(space, mapping, "external")
        return Choice(space, space.default(), "default", f"{strategy.file} has no entry for it")
    if strategy.kind == "autotune":
        return _autotuned(space, simulate, fingerprint, strategy.candidates)
    return Choice(space, space.default(), "default")


def _autotuned(
    space: MappingSpace[MappingT],
    simulate: Callable[[MappingT], int],
    fingerprint: Callable[[MappingT], str],
    count: int,
) -> Choice[MappingT]:
    try:
        tuned = tune(space, simulate, fingerprint, count)
    except UnsupportedError as error:
        return Choice(space, space.default(), "default", f"not tuned: {error}")
    return Choice(space, tuned.mapping, "autotune", tuned.note, tuned.simulated)
