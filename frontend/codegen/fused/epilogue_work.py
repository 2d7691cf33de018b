"""Estimated cost of a template's epilogues, and of loops in a kernel of their own, before there is a kernel."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import torch
from npusim.frontend.codegen.fused.epilogue import recorded_epilogue
from npusim.frontend.codegen.graph.buffers import InductorEnvironment
from npusim.frontend.codegen.graph.dag import Store
from npusim.frontend.codegen.graph.domain import divisor_of
from npusim.frontend.codegen.graph.sizes import Size, Sizes
from npusim.frontend.codegen.record.handler import Recording
from npusim.frontend.codegen.record.recorded_work import recorded_work
from npusim.frontend.codegen.record.recording import nodes_domain, record
from npusim.frontend.inductor.api import Kernel, V
from npusim.simulator.machine import Machine


@dataclass(frozen=True)
class EpilogueWork:
    """Work per element of the template's result.

    Attributes:
        bytes_read, bytes_written: of memory, the template's own result included where it is written.
        tile_bytes: of tiles besides the accumulator.
        vector_cycles: of the vector unit.
        lane_exchanges: elements that go through the cross-lane unit: one per lane and row for every reduction of rows.
        row_values: number of reductions of rows, each of which later operations wait for.
        tile_cycles: of the vector unit for every tile, of whatever size: costly values that vary along fewer dimensions
            than the result, which later operations wait for.
        batch: the parts of the result's batch (`batch_parts`), which tiles of several products hold whole ones of.
    """

    bytes_read: float = 0.0
    bytes_written: float = 0.0
    tile_bytes: float = 0.0
    vector_cycles: float = 0.0
    lane_exchanges: float = 0.0
    row_values: int = 0
    tile_cycles: float = 0.0
    batch: tuple[Size, ...] = ()

    def waiting_cycles(self, machine: Machine) -> float:
        """Cycles per tile of the result for which the vector and the cross-lane unit wait for each other, or for values
        of rows.
        """
        vector_operations = 4  # around a reduction: its start, its fold, and its first two users
        waiting = machine.lane_reduction_latency_cycles + vector_operations * machine.vector_latency_cycles
        return self.row_values * waiting + self.tile_cycles


def measure_epilogue(
    nodes: Sequence[Any],
    extents: Sequence[Size],
    row_dims: int,
    results: Mapping[str, torch.dtype],
    kept: Collection[str],
    machine: Machine,
    lane_dim: int = -1,
    tiled_dims: int | None = None,
) -> EpilogueWork:
    """The work of epilogue nodes; arguments as of `record_epilogue`.

    Args:
        kept: buffers, of the nodes or the template's own, that are written to memory.
        lane_dim: the dimension of the output that lies across the lanes.
        tiled_dims: the last dimensions of the output, in front of which one is the batch; None without one.
    """
    parts: tuple[Size, ...] = ()
    if tiled_dims is not None and len(extents) == tiled_dims + 1:
        parts = _batch_parts(nodes, extents, row_dims, results)
    if parts:
        extents = (*parts, *extents[1:])
        lane_dim += 0 if lane_dim < 0 else len(parts) - 1
    recording, _ = recorded_epilogue(nodes, extents, row_dims, results)
    own = [Store(name, *recording.made(name), None, False) for name in results if name in kept]
    stores = [*own, *(s for s in recording.graph.stores if s.buffer in kept)]
    return EpilogueWork(**recorded_work(recording, stores, machine, lane_dim), batch=parts)


def _batch_parts(
    nodes: Sequence[Any], extents: Sequence[Size], row_dims: int, results: Mapping[str, torch.dtype]
) -> tuple[Size, ...]:
    """Sizes of the parts of the output's first dimension, outermost first; empty where no load divides it.

    Args:
        nodes, extents, row_dims, results: as of `record_epilogue`.
    """
    sizes, parts = Sizes(V.graph.sizevars), list(extents[:1])
    while True:
        recording, _ = recorded_epilogue(nodes, (*parts, *extents[1:]), row_dims, results)
        indices = [value.index for value in recording.graph.live() if value.op == "load"]
        for position, dim in enumerate(recording.domain.dims[: len(parts)]):
            factor = divisor_of(dim, indices, sizes)
            if factor is not None and factor.is_Integer:
                parts[position : position + 1] = [sizes.quotient(parts[position], factor), factor]
                break
        else:
            return tuple(parts) if len(parts) > 1 else ()


def measure_loops(nodes: Sequence[Any], kept: Collection[str], machine: Machine) -> tuple[int, EpilogueWork]:
    """Elements of the loops of pointwise and reduction nodes that share a kernel, and the work per element.

    Args:
        kept: buffers that are written to memory.

    Raises:
        NoCommonDomain, IndexMismatch: they cannot share one.
    """
    sizes, environment = Sizes(V.graph.sizevars), InductorEnvironment(Kernel(increase_kernel_count=False))
    recording = record(nodes, nodes_domain(nodes, sizes), environment, sizes)
    stores = [s for s in recording.graph.stores if s.buffer in kept]
    work = EpilogueWork(**recorded_work(recording, stores, machine))
    elements = [max(1, sizes.hint(dim.size)) for dim in recording.domain.dims]
    return prod(elements), _across_rows(work, recording, elements, machine)


def _across_rows(work: EpilogueWork, recording: Recording, elements: Sequence[int], machine: Machine) -> EpilogueWork:
    """The work where each lane holds rows: lanes exchange nothing, and those without a row are idle."""
    dims = recording.domain.dims
    rows = max((n for n, dim in zip(elements, dims, strict=True) if not dim.reduction), default=1)
    if all(not dim.reduction for dim in dims) or 4 * rows < min(machine.vector_lanes, max(elements)):
        return work
    idle = max(1.0, machine.vector_lanes / rows)
    return replace(work, lane_exchanges=0.0, vector_cycles=work.vector_cycles * idle)
