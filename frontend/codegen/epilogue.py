"""Fused epilogues of templates: pointwise nodes computed on the tile that holds the template's result."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from npusim.frontend.codegen.blocks import Block, Names
from npusim.frontend.codegen.buffers import InductorEnvironment
from npusim.frontend.codegen.dag import Store, Value
from npusim.frontend.codegen.domain import Dim, Domain, Variables, loop_symbol
from npusim.frontend.codegen.dtypes import dtype_of_element
from npusim.frontend.codegen.emitter import Emitter, Plan
from npusim.frontend.codegen.handler import Recording, RecordingHandler
from npusim.frontend.codegen.recording import node_ranges, run_bodies
from npusim.frontend.codegen.sizes import Size, Sizes
from npusim.frontend.codegen.tiles import Tile, TiledDim
from torch._inductor.codegen.common import Kernel
from torch._inductor.virtualized import V
from torch.utils._sympy.functions import FloorDiv, ModularIndexing


@dataclass(frozen=True)
class TileDim:
    """One dimension of a template's output.

    Attributes:
        size: elements of the tile along it.
        extent: elements of the whole dimension.
        offset: SSA name of the index at which the tile starts.
    """

    size: int
    extent: Size
    offset: str


@dataclass(frozen=True)
class ResidentTile:
    """A tile that holds a buffer's elements already.

    Attributes:
        axes: for each axis of the tile, the entry of `dims` it runs over.
    """

    ssa: str
    element: str
    axes: tuple[int, ...]


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
    prefix: str = "e",
    keep: Collection[str] = (),
) -> EpilogueText:
    """Text that computes epilogue nodes on a template's tile and stores their results.

    Args:
        kernel: registers the arguments that the epilogue reads and writes.
        nodes: pointwise SchedulerNodes in the order given to codegen_template.
        dims: the dimensions of the template's output in row-major order.
        resident: the template's buffers and the tiles that hold them.
        lane_dim: the dimension that lies across the lanes.
        prefix: of every SSA name made here.
        keep: buffers of `resident` that are stored as well.

    Raises:
        IndexMismatch: a node reads the template's buffer elsewhere than at the element it computes.
    """
    sizes, environment = Sizes(V.graph.sizevars), InductorEnvironment(kernel)
    recording, accumulators = _record(nodes, dims, resident, environment, sizes)
    stores = _needed_stores(kernel, recording, keep)
    writer = _EpilogueWriter(recording, environment, dims, lane_dim, prefix)
    for name, value in accumulators.items():
        writer.adopt(value, resident[name])
    return writer.write(stores)


def _symbols(dims: Sequence[TileDim]) -> tuple[Dim, ...]:
    return tuple(Dim(loop_symbol(f"P{i}"), sympy.sympify(d.extent)) for i, d in enumerate(dims))


def _record(
    nodes: Sequence[Any],
    dims: Sequence[TileDim],
    resident: Mapping[str, ResidentTile],
    environment: InductorEnvironment,
    sizes: Sizes,
) -> tuple[Recording, dict[str, Value]]:
    """Runs the nodes; also gives the values that stand for the resident tiles."""
    loops = _symbols(dims)
    variables: tuple[Variables, ...] = tuple((node_variables(node_ranges(n)[0], loops, sizes), []) for n in nodes)
    recording = Recording(Domain(loops, variables), sizes, environment.dtype, environment.aliases)
    handler = RecordingHandler(recording)
    accumulators: dict[str, Value] = {}
    for name, tile in resident.items():
        accumulators[name] = recording.graph.value(
            "resident", (), dtype_of_element(tile.element, environment.dtype(name)), (name,)
        )
        rounded = handler.builder.convert(accumulators[name], environment.dtype(name))
        recording.stored[name] = (identity_index(name, loops, sizes), rounded)
    run_bodies(nodes, handler)
    return recording, accumulators


def node_variables(ranges: Sequence[Size], loops: Sequence[Dim], sizes: Sizes) -> list[sympy.Expr]:
    """A node's loop variables as parts of the flat index of the template's output."""
    flat: sympy.Expr = sympy.S.Zero
    for dim in loops:
        flat = flat * dim.size + (sympy.S.Zero if sizes.equal(dim.size, 1) else dim.symbol)
    bounds = {d.symbol: d.size for d in loops}
    result: list[sympy.Expr] = []
    below: sympy.Expr = sympy.S.One
    for position, size in enumerate(reversed(list(ranges))):
        outermost = position == len(ranges) - 1
        part = FloorDiv(sympy.expand(flat), below) if outermost else ModularIndexing(sympy.expand(flat), below, size)
        result.append(sizes.simplify_index(part, bounds) if not sizes.equal(size, 1) else sympy.S.Zero)
        below = sizes.simplify(below * size)
    return result[::-1]


def identity_index(name: str, loops: Sequence[Dim], sizes: Sizes) -> sympy.Expr:
    """Where the element of a buffer lies that belongs to the current point of the loops, which walk it in row-major
    order.
    """
    layout: Any = V.graph.get_buffer(name).get_layout()  # type: ignore[union-attr]
    variables = node_variables(layout.size, loops, sizes)
    index = sum((v * s for v, s in zip(variables, layout.stride, strict=True)), sympy.S.Zero)
    return sizes.simplify_index(index, {d.symbol: d.size for d in loops})


def _needed_stores(kernel: Kernel[Any], recording: Recording, keep: Collection[str]) -> list[Store]:
    """Stores of buffers that something outside of the kernel reads, the template's own ones first."""
    graph = recording.graph
    own = [Store(name, *recording.stored[name], None, False) for name in sorted(keep)]
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


class _EpilogueWriter:
    """Drives an emitter whose loops are the template's."""

    def __init__(
        self,
        recording: Recording,
        environment: InductorEnvironment,
        dims: Sequence[TileDim],
        lane_dim: int,
        prefix: str,
    ) -> None:
        self.recording, self.dims = recording, dims
        self.top, self.body = Block(), Block()
        self.body.parent = self.top
        loops = recording.domain.dims
        tiled = tuple(
            TiledDim(loop.symbol, loop.size, d.size, d.offset, False, recording.sizes.divides(d.size, loop.size))
            for loop, d in zip(loops, dims, strict=True)
        )
        order = tuple(range(len(dims)))
        plan = Plan(tiled, order, lane_dim, (1,) * len(dims))
        self.emitter = Emitter(environment, recording.graph, plan, recording.sizes, Names(prefix), self.top)
        self.emitter.enter(self.body)

    def adopt(self, value: Value, tile: ResidentTile) -> None:
        shape = tuple(self.dims[axis].size for axis in tile.axes)
        self.emitter.adopt(value, Tile(tile.ssa, tile.element, tile.axes, shape))

    def write(self, stores: Sequence[Store]) -> EpilogueText:
        self.emitter.store_all(stores, tuple(range(len(self.dims))))
        return EpilogueText(self.top.lines(), self.body.lines())
