"""What epilogues of a template cost, estimated before there is a kernel."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from npusim.frontend.codegen import access as accesses
from npusim.frontend.codegen import mlir_ops
from npusim.frontend.codegen.buffers import InductorEnvironment
from npusim.frontend.codegen.dag import Store, Value
from npusim.frontend.codegen.epilogue import record_epilogue
from npusim.frontend.codegen.handler import Recording
from npusim.frontend.codegen.sizes import Size, Sizes
from npusim.frontend.codegen.work import vector_cycles, vector_slots
from npusim.simulator.machine import Machine
from torch._inductor.codegen.common import Kernel
from torch._inductor.virtualized import V


@dataclass(frozen=True)
class EpilogueWork:
    """Work per element of the template's result.

    Attributes:
        bytes_read, bytes_written: of memory, the template's own result included where it is written.
        tile_bytes: of tiles besides the accumulator.
        vector_cycles: of the vector unit.
        lane_exchanges: elements that go through the cross-lane unit: one per lane and row for every row value.
        row_values: reductions of rows, of the whole result: what follows one waits for it.
    """

    bytes_read: float = 0.0
    bytes_written: float = 0.0
    tile_bytes: float = 0.0
    vector_cycles: float = 0.0
    lane_exchanges: float = 0.0
    row_values: int = 0

    def waiting_cycles(self, machine: Machine) -> float:
        """Cycles for which the vector and the cross-lane unit wait for each other, per tile of the result."""
        vector_operations = 4  # around a reduction: its start, its fold, and the first two that use it
        return self.row_values * (machine.cross_lane_latency_cycles + vector_operations * machine.vector_latency_cycles)


def measure_epilogue(
    nodes: Sequence[Any],
    extents: Sequence[Size],
    row_dims: int,
    results: Mapping[str, torch.dtype],
    kept: Collection[str],
    machine: Machine,
) -> EpilogueWork:
    """The work of epilogue nodes; arguments as of `record_epilogue`.

    Args:
        kept: buffers, of the nodes or the template's own, that are written to memory.
    """
    sizes, environment = Sizes(V.graph.sizevars), InductorEnvironment(Kernel(increase_kernel_count=False))
    recording, _ = record_epilogue(nodes, extents, row_dims, results, environment, sizes)
    graph = recording.graph
    own = [Store(name, *recording.stored[name], None, False) for name in results if name in kept]
    stores = [*own, *(s for s in graph.stores if s.buffer in kept)]
    values = graph.reachable(v for s in stores for v in graph.stored_with(s))
    loads = [v for v in values if v.op == "load"]
    read = [v.dtype.itemsize * _share(v, recording) for v in loads]
    written = [s.value.dtype.itemsize * _store_share(s, recording) for s in stores]
    return EpilogueWork(
        sum(read),
        sum(written),
        sum(read) + sum(written) + _kept_bytes(values),
        _cycles(values, len(loads), len(stores), machine),
        _exchanges(values, recording, machine),
        sum(v.op == "reduce" for v in values),
    )


def _share(load: Value, recording: Recording) -> float:
    """Elements that a load brings per element of the result; a gather brings one."""
    access = accesses.affine(load.index, recording.domain.dims, recording.sizes, recording.graph.indirect)
    return 1.0 if access is None else _part(access.dims, recording)


def _store_share(store: Store, recording: Recording) -> float:
    access = accesses.affine(store.index, recording.domain.dims, recording.sizes, recording.graph.indirect)
    return 1.0 if access is None else _part(access.dims, recording)


def _part(dims: Sequence[int], recording: Recording) -> float:
    """Elements of some dimensions per element of all of them."""
    part = 1.0
    for number, dim in enumerate(recording.domain.dims):
        part /= 1 if number in dims else max(1, recording.sizes.hint(dim.size))
    return part


def _kept_bytes(values: Sequence[Value]) -> float:
    """Tiles of costly values, which are kept for later passes over the rows when there are reductions."""
    if not any(v.op == "reduce" for v in values):
        return 0.0
    return 4.0 * sum(v.op in mlir_ops.EXPENSIVE for v in values)


def _cycles(values: Sequence[Value], loads: int, stores: int, machine: Machine) -> float:
    """Every reduction, and the stores together, are a pass over the result that reads it and what was loaded."""
    passes = sum(v.op == "reduce" for v in values) + bool(stores)
    return vector_cycles(vector_slots(values, machine), (1 + loads) * max(1, passes), stores, machine)


def _exchanges(values: Sequence[Value], recording: Recording, machine: Machine) -> float:
    """A reduction gathers a partial result of every lane; its result is spread over the lanes again."""
    row = 1.0
    for dim in recording.domain.dims[-1:]:
        row *= max(1, recording.sizes.hint(dim.size))
    return 2 * sum(v.op == "reduce" for v in values) * machine.vector_lanes / row
