"""Applies the strategy in force to a template's mapping space."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from npusim.frontend.mapping.autotune import Simulated, tune
from npusim.frontend.mapping.mapping_file import external_mapping, tuned_mapping
from npusim.frontend.mapping.space import MappingSpace, MappingT
from npusim.scheduler import MappingStrategy, current_strategy
from npusim.scheduler.tuned_table import MAPPING
from npusim.simulator.errors import UnsupportedError


@dataclass(frozen=True)
class Choice(Generic[MappingT]):
    """The mapping of a kernel and how it was chosen; `to_meta` gives the report's entry.

    Attributes:
        mapping: the mapping that the kernel is generated with.
        strategy: `default`, `resident`, `autotune`, `external` or `table`: the strategy that chose it.
        note: why the strategy in force did not choose, or the table's row, or None.
        simulated: the simulated candidates; empty without autotuning.
        call: the kernel's inputs and result.
    """

    space: MappingSpace[MappingT]
    mapping: MappingT
    strategy: str
    note: str | None = None
    simulated: list[Simulated] = field(default_factory=list)
    call: str = ""

    def to_meta(self) -> dict[str, Any]:
        """The `mapping` of a kernel's metadata and report."""
        return {
            "strategy": self.strategy,
            "template": self.space.family,
            "key": self.space.key,
            "call": self.call,
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
    call: str = "",
) -> Choice[MappingT]:
    """The mapping of a kernel.

    Args:
        space: the kernel's mappings.
        simulate: cycles of the kernel with a mapping; UnsupportedError when they depend on values.
        fingerprint: the kernel's text with a mapping, and whatever else besides the machine its cycles depend on.
        strategy: default: the one in force.
        call: the kernel's inputs and result, for tuned tables.

    Raises:
        ScratchpadOverflowError: no mapping fits.
        MappingError: the mapping file's entry for the kernel is wrong.
    """
    return replace(_choose(space, simulate, fingerprint, strategy or current_strategy(), call), call=call)


def _choose(
    space: MappingSpace[MappingT],
    simulate: Callable[[MappingT], int],
    fingerprint: Callable[[MappingT], str],
    strategy: MappingStrategy,
    call: str,
) -> Choice[MappingT]:
    row = None if strategy.table is None else strategy.table.row(space.machine, space.family, call, MAPPING)
    if strategy.table is not None and row is not None:
        note = f"{strategy.table.file} row {row.number}"
        simulated = [_of_row(each) for each in row.candidates]
        return Choice(space, tuned_mapping(space, strategy.table.file, row), "table", note, simulated)
    if strategy.kind == "external":
        mapping = external_mapping(space, strategy)
        if mapping is not None:
            return Choice(space, mapping, "external")
        return Choice(space, space.default(), "default", f"{strategy.file} has no entry for it")
    if strategy.kind == "resident":
        resident = space.resident()
        if resident is not None:
            return Choice(space, resident, "resident")
        return Choice(space, space.default(), "default", f"{space.describe()} has no resident mapping here")
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


def _of_row(candidate: Mapping[str, Any]) -> Simulated:
    """A candidate of a table's row; its cycles are of the run that wrote the table."""
    return Simulated(candidate[MAPPING], None, candidate["cycles"])
