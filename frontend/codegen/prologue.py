"""Fused prologues of templates: pointwise nodes computed on the tile of an operand, behind its load.

The operand's buffer does not exist then: the tile is computed from the tiles of what its producers read, each loaded in
its own dtype and only along the dimensions it varies along.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from npusim.frontend.codegen import access as accesses
from npusim.frontend.codegen.blocks import Block, Names
from npusim.frontend.codegen.buffers import InductorEnvironment
from npusim.frontend.codegen.dag import Value
from npusim.frontend.codegen.domain import Dim, loop_symbol
from npusim.frontend.codegen.emitter import Emitter, Plan
from npusim.frontend.codegen.epilogue import EpilogueText, ResidentTile, TileDim
from npusim.frontend.codegen.handler import Recording
from npusim.frontend.codegen.inlining import InliningHandler
from npusim.frontend.codegen.refined import RefinedDims, expanded_tile, refined_tiles, unsplit
from npusim.frontend.codegen.sizes import Size, Sizes
from npusim.frontend.codegen.tiles import Tile
from npusim.frontend.codegen.work import vector_cycles, vector_slots
from npusim.simulator.errors import NpuSimError
from npusim.simulator.machine import Machine
from torch._inductor.codegen.common import Kernel
from torch._inductor.virtualized import V


class NotAPrologue(NpuSimError):
    """These nodes cannot be computed on an operand's tile; the message says why."""


@dataclass(frozen=True)
class Prologue:
    """What computes an operand that is not in memory.

    Attributes:
        operand: the template's input, a buffer or a strided view of one.
        producers: pointwise SchedulerNodes by the buffer they would write; the operand's own and those it reads.
    """

    operand: Any
    producers: Mapping[str, Any]

    def record(
        self,
        walked: Sequence[bool],
        sizes_of: Sequence[Size],
        stepped: Collection[int],
        sizes: Sizes,
        environment: InductorEnvironment,
    ) -> "RecordedPrologue":
        """The operand's element as a value, at the point of loops over those of its dimensions that are walked.

        Args:
            sizes_of: of the dimensions that are walked.
            stepped: those of them that are walked in steps of one: what divides their index is computed for every step.

        Other dimensions are split until no index divides them, or no further.
        """
        refined = unsplit(sizes_of)
        steps = {refined.domain.dims[d].symbol: loop_symbol(f"{d}_at") for d in stepped}
        while True:
            recorded, divided = self._record(walked, refined, sizes, environment)
            finer = refined.split([index.xreplace(steps) for index in divided], sizes)
            if finer is None:
                return recorded
            refined = finer

    def _record(
        self, walked: Sequence[bool], refined: RefinedDims, sizes: Sizes, environment: InductorEnvironment
    ) -> tuple["RecordedPrologue", list[sympy.Expr]]:
        """The element, and all indices that occur."""
        recording = Recording(refined.domain, sizes, environment.dtype, environment.aliases)
        handler = InliningHandler(recording, self.producers)
        indices = iter(refined.indices)
        address = _address(self.operand, [next(indices) if walk else sympy.S.Zero for walk in walked])
        recorded = RecordedPrologue(recording, handler.load(self.operand.get_name(), address), refined)
        return recorded, [*(load.index for load in recorded.loads), *handler.computed_indices]


@dataclass(frozen=True)
class RecordedPrologue:
    """The scalar graph of a prologue, and the dimensions that it is over."""

    recording: Recording
    value: Value
    refined: RefinedDims

    @property
    def loads(self) -> list[Value]:
        return [v for v in self.recording.graph.reachable([self.value]) if v.op == "load"]


@dataclass(frozen=True)
class PrologueWork:
    """What a prologue costs, per element of its operand.

    Attributes:
        bytes_read: from memory.
        tile_bytes: of the tiles it is computed from, the operand's own not counted.
        vector_cycles: of the vector unit.
        row_exchanges: elements that go through the cross-lane unit, per row of a tile: what varies along other
            dimensions than the last one, which lies across the lanes, is needed by every lane.
        row_stride_bytes: from one row to the next of what most bytes are read of.
        multiples: for every dimension of the operand, elements that a tile must hold a multiple of.
        runs: for every dimension, neighbours that are computed alike: elements of its innermost part.
    """

    bytes_read: float
    tile_bytes: float
    vector_cycles: float
    row_exchanges: float = 0.0
    row_stride_bytes: int = 0
    multiples: tuple[int, ...] = ()
    runs: tuple[int, ...] = ()


