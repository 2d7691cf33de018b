"""Choice of the number of cores that share the parallel loops of a launch.

More cores are not always faster: they synchronise before and after a loop, the loads of each core's first tiles are
exposed, and concurrent accesses cause more row misses. Small kernels are therefore simulated with one core, two,
four, ... and all cores on an idle machine, and the fewest of the fastest are chosen. The choice depends on the kernel,
its sizes and the machine only: if addresses or control depend on data, the simulated programs assume typical values
(`npusim.simulator.timing.assumptions`). The store keeps it for other processes.
"""

import functools
import hashlib
import inspect
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from npusim.simulator import engine, native
from npusim.simulator.engine import LaunchResult
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.ir.kernel_views import ELEMENT_BITS
from npusim.simulator.machine import Machine
from npusim.simulator.run.memory.address_space import AddressSpace, Location, separate
from npusim.simulator.run.times.known_times import KnownTimes
from npusim.simulator.system import store
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
        assumed: whether it assumes typical values.
    """

    kernel: KernelModule
    machine: Machine
    shared: TimingKernel
    assumed: bool = False
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
            self._chosen[key] = self._remembered(sizes, addresses)
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

    def _remembered(self, sizes: Sequence[int], addresses: Sequence[int]) -> int:
        """The number of cores; from the store if it was chosen before."""
        if self._least_cycles > LARGEST_CANDIDATE_CYCLES:
            return self.machine.cores
        key = self._key(sizes, addresses)
        cores = _decoded(store.read(key))
        if cores is None:
            cores = self._choose(sizes, addresses)
            store.write(key, str(cores).encode(), name=self.kernel.name, machine=self.machine.name)
        return cores

    def _key(self, sizes: Sequence[int], addresses: Sequence[int]) -> store.Key:
        places = json.dumps([list(sizes), list(addresses)])
        return native.cache_key("cores", _sources(), self.machine.digest, self.kernel.code_identity, places)

    def _choose(self, sizes: Sequence[int], addresses: Sequence[int]) -> int:
        """The number of cores. What takes longer than the best so far is not simulated to its end."""
        best, least = self.machine.cores, None
        for cores in sorted(self.machine.core_counts, reverse=True):
            candidate = self._program(cores, candidate=True)
            cycles = cycles_within(least, candidate, self.machine, sizes, addresses)
            if cycles is not None and (least is None or cycles <= least):
                best, least = cores, cycles
        return best

    @cached_property
    def _least_cycles(self) -> float:
        """Cycles to move every tensor once at peak bandwidth, except tensors of which indices select a part."""
        selected = selected_tensors(self.kernel)
        streamed = [tensor for number, tensor in enumerate(self.kernel.tensors) if number not in selected]
        moved = sum((tensor.extent or 0) * ELEMENT_BITS[tensor.element_type] // 8 for tensor in streamed)
        return moved / self.machine.memory_bytes_per_cycle

    def _program(self, cores: int, *, candidate: bool = False) -> TimingKernel:
        """The program for `cores` cores; a candidate computes no values."""
        assumed = self.assumed or (candidate and self.shared.combined)
        if cores == self.machine.cores and assumed == self.assumed:
            return self.shared
        if (cores, assumed) not in self._programs:
            program = compile_timing(self.kernel, self.machine, cores=cores, assumed=assumed)
            self._programs[cores, assumed] = program
        return self._programs[cores, assumed]


def start_launch(
    timing: TimingKernel, machine: Machine, sizes: Sequence[int], addresses: Sequence[int]
) -> Callable[[], int]:
    """Begins to simulate a launch on an idle machine, on a thread of the engine; what is returned waits for its cycles,
    launch overhead included.
    """
    finish = _started(timing, machine, sizes, addresses, None)
    return lambda: int(finish().cycles)


def cycles_within(
    longest: int | None, timing: TimingKernel, machine: Machine, sizes: Sequence[int], addresses: Sequence[int]
) -> int | None:
    """Cycles of one launch on an idle machine, launch overhead included; None if they are more than `longest`."""
    result = _started(timing, machine, sizes, addresses, longest)()
    within = result.complete and (longest is None or result.cycles <= longest)
    return int(result.cycles) if within else None


def _started(
    timing: TimingKernel, machine: Machine, sizes: Sequence[int], addresses: Sequence[int], longest: int | None
) -> Callable[[], LaunchResult]:
    """Waits for the result of a launch, unless it is known; it is not complete if the launch takes much more than
    `longest` cycles.
    """
    arguments = np.array(timing.arguments([0] * len(addresses), sizes, 0, addresses), np.int64)
    times = KnownTimes(machine)
    key = times.key(timing, arguments)
    known = times.find(key)
    if known is not None:
        return lambda: known
    longest_ps = None if longest is None else math.ceil(longest * machine.cycle_ps)
    trial = make_engine(machine)
    trial.launch(timing.program, timing.trace_function, arguments, longest_ps=longest_ps)

    def finish() -> LaunchResult:
        trial.synchronize()
        native.check_accesses()
        result: LaunchResult = trial.take_results()[0]
        times.note(key, result)
        return result

    return finish


@functools.cache
def _sources() -> str:
    """Digest of what a choice depends on beside what every key of the store has: the engine, machines, this file."""
    digest = hashlib.sha256(engine.digest().encode())
    for path in (Path(__file__), *sorted(Path(inspect.getfile(Machine)).parent.glob("*.py"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _decoded(kept: bytes | None) -> int | None:
    """The choice in an entry; None without one."""
    return int(kept) if kept is not None and kept.isdigit() else None
