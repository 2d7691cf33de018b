"""Computes values of the scalar graph on tiles: loads, gathers, one linalg.generic per stage, stores.

The emitter knows the tiled dimensions and where their loops are; `kernel_text` (whole kernels) and `epilogue` (fused into templates) drive it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import sympy
import torch

from npusim.frontend.codegen import access as accesses
from npusim.frontend.codegen import dtypes, mlir_ops
from npusim.frontend.codegen.access import Access
from npusim.frontend.codegen.blocks import Block, IndexWriter, Names
from npusim.frontend.codegen.body import BodyWriter
from npusim.frontend.codegen.buffers import Environment
from npusim.frontend.codegen.builder import Builder
from npusim.frontend.codegen.dag import Graph, Store, Value
from npusim.frontend.codegen.domain import Dim
from npusim.frontend.codegen.index_values import IndexValues
from npusim.frontend.codegen.sizes import Sizes
from npusim.frontend.codegen.tiles import Allocation, Tile, TiledDim
from npusim.simulator.errors import NpuSimError


@dataclass
class Level:
    """A place in the loop nest: lines go into `block`; what an inner loop does not change goes before it, into `before`."""

    block: Block
    before: Block | None = None
    resident: dict[int, Tile] = field(default_factory=dict)

    @property
    def target(self) -> Block:
        return self.before if self.before is not None else self.block


@dataclass(frozen=True)
class Plan:
    """What an emitter works on.

    Attributes:
        dims: tiled dimensions of the domain.
        order: their order as loops of compute operations, outermost first.
        lane_dim: the dimension across the lanes.
        depth: how many loops enclose a value that depends on a dimension (0: no loop of ours).
    """

    dims: tuple[TiledDim, ...]
    order: tuple[int, ...]
    lane_dim: int
    depth: tuple[int, ...]


class Emitter:
    """Writes one kernel's tiles and operations."""

    def __init__(self, environment: Environment, graph: Graph, plan: Plan, sizes: Sizes, names: Names, top: Block) -> None:
        self.environment, self.graph, self.plan, self.sizes, self.names = environment, graph, plan, sizes, names
        self.builder = Builder(graph)
        self.top = top
        self.constants = top.part()
        symbols = {d.symbol: d.offset for d in plan.dims}
        self.index = IndexWriter(names, self.constants, top.part(), symbols, environment.size)
        self.scalars = top.part()
        self.allocations_block = top.part()
        self.levels = [Level(top)]
        self.allocations: dict[object, Allocation] = {}
        self.pads: dict[int, float | int | bool] = {}
        self._domain = [Dim(d.symbol, d.size, d.reduction) for d in plan.dims]
        self._accesses: dict[sympy.Expr, Access | None] = {}
        self._deps: dict[int, frozenset[int]] = {}
        self._expensive: dict[int, bool] = {}
        self._reduced: dict[int, bool] = {}
        self._scalar_names: dict[int, str] = {}
        self._types: dict[str, str] = {}

    # -- what values depend on ---------------------------------------------------------------------------------------------------------

    def access(self, index: sympy.Expr) -> Access | None:
        """Strides of an index that a DMA can follow, else None."""
        if index not in self._accesses:
            self._accesses[index] = accesses.affine(index, self._domain, self.sizes, self.graph.indirect)
        return self._accesses[index]

    def dma_access(self, value: Value) -> Access | None:
        """The access of a load that is a plain DMA: linear, and inside the buffer even where its mask is false."""
        access = self.access(value.index)
        if access is None or value.mask is None:
            return access
        inside = accesses.stays_inside(access, self._domain, self.environment.extent(value.buffer))
        return access if inside else None

    @property
    def parallel_dims(self) -> frozenset[int]:
        return frozenset(i for i, d in enumerate(self.plan.dims) if not d.reduction)

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
            access = self.dma_access(value)
            if access is not None:
                return frozenset(access.dims)
            found = self._dims_of(value.index)
        for operand in self.graph.operands(value):
            found |= self._deps[operand.number]
        return found

    def _dims_of(self, expression: sympy.Expr) -> frozenset[int]:
        return frozenset(i for i, d in enumerate(self.plan.dims) if d.symbol in expression.free_symbols)

    def expensive(self, value: Value) -> bool:
        """Whether computing the value again would take a costly operation."""
        if value.number not in self._expensive:
            resident = self.resident(value) is not None or value.op in ("load", "const", "reduce")
            own = value.op in mlir_ops.EXPENSIVE and dtypes.is_float(value.dtype)
            self._expensive[value.number] = not resident and (own or any(self.expensive(a) for a in value.args))
        return self._expensive[value.number]

    def after_reduction(self, value: Value) -> bool:
        """Whether the value is computed from a reduction's result."""
        if value.number not in self._reduced:
            for v in self.graph.reachable([value]):
                self._reduced[v.number] = v.op == "reduce" or any(self._reduced[a.number] for a in self.graph.operands(v))
        return self._reduced[value.number]

    # -- places -------------------------------------------------------------------------------------------------------------------------

    def level_of(self, dims: Iterable[int]) -> Level:
        """The outermost place in the open loops where all these dimensions have a value."""
        depth = max((self.plan.depth[d] for d in dims), default=0)
        return self.levels[min(depth, len(self.levels) - 1)]

    def resident(self, value: Value) -> Tile | None:
        for level in reversed(self.levels):
            if value.number in level.resident:
                return level.resident[value.number]
        return None

    def enter(self, block: Block) -> None:
        """Continues inside a block that somebody else puts into loops."""
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

    # -- tiles --------------------------------------------------------------------------------------------------------------------------

    def tile(self, key: object, stem: str, element: str, dims: Sequence[int], slots: int = 2) -> Tile:
        """The tile for a purpose (`key`); allocated at the top of the function at its first use."""
        if key not in self.allocations:
            axes = tuple(dims) or (self._unit_dim(),)
            shape = tuple(self.plan.dims[d].tile for d in axes)
            tile = Tile(self.names.fresh(stem), element, axes, shape)
            allocation = Allocation(tile, self._lane_axis(tile), slots)
            self.allocations[key] = allocation
            self.allocations_block.line(allocation.line)
        return self.allocations[key].tile

    def _unit_dim(self) -> int:
        for i, dim in enumerate(self.plan.dims):
            if dim.tile == 1:
                return i
        raise NpuSimError("a value without dimensions needs a dimension of one element in its kernel")

    def _lane_axis(self, tile: Tile) -> int:
        if self.plan.lane_dim in tile.dims:
            return tile.dims.index(self.plan.lane_dim)
        return max(range(len(tile.shape)), key=lambda axis: (tile.shape[axis], -axis))

    def in_order(self, dims: Iterable[int]) -> tuple[int, ...]:
        wanted = set(dims)
        return tuple(d for d in self.plan.order if d in wanted)

    # -- views and transfers --------------------------------------------------------------------------------------------------------------

    def count(self, d: int, block: Block) -> int | str:
        """Elements of the current tile along a dimension that lie inside it."""
        dim = self.plan.dims[d]
        if dim.exact:
            return dim.tile
        if dim.offset is None:
            return self._clipped(dim, dim.size, block)
        return self._clipped(dim, dim.size - dim.symbol, block)

    def _clipped(self, dim: TiledDim, rest: sympy.Expr, block: Block) -> int | str:
        if rest.is_Integer:
            return min(dim.tile, int(rest))
        key = ("count", dim.symbol)
        known = block.known(key)
        if known is None:
            left = self.index.name(rest, block)
            known = self.names.fresh(f"n_{dim.symbol}")
            block.line(f"{known} = arith.minsi {left}, {self.index.constant(dim.tile)} : index")
            block.names[key] = known
        return known

    def memref_type(self, buffer: str) -> str:
        if buffer not in self._types:
            extent = self.environment.extent(buffer)
            count = str(int(extent)) if extent.is_Integer else "?"
            self._types[buffer] = f"memref<{count}x{dtypes.mlir_element(self.environment.dtype(buffer))}>"
        return self._types[buffer]

    def view(self, argument: str, buffer: str, access: Access, tile: Tile, block: Block) -> tuple[str, str]:
        """A strided view of an argument where the current tile lies; returns its name and type."""
        strides = dict(zip(access.dims, access.strides, strict=True))
        start = access.offset + sum((strides[d] * self.plan.dims[d].symbol for d in access.dims), sympy.S.Zero)
        offset = self.index.write(start, block)
        counts = [self.count(d, block) for d in tile.dims]
        steps = [self.index.write(strides.get(d, sympy.S.One), block) for d in tile.dims]
        name = self.names.fresh("view")
        shape = "x".join(str(c) if isinstance(c, int) else "?" for c in counts)
        layout = f"strided<[{', '.join(str(s) if isinstance(s, int) else '?' for s in steps)}], offset: {offset if isinstance(offset, int) else '?'}>"
        type_ = f"memref<{shape}x{tile.element}, {layout}>"
        block.line(
            f"{name} = memref.reinterpret_cast {argument} to offset: [{offset}], sizes: [{', '.join(map(str, counts))}], "
            f"strides: [{', '.join(map(str, steps))}] : {self.memref_type(buffer)} to {type_}"
        )
        return name, type_

    def make_loaded(self, value: Value) -> None:
        """Sees to it that a load's tile (or scalar) is there."""
        if self.resident(value) is not None or value.number in self._scalar_names:
            return
        access = self.dma_access(value)
        if access is None:
            self._gather(value)
        elif access.dims:
            self._dma_load(value, access)
        else:
            self._scalar_load(value, access)

    def _dma_load(self, value: Value, access: Access) -> None:
        level = self.level_of(access.dims)
        element = dtypes.mlir_element(value.dtype)
        once = level is self.levels[0] and len(self.levels) > 1
        tile = self.tile(("load", value.number), "t", element, access.dims, slots=1 if once else 2)
        view, view_type = self.view(self.environment.input(value.buffer), value.buffer, access, tile, level.target)
        pad = self.pads.get(value.number)
        memory = torch.uint8 if value.dtype == torch.bool else value.dtype
        attribute = "" if pad is None else f" {{pad = {dtypes.literal(pad, memory)}}}"
        level.target.line(f'"npu.dma_load"({view}, {tile.name}){attribute} : ({view_type}, {tile.type}) -> ()')
        level.resident[value.number] = tile

    def _scalar_load(self, value: Value, access: Access) -> None:
        block, buffer = self.scalars, value.buffer
        position = self.index.name(access.offset, block)
        raw = self.names.fresh("s")
        block.line(f"{raw} = memref.load {self.environment.input(buffer)}[{position}] : {self.memref_type(buffer)}")
        if value.dtype == torch.bool:
            zero, flag = self.constant(self.builder.const(0, torch.int8)), self.names.fresh("flag")
            block.line(f"{flag} = arith.cmpi ne, {raw}, {zero} : i8")
            raw = flag
        self._scalar_names[value.number] = raw

    # -- gathers and scatters ---------------------------------------------------------------------------------------------------------------

    def element_index(self, index: sympy.Expr, mask: Value | None, buffer: str, dims: Iterable[int]) -> Value:
        """Element index of an indirect access; -1 where it must not touch memory."""
        dtype = torch.int32 if self._fits_32_bits(buffer) else torch.int64
        loops = {d.symbol: d for d in self.plan.dims}
        flat = IndexValues(self.builder, loops, self.graph.indirect).value(index, torch.int64 if self.graph.indirect_values(index) else dtype)
        value = self.builder.convert(flat, dtype)
        for d in sorted(dims):
            if not self.plan.dims[d].exact:
                inside = self.inside(d)
                mask = inside if mask is None else self.builder.both(mask, inside)
        return value if mask is None else self.builder.where(mask, value, self.builder.const(-1, dtype))

    def _fits_32_bits(self, buffer: str) -> bool:
        extent = self.environment.extent(buffer)
        return bool(extent.is_Integer and extent < 2**31 - 1)

    def inside(self, d: int) -> Value:
        """Whether an element of the tile lies inside the domain along a dimension."""
        dim = self.plan.dims[d]
        level = self.level_of([d])
        limit = self.index.name(dim.size, level.target)
        return self.builder.raw("inside", torch.bool, attributes=(dim.symbol, limit))

    def _gather(self, value: Value) -> None:
        dims = self.in_order(self.deps(value))
        index = self.element_index(value.index, value.mask, value.buffer, dims)
        positions = self.materialise(index, dims)
        level = self.level_of(dims)
        tile = self.tile(("load", value.number), "t", dtypes.mlir_element(value.dtype), positions.dims)
        argument, type_ = self.environment.input(value.buffer), self.memref_type(value.buffer)
        level.target.line(f'"npu.gather"({argument}, {positions.name}, {tile.name}) : ({type_}, {positions.type}, {tile.type}) -> ()')
        level.resident[value.number] = tile

    # -- compute --------------------------------------------------------------------------------------------------------------------------

    def constant(self, value: Value) -> str:
        key = ("const", value.number)
        if key not in self.constants.names:
            stem = {"f": "cst", "b": "cst"}.get(dtypes.value_type(value.dtype)[0], "k")
            name = self.names.fresh(stem)
            self.constants.line(f"{name} = arith.constant {dtypes.literal(value.attributes[0], value.dtype)}")
            self.constants.names[key] = name
        return self.constants.names[key]

    def prepare(self, targets: Sequence[Value], dims: Sequence[int]) -> list[Value]:
        """Loads what the targets need and computes once what varies along fewer dimensions than the loop.

        Returns the values that are resident in tiles and that the targets are computed from, in topological order.
        """
        operands: dict[int, Value] = {}
        stack, seen = list(targets), set()
        while stack:
            value = stack.pop()
            if value.number in seen:
                continue
            seen.add(value.number)
            if self._available(value, frozenset(dims)):
                if value.number not in self._scalar_names:
                    operands[value.number] = value
            else:
                stack.extend(value.args)
        return [operands[n] for n in sorted(operands)]

    def _available(self, value: Value, dims: frozenset[int]) -> bool:
        """Makes a value available in a tile or as a scalar if that is where it belongs; False if it is computed in place."""
        if self.resident(value) is not None or value.number in self._scalar_names:
            return True
        if value.op == "load":
            self.make_loaded(value)
            return True
        if value.op in ("const", "iter", "size", "inside"):
            return False
        if value.op == "reduce":
            raise NpuSimError(f"reduction {value.number} is used before it is computed")
        deps = self.deps(value)
        if not deps:
            self._compute_scalar(value)
            return True
        if deps < dims and (self.after_reduction(value) or self.expensive(value)):
            self.materialise(value, self.in_order(deps))
            return True
        return False

    def _compute_scalar(self, value: Value) -> None:
        """Values without dimensions are computed once, at the top of the function."""
        for v in self.graph.reachable([value]):
            if v.op == "load":
                self.make_loaded(v)
        writer = self._writer(self._scalar_names, ())
        self._scalar_names[value.number] = writer.name(value)
        for line in writer.lines:
            self.scalars.line(line)

    def materialise(self, value: Value, dims: Sequence[int]) -> Tile:
        """Computes a value into a tile of its own, which stays resident."""
        known = self.resident(value)
        if known is not None:
            return known
        axes = self.in_order(dims)
        level = self.level_of(axes)
        operands = self.prepare([value], axes)
        tile = self.tile(("value", value.number), _tile_stem(value), dtypes.mlir_element(value.dtype), axes)
        self.generic(level.target, axes or tile.dims, operands, [(value, tile)])
        level.resident[value.number] = tile
        self._expensive.clear()
        return tile

    def elementwise(self, targets: Sequence[tuple[Value, Tile]], dims: Sequence[int], block: Block) -> None:
        """One linalg.generic that computes all targets into their tiles."""
        operands = self.prepare([v for v, _ in targets], dims)
        self.generic(block, dims, operands, targets)

    def generic(
        self,
        block: Block,
        dims: Sequence[int],
        operands: Sequence[Value],
        targets: Sequence[tuple[Value, Tile]],
        combine: Callable[[BodyWriter, list[str]], list[str]] | None = None,
        reduced: Iterable[int] = (),
    ) -> None:
        """Writes a linalg.generic over `dims`.

        Args:
            operands: resident values, the inputs.
            targets: values and the tiles they go to.
            combine: makes the yielded names of the targets' names (accumulation); it sees the output arguments as %o0, %o1, ...
            reduced: dimensions that are reduction iterators.
        """
        inputs = [(v, self.resident(v)) for v in operands]
        tiles = [t for _, t in inputs if t is not None] + [t for _, t in targets]
        arguments = [self.names.fresh("a") for _ in inputs] + [self.names.fresh("o") for _ in targets]
        zero = self.constant(self.builder.const(0, torch.int8)) if any(v.dtype == torch.bool for v, _ in inputs) else ""
        writer = self._writer(self._scalar_names, dims)
        for (value, _), argument in zip(inputs, arguments, strict=False):
            writer.bind(value, writer.from_memory(argument, value.dtype, zero))
        results = [writer.to_memory(writer.name(v), v.dtype) for v, _ in targets]
        if combine is not None:
            results = combine(writer, [*results, *arguments[len(inputs) :]])
        maps = ", ".join(_map(dims, t.dims) for t in tiles)
        kinds = ", ".join('"reduction"' if d in set(reduced) else '"parallel"' for d in dims)
        ins = _operand_list("ins", tiles[: len(inputs)])
        outs = _operand_list("outs", tiles[len(inputs) :])
        types = [t.element for t in tiles]
        inner = block.loop(f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}{ins}{outs} {{", "}")
        inner.line(f"^bb0({', '.join(f'{a}: {t}' for a, t in zip(arguments, types, strict=True))}):")
        for line in writer.lines:
            inner.line("  " + line)
        inner.line(f"  linalg.yield {', '.join(results)} : {', '.join(types[len(inputs) :])}")

    def _writer(self, known: dict[int, str], dims: Sequence[int]) -> BodyWriter:
        position = {self.plan.dims[d].symbol: i for i, d in enumerate(dims)}

        def loop_index(writer: BodyWriter, symbol: sympy.Symbol) -> str:
            return self._loop_index(writer, symbol, position)

        return BodyWriter(self.names, known, self.constant, loop_index, self.environment.size)

    def _loop_index(self, writer: BodyWriter, symbol: sympy.Symbol, position: dict[sympy.Symbol, int]) -> str:
        """Index of the element along a dimension: its place in the tile plus the tile's offset."""
        if symbol not in writer.indices:
            offset = next(d.offset for d in self.plan.dims if d.symbol == symbol)
            local = writer.emit("at", f"linalg.index {position[symbol]} : index")
            writer.indices[symbol] = local if offset is None else writer.emit("at", f"arith.addi {local}, {offset} : index")
        return writer.indices[symbol]

    # -- results ---------------------------------------------------------------------------------------------------------------------------

    def store_all(self, stores: Sequence[Store], dims: Sequence[int]) -> None:
        """Computes stored values over `dims` in one operation and stores them."""
        if not stores:
            return
        level = self.levels[-1]
        pending: list[tuple[Value, Tile]] = []
        plain: list[tuple[Store, Access, Tile]] = []
        for store in stores:
            access = None if store.mode else self._store_access(store, dims)
            if access is None:
                self._scatter(store, dims)
                continue
            plain.append((store, access, self._result_tile(store, access, pending)))
        if pending:
            self.elementwise(pending, self.in_order(dims), level.block)
        for store, access, tile in plain:
            self._dma_store(store, access, tile, level.block)

    def _store_access(self, store: Store, dims: Sequence[int]) -> Access | None:
        """The access of a store that writes every element of the loop to an element of its own."""
        access = self.access(store.index)
        needed = {d for d in dims if not self.sizes.equal(self.plan.dims[d].size, 1)}
        return access if access is not None and needed <= set(access.dims) else None

    def _result_tile(self, store: Store, access: Access, pending: list[tuple[Value, Tile]]) -> Tile:
        """The tile that holds a stored value in the layout of its store; noted as pending if it has to be computed."""
        element = dtypes.mlir_element(store.value.dtype)
        axes = access.dims or (self._unit_dim(),)
        self.prepare([store.value], self.in_order(access.dims))
        known = self.resident(store.value)
        if known is not None and known.dims == axes:
            return known
        tile = self.tile(("store", store.buffer, store.index), "out", element, axes)
        pending.append((store.value, tile))
        return tile

    def _dma_store(self, store: Store, access: Access, tile: Tile, block: Block) -> None:
        view, view_type = self.view(self.environment.output(store.buffer), store.buffer, access, tile, block)
        block.line(f'"npu.dma_store"({tile.name}, {view}) : ({tile.type}, {view_type}) -> ()')

    def _scatter(self, store: Store, dims: Sequence[int]) -> None:
        """A store whose addresses are computed, or that adds."""
        axes = self.in_order(dims)
        index = self.element_index(store.index, None, store.buffer, axes)
        positions = self._tile_over(("scatter index", store.buffer, store.index, index.number), index, axes)
        values = self._tile_over(("scatter value", store.buffer, store.value.number), store.value, axes)
        argument, type_ = self.environment.output(store.buffer), self.memref_type(store.buffer)
        combine = ' {combine = "add"}' if store.mode == "atomic_add" else ""
        self.levels[-1].block.line(
            f'"npu.scatter"({values.name}, {positions.name}, {argument}){combine} : ({values.type}, {positions.type}, {type_}) -> ()'
        )

    def _tile_over(self, key: object, value: Value, axes: tuple[int, ...]) -> Tile:
        """A tile of a value that covers all these dimensions, even those along which it does not vary."""
        tile = self.tile(key, _tile_stem(value), dtypes.mlir_element(value.dtype), axes)
        self.elementwise([(value, tile)], axes or tile.dims, self.levels[-1].block)
        return tile


def _tile_stem(value: Value) -> str:
    return {"select": "sel", "convert": "cvt"}.get(value.op, value.op.replace("bitwise_", ""))


def _map(dims: Sequence[int], axes: Sequence[int]) -> str:
    variables = ", ".join(f"d{i}" for i in range(len(dims)))
    results = ", ".join(f"d{list(dims).index(axis)}" for axis in axes)
    return f"affine_map<({variables}) -> ({results})>"


def _operand_list(keyword: str, tiles: Sequence[Tile]) -> str:
    if not tiles:
        return ""
    return f" {keyword}({', '.join(t.name for t in tiles)} : {', '.join(t.type for t in tiles)})"
