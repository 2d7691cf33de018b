"""Cycles of one launch of a kernel, without run folder, statistics or values, for choices among kernels."""

from collections.abc import Callable, Sequence

from npusim.simulator.errors import UnsupportedError
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.machine import Machine
from npusim.simulator.run.memory.address_space import AddressSpace, separate
from npusim.simulator.run.times.beginnings import start_beginning
from npusim.simulator.run.times.core_choice import CoreChoice, start_launch
from npusim.simulator.timing import compile_timing, depends_on_data
from npusim.simulator.timing.assumptions import only_selects


def start_alone(
    kernel: KernelModule,
    machine: Machine,
    extents: Sequence[int],
    sizes: Sequence[int] = (),
    *,
    to_the_end: bool = True,
) -> Callable[[], int]:
    """Begins to simulate one launch on a thread of the engine; what is returned waits for its cycles.

    They are those of one launch, launch overhead included, with consecutive tensors in memory. What is gathered or
    scattered is taken to be spread evenly over its tensor.

    Args:
        kernel: a verified kernel of which the tensors' values decide at most which elements it gathers and scatters.
        machine: the machine.
        extents: elements of each tensor.
        sizes: the symbolic sizes.
        to_the_end: simulate all of a long launch; else its cycles follow from its beginning, to a few percent.

    Raises:
        UnsupportedError: other addresses or control depend on values.
        ScratchpadOverflowError: its tiles do not fit the machine.
    """
    assumed = depends_on_data(kernel)
    if assumed and not only_selects(kernel):
        raise UnsupportedError(
            f"kernel {kernel.name} cannot be timed without values: its loops or conditions depend on them"
        )
    locations, timing = separate(kernel, extents), compile_timing(kernel, machine, assumed=assumed)
    program = CoreChoice(kernel, machine, timing, assumed).program(sizes, locations)
    addresses = AddressSpace().addresses(locations)
    by_beginning = None if to_the_end else start_beginning(program, machine, sizes, addresses)
    return by_beginning or start_launch(program, machine, sizes, addresses)
