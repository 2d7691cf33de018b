"""Fused epilogues of templates: nodes computed on the tiles that hold the template's results.

Where a tile covers whole rows, reductions of rows and their readers are computed on it as well.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

import torch
from npusim.frontend.codegen.emit.emitter import Emitter, Plan
from npusim.frontend.codegen.emit.row_reductions import Rows
from npusim.frontend.codegen.fused.batch_parts import tiles_of_parts
from npusim.frontend.codegen.fused.result_loops import identity_index, walking_variables
from npusim.frontend.codegen.fused.result_tiles import ResidentTile, TileDim
from npusim.frontend.codegen.graph.buffers import InductorEnvironment
from npusim.frontend.codegen.graph.dag import Store, Value
from npusim.frontend.codegen.graph.domain import Dim, Domain, loop_symbol
from npusim.frontend.codegen.graph.dtypes import dtype_of_element
from npusim.frontend.codegen.graph.memory import TEMPLATE, Access
from npusim.frontend.codegen.graph.passes import plan_passes
from npusim.frontend.codegen.graph.sizes import Size, Sizes
from npusim.frontend.codegen.record.handler import Recording, RecordingHandler
from npusim.frontend.codegen.record.recording import run_bodies
from npusim.frontend.codegen.schedule.tiles import Tile, TiledDim
from npusim.frontend.inductor.api import Kernel, V
from npusim.frontend.mlir_writer.memory import part
from npusim.frontend.mlir_writer.text import Block, InsertionPoint, Names


@dataclass(frozen=True)
class EpilogueText:
    """Lines for the top of the function, and lines for the place where the result is complete."""

    top: list[str]
    body: list[str]


def emit_epilogue(
    kernel: Kernel[Any],
    nodes: Sequence[Any],
    dims: Sequence[TileDim],
    resident: Mapping[str, ResidentTile],
    *,
    lane_dim: int = 0,
    keep: Collection[str] = (),
    slots: int = 2,
    batch: Sequence[Size] = (),
) -> EpilogueText:
    """Text that computes epilogue nodes on a template's tile and stores their results.

    Args:
        kernel: registers the arguments that the epilogue reads and writes.
        nodes: SchedulerNodes in the order given to codegen_template: pointwise ones, and reductions along the
            dimensions that are `reduced`.
        dims: the dimensions of the template's output in row-major order.
        resident: the template's buffers and the tiles that hold them.
        lane_dim: the dimension that lies across the lanes.
        keep: buffers of `resident` that are stored as well.
        slots: of the template's tiles that have most.
        batch: the parts of the first dimension (`batch_parts`), of which its tile holds whole ones.

    Raises:
        IndexMismatch: a node reads the template's buffer elsewhere than at the element it computes.
    """
    environment = InductorEnvironment(kernel)
    parts = () if not batch or dims[0].stepped else tuple(batch)
    recording, accumulators = recorded_epilogue(
        nodes,
        [*parts, *(d.extent for d in dims[1 if parts else 0 :])],
        sum(d.reduced for d in dims),
        {name: dtype_of_element(tile.element, environment.dtype(name)) for name, tile in resident.items()},
    )
    stores = _needed_stores(kernel, recording, keep)
    writer = EpilogueWriter(recording, environment, dims, lane_dim, "e", parts)
    writer.emitter.template_slots = slots
    for name, value in accumulators.items():
        writer.adopt(value, resident[name])
    return writer.write(stores)


def _inside(dim: TileDim, sizes: Sizes) -> TileDim:
    """The dimension, with a tile of 1 if it has one element: the rest of the tile is not computed."""
    return replace(dim, size=1) if sizes.equal(dim.extent, 1) else dim


_Recorded = tuple[Recording, dict[str, Value]]
_recordings: WeakKeyDictionary[Any, dict[Any, _Recorded]] = WeakKeyDictionary()
"""Recordings of epilogues, by the graph's scheduler."""


def recorded_epilogue(
    nodes: Sequence[Any],
    extents: Sequence[Size],
    row_dims: int,
    results: Mapping[str, torch.dtype],
    beside: Iterable[Access] | None = None,
) -> _Recorded:
    """`record_epilogue`, cached: a fusion's check, its estimate and its kernel's text share one recording, which does
    not depend on the kernel. The check (`beside` is given) always makes it.

    The key holds the nodes' bodies too, since Inductor replaces these when it reorders loops.
    """
    bodies = tuple((node.get_name(), node._body) for node in nodes)
    key = bodies, tuple(extents), row_dims, tuple(results.items())
    kept = _recordings.setdefault(V.graph.scheduler, {})
    if beside is not None or key not in kept:
        sizes, environment = Sizes(V.graph.sizevars), InductorEnvironment(Kernel(increase_kernel_count=False))
        kept[key] = record_epilogue(nodes, extents, row_dims, results, environment, sizes, beside or ())
    return kept[key]


