"""Which of several variants of a part of the program is the fastest: by the cost models where their estimates are far
apart, by the engine where they are close.

The engine is deterministic and takes 10 to 50 ms for a kernel, 0.1 to 0.2 s for the beginning of a long one; its
results are kept on disk. The choice does not depend on the mode of the simulation, so that kernels are the same in all
of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Generic, TypeVar

from npusim.frontend.fusions.kernels import PossibleKernel
from npusim.simulator.errors import ScratchpadOverflowError, UnsupportedError

DOUBTFUL = 1.3
"""Estimates of variants whose ratio is below this may be in the wrong order: of 502 pairs of models and tests that were
simulated, 62 of 298 below it were, by 15 % on average, and 3 of 204 above it.
"""
BUDGET_CYCLES = 6_000_000
"""Variants are simulated up to this sum of estimated cycles: a million take a quarter of a second."""

ForT = TypeVar("ForT")


@dataclass(frozen=True)
class Variant(Generic[ForT]):
    """One of several sets of kernels that compute the same part of the program.

    Attributes:
        what: the caller's object for the variant.
        kernels: its kernels.
        estimated: their estimated cycles; infinite when one is impossible.
        problem: why it is impossible, a sentence.
    """

    what: ForT
    kernels: Sequence[PossibleKernel]
    estimated: float
    problem: str = ""


@dataclass(frozen=True)
class Verdict(Generic[ForT]):
    """The fastest variant, and the cycles of all of them.

    Attributes:
        cycles: by variant, in their order: the simulated ones where there are any.
        simulated: which variants were.
    """

    variants: Sequence[Variant[ForT]]
    cycles: Sequence[float]
    simulated: Sequence[bool]

    @property
    def best(self) -> Variant[ForT]:
        """The fastest variant, of the simulated ones if there are any; the first of equals."""
        return self.variants[self._order()[0]]

    def told(self, variant: Variant[ForT]) -> str:
        """`1,234 cycles simulated` or `1,234 cycles estimated`."""
        number = next(i for i, each in enumerate(self.variants) if each is variant)
        return f"{self.cycles[number]:,.0f} cycles {'simulated' if self.simulated[number] else 'estimated'}"

    def gain(self, otherwise: str) -> str:
        """The best variant's cycles and the next one's, as a sentence; empty for a single variant."""
        best, *others = self._order()
        if not others or self.cycles[others[0]] == inf:
            return ""
        return self.compared(self.variants[best], self.variants[others[0]], otherwise)

    def compared(self, one: Variant[ForT], other: Variant[ForT], otherwise: str) -> str:
        """Cycles of two variants; the estimates too where the engine decided."""
        first, second = self.told(one), self.told(other)
        kind = first.rpartition(" ")[2]
        both = second.endswith(kind)
        estimates = f" ({one.estimated:,.0f} and {other.estimated:,.0f} estimated)"
        second = second.removesuffix(f" cycles {kind}")
        return f"{first}, {second} {otherwise}{estimates if both and kind == 'simulated' else ''}"

    def _order(self) -> list[int]:
        asked = any(s and c < inf for s, c in zip(self.simulated, self.cycles, strict=True))
        return sorted(range(len(self.variants)), key=lambda i: (asked and not self.simulated[i], self.cycles[i]))


def evaluate_candidates(variants: Sequence[Variant[ForT]]) -> Verdict[ForT]:
    """Compares variants."""
    cycles = [variant.estimated for variant in variants]
    close = [variant.estimated < inf and variant.estimated <= DOUBTFUL * min(cycles) for variant in variants]
    costs = sum(c for c, doubtful in zip(cycles, close, strict=True) if doubtful)
    if sum(close) < 2 or costs > BUDGET_CYCLES:
        return Verdict(variants, cycles, [False] * len(variants))
    try:  # all begin before one is waited for: each is simulated on a thread of its own
        waits = [_started(v) if doubtful else None for v, doubtful in zip(variants, close, strict=True)]
    except UnsupportedError:  # cycles depend on values; unsupported operations raise when the kernel is made
        return Verdict(variants, cycles, [False] * len(variants))
    found = [v.estimated if wait is None else wait() for v, wait in zip(variants, waits, strict=True)]
    return Verdict(variants, found, close)


def _started(variant: Variant[ForT]) -> Callable[[], float]:
    """Begins to simulate all kernels of a variant; what is returned waits for the sum of their cycles."""
    try:
        waits = [kernel.start_simulation() for kernel in variant.kernels]
    except ScratchpadOverflowError:
        return lambda: inf
    return lambda: float(sum(wait() for wait in waits))
