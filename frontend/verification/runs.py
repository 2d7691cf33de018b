"""Verification while a compiled graph runs: the generated module calls `begin` and, after each launch, `check`."""

import math
from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.comparison import tolerances
from npusim.frontend.device.memory import cpu_alias
from npusim.frontend.device.policy import uncounted_host_work
from npusim.frontend.settings.verification import count_compared, count_not_compared, count_part
from npusim.frontend.verification.dataflow import NoSlice, Slice, Value
from npusim.frontend.verification.error_model import far_from_eager, far_from_exact
from npusim.frontend.verification.plan import Plan, Step, plan_of
from npusim.frontend.verification.reference_operators import is_uninitialized
from npusim.frontend.verification.worlds import Environment, World
from npusim.scheduler.session import current_mode
from npusim.simulator.errors import OptionError, WrongKernelError

NOISY_WORLDS = 8


def begin(number: int, arguments: Sequence[Any]) -> "Run":
    """Begins a run of a graph.

    Raises:
        OptionError: the mode computes no values.
    """
    if current_mode() == "timing":
        raise OptionError("kernels cannot be verified in mode timing, which computes no values; use functional or both")
    return Run(plan_of(number), arguments)


class Run:
    """One run of a graph: copies of the values that later launches are compared with the help of."""

    def __init__(self, plan: Plan, arguments: Sequence[Any]) -> None:
        self._plan = plan
        self._arguments = dict(zip(plan.inputs, arguments, strict=True))
        self._known = {Value(node, 0): on_host(value) for node, value in self._arguments.items() if self._is_used(node)}

    def _is_used(self, node: Any) -> bool:
        return Value(node, 0) in self._plan.last_uses

    def check(self, number: int, results: Sequence[torch.Tensor], given: Sequence[torch.Tensor]) -> None:
        """Compares what a launch wrote.

        Raises:
            WrongKernelError: it is wrong.
        """
        step = self._plan.steps[number]
        with uncounted_host_work():
            self._remember(step.given, [on_host(value) for value in given])
            got = [on_host(value) for value in results]
            self._compare(step, got)
            self._remember(step.results, got)
        self._forget(number)

    def _compare(self, step: Step, got: Sequence[torch.Tensor]) -> None:
        if step.part is None:
            count_part()
            return
        if not isinstance(step.part, Slice):
            count_not_compared(step.part)
            return
        try:
            by_float64 = _Comparison(self._plan, step, step.part, self._known, self._resolve).run(got)
        except NoSlice as reason:
            count_not_compared(str(reason))
        else:
            count_compared(by_float64)

    def _resolve(self, size: Any) -> Any:
        """The number of a symbolic size, from the sizes of the graph's inputs."""
        known: dict[Any, int] = {}
        for node, value in self._arguments.items():
            fake = node.meta.get("val")
            if isinstance(fake, torch.SymInt):
                known[fake.node.expr] = value
            elif isinstance(fake, torch.Tensor):
                sizes = zip((*fake.shape, *fake.stride()), (*value.shape, *value.stride()), strict=True)
                known.update((size.node.expr, actual) for size, actual in sizes if isinstance(size, torch.SymInt))
        number = size.node.expr.xreplace(known)
        if number.free_symbols:
            raise NoSlice(f"the size {size} depends on data")
        return bool(number) if isinstance(size, torch.SymBool) else type(size.node.hint)(number)

    def _remember(self, values: Sequence[Value], tensors: Sequence[torch.Tensor]) -> None:
        uses = self._plan.last_uses
        self._known.update((v, t) for v, t in zip(values, tensors, strict=True) if v in uses)

    def _forget(self, number: int) -> None:
        uses = self._plan.last_uses
        self._known = {value: tensor for value, tensor in self._known.items() if uses[value] > number}


