"""Fused prologues of templates: pointwise nodes computed on the tile of an operand, behind its load.

The operand's buffer does not exist then: the tile is computed from tiles of its producers' inputs, each loaded in its
own dtype and only along the dimensions it varies along.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from npusim.frontend.codegen.emit.emitter import Emitter, Plan
from npusim.frontend.codegen.fused.dimension_splitting import (
    SplitDims,
    expanded_tile,
    tiles_of_split_dims,
    unsplit,
)
from npusim.frontend.codegen.fused.epilogue import EpilogueText
from npusim.frontend.codegen.fused.operand import OperandView
from npusim.frontend.codegen.fused.result_tiles import ResidentTile, TileDim
from npusim.frontend.codegen.fused.zero_padding import vanishes
from npusim.frontend.codegen.graph.buffers import InductorEnvironment
from npusim.frontend.codegen.graph.cannot_share import CannotShareKernel
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.graph.domain import loop_symbol
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.record.handler import Recording
from npusim.frontend.codegen.record.inlining import InliningHandler
from npusim.frontend.codegen.schedule.tiles import Tile
from npusim.frontend.inductor.api import Kernel, V
from npusim.frontend.mlir_writer.text import Block, Names


class NotAPrologue(CannotShareKernel):
    """These nodes cannot be computed on an operand's tile; the message says why."""


@dataclass(frozen=True)
class Prologue:
    """The nodes that compute an operand that is not in memory.

    Attributes:
        operand: the template's input.
        producers: pointwise SchedulerNodes by the buffer they would write: the operand's, and those that it reads from.
    """

    operand: OperandView
    producers: Mapping[str, Any]

    def record(self, sizes: Sizes, environment: InductorEnvironment) -> "RecordedPrologue":
        """The operand's element as a value, at the point of loops over its dimensions.

        Dimensions are split until no index divides them or none can be split. A quotient of the index of a stepped
        dimension is computed for every step.

        Raises:
            NotAPrologue: it is computed in groups along a dimension whose tiles begin anywhere, or in groups of
                symbolic size.
        """
        split_dims = unsplit([sizes.simplify(size) for size in self.operand.sizes])  # symbols may be specialised by now
        steps = {split_dims.domain.dims[d].symbol: loop_symbol(f"{d}_at") for d in self.operand.stepped}
        while True:
            recorded, divided = self._record(split_dims, sizes, environment)
            finer = split_dims.split([index.xreplace(steps) for index in divided], sizes)
            if finer is None:
                break
            split_dims = finer
        if not split_dims.has_fixed_groups():
            raise NotAPrologue("its elements are made in groups of a size that is known at run time only")
        if any(len(split_dims.parts[d]) > 1 for d in self.operand.unaligned):
            raise NotAPrologue("its elements are made in groups, which the overlapping tiles of the operand would cut")
        return recorded

    def _record(
        self, split_dims: SplitDims, sizes: Sizes, environment: InductorEnvironment
    ) -> tuple["RecordedPrologue", list[sympy.Expr]]:
        """The recorded element, and all indices that occur in it."""
        recording = Recording(split_dims.domain, sizes, environment.dtype, environment.memory)
        handler = InliningHandler(recording, self.producers)
        value = handler.load(self.operand.name, self.operand.address(split_dims.indices))
        recorded = RecordedPrologue(recording, value, split_dims)
        return recorded, [*(load.index for load in recorded.loads), *handler.computed_indices]


@dataclass(frozen=True)
class RecordedPrologue:
    """The scalar graph of a prologue, and the dimensions that it is over."""

    recording: Recording
    value: Value
    split_dims: SplitDims

    @property
    def loads(self) -> list[Value]:
        return [v for v in self.recording.graph.reachable([self.value]) if v.op == "load"]


def emit_prologue(
    kernel: Kernel[Any],
    prologue: Prologue,
    dims: Sequence[TileDim],
    tile: ResidentTile,
    *,
    lane_dim: int,
    lane_stride: int = 1,
    prefix: str,
) -> EpilogueText:
    """Text that computes an operand's tile.

    Args:
        kernel: registers the arguments that the prologue reads.
        dims: the dimensions of the operand.
        tile: the tile to fill; elements outside of the operand become 0.
        lane_dim: the dimension that lies across the lanes.
        lane_stride: neighbours of that dimension in one lane; above 1, neighbours that are computed as a group.
        prefix: of every SSA name made here.
    """
    sizes, environment = Sizes(V.graph.sizevars), InductorEnvironment(kernel)
    recorded = prologue.record(sizes, environment)
    for load in recorded.loads:
        kernel.args.input(load.buffer)
    parts = recorded.split_dims.parts[lane_dim]
    across = parts[:1] if lane_stride > 1 else parts
    return _PrologueWriter(recorded, environment, dims, tile, across, prefix).write()


class _PrologueWriter:
    """Drives an emitter whose loops are the template's."""

    def __init__(
        self,
        recorded: RecordedPrologue,
        environment: InductorEnvironment,
        dims: Sequence[TileDim],
        tile: ResidentTile,
        lane_parts: tuple[int, ...],
        prefix: str,
    ) -> None:
        recording, split_dims, names = recorded.recording, recorded.split_dims, Names(prefix)
        self.value, self.environment = recorded.value, environment
        self.top, self.body = Block(), Block()
        self.body.parent = self.top
        tiled = tiles_of_split_dims(split_dims, dims, recording.sizes, names, self.body)
        plain = Tile.whole(tile.ssa, tile.element, tile.axes, tuple(dims[axis].size for axis in tile.axes))
        self.tile = expanded_tile(split_dims, tiled, plain, names, self.body)
        self.order = (*(d for d in range(len(tiled)) if d not in self.tile.dims), *self.tile.dims)
        plan = Plan(tiled, self.order, lane_parts[-1], (1,) * len(tiled), lane_parts)
        self.emitter = Emitter(environment, recording.graph, plan, recording.sizes, names, self.top)
        self.emitter.enter(self.body)

    def write(self) -> EpilogueText:
        if not self.emitter.load_into(self.value, self.tile):  # for a copy, the load itself
            self.emitter.elementwise([(self._guarded(), self.tile)], self.order, self.body)
        self.emitter.check_rest()
        return EpilogueText(self.top.lines(), self.body.lines())

    def _guarded(self) -> Value:
        """The value, with 0 outside of the operand."""
        value, builder, graph = self.value, self.emitter.builder, self.emitter.graph
        for d, dim in enumerate(self.emitter.plan.dims):
            if not dim.exact and not vanishes(self.value, d, graph, self.emitter.padded_dims):
                value = builder.where(self.emitter.inside(d), value, builder.const(0, value.dtype))
        return value
