"""Autotuning: the cost model's best candidates are simulated, timing only, and the fastest is taken.

The result is kept on disk by the default kernel's text (shapes, dtypes, strides, fused epilogue), the machine, the
number of candidates and the sources that generate and simulate kernels. It does not depend on the time tuning takes:
how many candidates are simulated is decided by how much there is to simulate.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from npusim.frontend.mapping.cycle_cache import Cycles, cached_cycles
from npusim.frontend.mapping.space import MappingSpace, MappingT
from npusim.simulator.errors import ScratchpadOverflowError

#: Estimated cycles that one kernel's candidates may add up to: a million take about a quarter of a second.
BUDGET_CYCLES = 8_000_000


@dataclass(frozen=True)
class Simulated:
    """One candidate.

    Attributes:
        mapping: its entry in a mapping file.
        estimated_cycles: by the cost model; None where a tuned table gave the others.
        simulated_cycles: None if its tiles do not fit.
    """

    mapping: dict[str, Any]
    estimated_cycles: int | None
    simulated_cycles: int | None


@dataclass(frozen=True)
class Tuned(Generic[MappingT]):
    """The outcome: the mapping, the simulated candidates (the default first), and a remark or None."""

    mapping: MappingT
    simulated: list[Simulated]
    note: str | None


def tune(
    space: MappingSpace[MappingT],
    simulate: Callable[[MappingT], int],
    fingerprint: Callable[[MappingT], str],
    count: int,
) -> Tuned[MappingT]:
    """The fastest of the default and the `count - 1` next best candidates."""
    candidates = _affordable(space, count)
    if len(candidates) < 2:
        note = "not tuned: one mapping only" if count < 2 else "not tuned: too long to simulate, or one mapping only"
        return Tuned(candidates[0], [], note)
    cycles = cached_cycles(
        "mappings",
        fingerprint(candidates[0]),
        (count,),
        space.machine,
        len(candidates),
        lambda: _simulated(candidates, simulate),
    )
    simulated = [
        Simulated(space.to_entry(mapping), round(space.estimate_cycles(mapping)), each)
        for mapping, each in zip(candidates, cycles, strict=True)
    ]
    return Tuned(candidates[_fastest(cycles)], simulated, None)


def _affordable(space: MappingSpace[MappingT], count: int) -> list[MappingT]:
    """The default and the next best candidates, as many as the budget of estimated cycles allows."""
    chosen: list[MappingT] = []
    left = float(BUDGET_CYCLES)
    for mapping in space.best(count):
        left -= space.estimate_cycles(mapping)
        if chosen and left < 0:
            break
        chosen.append(mapping)
    return chosen


def _simulated(candidates: list[MappingT], simulate: Callable[[MappingT], int]) -> Cycles:
    """Cycles of every candidate; None for those whose tiles do not fit after all (epilogues may need more)."""
    cycles: Cycles = [simulate(candidates[0])]
    for mapping in candidates[1:]:
        try:
            cycles.append(simulate(mapping))
        except ScratchpadOverflowError:
            cycles.append(None)
    return cycles


def _fastest(cycles: Cycles) -> int:
    """Position of the fewest cycles, of equals the first."""
    fitting = {position: each for position, each in enumerate(cycles) if each is not None}
    return min(fitting, key=lambda position: fitting[position])
