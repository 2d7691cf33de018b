"""Computes values of the scalar graph on tiles: one linalg.generic per stage, then stores.

The emitter knows the tiled dimensions and where their loops are; `kernel_text` (whole kernels) and `epilogue` (fused
into templates) drive it.
"""

import math
from collections.abc import Mapping, Sequence

import torch
from npusim.frontend.codegen.emit.index_checks import MADE_IN_PLACE, IndexChecks
from npusim.frontend.codegen.emit.scatters import tile_stem
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.access import Access
from npusim.frontend.codegen.graph.dag import Store, Value
from npusim.frontend.codegen.schedule.placement import Plan
from npusim.frontend.codegen.schedule.tiles import Tile
from npusim.frontend.mlir_writer.text import Block
from npusim.simulator.errors import NpuSimError
from npusim.simulator.ir.dialect import DmaStoreOp

__all__ = ["Emitter", "Plan"]

LONG_ROW = 64
LONG_ROW_OF_ALL_LANES = 4096
"""Elements for which an operation is worth a tile of its own when it is the same for all of them; the second where the
tile goes to all lanes through the cross-lane unit.
"""


class Emitter(IndexChecks):
    """Writes the operations of one kernel."""

    # -- compute

    def prepare(self, targets: Sequence[Value], dims: Sequence[int]) -> list[Value]:
        """Loads the targets' operands and computes values that vary along fewer dimensions than the loop once.

        Returns the values that are resident in tiles and that the targets are computed from, in topological order.
        """
        operands: dict[int, Value] = {}
        stack, seen, waiting = list(reversed(targets)), set(), dict[int, Value]()
        while stack or waiting:
            # Tiles that are computed are made last, earlier values first: later ones are computed from them.
            may_wait = bool(stack)
            value = stack.pop() if stack else waiting.pop(min(waiting))
            if value.number in seen:
                continue
            if may_wait and self._gets_a_tile(value, frozenset(dims)):
                waiting[value.number] = value
                continue
            seen.add(value.number)
            if self._available(value, frozenset(dims), waiting):
                if value.number not in self._scalar_names:
                    operands[value.number] = value
            else:
                stack.extend(reversed(value.args))
        return [operands[n] for n in sorted(operands)]

    def _available(self, value: Value, dims: frozenset[int], waiting: Mapping[int, Value]) -> bool:
        """Makes a value available in a tile or as a scalar; False if it is computed where it is used instead.

        Args:
            waiting: values that get tiles after it; some of them may come with it.
        """
        if self.resident(value) is not None or value.number in self._scalar_names:
            return True
        if value.op == "load":
            self.make_loaded(value)
            return True
        if value.op == "select" and self._is_padded_load(value):
            self.make_loaded(value.args[1])
            return True
        if value.op in MADE_IN_PLACE:
            return False
        if value.op == "reduce":
            raise NpuSimError(f"reduction {value.number} is used before it is computed")
        if dims and not self.deps(value):
            self._compute_without_dims(value)
            return True
        if self._gets_a_tile(value, dims):
            self._materialise_all([value, *self._siblings(value, waiting)], self.in_order(self.deps(value)))
            return True
        return False

    def _siblings(self, value: Value, waiting: Mapping[int, Value]) -> list[Value]:
        """Those of the waiting values that share costly work with a value, so that one operation computes them all."""
        deps, own = self.deps(value), self._work(value)
        siblings: list[Value] = []
        for number in sorted(waiting):
            other = waiting[number]
            if self.deps(other) != deps or self.resident(other) is not None or other.op == "select":
                continue
            work = self._work(other)
            is_later = any(v.number in work for v in (value, *siblings))
            if not is_later and any(self.deps(v) == deps and self.expensive(v) for n, v in work.items() if n in own):
                siblings.append(other)
        return siblings

    def _work(self, value: Value) -> dict[int, Value]:
        """What computing a value from tiles and scalars computes, by number."""
        found, stack = dict[int, Value](), [value]
        while stack:
            each = stack.pop()
            if each.number in found or each.op == "load" or self.resident(each) or each.number in self._scalar_names:
                continue
            found[each.number] = each
            stack.extend(each.args)
        return found

    def _gets_a_tile(self, value: Value, dims: frozenset[int]) -> bool:
        """Whether an operation over `dims` reads the value from a tile because it varies along fewer dimensions."""
        if value.op == "load" or value.op in MADE_IN_PLACE or not frozenset() < self.deps(value) < dims:
            return False
        if self.resident(value) is not None or value.number in self._scalar_names:
            return False
        if not self._is_reused(value, dims):
            return False
        return self.after_reduction(value) or self.expensive(value) or self._is_repeated(value, dims)

    def _is_reused(self, value: Value, dims: frozenset[int]) -> bool:
        """Whether an operation over `dims` needs the value for several elements or iterations of a loop."""
        deps = self.deps(value)
        repeated = math.prod(self.plan.dims[d].tile for d in dims - deps)
        return repeated > 1 or self.level_of(deps) is not self.level_of(dims)

    def spread(self, value: Value, tile: Tile, block: Block) -> Tile:
        """A copy of a loaded tile in every lane."""
        axes = self.in_order((self.plan.lane_dim, *tile.dims))
        copy = self.tile(("spread", value.number), "spread", tile.element, axes, slots=1)
        self.generic(block, axes, [value], [(value, copy)])
        self.unspread[copy.name] = tile
        return copy

    def _is_repeated(self, value: Value, dims: frozenset[int]) -> bool:
        """Whether an operation per row would be repeated for every element of long rows. Not so for conditions: reading
        one costs as much as computing it; nor in templates, whose scratchpad is planned without further tiles.
        """
        if self.in_template or value.dtype == torch.bool or value.op == "size":
            return False
        deps = self.deps(value)
        repeated = math.prod(self.plan.dims[d].tile for d in dims - deps)
        return repeated >= (LONG_ROW if self.plan.lane_dim in deps else LONG_ROW_OF_ALL_LANES)

    def _is_padded_load(self, select: Value) -> bool:
        """Whether the constant of a selection comes with the load: of a gather, or of a block around a tensor."""
        load = select.args[1]
        if load.op != "load" or self.padded_by(load) is not select:
            return False
        return self.dma_access(load) is None or self.stencil_of(load) is not None

    def _compute_without_dims(self, value: Value) -> None:
        """Computes a value without dimensions once, at the top: as a scalar, or in a tile after a gather."""
        loads = [v for v in self.graph.reachable([value]) if v.op == "load"]
        if any(self.dma_access(v) is None for v in loads):
            self.materialise(value, ())
            return
        for load in loads:
            self.make_loaded(load)
        writer = self._writer(self._scalar_names, ())
        self._scalar_names[value.number] = writer.name(value)
        for line in writer.lines:
            self.scalars.line(line)

    def materialise(self, value: Value, dims: Sequence[int]) -> Tile:
        """Computes a value into a tile of its own with these axes, which stays resident."""
        known = self.resident(value)
        if known is not None:
            return known
        return self._materialise_all([value], dims)[0]

    def _materialise_all(self, values: Sequence[Value], dims: Sequence[int]) -> list[Tile]:
        """Computes values by one operation into tiles of their own with these axes, which stay resident."""
        axes = tuple(dims)
        level = self.level_of(axes)
        operands = self.prepare(values, axes)
        slots = 1 if level is self.levels[0] and len(self.levels) > 1 else 2
        elements = [dtypes.mlir_element(v.dtype) for v in values]
        tiles = [
            self.tile(("value", v.number), tile_stem(v), element, axes, slots)
            for v, element in zip(values, elements, strict=True)
        ]
        self.generic(level.target, axes or tiles[0].dims, operands, list(zip(values, tiles, strict=True)))
        for value, tile, element in zip(values, tiles, elements, strict=True):
            level.resident[value.number] = tile
            if self.goes_to_all_lanes(axes, level, element):
                level.resident[value.number] = self.spread(value, tile, level.target)
        self._efforts.clear()
        return [level.resident[value.number] for value in values]

    def elementwise(self, targets: Sequence[tuple[Value, Tile]], dims: Sequence[int], block: Block) -> None:
        """One linalg.generic that computes all targets into their tiles."""
        operands = self.prepare([v for v, _ in targets], dims)
        self.generic(block, dims, operands, targets)

    # -- results

    def store_all(self, stores: Sequence[Store], dims: Sequence[int]) -> None:
        """Computes stored values over `dims` in one operation and stores them."""
        if not stores:
            return
        level = self.levels[-1]
        pending: list[tuple[Value, Tile]] = []
        plain: list[tuple[Store, Access, Tile]] = []
        found = {s: None if s.mode else self._store_access(s, dims) for s in stores}
        groups = self.interleaved_stores({s: access for s, access in found.items() if access is not None})
        for store, access in found.items():
            if access is None:
                self.scatter(store, dims)
            elif store in groups:
                pending.append((store.value, self.member_of_result(store, groups[store])))
            else:
                plain.append((store, access, self._result_tile(store, access, pending)))
        if pending:
            self.elementwise(pending, self.in_order(dims), level.block)
        self.check_overwritten(stores)
        for store, access, tile in plain:
            self._dma_store(store, access, tile, level.block)
        for store in (s for s, group in groups.items() if group.member == 0):
            self.store_group(store, groups[store], level.block)

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
        if known is not None and self._walked(known.dims) == self._walked(axes):
            return known
        tile = self.tile(("store", store.buffer, store.index), "out", element, axes)
        pending.append((store.value, tile))
        return tile

    def _walked(self, axes: Sequence[int]) -> list[int]:
        """The axes along which tiles have more than one element."""
        return [axis for axis in axes if self.plan.dims[axis].tile != 1]

    def _dma_store(self, store: Store, access: Access, tile: Tile, block: Block) -> None:
        target = self.view_of(self.environment.output(store.buffer), store.buffer, access, tile, block)
        block.line(DmaStoreOp.text(tile, target))
