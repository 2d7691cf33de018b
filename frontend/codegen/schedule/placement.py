"""Where values of a kernel belong: the dimensions they vary along, their loop, the tiles that hold them."""

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import sympy
from npusim.frontend.codegen.graph import access as accesses
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.access import Access
from npusim.frontend.codegen.graph.box_masks import Box, box_of_access
from npusim.frontend.codegen.graph.buffers import Environment
from npusim.frontend.codegen.graph.builder import Builder
from npusim.frontend.codegen.graph.dag import Graph, IndexCheck, Value
from npusim.frontend.codegen.graph.domain import Dim, loop_symbol
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.graph.work import COSTLY, effort
from npusim.frontend.codegen.schedule.tiles import Allocation, Tile, TiledDim
from npusim.frontend.mlir_writer.indices import IndexWriter
from npusim.frontend.mlir_writer.memory import split_axes
from npusim.frontend.mlir_writer.text import Block, InsertionPoint, Names
from npusim.simulator.ir.dialect import HOST
from npusim.simulator.ir.memref_type import MemRefType

LEAST_SPREAD, MOST_SPREAD_BYTES = 128, 1 << 14
"""Elements from which, and bytes up to which, a tile that every lane needs is copied to all lanes before the loops."""
SMALL = 8
"""A loaded tile is small beside one that has at least this many times its elements."""


@dataclass
class Level:
    """A point in the loop nest: lines go into `block`, lines that its inner loop does not change into `before`."""

    block: Block
    before: Block | None = None
    resident: dict[int, Tile] = field(default_factory=dict)
    blocks: set[object] = field(default_factory=set)

    @property
    def target(self) -> Block:
        return self.before if self.before is not None else self.block


@dataclass(frozen=True)
class Plan:
    """The loops and tiled dimensions of an emitter.

    Attributes:
        dims: tiled dimensions of the domain.
        order: their order as loops of compute operations, outermost first.
        lane_dim: the dimension across the lanes.
        depth: how many loops enclose a value that depends on a dimension (0: no loop of ours).
        lane_parts: the parts of a split dimension that lie across the lanes together, outermost first; `lane_dim` is
            the last of them. A tile with all of them has one axis for them.
    """

    dims: tuple[TiledDim, ...]
    order: tuple[int, ...]
    lane_dim: int
    depth: tuple[int, ...]
    lane_parts: tuple[int, ...] = ()

    def with_unit(self) -> "Plan":
        """The plan with a last dimension of one element, for values that vary along none."""
        unit = TiledDim(loop_symbol("U"), sympy.S.One, 1, None, False, True)
        return replace(self, dims=(*self.dims, unit), order=(len(self.dims), *self.order), depth=(*self.depth, 0))


