"""Loads of stencils: one clipped DMA brings a block with its halo, and every tap is a strided part of it."""

from collections.abc import Sequence
from math import prod

import sympy
from npusim.frontend.codegen.emit.interleaved_access import LARGEST_GROUP_BYTES, InterleavedAccesses, interleaved
from npusim.frontend.codegen.emit.masked_loads import memory_literal
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.schedule.stencils import Axis, Stencil
from npusim.frontend.codegen.schedule.tiles import Allocation, Tile
from npusim.frontend.mlir_writer.memory import part, view
from npusim.frontend.mlir_writer.text import Block
from npusim.simulator.ir.dialect import DmaLoadOp


class StencilLoads(InterleavedAccesses):
    """Writes loads that share blocks.

    Attributes:
        stencils: of the kernel; none where tiles were chosen for loads by themselves.
    """

    stencils: Sequence[Stencil] = ()

    def stencil_of(self, load: Value) -> Stencil | None:
        """The stencil that a load belongs to; the host's checks load by themselves."""
        if self.is_host_only:
            return None
        return next((s for s in self.stencils if load.number in s.taps), None)

    def moved_one_by_one(self, stencil: Stencil) -> int:
        """Elements that loads without blocks move: those of a group together, whole memory requests of strided ones."""
        moved: dict[object, int] = {}
        for load in (v for v in self.graph.live() if v.number in stencil.taps):
            access = self.access(load.index)
            assert access is not None
            group, stride = interleaved(access, dtypes.element_bytes(stencil.element)), access.strides[-1]
            width = 1 if group is None else group.factor
            if group is None and stride.is_Integer and stride > 1:
                width = LARGEST_GROUP_BYTES // dtypes.element_bytes(stencil.element)
            key = load.number if self.interleaved_load(load, access) is None else group
            moved[key] = width * prod(self.sizes.hint(self.plan.dims[d].size) for d in access.dims)
        return sum(moved.values())

    def load_tap(self, value: Value, stencil: Stencil) -> None:
        """Loads the block, unless it is resident, and takes the part that a load reads."""
        level, key = self.level_of(stencil.dims), ("stencil", stencil.buffer, stencil.origin)
        extents = self._extents(stencil)
        if key not in self.allocations:
            tile = Tile.whole(self.names.fresh("block"), stencil.element, stencil.dims, extents)
            self.allocate(key, Allocation(tile, self._lane_axis(tile), 2))
        block = self.allocations[key].tile
        if key not in level.blocks:
            level.blocks.add(key)
            self._load_block(stencil, block, level.target)
        firsts = [p - axis.taps[0] for p, axis in zip(stencil.taps[value.number], stencil.axes, strict=True)]
        counts, steps = [self.plan.dims[d].tile for d in stencil.dims], [axis.step for axis in stencil.axes]
        tap = Tile.of(part(self.at(self.allocations_block), block, firsts, counts, steps), stencil.dims)
        for loaded in (value, self.padded_by(value)):
            if loaded is not None:
                level.resident[loaded.number] = tap

    def _extents(self, stencil: Stencil) -> tuple[int, ...]:
        tiles = (self.plan.dims[d].tile for d in stencil.dims)
        return tuple(axis.extent(tile) for axis, tile in zip(stencil.axes, tiles, strict=True))

    def _load_block(self, stencil: Stencil, block: Tile, target: Block) -> None:
        """Loads the elements of a block that the tensor has; the others become the constant of masked loads."""
        sides = [self._side_of(d, a, target) for d, a in zip(stencil.dims, stencil.axes, strict=True)]
        start = stencil.origin + sum((a.stride * s[2] for a, s in zip(stencil.axes, sides, strict=True)), sympy.S.Zero)
        strides = [self.index.write(axis.stride, target) for axis in stencil.axes]
        tensor = self.tensor(self.environment.input(stencil.buffer), stencil.buffer)
        begin, counts = self.index.write(start, target), [count for _, count, _ in sides]
        source = view(self.at(target), tensor, begin, counts, strides, block.element)
        offsets = [offset for offset, _, _ in sides]
        sizes = [e - o if isinstance(o, int) else e for e, o in zip(block.shape, offsets, strict=True)]
        inside = part(self.at(target), block, offsets, sizes) if any(offsets) else block
        pad = None if stencil.pad is None else memory_literal(stencil.pad)
        target.line(DmaLoadOp.text(source, inside, pad_around=True, pad=pad))

    def _side_of(self, d: int, axis: Axis, target: Block) -> tuple[int | str, int | str, sympy.Expr]:
        """Along an axis: where in the block the tensor's elements begin, how many there are, and the first of them."""
        dim = self.plan.dims[d]
        begin = sympy.expand(axis.step * dim.start + axis.taps[0])
        last = sympy.Min(dim.start + dim.tile, dim.size) - 1
        end = axis.step * last + axis.taps[1] + 1
        first = begin
        if axis.inside is not None:
            first, end = sympy.Max(begin, axis.inside[0]), sympy.Min(end, axis.inside[1])
        count = self.index.write(sympy.Max(sympy.S.Zero, end - first), target)
        return self.index.write(first - begin, target), count, first
