"""Emits nests with one loop spread over vector lanes: pointwise operations and reductions."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from npusim.simulator.functional.math.lane import like
from npusim.simulator.functional.vectorize.body import Body, BodyEmitter, with_wide_choices
from npusim.simulator.functional.vectorize.builder import Builder, Offset, register_lanes
from npusim.simulator.functional.vectorize.nest import Nest
from npusim.simulator.functional.vectorize.neutral import neutral_element
from npusim.simulator.functional.vectorize.planner import Plan, chunks
from npusim.simulator.ir.kernel_views import view_root
from npusim.simulator.ir.mlir import ir

Value = Any
_Turn = Callable[[Value, list[Value]], list[Value]]
"""One iteration: (variable, carried values) -> the next carried values."""

_SUM_BLOCKS = (8, 64)  # fewest and most iterations whose sum starts from zero


@dataclass
class Point:
    """The state of emission: addresses of all operands, loop variables, lanes, loaded inputs."""

    offsets: list[Offset]
    variables: dict[int, Value | int] = field(default_factory=dict)
    lanes: int | None = None
    loaded: dict[int, Value] = field(default_factory=dict)


def _sum_block(iterations: int) -> int:
    """Iterations per block of a sum: about the square root, which balances rounding errors within and over blocks."""
    fewest, most = _SUM_BLOCKS
    return min(max(1 << (iterations.bit_length() // 2), fewest), most)


class LaneEmitter:
    """Emits one nest by its plan at the insertion point."""

    def __init__(self, builder: Builder, nest: Nest, body: Body, plan: Plan) -> None:
        self.builder = builder
        self.nest = nest
        self.body, self.wide = with_wide_choices(body)
        self.plan = plan
        self.emitter = BodyEmitter(builder, self.body)

    def emit(self, starts: list[Offset] | None = None) -> None:
        """Emits the whole nest; the operands begin at `starts`, by default those of their accesses."""
        point = Point(starts or [Offset(None, a.constant) for a in self.nest.accesses])
        self._outer(point, list(self.plan.outer))

    def _step(self, point: Point, dim: int, variable: Value | int) -> Point:
        """The point after entering an iteration of a loop."""
        offsets = [
            self.builder.advance(offset, variable, access.strides[dim])
            for offset, access in zip(point.offsets, self.nest.accesses, strict=True)
        ]
        return Point(offsets, {**point.variables, dim: variable}, point.lanes, point.loaded)

    def _outer(self, point: Point, dims: list[int]) -> None:
        if dims:
            with self.builder.loop(0, self.nest.sizes[dims[0]], 1) as (variable, *_):
                self._outer(self._step(point, dims[0], variable), dims[1:])
            return
        lane_dim = self.plan.lane_dim
        if lane_dim is None:
            self._reduce_in_place(point)
        elif self.nest.reduction[lane_dim]:
            self._reduce_over_lanes(point, lane_dim)
        else:
            self._parallel_lanes(point, lane_dim)

    def _parallel_lanes(self, point: Point, dim: int) -> None:
        """Lanes are independent: each chunk of them runs all reduction loops."""
        self._preload(point, dim)
        for first, last, lanes in chunks(self.nest.sizes[dim], self.plan.lanes):
            if last - first == lanes:
                self._reduce_in_place(self._chunk(point, dim, first, lanes))
                continue
            with self.builder.loop(first, last, lanes) as (variable, *_):
                self._reduce_in_place(self._chunk(point, dim, variable, lanes))

    def _preload(self, point: Point, lane_dim: int) -> None:
        """Loads inputs that do not change in the remaining loops, unless the body may overwrite them."""
        written = {view_root(a.value) for a in self.nest.outputs}
        for i, access in enumerate(self.nest.inputs):
            stays = all(access.strides[d] == 0 for d in (lane_dim, *self.plan.inner))
            if stays and access.is_memref and view_root(access.value) not in written:
                point.loaded[i] = self.builder.load(access, point.offsets[i])

    def _chunk(self, point: Point, dim: int, variable: Value | int, lanes: int) -> Point:
        inside = self._step(point, dim, variable)
        inside.lanes = lanes
        return inside

    # -- reductions within a lane -------------------------------------------------------------------------------------

    def _reduce_in_place(self, point: Point) -> None:
        """Load the carried outputs, run the reduction loops, store them."""
        carried = [i for i, is_carried in enumerate(self.plan.carried) if is_carried]
        start = [self._load_output(point, i) for i in carried]
        results = self._inner(point, list(self.plan.inner), start)
        for i, value in zip(carried, results, strict=True):
            self._store_output(point, i, value)

    def _inner(self, point: Point, dims: list[int], carried: list[Value]) -> list[Value]:
        if not dims:
            return self._iteration(point, carried)
        bounds = (0, self.nest.sizes[dims[0]], 1)
        return self._turns(
            bounds, carried, point.lanes, lambda v, values: self._inner(self._step(point, dims[0], v), dims[1:], values)
        )

    def _turns(self, bounds: tuple[int, int, int], carried: list[Value], lanes: int | None, turn: _Turn) -> list[Value]:
        """Emits a loop; long floating-point sums are added block by block, as in eager PyTorch."""
        first, last, step = bounds
        block = _sum_block((last - first) // step) * step
        if last - first <= block or not self._sums_only():
            return self._loop(bounds, carried, turn)
        index = self.builder.index_type
        with self.builder.loop(first, last, block, carried) as (start, totals, following, results):
            end = self.builder.op("arith.addi", index, [start, self.builder.index(block)])
            end = self.builder.op("arith.minsi", index, [end, self.builder.index(last)])
            zeros = [self._neutral(i, lanes) for i, is_carried in enumerate(self.plan.carried) if is_carried]
            parts = self._loop((start, end, step), zeros, turn)
            following += [
                self.builder.op("arith.addf", total.type, [total, part])
                for total, part in zip(totals, parts, strict=True)
            ]
        return results

    def _loop(self, bounds: tuple[Value | int, Value | int, int], carried: list[Value], turn: _Turn) -> list[Value]:
        with self.builder.loop(*bounds, carried) as (variable, values, following, results):
            following += turn(variable, values)
        return results

    def _sums_only(self) -> bool:
        """Whether all carried values are floating-point sums."""
        carried = [combiner for combiner, own in zip(self.body.combiners, self.plan.carried, strict=True) if own]
        return bool(carried) and all(c is not None and c.name == "arith.addf" for c in carried)

    def _iteration(self, point: Point, carried: list[Value]) -> list[Value]:
        """Emits one iteration for all lanes and returns the next values of the carried outputs."""
        arguments = self._arguments(point)
        waiting = iter(carried)
        for i, argument in enumerate(self.body.outputs):
            if self.plan.carried[i]:
                arguments[argument] = next(waiting)
            elif self.body.reads_output(i):
                arguments[argument] = self._load_output(point, i)
        values = self.emitter.emit(arguments, lambda dim: self._index(point, self.nest.index_dims[dim]), point.lanes)
        following = []
        for i, yielded in enumerate(self.body.yielded):
            value = values.get(yielded, yielded)
            if self.plan.carried[i]:
                following.append(
                    self._kept(point, arguments[self.body.outputs[i]], self.builder.widen(value, point.lanes))
                )
            else:
                self._store_output(point, i, value)
        return following

    def _kept(self, point: Point, before: Value, after: Value) -> Value:
        """The next value of a carried output; lanes without an iteration keep theirs, as lanes are folded later."""
        dim = self.plan.lane_dim
        if (
            point.lanes is None
            or register_lanes(point.lanes) == point.lanes
            or dim is None
            or not self.nest.reduction[dim]
        ):
            return after
        return self.builder.op("arith.select", after.type, [self.builder.mask(point.lanes), after, before])

    # -- reductions over lanes ----------------------------------------------------------------------------------------

    def _reduce_over_lanes(self, point: Point, dim: int) -> None:
        """Reduces per lane, starting from the neutral element, and folds the lanes at the end."""
        parts = list(chunks(self.nest.sizes[dim], self.plan.lanes))
        carried = [i for i, is_carried in enumerate(self.plan.carried) if is_carried]
        start = [self._neutral(i, lanes) for _, _, lanes in parts for i in carried]
        results = self._inner_over_lanes(point, list(self.plan.inner), start, parts)
        for position, i in enumerate(carried):
            total = self._load_output_scalar(point, i)
            for part in range(len(parts)):
                total = self._fold(i, results[part * len(carried) + position], total)
            self.builder.store(self._rounded(total, i), self.nest.outputs[i], point.offsets[len(self.nest.inputs) + i])

    def _inner_over_lanes(
        self, point: Point, dims: list[int], carried: list[Value], parts: list[tuple[int, int, int]]
    ) -> list[Value]:
        if dims:
            with self.builder.loop(0, self.nest.sizes[dims[0]], 1, carried) as (variable, values, following, results):
                following += self._inner_over_lanes(self._step(point, dims[0], variable), dims[1:], values, parts)
            return results
        count = len(carried) // len(parts)
        results = []
        for part, (first, last, lanes) in enumerate(parts):
            own = carried[part * count : (part + 1) * count]
            results += self._sweep(point, own, first, last, lanes)
        return results

    def _sweep(self, point: Point, carried: list[Value], first: int, last: int, lanes: int) -> list[Value]:
        dim = self.plan.lane_dim
        assert dim is not None
        if last - first == lanes:
            return self._iteration(self._chunk(point, dim, first, lanes), carried)
        return self._turns(
            (first, last, lanes),
            carried,
            lanes,
            lambda v, values: self._iteration(self._chunk(point, dim, v, lanes), values),
        )

    def _neutral(self, i: int, lanes: int | None) -> Value:
        combiner = self.body.combiners[i]
        assert combiner is not None
        element = ir.F32Type.get() if self.wide[i] else self.nest.outputs[i].element_type
        return self.builder.constant(neutral_element(combiner.name, element), lanes)

    def _fold(self, i: int, value: Value, total: Value) -> Value:
        combiner = self.body.combiners[i]
        assert combiner is not None
        attributes = {"kind": ir.Attribute.parse(f"#vector.kind<{combiner.kind}>")}
        if combiner.name in ("arith.addf", "arith.mulf"):
            attributes["fastmath"] = ir.Attribute.parse("#arith.fastmath<reassoc>")
        return self.builder.op("vector.reduction", total.type, [value, total], attributes)

    # -- operands -----------------------------------------------------------------------------------------------------

    def _arguments(self, point: Point) -> dict[Value, Value]:
        loaded = (point.loaded[i] if i in point.loaded else self._load(point, i) for i in range(len(self.nest.inputs)))
        return dict(zip(self.body.inputs, loaded, strict=True))

    def _load(self, point: Point, i: int) -> Value:
        """Operand i: a scalar when all lanes share it, else a vector."""
        access, at, dim = self.nest.accesses[i], point.offsets[i], self.plan.lane_dim
        stride = access.strides[dim] if dim is not None and point.lanes is not None else 0
        if stride == 0:
            return self.builder.load(access, at)
        assert point.lanes is not None
        if stride == 1:
            return self.builder.load(access, at, point.lanes)
        return self.builder.gather(access, at, stride, point.lanes)

    def _load_output(self, point: Point, i: int) -> Value:
        return self.builder.widen(self._extended(self._load(point, len(self.nest.inputs) + i), i), point.lanes)

    def _load_output_scalar(self, point: Point, i: int) -> Value:
        return self._extended(self.builder.load(self.nest.outputs[i], point.offsets[len(self.nest.inputs) + i]), i)

    def _extended(self, value: Value, i: int) -> Value:
        """An element of output i, widened to the body's type."""
        return self._converted("arith.extf", value, ir.F32Type.get()) if self.wide[i] else value

    def _rounded(self, value: Value, i: int) -> Value:
        """A yielded value, rounded to the element type of output i."""
        element = self.nest.outputs[i].element_type
        return self._converted("arith.truncf", value, element) if self.wide[i] else value

    def _converted(self, name: str, value: Value, element: Any) -> Value:
        return self.builder.op(name, like(value, element), [value])

    def _store_output(self, point: Point, i: int, value: Value) -> None:
        access, at, dim = self.nest.outputs[i], point.offsets[len(self.nest.inputs) + i], self.plan.lane_dim
        value = self.builder.widen(self._rounded(value, i), point.lanes)
        stride = access.strides[dim] if dim is not None else 0
        if point.lanes is None or stride == 1:
            self.builder.store(value, access, at, point.lanes)
        else:
            self.builder.scatter(value, access, at, stride, point.lanes)

    def _index(self, point: Point, dim: int | None) -> Value:
        variable = 0 if dim is None else point.variables.get(dim, 0)
        scalar = self.builder.index(variable) if isinstance(variable, int) else variable
        if dim is None or dim != self.plan.lane_dim or point.lanes is None:
            return scalar
        lanes = self.builder.vector_type(point.lanes, self.builder.index_type)
        steps = self.builder.op("vector.step", lanes, [])
        return self.builder.op("arith.addi", lanes, [self.builder.op("vector.broadcast", lanes, [scalar]), steps])
