"""Simulated cycles of candidate kernels, which are no part of the program."""

from collections.abc import Sequence
from typing import Any

from npusim.frontend.inductor.api import V
from npusim.frontend.mapping.cycle_cache import Cycles, cached_cycles
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import Machine
from npusim.simulator.run.times.timing_only import cycles_alone


def simulated_cycles(text: str, call_args: Sequence[Any], machine: Machine, *, to_the_end: bool = True) -> int:
    """Cycles of one launch, with hints for symbolic sizes.

    Args:
        text: the kernel.
        call_args: the arguments of the kernel's call: buffer names, then sizes.
        to_the_end: as of `cycles_alone`.

    Raises:
        UnsupportedError: its addresses or control depend on values.
        ScratchpadOverflowError: its tiles do not fit the machine.
    """
    kernel = parse_kernel(text, source="candidate")
    names = [argument for argument in call_args if isinstance(argument, str)]
    fixed = [argument.extent for argument in kernel.tensors]
    extents = [_hint(V.graph.get_numel(n)) if e is None else e for n, e in zip(names, fixed, strict=True)]
    return cycles_alone(kernel, machine, extents, size_hints(call_args), to_the_end=to_the_end)


def remembered_cycles(text: str, call_args: Sequence[Any], machine: Machine) -> int:
    """`simulated_cycles`, of a long launch from its beginning; cached on disk by text, hints and machine."""

    def simulate() -> Cycles:
        return [simulated_cycles(text, call_args, machine, to_the_end=False)]

    (cycles,) = cached_cycles("candidates", text, size_hints(call_args), machine, 1, simulate)
    assert cycles is not None
    return cycles


def size_hints(call_args: Sequence[Any]) -> list[int]:
    """Hints of the symbolic sizes among a kernel's arguments."""
    return [_hint(argument) for argument in call_args if not isinstance(argument, str)]


def _hint(size: Any) -> int:
    return int(V.graph.sizevars.optimization_hint(size, fallback=1024))
