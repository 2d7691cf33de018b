"""Loads of boxes, and into tiles that begin before their tensor: clipped DMA into a part of a tile, padding around."""

import sympy
import torch
from npusim.frontend.codegen.emit.views import Views, listed, row_major
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.access import Access
from npusim.frontend.codegen.graph.box_masks import Box
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.schedule.tiles import Tile
from npusim.frontend.codegen.text.blocks import Block


class WindowLoads(Views):
    """Writes the loads that `Placement.box` tells from gathers, and those that tiles may begin before."""

    def padded_by(self, load: Value) -> Value | None:
        """The selection that puts a constant where a masked load has no value."""
        raise NotImplementedError

    def _window_load(self, value: Value) -> None:
        """Loads the part of a tile that lies in the box."""
        access = self.access(value.index)
        assert access is not None
        level, padded = self.level_of(self.deps(value)), self.padded_by(value)
        tile = self.tile(("load", value.number), "t", dtypes.mlir_element(value.dtype), access.dims)
        self.load_window(value, access, tile, level.target)
        level.resident[value.number] = tile
        if padded is not None:
            level.resident[padded.number] = tile

    def load_window(self, value: Value, access: Access, tile: Tile, block: Block) -> None:
        """Loads the part of the tile that lies in the box; the rest becomes the constant that the model puts there."""
        box, padded = self.box(value) or Box({}, {}), self.padded_by(value)
        strides = dict(zip(access.dims, access.strides, strict=True))
        places, sizes, counts, firsts = self._sides(tile, box, block)
        moved = zip(tile.dims, firsts, strict=True)
        start = access.offset + sum((strides.get(d, sympy.S.Zero) * first for d, first in moved), sympy.S.Zero)
        steps = tuple(strides.get(d, sympy.S.One) for d in tile.dims)
        view, view_type = self._clipped_view(value.buffer, tile.element, start, counts, steps, block)
        part, part_type = self._part(tile, places, sizes, block)
        attributes = ["pad_around = true"]
        if padded is not None:
            attributes.append(f"pad = {memory_literal(padded.args[2])}")
        types = f"({view_type}, {part_type}) -> ()"
        block.line(f'"npu.dma_load"({view}, {part}){self.attributes(*attributes)} : {types}')

    def _sides(
        self, tile: Tile, box: Box, block: Block
    ) -> tuple[list[int | str], list[int], list[int | str], list[sympy.Expr]]:
        """Per axis of the tile: where the part begins, its static size, its elements inside the box, and the first
        element of the domain in it.
        """
        places: list[int | str] = []
        sizes: list[int] = []
        counts: list[int | str] = []
        firsts: list[sympy.Expr] = []
        for d in tile.dims:
            dim = self.plan.dims[d]
            place, count, first = self._side(d, dim.start, box, block)
            if isinstance(place, int) and place >= dim.tile:
                place, count = 0, 0
            places.append(place)
            counts.append(count)
            firsts.append(first)
            sizes.append(dim.tile - place if isinstance(place, int) else dim.tile)
        return places, sizes, counts, firsts

    def _side(self, d: int, begin: sympy.Expr, box: Box, block: Block) -> tuple[int | str, int | str, sympy.Expr]:
        """(place in the tile, elements, first element of the domain) along a dimension whose tile starts at `begin`."""
        dim = self.plan.dims[d]
        if d not in box.dims and not dim.may_begin_before:
            return 0, self.count(d, block), begin
        edge = [sympy.S.Zero] if dim.may_begin_before else []
        first = sympy.Max(begin, *edge, *box.lower.get(d, []))
        end = sympy.Min(begin + dim.tile, dim.size, *box.upper.get(d, []))
        count = self.index.write(sympy.Max(sympy.S.Zero, end - first), block)
        return self.index.write(first - begin, block), count, first

    def _clipped_view(
        self,
        buffer: str,
        element: str,
        start: sympy.Expr,
        counts: list[int | str],
        strides: tuple[sympy.Expr, ...],
        block: Block,
    ) -> tuple[str, str]:
        """A strided view of an argument; its name and type."""
        offset, steps = self.index.write(start, block), [self.index.write(s, block) for s in strides]
        return self.strided_view(self.environment.input(buffer), buffer, element, offset, counts, steps, block)

    def _part(self, tile: Tile, places: list[int | str], sizes: list[int], block: Block) -> tuple[str, str]:
        """The part of a tile from some places on; its name and type."""
        if not any(places):
            return tile.name, tile.type
        strides = row_major(tile.shape)
        offset: int | str = "?"
        if all(isinstance(place, int) for place in places):
            offset = sum(int(p) * s for p, s in zip(places, strides, strict=True))
        shape = "x".join(map(str, sizes))
        type_ = f"memref<{shape}x{tile.element}, strided<[{listed(strides)}], offset: {offset}>, 1>"
        name = self.names.fresh("part")
        ones = listed([1] * len(sizes))
        block.line(
            f"{name} = memref.subview {tile.name}[{listed(places)}] [{listed(sizes)}] [{ones}] : {tile.type} to {type_}"
        )
        return name, type_


def memory_literal(constant: Value) -> str:
    """A constant as an attribute of its type in memory."""
    memory = torch.uint8 if constant.dtype == torch.bool else constant.dtype
    return dtypes.literal(constant.attributes[0], memory)
