"""Simulated cycles of candidate kernels, which are no part of the program."""

from collections.abc import Callable, Sequence
from typing import Any

from npusim.frontend.inductor.api import V
from npusim.frontend.mapping.cycle_cache import Cycles, start_cached
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import Machine
from npusim.simulator.run.times.timing_only import start_alone


def simulated_cycles(text: str, call_args: Sequence[Any], machine: Machine) -> int:
    """Cycles of one launch, with hints for symbolic sizes.

    Args:
        text: the kernel.
        call_args: the arguments of the kernel's call: buffer names, then sizes.

    Raises:
        UnsupportedError: its addresses or control depend on values.
        ScratchpadOverflowError: its tiles do not fit the machine.
    """
    return _start(text, call_args, machine, to_the_end=True)()


def remembered_cycles(text: str, call_args: Sequence[Any], machine: Machine) -> int:
    """What `start_remembered` waits for."""
    return start_remembered(text, call_args, machine)()


def start_remembered(text: str, call_args: Sequence[Any], machine: Machine) -> Callable[[], int]:
    """Begins to simulate a launch, as `simulated_cycles`; what is returned waits for its cycles. Those of a long launch
    follow from its beginning. They are cached on disk by text, hints and machine.
    """

    def start() -> Callable[[], Cycles]:
        finish = _start(text, call_args, machine, to_the_end=False)
        return lambda: [finish()]

    return _Awaited(start_cached("candidates", text, size_hints(call_args), machine, 1, start))


class _Awaited:
    """Waits once for the cycles of one kernel, and then lets go of the engine that has found them."""

    def __init__(self, finish: Callable[[], Cycles]) -> None:
        self._finish: Callable[[], Cycles] | None = finish
        self._cycles: int | None = None

    def __call__(self) -> int:
        if self._finish is not None:
            (self._cycles,) = self._finish()
            self._finish = None
        assert self._cycles is not None
        return self._cycles


def _start(text: str, call_args: Sequence[Any], machine: Machine, *, to_the_end: bool) -> Callable[[], int]:
    kernel = parse_kernel(text, source="candidate")
    names = [argument for argument in call_args if isinstance(argument, str)]
    fixed = [argument.extent for argument in kernel.tensors]
    extents = [_hint(V.graph.get_numel(n)) if e is None else e for n, e in zip(names, fixed, strict=True)]
    return start_alone(kernel, machine, extents, size_hints(call_args), to_the_end=to_the_end)


def size_hints(call_args: Sequence[Any]) -> list[int]:
    """Hints of the symbolic sizes among a kernel's arguments."""
    return [_hint(argument) for argument in call_args if not isinstance(argument, str)]


def _hint(size: Any) -> int:
    return int(V.graph.sizevars.optimization_hint(size, fallback=1024))
