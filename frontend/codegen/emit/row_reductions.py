"""Reductions of rows that lie in the scratchpad: in kernels of their own and in the epilogues of templates."""

from collections.abc import Callable, Sequence

from npusim.frontend.codegen.emit.emitter import Emitter
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.dag import Store, Value
from npusim.frontend.codegen.graph.mlir_ops import EXPENSIVE, line
from npusim.frontend.codegen.graph.passes import Checked, Passes
from npusim.frontend.codegen.schedule.tiles import Tile
from npusim.frontend.codegen.text.body import BodyWriter
from npusim.frontend.mlir_writer.structured import fill


class Rows:
    """Writes reductions and stores through an emitter.

    Attributes:
        parallel, reduction: the emitter's dimensions of either kind; `everything` is both.
    """

    def __init__(self, emitter: Emitter) -> None:
        self.emitter, self.graph = emitter, emitter.graph
        dims = emitter.plan.dims[:-1]  # the last one is the dimension of one element
        self.everything = tuple(range(len(dims)))
        self.parallel = tuple(i for i, d in enumerate(dims) if not d.reduction)
        self.reduction = tuple(i for i, d in enumerate(dims) if d.reduction)

    def split_stores(self, stores: Sequence[Store]) -> tuple[list[Store], list[Store]]:
        """Stores of every element, and stores that leave the reduction dimensions out."""
        full: list[Store] = []
        reduced: list[Store] = []
        symbols = {self.emitter.plan.dims[d].symbol for d in self.reduction}
        for store in stores:
            needed = {d for v in self.graph.stored_with(store) for d in self.emitter.deps(v)}
            whole = bool(store.index.free_symbols & symbols) or bool(needed & set(self.reduction))
            (full if whole else reduced).append(store)
        return full, reduced

    def checked(self) -> Checked:
        """The checked indices: those that vary along the reduction dimensions, and the others."""
        values = [check.value for checks in self.graph.checks.values() for check in checks]
        full = [v for v in values if self.emitter.deps(v) & set(self.reduction)]
        return Checked(full, [v for v in values if v not in full])

    def write(self, passes: Passes) -> None:
        """All passes over one tile of whole rows, stores included."""
        for number, reductions in enumerate(passes.reductions):
            self.resident_pass(reductions, passes, passes.full if number == len(passes.reductions) - 1 else ())
        self.emitter.store_all(passes.reduced, self.parallel)
        self.emitter.check_rest()

    # -- one pass

    def resident_pass(self, reductions: Sequence[Value], passes: Passes, stores: Sequence[Store]) -> None:
        for value in reductions:
            self._keep_shared(value.args[0], passes)
            self.reduce(value, self.guarded(value), self.everything)
        if stores:
            self.emitter.store_all(stores, self.everything)

    def _keep_shared(self, target: Value, passes: Passes) -> None:
        """Computes costly values of this reduction into tiles if later operations need them too."""
        others = [r.args[0] for group in passes.reductions for r in group if r.args[0] is not target]
        elsewhere = {v.number for v in self._unfinished([*others, *(s.value for s in passes.full)])}
        shared = [v for v in self._unfinished([target]) if v.number in elsewhere and self._is_costly(v)]
        for value in shared:
            self.emitter.materialise(value, self.emitter.in_order(self.emitter.deps(value)))

    def _is_costly(self, value: Value) -> bool:
        whole = self.emitter.deps(value) >= set(self.reduction)
        return value.op in EXPENSIVE and dtypes.is_float(value.dtype) and whole

    def _unfinished(self, targets: Sequence[Value]) -> list[Value]:
        """The values that the targets are computed from, down to resident ones."""
        stack, seen = list(targets), dict[int, Value]()
        while stack:
            value = stack.pop()
            if value.number not in seen and self.emitter.resident(value) is None and value.op != "reduce":
                seen[value.number] = value
                stack.extend(value.args)
        return [seen[n] for n in sorted(seen)]

    def reduce(self, value: Value, guarded: Value, dims: Sequence[int]) -> None:
        """Reduces a value over the tile into the accumulator of its rows."""
        emitter = self.emitter
        order = emitter.in_order(dims)
        operands = emitter.prepare([guarded], order)
        covered = {d for o in operands for d in _dims(emitter, o)}
        if not covered >= set(self.reduction):
            whole = emitter.tile(("whole", guarded.number), "whole", dtypes.mlir_element(guarded.dtype), order)
            emitter.generic(emitter.levels[-1].block, order, operands, [(guarded, whole)])
            self.combine_tile(value, whole, order)
            return
        result = self.accumulator(value, self.parallel, ("sum", value.number), str(value.attributes[0]))
        loops = order if set(order) >= set(result.dims) else (*result.dims, *order)
        emitter.generic(
            emitter.levels[-1].block, loops, operands, [(guarded, result)], combining([value]), self.reduction
        )
        self._hold(value, result)

    def _hold(self, value: Value, result: Tile) -> None:
        level = self.emitter.levels[-1]
        level.resident[value.number] = result
        if self.emitter.goes_to_all_lanes(result.dims, level, result.element):
            level.resident[value.number] = self.emitter.spread(value, result, level.block)

    def combine_tile(self, value: Value, whole: Tile, order: tuple[int, ...]) -> None:
        """Reduces a tile of partial results."""
        emitter = self.emitter
        level = emitter.levels[-1]
        partial = self.graph.value("partial", (), value.dtype, (value.number,))
        level.resident[partial.number] = whole
        result = self.accumulator(value, self.parallel, ("sum", value.number), str(value.attributes[0]))
        emitter.generic(level.block, order, [partial], [(partial, result)], combining([value]), self.reduction)
        self._hold(value, result)

    def accumulator(
        self, value: Value, dims: Sequence[int], key: object, stem: str, neutral: Value | None = None
    ) -> Tile:
        """A tile filled with a constant, the neutral element of a reduction if none is given."""
        emitter = self.emitter
        tile = emitter.tile(key, stem, dtypes.mlir_element(value.dtype), emitter.in_order(dims))
        start = emitter.constant(neutral or self._neutral(value))
        emitter.levels[-1].block.line(fill(tile, start))
        return tile

    # -- padding

    def _neutral(self, value: Value) -> Value:
        return self.graph.const(dtypes.combiner(str(value.attributes[0]), value.dtype).neutral, value.dtype)

    def ragged(self) -> list[int]:
        """Reduction dimensions whose last tile has elements outside the data."""
        return [d for d in self.reduction if not self.emitter.plan.dims[d].exact]

    def choose_pads(self, passes: Passes) -> None:
        """Pads loads that are reduced unchanged with the neutral element, which saves a mask."""
        if not self.ragged():
            return
        for reduction in (r for group in passes.reductions for r in group):
            loaded = _plain_load(reduction.args[0])
            if loaded is None or self.emitter.dma_access(loaded) is None or loaded.number in self.emitter.pads:
                continue
            if self.emitter.deps(loaded) >= set(self.ragged()):
                neutral = dtypes.combiner(str(reduction.attributes[0]), loaded.dtype).neutral
                self.emitter.pads[loaded.number] = neutral

    def guarded(self, reduction: Value) -> Value:
        """The reduced value with the neutral element outside the data."""
        value = reduction.args[0]
        neutral = self._neutral(reduction)
        loaded = _plain_load(value)
        if loaded is not None and self.emitter.pads.get(loaded.number) == neutral.attributes[0]:
            return value
        builder = self.emitter.builder
        for d in self.ragged():
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


def combining(reductions: Sequence[Value]) -> Callable[[BodyWriter, list[str]], list[str]]:
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
