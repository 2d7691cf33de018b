"""Accesses of every second, third, ... element: whole runs of neighbours are moved, parts of the tile are used.

`x[..., ::2]` and `x[..., 1::2]` lie in the same memory requests. One DMA brings both into a tile with one more axis,
the place in the run, and the two are parts of it; in the same way results that fill whole runs leave in one DMA.
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

LONGEST_RUN_BYTES = 32
"""Size of a memory request: moving the unwanted elements of shorter runs costs no further requests."""
PLACE = -1
"""Stands for the axis of places among a tile's dimensions."""


@dataclass(frozen=True)
class Run:
    """An access as one place of runs of neighbours.

    Attributes:
        first: the access of the runs' first elements.
        length: elements of a run.
        place: which of them the access means.
    """

    first: Access
    length: int
    place: int

    @property
    def last(self) -> Access:
        return Access(self.first.offset + self.length - 1, self.first.dims, self.first.strides)


def run_of(access: Access, element_bytes: int) -> Run | None:
    """The runs that an access goes through; None when its elements are contiguous or far apart."""
    stride = access.strides[-1] if access.dims else sympy.S.One
    if not stride.is_Integer or stride < 2 or stride * element_bytes > LONGEST_RUN_BYTES:
        return None
    place = int(sympy.expand(access.offset).as_coeff_Add()[0] % stride)
    return Run(Access(access.offset - place, access.dims, access.strides), int(stride), place)


class Runs(WindowLoads):
    """Writes transfers of runs."""

    _loaded: frozenset[tuple[str, Access]] | None = None

    def _load_run(self, value: Value, run: Run, once: bool) -> None:
        """Loads the runs that an access goes through, unless they are resident, and takes its part of them."""
        level = self.level_of(self.deps(value))
        pad = self.pads.get(value.number)
        key = ("run", value.buffer, run.first, pad)
        wide = self._wide_tile(key, "t", dtypes.mlir_element(value.dtype), run, 1 if once else 2)
        if key not in level.runs:
            level.runs.add(key)
            source = self._run_view(self.environment.input(value.buffer), value.buffer, run, wide, level.target)
            level.target.line(DmaLoadOp.text(source, wide, pad=self.padding(value)))
        level.resident[value.number] = self._part_of_run(wide, run.place)

    def run_of_load(self, value: Value, access: Access) -> Run | None:
        """The runs a load goes through, if all of them lie inside the buffer."""
        run = run_of(access, dtypes.element_bytes(dtypes.mlir_element(value.dtype)))
        if run is None:
            return None
        extent = self.environment.extent(value.buffer)
        if all(stays_inside(a, self._domain, extent) for a in (run.first, run.last)):
            return run
        read = self._plain_loads()
        return run if (value.buffer, run.first) in read and (value.buffer, run.last) in read else None

    def _plain_loads(self) -> frozenset[tuple[str, Access]]:
        """Accesses of loads without masks, which stay inside their buffers whatever the sizes are."""
        if self._loaded is None:
            plain = [v for v in self.graph.live() if v.op == "load" and v.mask is None]
            found = [(v.buffer, self.access(v.index)) for v in plain]
            self._loaded = frozenset((buffer, access) for buffer, access in found if access is not None)
        return self._loaded

    def runs_of_stores(self, stores: Mapping[Store, Access]) -> dict[Store, Run]:
        """The stores that together write whole runs, with their runs."""
        groups: dict[tuple[str, Access], dict[Store, Run]] = {}
        for store, access in stores.items():
            run = run_of(access, dtypes.element_bytes(dtypes.mlir_element(store.value.dtype)))
            if run is not None:
                groups.setdefault((store.buffer, run.first), {})[store] = run
        complete = [g for g in groups.values() if _fills(list(g.values()))]
        return {store: run for group in complete for store, run in group.items()}

    def run_result(self, store: Store, run: Run) -> Tile:
        """The part of the runs' tile that a store fills."""
        return self._part_of_run(self._result_runs(store, run), run.place)

    def store_run(self, store: Store, run: Run, block: Block) -> None:
        """Stores the tile of the runs, which all their stores have filled."""
        wide = self._result_runs(store, run)
        target = self._run_view(self.environment.output(store.buffer), store.buffer, run, wide, block)
        block.line(DmaStoreOp.text(wide, target))

    def _result_runs(self, store: Store, run: Run) -> Tile:
        key = ("store run", store.buffer, run.first)
        return self._wide_tile(key, "out", dtypes.mlir_element(store.value.dtype), run, 2)

    # -- tiles and views

    def _wide_tile(self, key: object, stem: str, element: str, run: Run, slots: int) -> Tile:
        if key not in self.allocations:
            shape = (*(self.plan.dims[d].tile for d in run.first.dims), run.length)
            tile = Tile.whole(self.names.fresh(stem), element, (*run.first.dims, PLACE), shape)
            self.allocate(key, Allocation(tile, self._lane_axis(tile), slots))
        return self.allocations[key].tile

    def _part_of_run(self, wide: Tile, place: int) -> Tile:
        """A view of one place of all runs of a tile; made once, where the tile is."""
        key = (wide.name, place)
        if key not in self._parts:
            *outer, _ = wide.shape
            offsets, last = [0] * len(outer) + [place], len(outer)
            made = part(self.at(self.allocations_block), wide, offsets, [*outer, 1], without=[last])
            self._parts[key] = Tile.of(made, wide.dims[:-1])
        return self._parts[key]

    def _run_view(self, argument: str, buffer: str, run: Run, wide: Tile, block: Block) -> Memref:
        """The view of an argument that a tile of runs is a copy of."""
        access = run.first
        moved = (s * self.plan.dims[d].symbol for d, s in zip(access.dims, access.strides, strict=True))
        offset = self.index.write(access.offset + sum(moved, sympy.S.Zero), block)
        counts = [*(self.count(d, block) for d in access.dims), run.length]
        steps = [*(self.index.write(s, block) for s in access.strides), 1]
        return view(self.at(block), self.tensor(argument, buffer), offset, counts, steps, wide.element)


def _fills(runs: Sequence[Run]) -> bool:
    return sorted(r.place for r in runs) == list(range(runs[0].length))
