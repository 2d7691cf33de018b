"""A whole kernel: loops over tiles, passes, text of the function."""

import itertools
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import torch
from npusim.frontend.codegen.emit.emitter import Emitter, Plan
from npusim.frontend.codegen.emit.online_rows import accumulate_chunk, online_rows_of
from npusim.frontend.codegen.emit.row_reductions import Rows
from npusim.frontend.codegen.emit.tile_work import indexed_work, pass_work
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.access import Access
from npusim.frontend.codegen.graph.buffers import Environment
from npusim.frontend.codegen.graph.dag import Graph, Store, Value
from npusim.frontend.codegen.graph.domain import Dim, Domain
from npusim.frontend.codegen.graph.passes import Passes, plan_passes
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.graph.work import vector_cycles, vector_slots
from npusim.frontend.codegen.rewrite.closed_form_reductions import with_simpler_sums
from npusim.frontend.codegen.rewrite.loop_splitting import split_loops
from npusim.frontend.codegen.rewrite.min_max import with_narrow_min_max
from npusim.frontend.codegen.rewrite.one_hot import with_light_one_hot_rows
from npusim.frontend.codegen.rewrite.online_reductions import Chunks, with_online_reductions
from npusim.frontend.codegen.schedule import tiling
from npusim.frontend.codegen.schedule.stencil_tiling import StencilProblem, choose_stencil_tiling
from npusim.frontend.codegen.schedule.stencils import Stencil, find_stencils
from npusim.frontend.codegen.schedule.tile_cycles import (
    Transfer,
    Work,
    busy_cores,
    smaller_tilings,
    tile_cycles,
)
from npusim.frontend.codegen.schedule.tiles import TiledDim
from npusim.frontend.codegen.schedule.tiling import Problem, Tiling
from npusim.frontend.mlir_writer import loops
from npusim.frontend.mlir_writer.text import Block, Names
from npusim.simulator.errors import ScratchpadOverflowError
from npusim.simulator.machine import Machine

MOST_ORDERED = 5
"""Parallel loops of which all orders are compared."""
_FASTER, _FASTER_GATHERED = 0.97, 0.85
"""Estimated cycles, relative to those of larger tiles, from which smaller tiles are taken; those of gathers."""
_GAIN = 0.8
"""Part of what loads move by themselves that a block with a halo must not exceed to be considered."""


@dataclass(frozen=True)
class KernelProblem:
    """The input of the kernel writer: a recorded kernel."""

    domain: Domain
    graph: Graph
    environment: Environment
    sizes: Sizes
    machine: Machine


def kernel_body(problem: KernelProblem) -> list[str]:
    """Lines of the function's body.

    Raises:
        ScratchpadOverflowError: not even the smallest tiles fit the machine.
    """
    graph = with_simpler_sums(problem.domain, problem.graph, problem.sizes)
    domain, graph = split_loops(problem.domain, graph, problem.sizes)
    graph = with_light_one_hot_rows(domain, graph, problem.sizes)
    problem = replace(problem, domain=domain, graph=with_narrow_min_max(domain, graph, problem.sizes))
    volume, spreads = _KernelWriter.largest_volume(problem), True
    while True:
        writer = _KernelWriter(problem, volume, spreads)
        lines = writer.write()
        needed, capacity = writer.bytes_per_lane(), problem.machine.scratchpad_kib_per_lane * 1024
        if needed <= capacity:
            faster = writer.faster_tiling()
            if faster is None:
                return lines
            return _lines_that_fit(_KernelWriter(problem, volume, spreads, faster)) or lines
        if spreads:
            spreads = False
            continue
        if volume <= 64:
            raise ScratchpadOverflowError(
                f"the fused kernel needs {needed} bytes of scratchpad per lane, {needed - capacity} more than machine "
                f"{problem.machine.name!r} has; use a machine with more "
                "scratchpad or break the fusion (torch._inductor.config.max_fusion_size)"
            )
        volume //= 2


