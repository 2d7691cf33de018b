"""Moves data between DRAM and tiles: strided views, DMA, gathers, scalar loads."""

from collections.abc import Iterable, Sequence

import sympy
import torch
from npusim.frontend.codegen.emit.masked_loads import memory_literal
from npusim.frontend.codegen.emit.stencil_loads import StencilLoads
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.access import Access
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.graph.domain import linear_coefficient
from npusim.frontend.codegen.record.index_values import IndexValues
from npusim.frontend.codegen.schedule.tiles import Tile
from npusim.frontend.mlir_writer.memory import Memref, element_of, view, with_extent
from npusim.frontend.mlir_writer.text import Block
from npusim.simulator.ir.dialect import DmaLoadOp, GatherOp


class Transfers(StencilLoads):
    """Writes loads; `Emitter` provides the computation of index tiles."""

    _padded: dict[int, Value] | None = None

    def materialise(self, value: Value, dims: Sequence[int]) -> Tile:
        """Computes a value into a tile of its own."""
        raise NotImplementedError

    def check_indices(self, symbols: Iterable[sympy.Symbol]) -> None:
        """Checks computed indices whose values are resident."""
        raise NotImplementedError

    def spread(self, value: Value, tile: Tile, block: Block) -> Tile:
        """A copy of a loaded tile in every lane."""
        raise NotImplementedError

    # -- views and transfers

    def view_of(self, argument: str, buffer: str, access: Access, tile: Tile, block: Block) -> Memref:
        """A strided view of an argument where the current tile lies."""
        strides = dict(zip(access.dims, access.strides, strict=True))
        start = access.offset + sum((strides[d] * self.plan.dims[d].start for d in access.dims), sympy.S.Zero)
        offset = self.index.write(start, block)
        counts = [self.count(d, block) for d in tile.dims]
        steps = [self.index.write(strides.get(d, sympy.S.One), block) for d in tile.dims]
        return view(self.at(block), self.tensor(argument, buffer), offset, counts, steps, tile.element)

    def whole(self, argument: str, buffer: str, block: Block) -> Memref:
        """The argument itself, or a view that states its extent where the type does not."""
        extent, tensor = self.environment.extent(buffer), self.tensor(argument, buffer)
        key = ("whole", argument)
        known = argument if extent.is_Integer else block.known(key)
        if known is None:
            known = block.names[key] = with_extent(self.at(block), tensor, self.index.name(extent, block)).name
        return Memref(known, tensor.type)

    def make_loaded(self, value: Value) -> None:
        """Loads a value into a tile, or a scalar, unless that has been done."""
        if self.resident(value) is not None or value.number in self._scalar_names:
            return
        access, stencil = self.dma_access(value), self.stencil_of(value)
        if stencil is not None:
            self.load_tap(value, stencil)
        elif self.box(value) is not None or (access is not None and self.may_begin_before(access.dims)):
            self._window_load(value)
        elif access is None:
            self._gather(value)
        elif self.deps(value):
            self._dma_load(value, access)
        else:
            self._scalar_load(value, access)

    def load_into(self, value: Value, tile: Tile) -> bool:
        """Loads into a tile that the caller has made; False when the value is no load, or lies in another order.

        Elements outside of the domain, or where the model pads, become 0.
        """
        load = value
        if value.op == "select" and value.args[1].op == "load" and self.padded_by(value.args[1]) is value:
            load = value.args[1] if value.args[2].attributes[0] == 0 else value
        access = None if load.op != "load" or self.is_gather(load) else self.access(load.index)
        walked = tuple(d for d in tile.dims if not self.sizes.equal(self.plan.dims[d].size, 1))
        if access is None or access.dims != walked:
            return False
        block = self.levels[-1].target
        if self.box(load) is not None or self.may_begin_before(tile.dims):  # also dimensions along which nothing varies
            self.load_window(load, access, tile, block)
            return True
        source = self.view_of(self.environment.input(load.buffer), load.buffer, access, tile, block)
        block.line(DmaLoadOp.text(source, tile))
        return True

    def _dma_load(self, value: Value, access: Access) -> None:
        level = self.level_of(self.deps(value))
        element = dtypes.mlir_element(value.dtype)
        once = level is self.levels[0] and len(self.levels) > 1
        member = None if self.is_host_only else self.interleaved_load(value, access)
        if member is not None:
            self._load_member(value, member, once)
            return
        tile = self.tile(("load", value.number), "t", element, access.dims, 1 if once else self.load_slots(access.dims))
        source = self.view_of(self.environment.input(value.buffer), value.buffer, access, tile, level.target)
        level.target.line(DmaLoadOp.text(source, tile, pad=self.padding(value), marks=self.marks))
        level.resident[value.number] = tile
        if self.goes_to_all_lanes(tile.dims, level, element):
            level.resident[value.number] = self.spread(value, tile, level.target)

    def _scalar_load(self, value: Value, access: Access) -> None:
        block, buffer = self.scalars, value.buffer
        position = self.index.name(access.offset, block)
        source = self.tensor(self.environment.input(buffer), buffer)
        raw = element_of(self.at(block), source, [position], "s", self.marks)
        if value.dtype == torch.bool:
            zero = self.constant(self.builder.const(0, torch.int8))
            raw = self.at(block).define(f"arith.cmpi ne, {raw}, {zero} : i8", "flag")
        self._scalar_names[value.number] = raw

    # -- gathers and scatters

    def padded_dims(self, load: Value) -> frozenset[int]:
        """Dimensions along which a load gives 0 outside of the domain."""
        return frozenset() if self.is_gather(load) else self.deps(load)

    def is_gather(self, value: Value) -> bool:
        """Whether a value is loaded from computed addresses."""
        return value.op == "load" and self.dma_access(value) is None and self.box(value) is None

    def element_index(self, index: sympy.Expr, mask: Value | None, buffer: str, dims: Iterable[int]) -> Value:
        """Element index of an indirect access; -1 where the access must not touch memory."""
        dtype = torch.int32 if self._fits_32_bits(buffer) else torch.int64
        loops = {d.symbol: d for d in self.plan.dims}
        flat = IndexValues(self.builder, loops, self.graph.indirect).value(
            index, torch.int64 if self.graph.indirect_values(index) else dtype
        )
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
        return self.builder.raw("inside", torch.bool, attributes=(dim.symbol, limit, dim.may_begin_before))

    def neighbours_dims(self, index: sympy.Expr) -> list[int]:
        """The dimensions along which elements at computed addresses lie side by side."""
        moved = frozenset().union(*(self.deps(v) for v in self.graph.indirect_values(index)))
        return [
            d
            for d, dim in enumerate(self.plan.dims)
            if d not in moved and linear_coefficient(index, dim.symbol) in (1, -1)
        ]

    def _gather(self, value: Value) -> None:
        """Gathers neighbours in memory one after the other, which one memory request brings."""
        last = next((d for d in self.neighbours_dims(value.index) if self.plan.dims[d].tile != 1), None)
        dims = tuple(sorted(self.in_order(self.deps(value)), key=lambda d: d == last))
        index = self.element_index(value.index, value.mask, value.buffer, dims)
        positions = self.materialise(index, dims)
        positions = self.unspread.get(positions.name, positions)
        self.check_indices(value.index.free_symbols)
        level = self.level_of(dims)
        tile = self.tile(("load", value.number), "t", dtypes.mlir_element(value.dtype), positions.dims)
        source = self.whole(self.environment.input(value.buffer), value.buffer, level.target)
        padded = self.padded_by(value)
        pad = None if padded is None else memory_literal(padded.args[2])
        level.target.line(GatherOp.text(source, positions, tile, pad=pad, marks=self.marks))
        level.resident[value.number] = tile
        if padded is not None:
            level.resident[padded.number] = tile

    def padded_by(self, load: Value) -> Value | None:
        """The selection that puts a constant where a masked load has no value, if it is the load's only use.

        A gather's padding does the same, so the selection need not be computed.
        """
        if self._padded is None:
            self._padded = self._find_padded()
        return self._padded.get(load.number)

    def _find_padded(self) -> dict[int, Value]:
        users: dict[int, list[Value]] = {}
        for value in self.graph.live():
            for operand in self.graph.operands(value):
                users.setdefault(operand.number, []).append(value)
        stored = {s.value.number for s in self.graph.stores}
        return {
            select.args[1].number: select
            for found in users.values()
            for select in found
            if _pads(select) and len(users[select.args[1].number]) == 1 and select.args[1].number not in stored
        }


def _pads(select: Value) -> bool:
    """Whether a value is a masked load where its mask holds and a constant elsewhere."""
    if select.op != "select" or select.args[1].op != "load" or select.args[2].op != "const":
        return False
    condition, mask = select.args[0], select.args[1].mask
    return mask is not None and (mask is condition or (mask.op == "bitwise_and" and condition in mask.args))
