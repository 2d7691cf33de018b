"""Choice of the number of cores that share the parallel loops of a launch.

More cores are not always faster: they synchronise before and after a loop, the loads of each core's first tiles are
exposed, and concurrent accesses cause more row misses. Small kernels are therefore simulated with one core, two,
four, ... and all cores on an idle machine, and the fewest of the fastest are chosen. The choice depends on the kernel,
its sizes and the machine only: if addresses or control depend on data, the simulated programs assume typical values
(`npusim.simulator.timing.assumptions`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from npusim.simulator import native
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.ir.kernel_views import ELEMENT_BITS
from npusim.simulator.machine import Machine
from npusim.simulator.run.address_space import AddressSpace, Location, separate
from npusim.simulator.run.known_times import KnownTimes
from npusim.simulator.timing import TimingKernel, compile_timing
from npusim.simulator.timing.assumptions import can_be_assumed, selected_tensors
from npusim.simulator.timing.engine_config import make_engine

LARGEST_CANDIDATE_CYCLES = 1 << 18
"""Kernels whose tensors take longer to move use all cores without a comparison: synchronisation is negligible."""


@dataclass
class CoreChoice:
    """The programs of one kernel for different numbers of cores.

    Attributes:
        kernel, machine: the kernel and the machine.
        shared: the program for all cores.
    """

    kernel: KernelModule
    machine: Machine
    shared: TimingKernel
    _chosen: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = field(default_factory=dict)
    _programs: dict[tuple[int, bool], TimingKernel] = field(default_factory=dict)

    def program(self, sizes: Sequence[int], locations: Sequence[Location | None]) -> TimingKernel:
        """The program for a launch.

        Args:
            sizes: the symbolic sizes.
            locations: where the tensors lie; in a trial they lie so in a space of their own, or, if the text says their
                extents, one behind the other.
        """
        if not self._has_choice:
            return self.shared
        addresses = self._known_addresses or AddressSpace().addresses(locations)
        key = tuple(sizes), tuple(addresses)
        if key not in self._chosen:
            self._chosen[key] = self._choose(sizes, addresses)
        return self._program(self._chosen[key])

    @cached_property
    def _known_addresses(self) -> list[int]:
        """Empty if the text does not say all extents."""
        if any(tensor.extent is None for tensor in self.kernel.tensors):
            return []
        return AddressSpace().addresses(separate(self.kernel))

    @cached_property
    def _has_choice(self) -> bool:
        return self.shared.shares_loops and (not self.shared.combined or can_be_assumed(self.kernel))

    def _choose(self, sizes: Sequence[int], addresses: Sequence[int]) -> int:
        """The number of cores."""
        if self._least_cycles > LARGEST_CANDIDATE_CYCLES:
            return self.machine.cores
        candidates = {cores: self._program(cores, candidate=True) for cores in self.machine.core_counts}
        return min(candidates, key=lambda cores: launch_cycles(candidates[cores], self.machine, sizes, addresses))

    @cached_property
    def _least_cycles(self) -> float:
        """Cycles to move every tensor once at peak bandwidth, except tensors of which indices select a part."""
        selected = selected_tensors(self.kernel)
        streamed = [tensor for number, tensor in enumerate(self.kernel.tensors) if number not in selected]
        moved = sum((tensor.extent or 0) * ELEMENT_BITS[tensor.element_type] // 8 for tensor in streamed)
        return moved / self.machine.memory_bytes_per_cycle

    def _program(self, cores: int, *, candidate: bool = False) -> TimingKernel:
        """The program for `cores` cores; a candidate computes no values."""
        assumed = candidate and self.shared.combined
        if cores == self.machine.cores and not assumed:
            return self.shared
        if (cores, assumed) not in self._programs:
            program = compile_timing(self.kernel, self.machine, cores=cores, assumed=assumed)
            self._programs[cores, assumed] = program
        return self._programs[cores, assumed]


def launch_cycles(timing: TimingKernel, machine: Machine, sizes: Sequence[int], addresses: Sequence[int]) -> int:
    """Cycles of one launch on an idle machine, launch overhead included; the program computes no values."""
    arguments = np.array(timing.arguments([0] * len(addresses), sizes, 0, addresses), np.int64)
    times = KnownTimes(machine)
    key = times.key(timing, arguments)
    known = times.find(key)
    if known is not None:
        return int(known.cycles)
    engine = make_engine(machine)
    engine.launch(timing.program, timing.function.address, arguments)
    engine.synchronize()
    (result,) = engine.take_results()
    native.check_accesses()
    times.note(key, result)
    return int(result.cycles)