def record_epilogue(
    nodes: Sequence[Any],
    extents: Sequence[Size],
    row_dims: int,
    results: Mapping[str, torch.dtype],
    environment: InductorEnvironment,
    sizes: Sizes,
    beside: Iterable[Access] = (),
) -> _Recorded:
    """The scalar graph of epilogue nodes, and the values in it that stand for a template's results.

    Args:
        extents: sizes of the template's output.
        row_dims: how many of its last dimensions are reduced.
        results: buffers of the template and the dtypes of the tiles that hold them.
        beside: the template's other memory accesses, of node `TEMPLATE`.

    Raises:
        NoCommonDomain: a node covers neither the result nor its rows.
        IndexMismatch: a node reads a result elsewhere than at the element it computes.
        MemoryConflict: a node changes what the template or another node touches elsewhere.
    """
    first_reduced = len(extents) - row_dims
    loops = tuple(
        Dim(loop_symbol(f"{'P' if i < first_reduced else 'R'}{i}"), sizes.simplify(size), i >= first_reduced)
        for i, size in enumerate(extents)
    )
    variables = walking_variables(nodes, loops, results, sizes)
    recording = Recording(Domain(loops, variables), sizes, environment.dtype, environment.memory)
    handler = RecordingHandler(recording)
    accumulators: dict[str, Value] = {}
    for access in beside:
        recording.accesses.add(access)
    for name, dtype in results.items():
        memory, index = environment.memory(name), identity_index(name, loops, sizes)
        accumulators[name] = recording.graph.value("resident", (), dtype, (name,))
        rounded = handler.builder.convert(accumulators[name], environment.dtype(name))
        recording.accesses.add(Access(TEMPLATE, name, memory, index, writes=True, own=True))
        recording.stored[memory] = (index, rounded)
    run_bodies(nodes, handler)
    return recording, accumulators


def _needed_stores(kernel: Kernel[Any], recording: Recording, keep: Collection[str]) -> list[Store]:
    """Stores of buffers that are read outside of the kernel, the template's own first."""
    graph = recording.graph
    own = [Store(name, *recording.made(name), None, False) for name in sorted(keep)]
    for load in (v for v in graph.live() if v.op == "load"):
        kernel.args.input(load.buffer)
    fused = [s for s in graph.stores if s.buffer not in V.graph.removed_buffers]
    for store in (*own, *fused):
        kernel.store_buffer_names.add(store.buffer)
        kernel.args.output(store.buffer)
    kernel.must_keep_buffers.update(keep)
    kernel.remove_kernel_local_buffers()
    return own + [
        s for s in fused if s.buffer not in kernel.removed_buffers and s.buffer not in kernel.inplaced_to_remove
    ]


class EpilogueWriter:
    """Drives an emitter whose loops are the template's."""

    def __init__(
        self,
        recording: Recording,
        environment: InductorEnvironment,
        dims: Sequence[TileDim],
        lane_dim: int,
        prefix: str,
        batch: Sequence[Size] = (),
    ) -> None:
        self.top, self.body, self.names = Block(), Block(), Names(prefix)
        self.body.parent = self.top
        self.recording, self.given, self._numbers = recording, list(dims), [[number] for number in range(len(dims))]
        if batch:
            lane_dim += len(batch) - 1
            self._split_batch(batch)
        self.dims = [_inside(dim, recording.sizes) for dim in self.given]
        loops = recording.domain.dims
        tiled = tuple(
            TiledDim(
                loop.symbol,
                loop.size,
                d.size,
                d.offset,
                d.reduced,
                recording.sizes.divides(d.size, loop.size),
                d.stepped,
            )
            for loop, d in zip(loops, self.dims, strict=True)
        )
        order = tuple(range(len(loops)))
        plan = Plan(tiled, order, lane_dim, (1,) * len(loops))
        self.emitter = Emitter(environment, recording.graph, plan, recording.sizes, self.names, self.top)
        self.emitter.enter(self.body)

    def _split_batch(self, parts: Sequence[Size]) -> None:
        tiles = tiles_of_parts(self.given[0], parts, InsertionPoint(self.body.line, self.names.fresh))
        further = len(parts) - 1
        self._numbers = [[n for n, tile in enumerate(tiles) if not tile.stepped], *self._numbers[1:]]
        self._numbers[1:] = [[n + further for n in numbers] for numbers in self._numbers[1:]]
        self.given[:1] = tiles

    def adopt(self, value: Value, tile: ResidentTile) -> None:
        """Makes a tile known that holds a value."""
        self.emitter.adopt(value, self._inside_of(tile))

    def _inside_of(self, tile: ResidentTile) -> Tile:
        split = tile.within(self._numbers)
        given, inside = (tuple(dims[axis].size for axis in split.axes) for dims in (self.given, self.dims))
        held = split.memref(given, self.emitter.at(self.body))
        return held if given == inside else self._part(held, inside)

    def _part(self, tile: Tile, shape: tuple[int, ...]) -> Tile:
        """The first elements of a tile."""
        inside = part(self.emitter.at(self.body), tile, [0] * len(shape), shape, stem="inside")
        return Tile.of(inside, tile.dims)

    def write_value(self, value: Value, tile: ResidentTile) -> EpilogueText:
        """The text that computes a value into a tile."""
        inside = self._inside_of(tile)
        self.emitter.elementwise([(value, inside)], inside.dims, self.body)
        self.emitter.check_rest()
        return EpilogueText(self.top.lines(), self.body.lines())

    def write(self, stores: Sequence[Store]) -> EpilogueText:
        """The text that stores values."""
        rows = Rows(self.emitter)
        passes = plan_passes(self.recording.graph, *rows.split_stores(stores), rows.checked())
        rows.choose_pads(passes)
        rows.write(passes)
        return EpilogueText(self.top.lines(), self.body.lines())
