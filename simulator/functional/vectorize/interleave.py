"""Nests that write pairs of neighbours, such as both nibbles of a byte: the loop over pairs becomes lanes.

The output is contiguous along a pair, which fills no vector, and has stride 2 along the loop over pairs. Both elements
of all lanes are computed, interleaved in registers, and stored as one vector.
"""

from dataclasses import dataclass
from typing import Any

from npusim.simulator.functional.vectorize.body import Body
from npusim.simulator.functional.vectorize.builder import Builder
from npusim.simulator.functional.vectorize.lanes import LaneEmitter, Point
from npusim.simulator.functional.vectorize.nest import Nest
from npusim.simulator.functional.vectorize.planner import Plan, choose_lanes, full_lanes

Value = Any
_FEWEST_LANES = 8


@dataclass(frozen=True)
class Pairs:
    """The loop over the two elements of a pair, and the loop that becomes lanes."""

    pair_dim: int
    lane_dim: int


def find_pairs(nest: Nest, body: Body) -> Pairs | None:
    """The loops of a pointwise nest whose outputs are written pair by pair; None for other nests."""
    if nest.reduction_dims() or any(body.reads_output(i) for i in range(len(nest.outputs))):
        return None
    for pair in (d for d, size in enumerate(nest.sizes) if size == 2):
        for lane, size in enumerate(nest.sizes):
            if size >= _FEWEST_LANES and _fits(nest, pair, lane):
                return Pairs(pair, lane)
    return None


def _fits(nest: Nest, pair: int, lane: int) -> bool:
    written = all(a.is_memref and (a.strides[pair], a.strides[lane]) == (1, 2) for a in nest.outputs)
    return written and all(not a.is_memref or a.strides[lane] in (0, 1) for a in nest.inputs)


class PairEmitter(LaneEmitter):
    """Emits a nest that writes pairs at the insertion point."""

    def __init__(self, builder: Builder, nest: Nest, body: Body, pairs: Pairs) -> None:
        outer = tuple(d for d in nest.parallel_dims() if d not in (pairs.pair_dim, pairs.lane_dim))
        lanes = choose_lanes(nest.sizes[pairs.lane_dim], full_lanes(nest, body))
        plan = Plan(pairs.lane_dim, lanes, outer, (), (False,) * len(nest.outputs))
        super().__init__(builder, nest, body, plan)
        self.pair_dim = pairs.pair_dim
        self._collected: list[Value] | None = None

    def _reduce_in_place(self, point: Point) -> None:
        """Computes both elements of the pairs for all lanes, and stores one interleaved vector per output."""
        halves = []
        for i in range(2):
            self._collected = []
            self._iteration(self._step(point, self.pair_dim, i), [])
            halves.append(self._collected)
        assert point.lanes is not None
        for i, (first, second) in enumerate(zip(*halves, strict=True)):
            access, at = self.nest.outputs[i], point.offsets[len(self.nest.inputs) + i]
            both = self.builder.vector_type(2 * point.lanes, access.element_type)
            mixed = self.builder.op("vector.interleave", both, [first, second])
            self.builder.store(mixed, access, at, 2 * point.lanes)

    def _store_output(self, point: Point, i: int, value: Value) -> None:
        assert self._collected is not None
        self._collected.append(self.builder.widen(value, point.lanes))

    def _preload(self, point: Point, lane_dim: int) -> None:
        """Preloads inputs, except those that differ between the two elements of a pair."""
        super()._preload(point, lane_dim)
        for i, access in enumerate(self.nest.inputs):
            if access.is_memref and access.strides[self.pair_dim] != 0:
                point.loaded.pop(i, None)
