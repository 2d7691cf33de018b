"""Which reductions and stores happen in which pass over the data.

A pass goes over all elements once. A reduction of a value that needs other reductions first comes in a later pass:
softmax reads its rows for the maximum, then for the sum, then for the result.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from npusim.frontend.codegen.graph.dag import Graph, Store, Value


@dataclass(frozen=True)
class Checked:
    """Values of indices that are checked: for every element, and for the parallel dimensions only."""

    full: Sequence[Value] = ()
    reduced: Sequence[Value] = ()


@dataclass(frozen=True)
class Passes:
    """The order of a kernel's work.

    Attributes:
        reductions: per pass, the reductions it computes.
        full: stores of every element; they come in the last pass, so that nothing is read again after an in-place
        update.
        reduced: stores of the parallel dimensions only; they come after all passes.
    """

    reductions: tuple[tuple[Value, ...], ...]
    full: tuple[Store, ...]
    reduced: tuple[Store, ...]


def plan_passes(graph: Graph, full: Sequence[Store], reduced: Sequence[Store], checked: Checked = Checked()) -> Passes:
    """Assigns every reduction that the stores and the checks need to the earliest pass it can be computed in."""
    everywhere = [*(v for s in full for v in graph.stored_with(s)), *checked.full]
    once = [*(v for s in reduced for v in graph.stored_with(s)), *checked.reduced]
    values = graph.reachable([*everywhere, *once])
    levels: dict[int, int] = {}
    for value in values:
        below = max((levels[o.number] for o in graph.operands(value)), default=0)
        levels[value.number] = below + (value.op == "reduce")
    reductions = [v for v in values if v.op == "reduce"]
    last = max((levels[v.number] for v in everywhere), default=0)
    count = max([levels[r.number] for r in reductions] + ([last + 1] if everywhere else []), default=0)
    passes = tuple(tuple(r for r in reductions if levels[r.number] == k + 1) for k in range(count))
    return Passes(passes, tuple(full), tuple(reduced))