class _Comparison:
    """A launch's results against the CPU's."""

    def __init__(self, plan: Plan, step: Step, part: Slice, known: dict[Value, Any], resolve: Any) -> None:
        self._plan, self._step, self._part, self._known, self._resolve = plan, step, part, known, resolve
        self._native: Environment = {}

    def run(self, got: Sequence[torch.Tensor]) -> bool:
        """Raises if a result is wrong; whether float64 had to decide."""
        self._native = self._world()
        off = [n for n, value in enumerate(got) if self._is_off(n, value)]
        if not off:
            return False
        exact = self._world(is_wide=True, native=self._native)
        noisy = [self._world(is_wide=True, noise=seed, native=self._native) for seed in range(NOISY_WORLDS)]
        for number in off:
            node = self._part.targets[number].node
            eager, right, others = self._native[node], exact[node], [world[node] for world in noisy]
            bad = far_from_exact(got[number], eager, right, others) & ~undecided(right, others)
            bad &= far_from_eager(got[number], eager)
            if bool(bad.any()):
                raise self._error(number, got[number], eager, right, bad)
        return True

    def _world(self, **options: Any) -> Environment:
        return World(self._plan.module, self._resolve, **options).run(self._part, self._known)

    def _is_off(self, number: int, got: torch.Tensor) -> bool:
        node = self._part.targets[number].node
        eager = self._native[node]
        if is_uninitialized(node.target) or not isinstance(eager, torch.Tensor):
            return False
        if (got.shape, got.dtype) != (eager.shape, eager.dtype):
            raise WrongKernelError(
                f"{_title(self._step, self._part, number)}\n  it gives {got.dtype} {tuple(got.shape)}, "
                f"eager PyTorch {eager.dtype} {tuple(eager.shape)}",
                kernel=self._step.kernel,
                operators=tuple(self._step.meta["ops"]),
            )
        return bool(far_from_eager(got, eager).any())

    def _error(self, number: int, got: Any, eager: Any, exact: Any, bad: torch.Tensor) -> WrongKernelError:
        place, lines = describe_difference(got, eager, exact, bad)
        title = _title(self._step, self._part, number)
        return WrongKernelError(
            "\n".join([title, *lines]), kernel=self._step.kernel, operators=tuple(self._step.meta["ops"]), index=place
        )


def on_host(value: Any) -> Any:
    """A copy on the CPU with the same strides where they are those of a dense tensor; other values as they are."""
    if not isinstance(value, torch.Tensor):
        return value
    return (cpu_alias(value) if value.device.type == "npu" else value).detach().clone()


def describe_difference(
    got: torch.Tensor, eager: torch.Tensor, exact: torch.Tensor, bad: torch.Tensor
) -> tuple[tuple[int, ...], list[str]]:
    """The index of the largest error, and lines of a message."""
    place = _worst(got, exact, bad)
    rtol, atol = tolerances(got.dtype)
    error = _difference(got, exact)[place]
    return place, [
        f"  wrong     {int(bad.sum()):,} of {bad.numel():,} elements, in {_first(bad)}",
        f"  largest   error {float(error):.6g} at {list(place)}: {got[place].item()!r}, "
        f"eager PyTorch {eager[place].item()!r}, float64 {exact[place].item()!r}",
        f"  tolerance {atol:g} + {rtol:g} * |expected| for {str(got.dtype).removeprefix('torch.')}, and four times "
        "what rounding explains",
    ]


def undecided(exact: torch.Tensor, noisy: Sequence[torch.Tensor]) -> torch.Tensor:
    """Where whole numbers and booleans depend on how something is rounded."""
    if exact.is_floating_point() or exact.is_complex():
        return torch.zeros(exact.shape, dtype=torch.bool)
    return torch.stack([other != exact for other in noisy]).any(0)


def _difference(got: torch.Tensor, exact: torch.Tensor) -> torch.Tensor:
    wide = torch.complex128 if exact.is_complex() else torch.float64
    return (got.to(wide) - exact.to(wide)).abs()


def _worst(got: torch.Tensor, exact: torch.Tensor, bad: torch.Tensor) -> tuple[int, ...]:
    """The index of the largest error; NaN is larger than everything."""
    error = _difference(got, exact).nan_to_num(math.inf, math.inf).masked_fill(~bad, -1)
    return tuple(int(i) for i in torch.unravel_index(error.argmax(), error.shape)) if error.dim() else ()


def _first(bad: torch.Tensor) -> str:
    """The box that the wrong elements lie in: `[0:4, 64:128]`."""
    places = bad.nonzero()
    low, high = (places.amin(0), places.amax(0)) if bad.dim() else ((), ())
    return f"[{', '.join(f'{int(a)}:{int(b) + 1}' for a, b in zip(low, high, strict=True))}]"


def _title(step: Step, part: Slice, number: int) -> str:
    """What is wrong where, in the words of the program."""
    meta, target = step.meta, part.targets[number]
    lines = [
        f"kernel {step.kernel} computes a wrong value of {target.node.name} ({target.node.target})",
        f"  operators {', '.join(meta['ops'])}",
        *(f"  at        {place}" for place in meta["origins"]),
        *(f"  by        {author}" for author in step.authors),
        *(f"  after     {each.kernel}, which computes a part of it" for each in step.unchecked),
    ]
    return "\n".join(lines)
