"""A whole kernel: loops over tiles, passes, text of the function."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from npusim.frontend.codegen import dtypes, tiling
from npusim.frontend.codegen.blocks import Block, Names
from npusim.frontend.codegen.body import BodyWriter
from npusim.frontend.codegen.buffers import Environment
from npusim.frontend.codegen.dag import Graph, Store, Value
from npusim.frontend.codegen.domain import Dim, Domain
from npusim.frontend.codegen.emitter import Emitter, Plan
from npusim.frontend.codegen.mlir_ops import EXPENSIVE, line
from npusim.frontend.codegen.passes import Passes, plan_passes
from npusim.frontend.codegen.sizes import Sizes
from npusim.frontend.codegen.tiles import Tile, TiledDim
from npusim.frontend.codegen.tiling import Problem, Tiling
from npusim.simulator.errors import ScratchpadOverflowError
from npusim.simulator.machine import Machine

PARALLEL = "} {npu.parallel}"


@dataclass(frozen=True)
class KernelProblem:
    """A recorded kernel that is to become text."""

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
    volume = tiling.LARGEST_VOLUME
    while True:
        writer = _KernelWriter(problem, volume)
        lines = writer.write()
        needed, capacity = writer.bytes_per_lane(), problem.machine.scratchpad_kib_per_lane * 1024
        if needed <= capacity:
            return lines
        if volume <= 64:
            raise ScratchpadOverflowError(
                f"the fused kernel needs {needed} bytes of scratchpad per lane, {needed - capacity} more than machine "
                f"{problem.machine.name!r} has; use a machine with more "
                "scratchpad or break the fusion (torch._inductor.config.max_fusion_size)"
            )
        volume //= 2


class _KernelWriter:
    """Writes a kernel for one limit of tile volume."""

    def __init__(self, problem: KernelProblem, volume: int) -> None:
        self.problem, self.graph, self.sizes = problem, problem.graph, problem.sizes
        self.names = Names()
        self.top = Block()
        dims = problem.domain.dims
        self.everything = tuple(range(len(dims)))
        self.parallel = tuple(i for i, d in enumerate(dims) if not d.reduction)
        self.reduction = tuple(i for i, d in enumerate(dims) if d.reduction)
        self.tiling = self._tiling(volume)
        self.looped = self._looped(dims)
        self.emitter = self._emitter(dims)

    def bytes_per_lane(self) -> int:
        lanes = self.problem.machine.vector_lanes
        return sum(a.bytes_per_lane(lanes) for a in self.emitter.allocations.values())

    # -- set-up

    def _tiling(self, volume: int) -> Tiling:
        dims = self.problem.domain.dims
        probe = self._probe(dims)
        indices = [s.index for s in self.graph.stores] + [v.index for v in self.graph.live() if v.op == "load"]
        found = [a for a in map(probe.access, indices) if a is not None and a.dims]
        passes = plan_passes(self.graph, *self._split_stores(probe))
        several = len(passes.reductions) + (any(passes.reductions) and bool(passes.full)) > 1
        return tiling.choose(Problem(dims, found, self.sizes, self.problem.machine.vector_lanes, several, volume))

    def _probe(self, dims: Sequence[Dim]) -> Emitter:
        """An emitter without tiles, for questions about accesses."""
        tiled = tuple(TiledDim(d.symbol, d.size, 1, None, d.reduction, False) for d in dims)
        plan = Plan(tiled, tuple(range(len(dims))), 0, (0,) * len(dims))
        return Emitter(self.problem.environment, self.graph, plan, self.sizes, Names(), Block())

    def _looped(self, dims: Sequence[Dim]) -> list[int]:
        """Dimensions that take several tiles, in the order of their loops."""
        return [i for i, d in enumerate(dims) if not (d.size.is_number and int(d.size) <= self.tiling.tiles[i])]

    def _emitter(self, dims: Sequence[Dim]) -> Emitter:
        offsets = {i: self.names.fresh(str(dims[i].symbol)) for i in self.looped}
        tiled = tuple(
            TiledDim(d.symbol, d.size, t, offsets.get(i), d.reduction, d.size.is_number and int(d.size) % t == 0)
            for i, (d, t) in enumerate(zip(dims, self.tiling.tiles, strict=True))
        )
        depth = tuple(self.looped.index(i) + 1 if i in self.looped else 0 for i in range(len(dims)))
        plan = Plan(tiled, self.tiling.order, self.tiling.lane_dim, depth)
        return Emitter(self.problem.environment, self.graph, plan, self.sizes, self.names, self.top)

    # -- the kernel

    def write(self) -> list[str]:
        full, reduced = self._split_stores(self.emitter)
        passes = plan_passes(self.graph, full, reduced)
        self._choose_pads(passes)
        outer = [d for d in self.looped if d in self.parallel]
        for d in outer:
            self._open(d, PARALLEL if self._independent() else "}")
        for number, reductions in enumerate(passes.reductions):
            last = number == len(passes.reductions) - 1
            self._pass(reductions, passes, full if last else ())
        self.emitter.store_all(reduced, self.parallel)
        for _ in outer:
            self.emitter.close_loop()
        return self.top.lines(1)

    def _split_stores(self, emitter: Emitter) -> tuple[list[Store], list[Store]]:
        """Stores of every element, and stores that leave the reduction dimensions out."""
        full: list[Store] = []
        reduced: list[Store] = []
        symbols = {self.problem.domain.dims[d].symbol for d in self.reduction}
        for store in self.graph.stores:
            needed = {d for v in self.graph.stored_with(store) for d in emitter.deps(v)}
            whole = bool(store.index.free_symbols & symbols) or bool(needed & set(self.reduction))
            (full if whole else reduced).append(store)
        return full, reduced

    def _independent(self) -> bool:
        """Whether tiles write to places of their own; additions from several tiles may meet."""
        return all(s.mode is None for s in self.graph.stores)

    def _open(self, d: int, footer: str = "}") -> None:
        dim = self.emitter.plan.dims[d]
        block = self.emitter.levels[-1].block
        bounds = [self.emitter.index.name(x, block) for x in (0, dim.size, dim.tile)]
        self.emitter.open_loop(d, f"scf.for {dim.offset} = {bounds[0]} to {bounds[1]} step {bounds[2]} {{", footer)

    def _pass(self, reductions: Sequence[Value], passes: Passes, stores: Sequence[Store]) -> None:
        inner = [d for d in self.looped if d in self.reduction]
        if inner:
            self._streamed_pass(reductions, stores, inner)
        else:
            self._resident_pass(reductions, passes, stores)

    # -- rows that stay in the scratchpad

    def _resident_pass(self, reductions: Sequence[Value], passes: Passes, stores: Sequence[Store]) -> None:
        for value in reductions:
            self._keep_shared(value.args[0], passes)
            self._reduce(value, self._guarded(value), self._input_dims(value))
        if stores:
            self.emitter.store_all(stores, self.everything)

    def _input_dims(self, value: Value) -> tuple[int, ...]:
        return self.everything

    def _keep_shared(self, target: Value, passes: Passes) -> None:
        """Costly values of this reduction that later operations need as well are computed once, into a tile."""
        others = [r.args[0] for group in passes.reductions for r in group if r.args[0] is not target]
        elsewhere = {v.number for v in self._unfinished([*others, *(s.value for s in passes.full)])}
        shared = [v for v in self._unfinished([target]) if v.number in elsewhere and self._is_costly(v)]
        for value in shared:
            self.emitter.materialise(value, sorted(self.emitter.deps(value)))

    def _is_costly(self, value: Value) -> bool:
        whole = self.emitter.deps(value) >= set(self.reduction)
        return value.op in EXPENSIVE and dtypes.is_float(value.dtype) and whole

    def _unfinished(self, targets: Sequence[Value]) -> list[Value]:
        """What the targets are computed from, down to values that are finished."""
        stack, seen = list(targets), dict[int, Value]()
        while stack:
            value = stack.pop()
            if value.number not in seen and self.emitter.resident(value) is None and value.op != "reduce":
                seen[value.number] = value
                stack.extend(value.args)
        return [seen[n] for n in sorted(seen)]

    def _reduce(self, value: Value, guarded: Value, dims: Sequence[int]) -> None:
        """Reduces a value over the tile into the accumulator of its rows."""
        emitter = self.emitter
        order = emitter.in_order(dims)
        operands = emitter.prepare([guarded], order)
        covered = {d for o in operands for d in _dims(emitter, o)}
        if not covered >= set(self.reduction):
            whole = emitter.tile(("whole", guarded.number), "whole", dtypes.mlir_element(guarded.dtype), order)
            emitter.generic(emitter.levels[-1].block, order, operands, [(guarded, whole)])
            self._combine_tile(value, whole, order)
            return
        result = self._accumulator(value, self.parallel, ("sum", value.number), str(value.attributes[0]))
        loops = order if set(order) >= set(result.dims) else (*result.dims, *order)
        emitter.generic(
            emitter.levels[-1].block, loops, operands, [(guarded, result)], _combining([value]), self.reduction
        )
        emitter.levels[-1].resident[value.number] = result

    def _combine_tile(self, value: Value, whole: Tile, order: tuple[int, ...]) -> None:
        """Reduces a tile of partial results."""
        emitter = self.emitter
        level = emitter.levels[-1]
        partial = self.graph.value("partial", (), value.dtype, (value.number,))
        level.resident[partial.number] = whole
        result = self._accumulator(value, self.parallel, ("sum", value.number), str(value.attributes[0]))
        emitter.generic(level.block, order, [partial], [(partial, result)], _combining([value]), self.reduction)
        level.resident[value.number] = result

    def _accumulator(self, value: Value, dims: Sequence[int], key: object, stem: str) -> Tile:
        """A tile filled with the neutral element of a reduction."""
        emitter = self.emitter
        tile = emitter.tile(key, stem, dtypes.mlir_element(value.dtype), emitter.in_order(dims))
        neutral = emitter.constant(self._neutral(value))
        emitter.levels[-1].block.line(f"linalg.fill ins({neutral} : {tile.element}) outs({tile.name} : {tile.type})")
        return tile

    # -- rows longer than a tile

    def _streamed_pass(self, reductions: Sequence[Value], stores: Sequence[Store], inner: Sequence[int]) -> None:
        """One loop over the chunks of the rows. Partial results are kept per element of a chunk and reduced after the
        loop.
        """
        emitter = self.emitter
        partials = [
            self._accumulator(r, self.everything, ("partial", r.number), f"partial_{r.attributes[0]}")
            for r in reductions
        ]
        for d in inner:
            self._open(d, PARALLEL if not reductions and self._independent() else "}")
        if reductions:
            targets = [(self._guarded(r), t) for r, t in zip(reductions, partials, strict=True)]
            operands = emitter.prepare([v for v, _ in targets], self.everything)
            emitter.generic(
                emitter.levels[-1].block, emitter.in_order(self.everything), operands, targets, _combining(reductions)
            )
        emitter.store_all(stores, self.everything)
        for _ in inner:
            emitter.close_loop()
        for reduction, partial in zip(reductions, partials, strict=True):
            self._combine_tile(reduction, partial, emitter.in_order(self.everything))

    # -- padding

    def _neutral(self, value: Value) -> Value:
        return self.graph.const(dtypes.combiner(str(value.attributes[0]), value.dtype).neutral, value.dtype)

    def _ragged(self) -> list[int]:
        """Reduction dimensions whose last tile has elements outside the data."""
        return [d for d in self.reduction if not self.emitter.plan.dims[d].exact]

    def _choose_pads(self, passes: Passes) -> None:
        """A load that is reduced as it is gets the neutral element as padding, which saves a mask."""
        if not self._ragged():
            return
        for reduction in (r for group in passes.reductions for r in group):
            loaded = _plain_load(reduction.args[0])
            if loaded is None or self.emitter.dma_access(loaded) is None or loaded.number in self.emitter.pads:
                continue
            if self.emitter.deps(loaded) >= set(self._ragged()):
                neutral = dtypes.combiner(str(reduction.attributes[0]), loaded.dtype).neutral
                self.emitter.pads[loaded.number] = neutral

    def _guarded(self, reduction: Value) -> Value:
        """The reduced value with the neutral element outside the data."""
        value = reduction.args[0]
        neutral = self._neutral(reduction)
        loaded = _plain_load(value)
        if loaded is not None and self.emitter.pads.get(loaded.number) == neutral.attributes[0]:
            return value
        builder = self.emitter.builder
        for d in self._ragged():
            value = builder.where(self.emitter.inside(d), value, neutral)
        return value


def _plain_load(value: Value) -> Value | None:
    """The load behind a value that is reduced unchanged, widening of narrow floats aside."""
    if value.op == "convert" and dtypes.is_float(value.dtype) and dtypes.is_float(value.args[0].dtype):
        value = value.args[0]
    return value if value.op == "load" and value.mask is None else None


def _dims(emitter: Emitter, value: Value) -> tuple[int, ...]:
    tile = emitter.resident(value)
    return tile.dims if tile is not None else ()


def _combining(reductions: Sequence[Value]) -> Callable[[BodyWriter, list[str]], list[str]]:
    """Accumulation of reductions: names of the new elements, then of the accumulators."""

    def combine(writer: BodyWriter, names: list[str]) -> list[str]:
        count = len(reductions)
        results = []
        for reduction, element, accumulator in zip(reductions, names[:count], names[count:], strict=True):
            op = dtypes.combiner(str(reduction.attributes[0]), reduction.dtype).op
            results.append(
                writer.emit(
                    str(reduction.attributes[0]), line(op, reduction.dtype, reduction.dtype, [accumulator, element])
                )
            )
        return results

    return combine
