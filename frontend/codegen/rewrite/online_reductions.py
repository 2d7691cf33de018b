"""Pairs of reductions, the second of which needs the first, that one pass over the data can compute together.

A variance needs the mean, a sum of exponentials the maximum: over rows that lie in the scratchpad two passes are exact
and cheap. Rows that are streamed from memory are worth reading once: `streams` then keeps running means with sums of
squared deviations, or running maxima with sums of exponentials.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.dag import Graph, Value
from npusim.frontend.codegen.graph.domain import Domain
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.graph.work import vector_cycles
from npusim.frontend.codegen.rewrite.copying import Copier
from npusim.simulator.machine import Machine

DEVIATIONS, EXPONENTIALS = "deviations", "exponentials"
"""`reduce` values of an element x have the attributes ("sum", one of these, number of the centre c): the sum of
(x - c)^2, or of exp(x - c), where the centre depends on no other reduction than the sum, or the maximum, of x.
"""


@dataclass(frozen=True)
class Chunks:
    """How the rows are cut: dimensions whose last tile has elements outside the data, and whether elements of a chunk
    may have seen different numbers of values.
    """

    ragged: int
    uneven: bool


def with_online_reductions(domain: Domain, graph: Graph, sizes: Sizes, chunks: Chunks, machine: Machine) -> Graph:
    """The graph in which no second reduction of a pair waits for the first, if one pass takes less time than two."""
    copier = _Joined(graph, Graph(), domain.dims, sizes)
    copier.estimate = _Estimate(chunks, machine)
    return copier.copy_all()


def first_of(graph: Graph, second: Value) -> Value | None:
    """The first reduction of the pair of which `second` is the second, None for any other value."""
    if second.op != "reduce" or len(second.attributes) == 1:
        return None
    centre = graph.values[second.attributes[2]]
    return next(v for v in _down_to_reductions(graph, centre) if v.op == "reduce")


def _down_to_reductions(graph: Graph, value: Value) -> list[Value]:
    """What a value is computed from in the same loops: reductions are among it, but not what they reduce."""
    stack, seen = [value], dict[int, Value]()
    while stack:
        v = stack.pop()
        if v.number not in seen:
            seen[v.number] = v
            stack.extend(() if v.op == "reduce" else graph.operands(v))
    return list(seen.values())


@dataclass(frozen=True)
class _Estimate:
    chunks: Chunks
    machine: Machine

    def pays(self, kind: str, dtype: torch.dtype, read_bytes: int) -> bool:
        """Whether one pass over elements takes less time than two."""
        first, second, joint = self._slots(kind, dtypes.value_type(dtype))
        two = self._pass(first, 1, read_bytes) + self._pass(second, 1, read_bytes)
        held = (3 + bool(self.chunks.ragged)) if kind == DEVIATIONS else 2
        return self._pass(joint, held, read_bytes) < two

    def _pass(self, slots: float, held: int, read_bytes: int) -> float:
        """Cycles per element of a pass that holds `held` partial results in tiles."""
        work = vector_cycles(slots, held + read_bytes / 4, held, self.machine)
        return max(work, read_bytes / self.machine.dram_stream_bytes_per_cycle)

    def _slots(self, kind: str, element: str) -> tuple[float, float, float]:
        """Issue slots per element of the first pass, the second, and of one for both (`streams`)."""
        one = self.machine.vector_slots("simple", element)
        mask = 2 * one * self.chunks.ragged
        if kind == EXPONENTIALS:
            exponential = self.machine.vector_slots("exponential", element)
            return one + mask, exponential + 2 * one + mask, exponential + 8 * one + mask
        own_share = one + self.machine.vector_slots("divide", element) if self.chunks.uneven else 0.0
        counting = 3 * one if self.chunks.ragged else 0.0
        return one + mask, 3 * one + mask, 6 * one + mask + counting + own_share


class _Joined(Copier):
    estimate: _Estimate

    def reduction(self, value: Value, argument: Value) -> Value:
        is_sum = value.attributes == ("sum",) and dtypes.is_float(value.dtype)
        found = self._deviations(argument) or self._exponentials(argument) if is_sum else None
        if found is None or not self.estimate.pays(found[0], value.dtype, self._read_bytes(found[1])):
            return super().reduction(value, argument)
        kind, element, centre = found
        return self.target.value("reduce", (element,), value.dtype, ("sum", kind, centre.number))

    def _deviations(self, argument: Value) -> tuple[str, Value, Value] | None:
        is_square = argument.op == "mul" and argument.args[0] is argument.args[1]
        if not is_square or argument.args[0].op != "sub":
            return None
        element, centre = argument.args[0].args
        return (DEVIATIONS, element, centre) if self._is_centre(centre, [element], "sum") else None

    def _exponentials(self, argument: Value) -> tuple[str, Value, Value] | None:
        if argument.op != "exp" or argument.args[0].op != "sub":
            return None
        element, centre = argument.args[0].args
        largest = centre.args[0] if centre.op == "convert" else centre
        if largest.op != "reduce" or not self._is_centre(centre, _alike(element), "max"):
            return None
        return EXPONENTIALS, element, centre

    def _is_centre(self, centre: Value, elements: Sequence[Value], kind: str) -> bool:
        """Whether the centre is computed from one reduction, of this kind over one of the elements, and no load."""
        made_of = _down_to_reductions(self.target, centre)
        reductions = [v for v in made_of if v.op == "reduce"]
        if len(reductions) != 1 or any(v.op in ("load", "iter") for v in made_of):
            return False
        return reductions[0].attributes == (kind,) and reductions[0].args[0] in elements

    def _read_bytes(self, element: Value) -> int:
        return sum(v.dtype.itemsize for v in self.target.reachable([element]) if v.op == "load")


def _alike(element: Value) -> list[Value]:
    """The element and the narrower float it was widened from; not an integer, which may lose digits."""
    if element.op != "convert" or dtypes.bits(element.args[0].dtype) > dtypes.bits(element.dtype):
        return [element]
    return [element, *(v for v in element.args if dtypes.is_float(v.dtype))]