def measure_prologue(prologue: Prologue, machine: Machine, tiled_dims: int | None = None) -> PrologueWork:
    """The work of a prologue.

    Args:
        tiled_dims: how many of the operand's last dimensions its tiles have axes for; None: all.

    Raises:
        NotAPrologue: it reads something that no strided transfer brings.
        IndexMismatch, UnsupportedError: its nodes cannot be recorded.
    """
    sizes, environment = Sizes(V.graph.sizevars), InductorEnvironment(Kernel(increase_kernel_count=False))
    shape = prologue.operand.get_size()
    stepped = range(0 if tiled_dims is None else max(0, len(shape) - tiled_dims))
    recorded = prologue.record([True] * len(shape), shape, stepped, sizes, environment)
    loops = recorded.recording.domain.dims
    total = _elements(range(len(loops)), loops, sizes)
    read = largest = 0.0
    spread = row_stride = 0
    for load in recorded.loads:
        access = _strided(load, recorded.recording, stepped, environment)
        share = load.dtype.itemsize * _elements(access.dims, loops, sizes) / total
        read += share
        if share > largest:
            largest = share
            row_stride = load.dtype.itemsize * max((abs(sizes.hint(s)) for s in access.strides), default=0)
        spread += bool(access.dims) and not set(recorded.refined.parts[-1]) & set(access.dims)
    values = recorded.recording.graph.reachable([recorded.value])
    cycles = vector_cycles(vector_slots(values, machine), max(len(recorded.loads), 1), 1, machine)
    multiples = tuple(recorded.refined.multiple(dim, sizes) for dim in range(len(shape)))
    runs = tuple(max(1, sizes.hint(loops[parts[-1]].size)) for parts in recorded.refined.parts)
    return PrologueWork(read, read, cycles, float(spread * machine.vector_lanes), row_stride, multiples, runs)


def _elements(dims: Sequence[int] | range, loops: Sequence[Dim], sizes: Sizes) -> float:
    result = 1.0
    for d in dims:
        result *= max(1, sizes.hint(loops[d].size))
    return result


def _strided(
    load: Value, recording: Recording, stepped: Collection[int], environment: InductorEnvironment
) -> accesses.Access:
    """The access of a load that a DMA can follow, at one step of the `stepped` dimensions."""
    dims = recording.domain.dims
    index = load.index.xreplace({dims[d].symbol: loop_symbol(f"{d}_at") for d in stepped})
    access = accesses.affine(index, dims, recording.sizes, recording.graph.indirect)
    if access is None:
        raise NotAPrologue(f"{load.buffer} is read at computed addresses, which would be gathered for every tile")
    inside = load.mask is None or accesses.stays_inside(access, recording.domain.dims, environment.extent(load.buffer))
    if not inside:
        raise NotAPrologue(f"{load.buffer} is read under a mask that may leave it, which would be gathered")
    return access


def _address(operand: Any, indices: Sequence[sympy.Expr]) -> sympy.Expr:
    """Where the operand's element lies in its buffer."""
    layout = operand.get_layout()
    moved = sum((index * stride for index, stride in zip(indices, layout.stride, strict=True)), sympy.S.Zero)
    return sympy.expand(sympy.sympify(layout.offset) + moved)


# -- text


def emit_prologue(
    kernel: Kernel[Any],
    prologue: Prologue,
    dims: Sequence[TileDim | None],
    tile: ResidentTile,
    *,
    lane_dim: int,
    lane_stride: int = 1,
    prefix: str,
) -> EpilogueText:
    """Text that computes an operand's tile.

    Args:
        kernel: registers the arguments that the prologue reads.
        dims: the dimensions of the operand, None for one that is not walked.
        tile: the tile to fill; elements outside of the operand become 0.
        lane_dim: the dimension that lies across the lanes, an index into the walked ones.
        lane_stride: its neighbours in one lane; above 1 those that are computed as a group.
        prefix: of every SSA name made here.
    """
    sizes, environment = Sizes(V.graph.sizevars), InductorEnvironment(kernel)
    walked = [d for d in dims if d is not None]
    stepped = [number for number, d in enumerate(walked) if d.stepped]
    recorded = prologue.record([d is not None for d in dims], [d.extent for d in walked], stepped, sizes, environment)
    for load in recorded.loads:
        kernel.args.input(load.buffer)
    parts = recorded.refined.parts[lane_dim]
    return _PrologueWriter(recorded, environment, walked, tile, parts[0 if lane_stride > 1 else -1], prefix).write()