class Placement:
    """Tells the dimensions and loops that values depend on, and allocates their tiles.

    Attributes:
        spreads: values that every lane needs may be copied to all lanes before the loops.
        is_host_only: the operations being written check the kernel on the host; the machine does not execute them.
        in_template: the kernel is a template's, which has loads of its own and plans its scratchpad.
        template_slots: most slots of the template's own tiles so far.
    """

    spreads = False
    is_host_only = False
    in_template = True
    template_slots = 2

    def __init__(
        self, environment: Environment, graph: Graph, plan: Plan, sizes: Sizes, names: Names, top: Block
    ) -> None:
        self.environment, self.graph, self.sizes, self.names = environment, graph, sizes, names
        self.plan = plan.with_unit()
        self.builder = Builder(graph)
        self.top = top
        self.constants = top.part()
        symbols = {d.symbol: d.offset for d in plan.dims}
        self.index = IndexWriter(names, self.constants, top.part(), symbols, environment.in_arguments)
        self.scalars = top.part()
        self.allocations_block = top.part()
        self.levels = [Level(top)]
        self.allocations: dict[object, Allocation] = {}
        self._tiles: dict[object, Tile] = {}
        self.pads: dict[int, float | int | bool] = {}
        self._domain = [Dim(d.symbol, d.size, d.reduction) for d in plan.dims]
        self._steps = {d.symbol: loop_symbol(f"{d.symbol}_at") for d in plan.dims if d.stepped}
        self._accesses: dict[sympy.Expr, Access | None] = {}
        self._boxes: dict[int, Box | None] = {}
        self._deps: dict[int, frozenset[int]] = {}
        self._efforts: dict[int, int] = {}
        self._reduced: dict[int, bool] = {}
        self._scalar_names: dict[int, str] = {}
        self._types: dict[str, MemRefType] = {}
        self._parts: dict[tuple[str, int], Tile] = {}
        self.unspread: dict[str, Tile] = {}
        self.checked: list[IndexCheck] = []

    def at(self, block: Block) -> InsertionPoint:
        """The end of a block, as the point of operations."""
        return InsertionPoint(block.line, self.names.fresh)

    # -- dependences of values

    def access(self, index: sympy.Expr) -> Access | None:
        """Strides of an index that a DMA can follow, else None; the offset may depend on `stepped` dimensions."""
        if index not in self._accesses:
            found = accesses.affine(index, self._domain, self.sizes, self.graph.indirect)
            if found is None and self._steps:
                inner = index.xreplace(self._steps)
                found = accesses.affine(inner, self._domain, self.sizes, self.graph.indirect)
                found = None if found is None else accesses.with_offset(found, {v: k for k, v in self._steps.items()})
            self._accesses[index] = found
        return self._accesses[index]

    def dma_access(self, value: Value) -> Access | None:
        """The access of a load that is a plain DMA: linear, and inside the buffer even where its mask is false."""
        access = self.access(value.index)
        if access is None or value.mask is None:
            return access
        inside = accesses.stays_inside(access, self._domain, self.environment.extent(value.buffer))
        return access if inside else None

    def box(self, value: Value) -> Box | None:
        """The part of the domain where a masked linear load has a value, if it is a box of dimensions it varies along;
        the load is then a clipped DMA.
        """
        if value.number not in self._boxes:
            self._boxes[value.number] = self._box_of(value)
        return self._boxes[value.number]

    def _box_of(self, value: Value) -> Box | None:
        access = self.access(value.index)
        if value.mask is None or access is None or not access.dims or self.dma_access(value) is not None:
            return None
        return box_of_access(value.mask, access, self.plan.dims, [d.symbol for d in self.plan.dims if d.stepped])

    def mask_box(self, load: Value) -> Box | None:
        """The part of the domain where a linear load has a value, all of it without a mask; None if that is no box."""
        access = self.access(load.index)
        if load.mask is None or access is None:
            return Box({}, {}) if access is not None else None
        return box_of_access(load.mask, access, self.plan.dims, ())

    def may_begin_before(self, dims: Iterable[int]) -> bool:
        """Whether a tile with these dimensions may begin before the domain does."""
        return any(self.plan.dims[d].may_begin_before for d in dims)

    @property
    def parallel_dims(self) -> frozenset[int]:
        return frozenset(i for i, d in enumerate(self._domain) if not d.reduction)

    def deps(self, value: Value) -> frozenset[int]:
        """Dimensions a value varies along."""
        if value.number not in self._deps:
            for v in self.graph.reachable([value]):
                if v.number not in self._deps:
                    self._deps[v.number] = self._own_deps(v)
        return self._deps[value.number]

    def _own_deps(self, value: Value) -> frozenset[int]:
        if value.op == "reduce":
            return self.parallel_dims
        if value.op in ("iter", "inside"):
            return self._dims_of(value.attributes[0])
        found: frozenset[int] = frozenset()
        if value.op == "load":
            access = self.access(value.index) if self.box(value) is not None else self.dma_access(value)
            if access is not None:
                return frozenset(access.dims) | self._dims_of(access.offset)
            found = self._dims_of(value.index)
        for operand in self.graph.operands(value):
            found |= self._deps[operand.number]
        return found

    def _dims_of(self, expression: sympy.Expr) -> frozenset[int]:
        return frozenset(i for i, d in enumerate(self.plan.dims) if d.symbol in expression.free_symbols)

    def expensive(self, value: Value) -> bool:
        """Whether recomputing the value would take a costly operation, or many cheap ones."""
        return self._effort(value) >= COSTLY

    def _effort(self, value: Value) -> int:
        """Operations that computing a value from resident ones takes; at most `COSTLY`."""
        if value.number not in self._efforts:
            self._efforts[value.number] = effort(value, self._effort) if self.resident(value) is None else 0
        return self._efforts[value.number]

    def after_reduction(self, value: Value) -> bool:
        """Whether the value is computed from a reduction's result."""
        if value.number not in self._reduced:
            for v in self.graph.reachable([value]):
                self._reduced[v.number] = v.op == "reduce" or any(
                    self._reduced[a.number] for a in self.graph.operands(v)
                )
        return self._reduced[value.number]

    # -- places

    def level_of(self, dims: Iterable[int]) -> Level:
        """The outermost point in the open loops where all these dimensions have a value."""
        depth = max((self.plan.depth[d] for d in dims), default=0)
        return self.levels[min(depth, len(self.levels) - 1)]

    def is_inside_loops(self, dims: Iterable[int]) -> bool:
        """Whether all loops over these dimensions are open."""
        return max((self.plan.depth[d] for d in dims), default=0) < len(self.levels)

    def resident(self, value: Value) -> Tile | None:
        for level in reversed(self.levels):
            if value.number in level.resident:
                return level.resident[value.number]
        return None

    def enter(self, block: Block) -> None:
        """Continues inside a block that the caller puts into loops."""
        self.levels.append(Level(block))

    def adopt(self, value: Value, tile: Tile) -> None:
        """States that a tile holds a value already."""
        self._deps[value.number] = frozenset(tile.dims)
        self.levels[-1].resident[value.number] = tile

    def open_loop(self, dim: int, header: str, footer: str) -> None:
        """Enters a loop over the tiles of a dimension."""
        level = self.levels[-1]
        level.before = level.block.part()
        self.levels.append(Level(level.block.loop(header, footer)))

    def close_loop(self) -> None:
        self.levels.pop()
        self.levels[-1].before = None

    @contextmanager
    def host_only(self) -> Iterator[None]:
        """The context for operations that only the host executes. Values loaded and computed in it are not resident
        afterwards: the machine has to load and compute its own.
        """
        residents, scalars = [dict(level.resident) for level in self.levels], dict(self._scalar_names)
        before, self.is_host_only = self.is_host_only, True
        try:
            yield
        finally:
            self.is_host_only, self._scalar_names = before, scalars
            for level, resident in zip(self.levels, residents, strict=True):
                level.resident = resident
            self._efforts.clear()

    @property
    def marks(self) -> tuple[str, ...]:
        """Attributes of the operations being written: HOST while they are for the host only."""
        return (HOST,) if self.is_host_only else ()

    def tile(self, key: object, stem: str, element: str, dims: Sequence[int], slots: int = 2) -> Tile:
        """The tile for a purpose (`key`); allocated at the top of the function at its first use."""
        key, slots = (("host only", key), 1) if self.is_host_only else (key, slots)
        if key not in self.allocations:
            axes = tuple(dims) or (self._unit_dim(),)
            shape = tuple(self.plan.dims[d].tile for d in axes)
            tile = Tile.whole(self.names.fresh(stem), element, axes, shape)
            self._tiles[key] = self._with_joined_lanes(key, tile, slots)
        return self._tiles[key]

    def load_slots(self, dims: Sequence[int]) -> int:
        """Slots of a tile that is loaded in the loops. Loads are issued in order: one that waits for the operation that
        reads its tile holds up the template's next loads, so a tile that is small beside what is computed has one more,
        and others have a third one where the template's operands have it.
        """
        if not self.in_template:
            return 2
        loaded, whole = (math.prod(self.plan.dims[d].tile for d in each) for each in (dims, range(len(self.plan.dims))))
        return 3 if self.template_slots > 2 or loaded * SMALL <= whole else 2

    def _with_joined_lanes(self, key: object, tile: Tile, slots: int) -> Tile:
        """Allocates a tile, with one axis for all parts of the dimension across the lanes where it has them side by
        side, so that every part fills lanes; the tile as it is seen.
        """
        parts, axes = self.plan.lane_parts, tile.dims
        first = axes.index(parts[0]) if parts and parts[0] in axes else len(axes)
        end = first + len(parts)
        if len(parts) < 2 or axes[first:end] != parts:
            self.allocate(key, Allocation(tile, self._lane_axis(tile), slots, self.is_host_only))
            return tile
        groups = [[size] for size in tile.shape[:first]] + [[*tile.shape[first:end]]] + [[n] for n in tile.shape[end:]]
        dims = (*axes[:first], parts[-1], *axes[end:])
        joined = Tile.whole(tile.name, tile.element, dims, tuple(math.prod(sizes) for sizes in groups))
        self.allocate(key, Allocation(joined, first, slots, self.is_host_only))
        return Tile.of(split_axes(self.at(self.allocations_block), joined, groups, "parts"), axes)

    def allocate(self, key: object, allocation: Allocation) -> None:
        """Writes an allocation at the top of the function."""
        self.allocations[key] = allocation
        self.allocations_block.line(allocation.line)

    def _unit_dim(self) -> int:
        """A dimension of one element; the last one always is."""
        return next(i for i, dim in enumerate(self.plan.dims) if dim.size == 1)

    def _lane_axis(self, tile: Tile) -> int:
        """The axis across the lanes: the loops' own one, or else the longest; of several the outermost dimension's, so
        that tiles with their axes in another order have the same.
        """
        if self.plan.lane_dim in tile.dims and self.plan.dims[self.plan.lane_dim].tile > 1:
            return tile.dims.index(self.plan.lane_dim)
        return max(range(len(tile.shape)), key=lambda axis: (tile.shape[axis], -tile.dims[axis]))

    def goes_to_all_lanes(self, dims: Sequence[int], level: Level, element: str) -> bool:
        """Whether a tile is made before the loop over the lanes' dimension, and every lane needs all of it in the loop.

        It is then brought to the lanes once, as a tile with a copy per lane, if that is small beside the scratchpad.
        """
        depth = next(depth for depth, other in enumerate(self.levels) if other is level)
        if not self.spreads or self.is_host_only or depth >= self.plan.depth[self.plan.lane_dim]:
            return False
        if self.plan.lane_dim in dims or not dims:
            return False
        elements = math.prod(self.plan.dims[d].tile for d in dims)
        return LEAST_SPREAD <= elements <= MOST_SPREAD_BYTES // dtypes.element_bytes(element)

    def in_order(self, dims: Iterable[int]) -> tuple[int, ...]:
        wanted = set(dims)
        return tuple(d for d in self.plan.order if d in wanted)

    def constant(self, value: Value) -> str:
        key = ("const", value.number)
        if key not in self.constants.names:
            stem = {"f": "cst", "b": "cst"}.get(dtypes.value_type(value.dtype)[0], "k")
            name = self.names.fresh(stem)
            self.constants.line(f"{name} = arith.constant {dtypes.literal(value.attributes[0], value.dtype)}")
            self.constants.names[key] = name
        return self.constants.names[key]
