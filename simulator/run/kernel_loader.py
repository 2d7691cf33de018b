"""From kernels to the programs of a simulation, each compiled once per text."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from npusim.simulator import native
from npusim.simulator.functional import FunctionalKernel, compile_values
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.ir.mlir import exclusive
from npusim.simulator.ir.scratchpad import allocate
from npusim.simulator.machine import Machine
from npusim.simulator.native import Dump
from npusim.simulator.report.folders.run_dir import RunDirectory
from npusim.simulator.report.folders.stages import Stages
from npusim.simulator.run.loaded_kernel import LoadedKernel
from npusim.simulator.run.times.core_choice import CoreChoice
from npusim.simulator.system.store import claimed
from npusim.simulator.timing import TimingKernel, compile_timing


class KernelLoader:
    """Compiles what a mode needs of each kernel, and writes the kernels' texts and stages into the run's folder.

    Args:
        machine, mode: of the simulation.
        folder: of the run.
        keeps_stages: whether the folder gets the stages of every program.
    """

    def __init__(self, machine: Machine, mode: str, folder: RunDirectory, keeps_stages: bool) -> None:
        self._machine = machine
        self._mode = mode
        self._folder = folder
        self._keeps_stages = keeps_stages
        self._loaded: dict[tuple[str, str, str, bool], LoadedKernel] = {}
        self._compiled: dict[tuple[str, bool], tuple[FunctionalKernel | None, TimingKernel | None]] = {}
        self._choices: dict[str, CoreChoice] = {}

    def load(self, kernel: KernelModule, name: str, meta: Mapping[str, Any], has_values: bool) -> LoadedKernel:
        """See `Simulation.load`; ``has_values``: whether a launch computes them."""
        key = (kernel.identity, name, str(meta.get("index_checks", "")), has_values)
        if key not in self._loaded:
            self._loaded[key] = self._load(kernel, name, dict(meta), has_values)
        return self._loaded[key]

    def _load(self, kernel: KernelModule, name: str, meta: Mapping[str, Any], has_values: bool) -> LoadedKernel:
        allocate(kernel, self._machine)
        stem = f"kernels/{self._folder.kernel_file(name, kernel.digest)}"
        self._folder.write_text(f"{stem}.mlir", kernel.text)
        key = (kernel.identity, has_values)
        if key not in self._compiled:
            self._compiled[key] = self._compile(kernel, stem, has_values)
        functional, timing = self._compiled[key]
        cores = None if timing is None else self._core_choice(kernel, timing)
        return LoadedKernel(name, kernel, meta, functional, timing, f"{stem}.mlir", cores)

    def _core_choice(self, kernel: KernelModule, timing: TimingKernel) -> CoreChoice:
        """The choice of cores for a kernel, shared by all names of the kernel."""
        return self._choices.setdefault(kernel.identity, CoreChoice(kernel, self._machine, timing))

    @exclusive
    def _compile(
        self, kernel: KernelModule, stem: str, has_values: bool
    ) -> tuple[FunctionalKernel | None, TimingKernel | None]:
        timing = functional = None
        if self._mode != "functional":
            with self._stages(kernel, stem, "timing") as dump:
                timing = compile_timing(kernel, self._machine, dump=dump)
        if has_values and not (timing is not None and timing.combined):
            with self._stages(kernel, stem, "values") as dump:
                functional = compile_values(kernel, dump=dump)
        return functional, timing

    @contextmanager
    def _stages(self, kernel: KernelModule, stem: str, which: str) -> Iterator[Dump | None]:
        """Gives what to call with the stages of a program while it is compiled, None if they are known.

        One process at a time compiles a program.
        """
        if not self._keeps_stages:
            yield None
            return
        key = native.cache_key("stages", which, kernel.code_identity, self._machine.digest)
        stages = Stages(key, kernel.name, self._machine.name)
        if stages.complete:
            yield None
        else:
            with claimed(key.digest) as waited:
                if waited:
                    stages.load()
                known = stages.complete
                yield None if known else stages.dump
                if not known:
                    stages.save()
        stages.publish(self._folder, f"{stem}.{which}")
