"""Loads of boxes, and into tiles that begin before their tensor: clipped DMA into a part of a tile, padding around."""

import sympy
from npusim.frontend.codegen.emit.views import Views
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.access import Access
from npusim.frontend.codegen.graph.box_masks import Box
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.schedule.tiles import Tile
from npusim.frontend.mlir_writer.memory import part, view
from npusim.frontend.mlir_writer.text import Block
from npusim.simulator.ir.dialect import DmaLoadOp


class WindowLoads(Views):
    """Writes the masked loads that are boxes (`Placement.box`), and loads whose tiles may begin before the tensor."""

    def padded_by(self, load: Value) -> Value | None:
        """The selection that puts a constant where a masked load has no value."""
        raise NotImplementedError

    def _window_load(self, value: Value) -> None:
        """Loads the part of a tile that lies in the box."""
        access = self.access(value.index)
        assert access is not None
        level, padded = self.level_of(self.deps(value)), self.padded_by(value)
        slots = self.load_slots(access.dims)
        tile = self.tile(("load", value.number), "t", dtypes.mlir_element(value.dtype), access.dims, slots)
        self.load_window(value, access, tile, level.target)
        level.resident[value.number] = tile
        if padded is not None:
            level.resident[padded.number] = tile

    def load_window(self, value: Value, access: Access, tile: Tile, block: Block) -> None:
        """Loads the part of the tile that lies in the box; the rest becomes the constant that the model puts there."""
        box, padded = self.box(value) or Box({}, {}), self.padded_by(value)
        strides = dict(zip(access.dims, access.strides, strict=True))
        offsets, sizes, counts, firsts = self._sides(tile, box, block)
        moved = zip(tile.dims, firsts, strict=True)
        start = access.offset + sum((strides.get(d, sympy.S.Zero) * first for d, first in moved), sympy.S.Zero)
        steps = [strides.get(d, sympy.S.One) for d in tile.dims]
        offset, strides_in_memory = self.index.write(start, block), [self.index.write(s, block) for s in steps]
        tensor = self.tensor(self.environment.input(value.buffer), value.buffer)
        source = view(self.at(block), tensor, offset, counts, strides_in_memory, tile.element)
        inside = part(self.at(block), tile, offsets, sizes) if any(offsets) else tile
        pad = None if padded is None else memory_literal(padded.args[2])
        block.line(DmaLoadOp.text(source, inside, pad_around=True, pad=pad, marks=self.marks))

    def padding(self, value: Value) -> str | None:
        """The constant, if not 0, with which a load pads its tile beyond the view."""
        pad = self.pads.get(value.number)
        return None if pad is None else memory_literal(self.builder.const(pad, value.dtype))

    def _sides(
        self, tile: Tile, box: Box, block: Block
    ) -> tuple[list[int | str], list[int], list[int | str], list[sympy.Expr]]:
        """Per axis of the tile: where the part begins, its static size, its elements inside the box, and the first
        element of the domain in it.
        """
        offsets: list[int | str] = []
        sizes: list[int] = []
        counts: list[int | str] = []
        firsts: list[sympy.Expr] = []
        for d in tile.dims:
            dim = self.plan.dims[d]
            offset, count, first = self._side(d, dim.start, box, block)
            if isinstance(offset, int) and offset >= dim.tile:
                offset, count = 0, 0
            offsets.append(offset)
            counts.append(count)
            firsts.append(first)
            sizes.append(dim.tile - offset if isinstance(offset, int) else dim.tile)
        return offsets, sizes, counts, firsts

    def _side(self, d: int, begin: sympy.Expr, box: Box, block: Block) -> tuple[int | str, int | str, sympy.Expr]:
        """(offset in the tile, elements, first element of the domain) along a dimension; its tile starts at `begin`."""
        dim = self.plan.dims[d]
        if d not in box.dims and not dim.may_begin_before:
            return 0, self.count(d, block), begin
        edge = [sympy.S.Zero] if dim.may_begin_before else []
        first = sympy.Max(begin, *edge, *box.lower.get(d, []))
        end = sympy.Min(begin + dim.tile, dim.size, *box.upper.get(d, []))
        count = self.index.write(sympy.Max(sympy.S.Zero, end - first), block)
        return self.index.write(first - begin, block), count, first


def memory_literal(constant: Value) -> str:
    """A constant as an MLIR attribute of its type in memory."""
    return dtypes.literal(constant.attributes[0], dtypes.memory_dtype(constant.dtype))
