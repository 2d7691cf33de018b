"""Accesses of every second, third, ... element (interleaved): a group of them shares one transfer of all elements.

`x[..., ::2]` and `x[..., 1::2]` lie in the same memory requests. One DMA brings both into a tile with one more axis,
over the members of the group, and each is a part of it; in the same way results that fill a group leave in one DMA.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy
from npusim.frontend.codegen.emit.masked_loads import WindowLoads
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.access import Access, stays_inside
from npusim.frontend.codegen.graph.dag import Store, Value
from npusim.frontend.codegen.schedule.tiles import Allocation, Tile
from npusim.frontend.mlir_writer.memory import Memref, part, view
from npusim.frontend.mlir_writer.text import Block
from npusim.simulator.ir.dialect import DmaLoadOp, DmaStoreOp

LARGEST_GROUP_BYTES = 32
"""Size of a memory request: moving the unwanted elements of smaller groups costs no further requests."""
MEMBERS = -1
"""Stands for the axis of a group's members among a tile's dimensions."""


@dataclass(frozen=True)
class InterleavedAccess:
    """A member of a group of accesses to neighbouring elements.

    Attributes:
        first: the access of the group's first member.
        factor: members of a whole group.
        member: which of them the access is.
    """

    first: Access
    factor: int
    member: int

    @property
    def last(self) -> Access:
        return Access(self.first.offset + self.factor - 1, self.first.dims, self.first.strides)


def interleaved(access: Access, element_bytes: int) -> InterleavedAccess | None:
    """An access as a member of a group; None when its elements are contiguous or far apart."""
    stride = access.strides[-1] if access.dims else sympy.S.One
    if not stride.is_Integer or stride < 2 or stride * element_bytes > LARGEST_GROUP_BYTES:
        return None
    member = int(sympy.expand(access.offset).as_coeff_Add()[0] % stride)
    return InterleavedAccess(Access(access.offset - member, access.dims, access.strides), int(stride), member)


class InterleavedAccesses(WindowLoads):
    """Writes transfers of groups."""

    _loaded: frozenset[tuple[str, Access]] | None = None

    def _load_member(self, value: Value, group: InterleavedAccess, once: bool) -> None:
        """Loads the whole group of an access, unless it is resident, and takes the member's part of it."""
        level = self.level_of(self.deps(value))
        pad = self.pads.get(value.number)
        key = ("group", value.buffer, group.first, pad)
        wide = self._wide_tile(key, "t", dtypes.mlir_element(value.dtype), group, 1 if once else 2)
        if key not in level.blocks:
            level.blocks.add(key)
            source = self._group_view(self.environment.input(value.buffer), value.buffer, group, wide, level.target)
            level.target.line(DmaLoadOp.text(source, wide, pad=self.padding(value)))
        level.resident[value.number] = self._member(wide, group.member)

    def interleaved_load(self, value: Value, access: Access) -> InterleavedAccess | None:
        """A load as a member of a group all of which lies inside the buffer."""
        group = interleaved(access, dtypes.element_bytes(dtypes.mlir_element(value.dtype)))
        if group is None:
            return None
        extent = self.environment.extent(value.buffer)
        if all(stays_inside(a, self._domain, extent) for a in (group.first, group.last)):
            return group
        read = self._plain_loads()
        return group if (value.buffer, group.first) in read and (value.buffer, group.last) in read else None

    def _plain_loads(self) -> frozenset[tuple[str, Access]]:
        """Accesses of loads without masks, which stay inside their buffers whatever the sizes are."""
        if self._loaded is None:
            plain = [v for v in self.graph.live() if v.op == "load" and v.mask is None]
            found = [(v.buffer, self.access(v.index)) for v in plain]
            self._loaded = frozenset((buffer, access) for buffer, access in found if access is not None)
        return self._loaded

    def interleaved_stores(self, stores: Mapping[Store, Access]) -> dict[Store, InterleavedAccess]:
        """The stores that together write whole groups."""
        groups: dict[tuple[str, Access], dict[Store, InterleavedAccess]] = {}
        for store, access in stores.items():
            group = interleaved(access, dtypes.element_bytes(dtypes.mlir_element(store.value.dtype)))
            if group is not None:
                groups.setdefault((store.buffer, group.first), {})[store] = group
        complete = [g for g in groups.values() if _fills(list(g.values()))]
        return {store: access for group in complete for store, access in group.items()}

    def member_of_result(self, store: Store, group: InterleavedAccess) -> Tile:
        """The part of the group's tile that a store fills."""
        return self._member(self._result_group(store, group), group.member)

    def store_group(self, store: Store, group: InterleavedAccess, block: Block) -> None:
        """Stores the tile of the group, which all its stores have filled."""
        wide = self._result_group(store, group)
        target = self._group_view(self.environment.output(store.buffer), store.buffer, group, wide, block)
        block.line(DmaStoreOp.text(wide, target))

    def _result_group(self, store: Store, group: InterleavedAccess) -> Tile:
        key = ("store group", store.buffer, group.first)
        return self._wide_tile(key, "out", dtypes.mlir_element(store.value.dtype), group, 2)

    # -- tiles and views

    def _wide_tile(self, key: object, stem: str, element: str, group: InterleavedAccess, slots: int) -> Tile:
        if key not in self.allocations:
            shape = (*(self.plan.dims[d].tile for d in group.first.dims), group.factor)
            tile = Tile.whole(self.names.fresh(stem), element, (*group.first.dims, MEMBERS), shape)
            self.allocate(key, Allocation(tile, self._lane_axis(tile), slots))
        return self.allocations[key].tile

    def _member(self, wide: Tile, member: int) -> Tile:
        """A view of one member of a tile of groups; made once, where the tile is."""
        key = (wide.name, member)
        if key not in self._parts:
            *outer, _ = wide.shape
            offsets, last = [0] * len(outer) + [member], len(outer)
            made = part(self.at(self.allocations_block), wide, offsets, [*outer, 1], without=[last])
            self._parts[key] = Tile.of(made, wide.dims[:-1])
        return self._parts[key]

    def _group_view(self, argument: str, buffer: str, group: InterleavedAccess, wide: Tile, block: Block) -> Memref:
        """The view of an argument that a tile of groups is a copy of."""
        access = group.first
        moved = (s * self.plan.dims[d].symbol for d, s in zip(access.dims, access.strides, strict=True))
        offset = self.index.write(access.offset + sum(moved, sympy.S.Zero), block)
        counts = [*(self.count(d, block) for d in access.dims), group.factor]
        steps = [*(self.index.write(s, block) for s in access.strides), 1]
        return view(self.at(block), self.tensor(argument, buffer), offset, counts, steps, wide.element)


def _fills(group: Sequence[InterleavedAccess]) -> bool:
    return sorted(each.member for each in group) == list(range(group[0].factor))
