"""How long one launch of a kernel takes, without a run's folder, statistics or values: what autotuning asks."""

from collections.abc import Sequence

import numpy as np
from npusim.simulator import native
from npusim.simulator.errors import UnsupportedError
from npusim.simulator.kernel import KernelModule
from npusim.simulator.kernel_views import ELEMENT_BITS
from npusim.simulator.machine import Machine
from npusim.simulator.timing import compile_timing, depends_on_data
from npusim.simulator.timing.engine_config import make_engine

_FIRST_ADDRESS_BYTES = 4096
_ADDRESS_ALIGNMENT_BYTES = 512


def trial_cycles(kernel: KernelModule, machine: Machine, extents: Sequence[int], sizes: Sequence[int] = ()) -> int:
    """Cycles of one launch, its overhead included, with the tensors one behind the other in memory.

    Args:
        kernel: a verified kernel whose time does not depend on the tensors' values.
        machine: the machine.
        extents: elements of each tensor.
        sizes: the symbolic sizes.

    Raises:
        UnsupportedError: addresses or control depend on values.
        ScratchpadOverflowError: its tiles do not fit the machine.
    """
    if depends_on_data(kernel):
        raise UnsupportedError(f"kernel {kernel.name} cannot be timed without values: its addresses depend on them")
    timing = compile_timing(kernel, machine)
    addresses = _addresses(kernel, extents)
    arguments = np.array(timing.arguments([0] * len(addresses), sizes, 0, addresses), np.int64)
    engine = make_engine(machine)
    engine.launch(timing.program, timing.function.address, arguments)
    engine.synchronize()
    (result,) = engine.take_results()
    native.check_accesses()
    return int(result.cycles)


def _addresses(kernel: KernelModule, extents: Sequence[int]) -> list[int]:
    """Simulated addresses as a fresh device's allocator gives them."""
    addresses, address = [], _FIRST_ADDRESS_BYTES
    for argument, extent in zip(kernel.tensors, extents, strict=True):
        addresses.append(address)
        end = address + extent * ELEMENT_BITS[argument.element_type] // 8
        address = -(-end // _ADDRESS_ALIGNMENT_BYTES) * _ADDRESS_ALIGNMENT_BYTES
    return addresses