def _lines_that_fit(writer: "_KernelWriter") -> list[str] | None:
    """What the writer writes, if its tiles fit: other lanes may need more of some."""
    lines = writer.write()
    return lines if writer.bytes_per_lane() <= writer.problem.machine.scratchpad_bytes_per_lane else None


class _KernelWriter:
    """Writes a kernel for one limit of tile volume, or for given tiles."""

    def __init__(self, problem: KernelProblem, volume: int, spreads: bool, tiling: Tiling | None = None) -> None:
        self.spreads = spreads
        self.problem, self.graph, self.sizes = problem, problem.graph, problem.sizes
        self.names = Names()
        self.top = Block()
        dims = problem.domain.dims
        self.everything = tuple(range(len(dims)))
        self.parallel = tuple(i for i, d in enumerate(dims) if not d.reduction)
        self.reduction = tuple(i for i, d in enumerate(dims) if d.reduction)
        self.work: Work | None = None
        self.tiling, self.stencils = tiling or self._tiling(volume), list[Stencil]()
        if tiling is None:
            self._share_blocks(volume)
        self.looped = self._looped(dims)
        if any(d in self.reduction for d in self.looped):
            self.graph = with_online_reductions(problem.domain, self.graph, self.sizes, self._chunks(), problem.machine)
        self.emitter = self._emitter(dims)
        self.rows = Rows(self.emitter)

    def bytes_per_lane(self) -> int:
        lanes = self.problem.machine.vector_lanes
        return sum(a.bytes_per_lane(lanes) for a in self.emitter.allocations.values())

    # -- set-up

    @classmethod
    def largest_volume(cls, problem: KernelProblem) -> int:
        """Elements of a tile from which its transfers take longer than the latencies of loading and storing it."""
        environment, machine = problem.environment, problem.machine
        places = [(s.buffer, s.index) for s in problem.graph.stores]
        places += [(v.buffer, v.index) for v in problem.graph.live() if v.op == "load"]
        whole = {d.symbol for d in problem.domain.dims if not problem.sizes.equal(d.size, 1)}
        bits = sum(
            dtypes.bits(environment.dtype(b)) for b, index in dict.fromkeys(places) if whole <= index.free_symbols
        )
        return tiling.largest_volume(bits / 8, machine)

    def _tiling(self, volume: int) -> Tiling:
        dims = self.problem.domain.dims
        probe = self._probe(dims)
        moved = self._moved(probe, (v for v in self.graph.live() if v.op == "load"))
        rows = Rows(probe)
        passes = plan_passes(self.graph, *rows.split_stores(self.graph.stores), rows.checked())
        several = len(passes.reductions) + (any(passes.reductions) and bool(passes.full)) > 1
        longest = self._longest(moved) * min(volume, tiling.LARGEST_VOLUME) // tiling.LARGEST_VOLUME
        lanes = self.problem.machine.vector_lanes
        slack, exchanges = self._slack_cycles(probe, moved), sum(map(len, passes.reductions))
        accesses = [a for a, _ in moved]
        problem = Problem(dims, accesses, self.sizes, lanes, several, volume, longest, slack, exchanges)
        chosen = tiling.choose(problem)
        if self.reduction and not chosen.persistent and self._is_narrow(moved):
            return tiling.choose(replace(problem, volume=2 * volume))
        if chosen.persistent or not self.reduction:
            self.work = self._work(problem, probe, passes, moved)
        return chosen

    def _work(
        self, loops: Problem, probe: Emitter, passes: Passes, moved: Sequence[tuple[Access, torch.dtype]]
    ) -> Work:
        machine, stores = self.problem.machine, len({(s.buffer, s.index) for s in self.problem.graph.stores})
        transfers = [
            Transfer(access, dtypes.bits(dtype) / 8, number < stores) for number, (access, dtype) in enumerate(moved)
        ]
        return Work(
            loops, machine, transfers, indexed_work(probe), pass_work(probe, passes, machine), self._independent()
        )

    def faster_tiling(self) -> Tiling | None:
        """Smaller tiles that are estimated to take less time, as more of them overlap. With computed addresses only
        those that keep more cores busy: how many elements a request brings, and what waits for them, is not known well
        enough for others.
        """
        if self.work is None or self.stencils:
            return None
        busy = busy_cores(self.work, self.tiling) if self.work.indexed else 0
        if busy == self.problem.machine.cores:
            return None
        found = dict.fromkeys(
            [self.tiling, *(t for t in smaller_tilings(self.work) if busy_cores(self.work, t) > busy)]
        )
        cycles = {each: tile_cycles(self.work, each) for each in found}
        best = min(cycles, key=cycles.__getitem__)
        least = _FASTER if all(each.stores for each in self.work.indexed) else _FASTER_GATHERED
        return best if cycles[best] < least * cycles[self.tiling] else None

    def _share_blocks(self, volume: int) -> None:
        """Takes tiles for blocks that several loads share, where that is faster."""
        dims, machine = self.problem.domain.dims, self.problem.machine
        probe = self._probe(dims)
        if self.reduction or not self._independent():
            return
        pairs = [(s, probe.moved_one_by_one(s)) for s in find_stencils(self.graph, probe, dims, self.sizes)]
        pairs = [(s, moved) for s, moved in pairs if s.moved(self.sizes.hint(d.size) for d in dims) < _GAIN * moved]
        shared = {number for stencil, _ in pairs for number in stencil.taps}
        loads = [v for v in self.graph.live() if v.op == "load" and v.number not in shared]
        moved = self._moved(probe, loads)
        problem = Problem(dims, [a for a, _ in moved], self.sizes, machine.vector_lanes, volume=volume)
        others = [(access, dtypes.bits(dtype) // 8) for access, dtype in moved]
        work = self._work_per_element(probe, shared)
        chosen = choose_stencil_tiling(StencilProblem(problem, machine, pairs, others, work, self.tiling))
        if chosen is not None:
            self.tiling, self.stencils = chosen, [stencil for stencil, _ in pairs]

    def _work_per_element(self, probe: Emitter, shared: Collection[int]) -> float:
        """Cycles per element of the values that vary along all dimensions, given that some loads are masked already."""
        values, seen = [s.value for s in self.graph.stores], set[int]()
        walked: list[Value] = []
        while values:
            value = values.pop()
            if value.number in seen or len(probe.deps(value)) < len(self.everything):
                continue
            seen.add(value.number)
            padded = value.op == "select" and value.args[1].number in shared and probe.padded_by(value.args[1]) is value
            values += [value.args[1]] if padded else [] if value.op == "load" else value.args
            walked += [] if padded else [value]
        loads = sum(dtypes.bits(v.dtype) for v in walked if v.op == "load") / 32
        stores = sum(dtypes.bits(s.value.dtype) for s in self.graph.stores) / 32
        return vector_cycles(vector_slots(walked, self.problem.machine), loads, stores, self.problem.machine)

    def _is_narrow(self, moved: Sequence[tuple[Access, torch.dtype]]) -> bool:
        """Whether rows are moved in narrow elements: loading a tile is then too short to hide the latency."""
        rows = set(self.reduction)
        return all(dtypes.bits(dtype) <= 16 for access, dtype in moved if rows <= set(access.dims))

    def _slack_cycles(self, probe: Emitter, moved: Sequence[tuple[Access, torch.dtype]]) -> float:
        """Cycles per element of a row by which moving it takes longer than the work on it."""
        machine, rows = self.problem.machine, set(self.reduction)
        walked = [v for v in self.graph.live() if v.op == "reduce" or probe.deps(v) >= rows]
        bits = sum(dtypes.bits(dtype) for access, dtype in moved if rows <= set(access.dims))
        work = vector_cycles(vector_slots(walked, machine), bits / 32, 0, machine)
        return bits / 8 / machine.dram_stream_bytes_per_cycle - work

    def _moved(self, probe: Emitter, loads: Iterable[Value]) -> list[tuple[Access, torch.dtype]]:
        """Accesses of stores and loads that a DMA can follow, stores first, and the dtypes of their elements."""
        environment = self.problem.environment
        places = [(s.buffer, s.index) for s in self.graph.stores]
        places += [(v.buffer, v.index) for v in loads]
        found = [(probe.access(index), environment.dtype(buffer)) for buffer, index in dict.fromkeys(places)]
        return [(access, dtype) for access, dtype in found if access is not None and access.dims]

    def _longest(self, moved: Sequence[tuple[Access, torch.dtype]]) -> int:
        """Elements of a tile such that two copies for each tensor with the most dimensions fill the scratchpad."""
        most = max((len(a.dims) for a, _ in moved), default=0)
        bits = sum(dtypes.bits(dtype) for a, dtype in moved if len(a.dims) == most)
        return self.problem.machine.scratchpad_bytes * 8 // (2 * max(8, bits))

    def _probe(self, dims: Sequence[Dim]) -> Emitter:
        """An emitter without tiles, for questions about accesses."""
        tiled = tuple(TiledDim(d.symbol, d.size, 1, None, d.reduction, False) for d in dims)
        plan = Plan(tiled, tuple(range(len(dims))), 0, (0,) * len(dims))
        return Emitter(self.problem.environment, self.graph, plan, self.sizes, Names(), Block())

    def _looped(self, dims: Sequence[Dim]) -> list[int]:
        """Dimensions that take several tiles, in the order of their loops: parallel ones first.

        A tile is loaded again in every iteration of the loops outside of the innermost one it depends on: the order
        with the least loads is taken. An element that is gathered counts as the memory request that brings it.
        """
        cut = [i for i, d in enumerate(dims) if not (d.size.is_number and int(d.size) <= self.tiling.tiles[i])]
        reduced = [d for d in cut if dims[d].reduction]
        parallel = [d for d in cut if not dims[d].reduction]
        if len(parallel) not in range(2, MOST_ORDERED + 1) or not self._independent():
            return [*parallel, *reduced]
        probe, loads = self._probe(dims), [v for v in self.graph.live() if v.op == "load"]
        loaded = [(probe.deps(load), self._request_elements(load) if probe.is_gather(load) else 1) for load in loads]
        return [*min(itertools.permutations(parallel), key=lambda order: self._traffic(order, loaded)), *reduced]

    def _request_elements(self, load: Value) -> int:
        """Elements that a memory request brings."""
        return max(1, self.problem.machine.dram_request_bytes * 8 // dtypes.bits(load.dtype))

    def _traffic(self, order: Sequence[int], loaded: Sequence[tuple[Collection[int], int]]) -> int:
        """Elements that are loaded with the loops in this order, per iteration of all reduction loops; `loaded` has the
        dimensions of each load, and what one element counts for.
        """
        dims, tiles, total = self.problem.domain.dims, self.tiling.tiles, 0
        for axes, weight in loaded:
            depth = max((order.index(d) + 1 for d in axes if d in order), default=0)
            trips = math.prod(-(-self.sizes.hint(dims[d].size) // tiles[d]) for d in order[:depth])
            total += weight * trips * math.prod(tiles[d] for d in axes)
        return total

    def _is_exact(self, d: int) -> bool:
        """Whether all tiles lie entirely inside a dimension."""
        size = self.problem.domain.dims[d].size
        return bool(size.is_number) and int(size) % self.tiling.tiles[d] == 0

    def _chunks(self) -> Chunks:
        """How rows that are longer than a tile are cut."""
        inner = [d for d in self.looped if d in self.reduction][1:]
        ragged = sum(not self._is_exact(d) for d in self.reduction)
        return Chunks(ragged, not all(self._is_exact(d) for d in inner))

    def _emitter(self, dims: Sequence[Dim]) -> Emitter:
        offsets = {i: self.names.fresh(str(dims[i].symbol)) for i in self.looped}
        tiled = tuple(
            TiledDim(d.symbol, d.size, t, offsets.get(i), d.reduction, self._is_exact(i))
            for i, (d, t) in enumerate(zip(dims, self.tiling.tiles, strict=True))
        )
        depth = tuple(self.looped.index(i) + 1 if i in self.looped else 0 for i in range(len(dims)))
        plan = Plan(tiled, self.tiling.order, self.tiling.lane_dim, depth)
        emitter = Emitter(self.problem.environment, self.graph, plan, self.sizes, self.names, self.top)
        emitter.in_template, emitter.stencils = False, self.stencils
        cores = self.problem.machine.cores if self._independent() else 1
        emitter.spreads = self.spreads and not tiling.cores_have_one_tile(dims, self.tiling.tiles, cores)
        return emitter

    # -- the kernel

    def write(self) -> list[str]:
        full, reduced = self.rows.split_stores(self.graph.stores)
        passes = plan_passes(self.graph, full, reduced, self.rows.checked())
        self.rows.choose_pads(passes)
        outer = [d for d in self.looped if d in self.parallel]
        for d in outer:
            self._open(d, self._independent())
        if not any(d in self.reduction for d in self.looped):
            self._gather_early(passes)
        for number, reductions in enumerate(passes.reductions):
            last = number == len(passes.reductions) - 1
            self._pass(reductions, passes, full if last else ())
        self.emitter.store_all(reduced, self.parallel)
        self.emitter.check_rest()
        for _ in outer:
            self.emitter.close_loop()
        return self.top.lines(1)

    def _gather_early(self, passes: Passes) -> None:
        """Writes gathers per row before the work on the rows. Transfers are done in order: a gather written later would
        wait for addresses that are computed after the rows, and delay the loads of the next rows.
        """
        early = self.graph.reachable(r for group in passes.reductions[:1] for r in group)
        stored = self.graph.reachable(v for s in self.graph.stores for v in self.graph.stored_with(s))
        gathered = [v for v in stored if self.emitter.is_gather(v) and not self.emitter.after_reduction(v)]
        per_row = [v for v in gathered if self.emitter.deps(v) <= set(self.parallel)]
        if not early or not per_row:
            return
        for load in (v for v in early if v.op == "load" and not self.emitter.is_gather(v)):
            self.emitter.make_loaded(load)
        for gather in per_row:
            self.emitter.make_loaded(gather)

    def _independent(self) -> bool:
        """Whether each element is written by one tile only; stores that combine may share elements."""
        return all(s.mode is None for s in self.graph.stores)

    def _open(self, d: int, parallel: bool) -> None:
        dim = self.emitter.plan.dims[d]
        block = self.emitter.levels[-1].block
        bounds = [self.emitter.index.name(x, block) for x in (0, dim.size, dim.tile)]
        assert dim.offset is not None, "the dimension has a loop"
        self.emitter.open_loop(d, loops.counted(dim.offset, *bounds), loops.end_of(parallel))

    def _pass(self, reductions: Sequence[Value], passes: Passes, stores: Sequence[Store]) -> None:
        inner = [d for d in self.looped if d in self.reduction]
        if inner:
            self._streamed_pass(reductions, stores, inner)
        else:
            self.rows.resident_pass(reductions, passes, stores)

    # -- rows longer than a tile

    def _streamed_pass(self, reductions: Sequence[Value], stores: Sequence[Store], inner: Sequence[int]) -> None:
        """One loop over the chunks of the rows; partial results per element of a chunk are reduced behind it."""
        streams = online_rows_of(self.rows, reductions)
        for d in inner:
            self._open(d, not reductions and self._independent())
        if streams:
            accumulate_chunk(self.rows, streams)
        self.emitter.store_all(stores, self.everything)
        self.emitter.check_in_loops()
        for _ in inner:
            self.emitter.close_loop()
        for stream in streams:
            stream.finish()
