"""Building a program line by line; every line is executed at once, so that what is built is legal and well
conditioned.

A line is kept when eager PyTorch accepts it, the float64 world gives finite values of moderate size, and two noisy
worlds (see `worlds`) agree with it: whole numbers and booleans exactly, so that no comparison, rounding, cast or
index is near its discontinuity; floating-point values within a fraction of what the comparison will allow. Decisions
are taken from float64 values and from shapes, never from float32 ones, which differ between hosts.
"""

import dataclasses
import random
from collections.abc import Callable, Sequence
from typing import Any

import torch

from fuzzing.programs.program import Input, Line
from fuzzing.programs.tolerances import is_tame
from fuzzing.programs.worlds import World, is_rounded

FLOATS = ("float32", "float64", "bfloat16", "float16")
INTEGERS = ("int64", "int32", "int16", "int8", "uint8")
MOST_ELEMENTS = 1 << 14
_LARGEST = {torch.float16: 1e3}
NOISE_SEEDS = (1, 2)

SIZES = (1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 31, 33, 64, 65, 129)


class Reject(Exception):
    """The line that was tried is not wanted; another is tried."""


@dataclasses.dataclass(frozen=True, eq=False)
class Value:
    """A tensor of the program under construction; its text is its name."""

    name: str
    tensor: torch.Tensor
    exact: torch.Tensor

    def __str__(self) -> str:
        return self.name

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.tensor.shape)

    @property
    def ndim(self) -> int:
        return self.tensor.ndim

    @property
    def dtype(self) -> str:
        return str(self.tensor.dtype).removeprefix("torch.")

    @property
    def memory(self) -> int:
        """Equal for values that share memory."""
        return self.tensor.untyped_storage().data_ptr()

    @property
    def is_float(self) -> bool:
        return self.tensor.dtype.is_floating_point