class _PrologueWriter:
    """Drives an emitter whose loops are the template's."""

    def __init__(
        self,
        recorded: RecordedPrologue,
        environment: InductorEnvironment,
        dims: Sequence[TileDim],
        tile: ResidentTile,
        lane_part: int,
        prefix: str,
    ) -> None:
        recording, refined, names = recorded.recording, recorded.refined, Names(prefix)
        self.value, self.environment = recorded.value, environment
        self.top, self.body = Block(), Block()
        self.body.parent = self.top
        tiled = refined_tiles(refined, dims, recording.sizes, names, self.body)
        plain = Tile(tile.ssa, tile.element, tile.axes, tuple(dims[axis].size for axis in tile.axes))
        self.tile = expanded_tile(refined, tiled, plain, names, self.body)
        self.order = (*(d for d in range(len(tiled)) if d not in self.tile.dims), *self.tile.dims)
        plan = Plan(tiled, self.order, lane_part, (1,) * len(tiled))
        self.emitter = Emitter(environment, recording.graph, plan, recording.sizes, names, self.top)
        self.emitter.enter(self.body)

    def write(self) -> EpilogueText:
        access = self.emitter.dma_access(self.value) if self.value.op == "load" else None
        if access is not None and access.dims == self.tile.dims:
            self._load(access)
        else:
            self.emitter.elementwise([(self._guarded(), self.tile)], self.order, self.body)
        return EpilogueText(self.top.lines(), self.body.lines())

    def _load(self, access: accesses.Access) -> None:
        """A copy is the load itself."""
        argument = self.environment.input(self.value.buffer)
        view, view_type = self.emitter.view(argument, self.value.buffer, access, self.tile, self.body)
        self.body.line(f'"npu.dma_load"({view}, {self.tile.name}) : ({view_type}, {self.tile.type}) -> ()')

    def _guarded(self) -> Value:
        """The value with 0 outside of the operand, where it would be something else."""
        value, builder = self.value, self.emitter.builder
        for d, dim in enumerate(self.emitter.plan.dims):
            if not dim.exact and not _vanishes(self.value, d, self.emitter):
                value = builder.where(self.emitter.inside(d), value, builder.const(0, value.dtype))
        return value


_KEEP_ZERO = frozenset(
    [
        "convert",
        "bitcast",
        "neg",
        "abs",
        "sqrt",
        "tanh",
        "sin",
        "tan",
        "asin",
        "atan",
        "sinh",
        "asinh",
        "atanh",
        "erf",
        "expm1",
        "log1p",
        "floor",
        "ceil",
        "trunc",
        "roundeven",
    ]
)
"""Functions of one operand that are 0 at 0."""
_BOTH = frozenset(("add", "sub", "maximum", "minimum", "bitwise_or", "bitwise_xor"))
_FIRST = frozenset(("shl", "shr"))


def _vanishes(value: Value, d: int, emitter: Emitter) -> bool:
    """Whether a value is 0 where the tiles it is computed from are padded with 0 along a dimension."""
    known: dict[int, bool] = {}
    for each in emitter.graph.reachable([value]):
        known[each.number] = _is_zero(each, d, emitter, known)
    return known[value.number]


def _is_zero(value: Value, d: int, emitter: Emitter, known: Mapping[int, bool]) -> bool:
    zeros = [known[a.number] for a in value.args]
    if value.op == "load":
        return value.mask is None and d in emitter.deps(value)
    if value.op == "const":
        return bool(value.attributes[0] == 0)
    if value.op in _KEEP_ZERO:
        return zeros[0]
    if value.op in _BOTH:
        return all(zeros)
    if value.op in _FIRST:
        return zeros[0]
    if value.op == "select":
        return zeros[1] and zeros[2]
    return value.op == "mul" and _is_zero_product(value, zeros)


def _is_zero_product(value: Value, zeros: Sequence[bool]) -> bool:
    """0 times a constant or times 0; times anything else may be infinity times 0."""
    return any(
        zero and (other_zero or other.op == "const")
        for zero, other, other_zero in zip(zeros, value.args[::-1], zeros[::-1], strict=True)
    )
