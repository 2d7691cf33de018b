"""The kernels of a program in a simulation, and the forked process that compiles them before this one does."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from npusim.simulator.errors import CompileError, PackageError
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.machine import Machine
from npusim.simulator.programs.content import Launch
from npusim.simulator.programs.program import Program, tensor_bytes
from npusim.simulator.run.loaded_kernel import LoadedKernel
from npusim.simulator.run.rehearsal import Rehearsal
from npusim.simulator.run.simulation import Simulation


class LoadedKernels:
    """The kernels of a program, loaded in a simulation when they are first launched."""

    def __init__(self, program: Program, simulation: Simulation) -> None:
        self._program, self._simulation = program, simulation
        self._loaded: dict[tuple[int, tuple[int, ...]], LoadedKernel] = {}

    def of(self, launch: Launch) -> LoadedKernel:
        """The kernel of a launch; one that reads values is bound to the extents, so that no access leaves them.

        Raises:
            PackageError: it has no time on the machine.
        """
        has_values = self._simulation.mode != "timing" or self._program.controls[launch.kernel] is not None
        key = (launch.kernel, extents_of(self._program, launch) if has_values else ())
        if key not in self._loaded:
            kernel = bound_kernel(self._program, launch) if has_values else self._program.kernels[launch.kernel]
            self._loaded[key] = self._load(kernel, launch.kernel)
        return self._loaded[key]

    def _load(self, kernel: KernelModule, number: int) -> LoadedKernel:
        entry = self._program.content.kernels[number]
        try:
            return self._simulation.load(kernel, name=entry.name, meta=entry.origin.model_dump())
        except CompileError as error:
            raise PackageError(
                f"{self._program.name} cannot be re-timed on machine {self._simulation.machine.name}: kernel "
                f"{entry.name} has no time there: {error}"
            ) from error


class CompiledAhead:
    """A forked process that parses a program's kernels and loads those of its launches, before this one does."""

    def __init__(self, rehearsal: Rehearsal, program: Program) -> None:
        self._rehearsal, self._program = rehearsal, program

    def parse(self) -> None:
        """Parses the program's kernels, each after the process has; raises CompilerCrashError, PackageError."""
        for number in range(len(self._program.texts)):
            self._rehearsal.wait(number)
            self._program.parse(number)

    def wait_for_launch(self, number: int) -> None:
        """Returns when the kernel of a launch has been loaded; raises CompilerCrashError if MLIR crashes."""
        self._rehearsal.wait(len(self._program.texts) + number)


@contextmanager
def compiled_ahead(program: Program, machine: Machine, mode: str) -> Iterator[CompiledAhead]:
    """Compiles a program's kernels in a forked process while the block runs.

    Raises:
        CompilerCrashError: MLIR crashes on one of them.
    """
    content = program.content
    compiled = [(launch.kernel, launch.tensors) for launch in content.launches]
    sizes = [allocation.bytes for allocation in content.allocations]
    steps = hashlib.sha256(f"{program.texts} {compiled} {sizes}".encode()).hexdigest()
    form = f"{machine.cores} {machine.dma_row_piece_bytes > 0}"  # what compiled programs depend on
    with TemporaryDirectory(prefix="npusim") as folder:

        @cache
        def loaded() -> LoadedKernels:
            return LoadedKernels(program, Simulation(machine, mode, Path(folder), keeps_stages=False))

        parsing = [partial(program.parse, number) for number in range(len(program.texts))]
        loading = [lambda launch=launch: loaded().of(launch) for launch in content.launches]
        with Rehearsal([*parsing, *loading], program.name, steps, form, mode) as rehearsal:
            yield CompiledAhead(rehearsal, program)


def bound_kernel(program: Program, launch: Launch) -> KernelModule:
    """The kernel of a launch, bound to the extents of its tensors, so that no access leaves them."""
    kernel = program.kernels[launch.kernel]
    return kernel.bind(dict(zip((each.name for each in kernel.tensors), extents_of(program, launch), strict=True)))


def extents_of(program: Program, launch: Launch) -> tuple[int, ...]:
    """Elements of each tensor of a launch; those of a symbolic size reach to the end of their allocation."""
    found = []
    for tensor, pointer in zip(program.kernels[launch.kernel].tensors, launch.tensors, strict=True):
        if tensor.extent is not None:
            found.append(tensor.extent)
            continue
        element_bytes = tensor_bytes(type(tensor)(tensor.name, "tensor", tensor.element_type, 1)) or 1
        rest = 0 if pointer is None else program.content.allocations[pointer[0]].bytes - pointer[1]
        found.append(rest // element_bytes)
    return tuple(found)