class Builder:
    """A program under construction. Operators of the vocabulary call `value`, `input`, `emit` and `mutate`.

    Attributes:
        rng: every choice is taken from it.
        is_dynamic: sizes in lines are written as `x0.shape[1]` wherever they come from a tensor.
        is_differentiable: no line changes an input in place but buffers.
    """

    def __init__(self, rng: random.Random, mode: str, dtypes: Sequence[str], sizes: Sequence[int]) -> None:
        self.rng, self.dtypes, self.sizes = rng, list(dtypes), list(sizes)
        self.is_dynamic, self.is_differentiable = mode == "dynamic", mode == "backward"
        self.inputs: list[Input] = []
        self.lines: list[Line] = []
        self.values: dict[str, Value] = {}
        self._make_worlds()

    def _make_worlds(self) -> None:
        self._real, self._exact = World(), World(is_wide=True)
        self._noisy = [World(is_wide=True, noise=seed) for seed in NOISE_SEEDS]
        self._worlds = [self._real, self._exact, *self._noisy]

    # ---- choosing operands

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def value(
        self,
        dtypes: Sequence[str] = FLOATS,
        dims: tuple[int, int] = (0, 5),
        where: Callable[[Value], bool] = lambda value: True,
        fresh: float = 0.15,
    ) -> Value:
        """A value of one of the dtypes and with so many dimensions, late ones rather; else a new input."""
        found = [v for v in self.values.values() if v.dtype in dtypes and dims[0] <= v.ndim <= dims[1] and where(v)]
        if found and not self.chance(fresh):
            return found[max(self.rng.randrange(len(found)) for _ in range(3))]
        made = self.input(self.dtype(dtypes), self.shape(dims))
        if not where(made):
            raise Reject
        return made

    def dtype(self, dtypes: Sequence[str]) -> str:
        """One of the dtypes, the program's own first."""
        own = [dtype for dtype in self.dtypes if dtype in dtypes]
        return self.rng.choice(own or list(dtypes))

    def shape(self, dims: tuple[int, int]) -> tuple[int, ...]:
        low, high = dims[0], min(dims[1], max(dims[0], 4))
        count = min(max(low, self.rng.choice((1, 2, 2, 2, 3, 3, 4, 0))), high)
        while True:
            shape = tuple(self.rng.choice(self.sizes) for _ in range(count))
            if _elements(shape) <= MOST_ELEMENTS // 4:
                return shape
            count = max(low, count - 1)
            if count == low:
                return tuple(min(n, 5) for n in shape[:count])

    def like(self, value: Value, dtypes: Sequence[str] | None = None, fresh: float = 0.3) -> Value:
        """A second operand that broadcasts with a value: one there is, or a new input."""
        wanted = dtypes or (value.dtype,)

        def fits(other: Value) -> bool:
            return _broadcast(value.shape, other.shape)

        found = [v for v in self.values.values() if v.dtype in wanted and fits(v)]
        if found and not self.chance(fresh):
            return self.rng.choice(found)
        shape = [1 if self.chance(0.2) else n for n in value.shape]
        shape = shape[self.rng.randrange(len(shape) + 1) :] if self.chance(0.2) else shape
        return self.input(self.dtype(wanted) if dtypes else value.dtype, tuple(shape))

    def input(
        self,
        dtype: str,
        size: Sequence[int],
        low: float | None = None,
        high: float | None = None,
        *,
        distinct: bool = False,
        plain: bool = False,
        is_buffer: bool = False,
    ) -> Value:
        """A new input; often transposed in memory, with a step or an offset, unless `plain`."""
        low = _low(dtype) if low is None else low
        high = _high(dtype) if high is None else high
        name, layout = f"x{len(self.inputs)}", self._layout(len(size)) if not plain else {}
        distinct = distinct or (dtype in FLOATS and self.chance(0.5))
        layout["is_buffer"] = is_buffer or (self.is_differentiable and self.chance(0.2))
        layout["is_computed"] = self.is_differentiable and not layout["is_buffer"] and self.chance(0.25)
        entry = Input(name, self.rng.randrange(1000), dtype, tuple(size), low, high, distinct=distinct, **layout)
        made = entry.make()
        for world in self._worlds:
            world.add_input(name, made)
        self.inputs.append(entry)
        return self._keep(name)

    def _layout(self, dims: int) -> dict[str, Any]:
        layout: dict[str, Any] = {}
        if dims > 1 and self.chance(0.25):
            layout["order"] = tuple(self.rng.sample(range(dims), dims))
        if self.chance(0.1):
            layout["step"] = self.rng.choice((2, 3))
        if self.chance(0.15):
            layout["offset"] = self.rng.choice((1, 3, 5, 16))
        return layout

    def size(self, value: Value, dim: int) -> str:
        """Text of a size: a number, or in dynamic programs where it comes from."""
        return f"{value}.shape[{dim}]" if self.is_dynamic else str(value.shape[dim])

    def dim(self, value: Value) -> int:
        """A dimension of a value, counted from either end."""
        if value.ndim == 0:
            raise Reject
        dim = self.rng.randrange(value.ndim)
        return dim - value.ndim if self.chance(0.4) else dim

    def literal(self, *choices: float) -> float:
        return self.rng.choice(choices or (0.5, -1.5, 2.0, 0.1, 3.0, -0.25, 1.0))

    # ---- lines

    def emit(self, expression: str, ties: Sequence[tuple[Value, int | None]] = ()) -> Value:
        """A new value from an expression. `ties`: the line's `distinct`, with values. Raises Reject."""
        return self.emit_all(expression, 1, ties)[0]

    def emit_all(self, expression: str, count: int, ties: Sequence[tuple[Value, int | None]] = ()) -> list[Value]:
        """As `emit`, for an expression with several results."""
        names = tuple(f"v{len(self.values) + number}" for number in range(count))
        line = Line(names, expression, _names(ties))
        self._try(line)
        for name in names:
            self._check(name)
        self.lines.append(line)
        return [self._keep(name) for name in names]

    def mutate(self, statement: str, target: Value, ties: Sequence[tuple[Value, int | None]] = ()) -> None:
        """A line that changes a value in place; `ties` as of `emit`. Raises Reject, with everything as it was."""
        if self.is_differentiable and self.is_input_memory(target):
            raise Reject
        line = Line((), statement, _names(ties))
        self.lines.append(line)
        try:
            self._try(line)
            for name in self.values:
                self._check(name)
        except Reject:
            self.lines.pop()
            self._replay()
            raise
        self._refresh()

    def _try(self, line: Line) -> None:
        try:
            self._real.run(line)
            dtypes = self._real.dtypes(line)
            for world in (self._exact, *self._noisy):
                world.run(line, dtypes)
        except (RuntimeError, ValueError, IndexError, TypeError, NotImplementedError, ZeroDivisionError) as refusal:
            raise Reject from refusal

    def _check(self, name: str) -> None:
        real, exact = self._real.names[name], self._exact.names[name]
        if not isinstance(real, torch.Tensor) or real.numel() > MOST_ELEMENTS or real.layout != torch.strided:
            raise Reject
        if exact.shape != real.shape or is_rounded(exact.dtype) != is_rounded(real.dtype):
            raise Reject
        if is_rounded(real.dtype) and not _is_moderate(exact, real.dtype):
            raise Reject
        if not all(is_tame(exact, world.names[name], real.dtype) for world in self._noisy):
            raise Reject

    def _keep(self, name: str) -> Value:
        value = Value(name, self._real.names[name], self._exact.names[name])
        self.values[name] = value
        return value

    def _refresh(self) -> None:
        for name in self.values:
            self._keep(name)

    def _replay(self) -> None:
        self._make_worlds()
        for entry in self.inputs:
            for world in self._worlds:
                world.add_input(entry.name, entry.make())
        for line in self.lines:
            self._try(line)
        self._refresh()

    def is_input_memory(self, value: Value, *, is_changeable: bool = False) -> bool:
        """Whether it shares memory with an input that a backward program may change in place, or may not."""
        inputs = [i.name for i in self.inputs if i.is_changeable is is_changeable]
        return any(self.values[name].memory == value.memory for name in inputs)


def _names(ties: Sequence[tuple[Value, int | None]]) -> tuple[tuple[str, int | None], ...]:
    return tuple((value.name, dim) for value, dim in ties)


def _low(dtype: str) -> float:
    return {"uint8": 0, "bool": 0, "int8": -10}.get(dtype, -20 if dtype in INTEGERS else -2.0)


def _high(dtype: str) -> float:
    return {"uint8": 20, "bool": 1, "int8": 11}.get(dtype, 21 if dtype in INTEGERS else 2.0)


def _elements(shape: Sequence[int]) -> int:
    total = 1
    for n in shape:
        total *= n
    return total


def _broadcast(one: Sequence[int], other: Sequence[int]) -> bool:
    pairs = list(zip(reversed(one), reversed(other), strict=False))
    return all(a == b or a == 1 or b == 1 for a, b in pairs) and len(other) <= 5


def _is_moderate(exact: torch.Tensor, dtype: torch.dtype) -> bool:
    return bool(exact.isfinite().all()) and bool((exact.abs() <= _LARGEST.get(dtype, 1e4)).all())
