"""The time of a program on a machine, and its values, without torch and without compiling it anew.

In mode timing kernels whose addresses or control depend on data run with the values that those tensors had; the rest of
their memory is zero, as nothing else reaches their time. The other modes need the saved weights.
"""

from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import count
from pathlib import Path

from npusim.simulator.errors import NpuSimError, PackageError, RunInterrupted, ScratchpadOverflowError
from npusim.simulator.ir.scratchpad import allocate
from npusim.simulator.machine import Machine
from npusim.simulator.programs.content import Free, Launch, Mark, Pointer, Wait
from npusim.simulator.programs.host_memory import HostMemory, check_values
from npusim.simulator.programs.loaded_kernels import CompiledAhead, LoadedKernels, compiled_ahead
from npusim.simulator.programs.machine_changes import Change, changes, may_be_remapped
from npusim.simulator.programs.memory import check_memory, launch_memory
from npusim.simulator.programs.program import Program
from npusim.simulator.report.origin import UNKNOWN, Origin
from npusim.simulator.report.report import Report
from npusim.simulator.report.table import heading
from npusim.simulator.run.memory.address_space import Location
from npusim.simulator.run.memory.host_arrays import Array
from npusim.simulator.run.simulation import Simulation

_MOST_NAMED = 3


@dataclass(frozen=True)
class Retimed:
    """The time of a program on a machine.

    Attributes:
        report: as of any run in mode timing.
        cycles: of each launch, in order.
        before: cycles of all launches in the run that was captured; None if it timed nothing.
        changes: the keys in which the machine differs from the one that the kernels were generated for.
        remapped: names of the kernels that a compilation for this machine might generate differently.
        outputs: what the call returned, None for tensors that no launch used; nothing in mode timing.
    """

    report: Report
    cycles: tuple[int, ...]
    before: int | None
    changes: tuple[Change, ...]
    remapped: tuple[str, ...]
    outputs: tuple[Array | None, ...] = ()

    def __repr__(self) -> str:
        return f"<Retimed {self}>"

    def __str__(self) -> str:
        before = "" if self.before is None else f", {self.before:,} when it was captured"
        keys = ", ".join(change.key for change in self.changes) or "none"
        return f"{heading(self.report)}{before}; keys that differ: {keys}; kernels to remap: {len(self.remapped)}"

    def _repr_html_(self) -> str:
        """The kernels as a table in a notebook."""
        return f"<p>{escape(str(self))}</p>{self.report.summary()._repr_html_()}"

    @property
    def total_cycles(self) -> int:
        """Cycles of all launches."""
        return sum(self.cycles)


def retime(
    program: Program, machine: Machine, *, run_dir: Path | None = None, trusted: bool = False, mode: str = "timing"
) -> Retimed:
    """Simulates the launches of a program on a machine.

    Args:
        program: its kernels are launched as they are.
        machine: any machine that they fit.
        run_dir: folder in which the run's folder is made.
        trusted: this process made the program: its kernels need not be compiled in a forked process first, so that
            this one survives a crash of MLIR.
        mode: `timing`, `functional` (values) or `both`; values need a program that was read with its weights.

    Raises:
        PackageError: the program is inconsistent, does not fit the machine, or has no values; the message says why.
        CompilerCrashError: MLIR crashes on one of its kernels.
        RunInterrupted: Ctrl-C; the run's folder has what was simulated until then.
    """
    if trusted:
        return _retimed(program, machine, run_dir, mode, None)
    with compiled_ahead(program, machine, mode) as ahead:
        ahead.parse()
        return _retimed(program, machine, run_dir, mode, ahead)


def _retimed(
    program: Program, machine: Machine, run_dir: Path | None, mode: str, ahead: CompiledAhead | None
) -> Retimed:
    program.check_launches()
    check_fit(program, machine)
    if mode != "timing":
        check_values(program)
    simulation = Simulation(machine, mode, run_dir, keeps_stages=False)
    cycles: dict[int, int] = {}
    clock = machine.core_freq_mhz
    simulation.on_finished(lambda number, _, start, end: cycles.update({number: round((end - start) * clock / 1e6)}))
    try:
        outputs = _Replay(program, simulation, ahead).run()
        report = simulation.report()
    except KeyboardInterrupt:
        simulation.interrupt()
        raise RunInterrupted(simulation.report()) from None
    except NpuSimError as error:
        simulation.note_error(error)
        raise
    finally:
        simulation.close()
    found = changes(program.machine, machine)
    remapped = dict.fromkeys(
        entry.name
        for entry in program.content.kernels
        if may_be_remapped(found, is_template=entry.origin.template is not None)
    )
    ordered = tuple(cycles[number] for number in sorted(cycles))
    return Retimed(report, ordered, program.cycles, tuple(found), tuple(remapped), tuple(outputs))


def check_fit(program: Program, machine: Machine) -> None:
    """Raises PackageError, with the reasons, if a machine cannot run the kernels or hold their tensors."""
    check_memory(program.name, program.content, machine)
    refused, kernels = [], dict.fromkeys(program.kernels)
    for kernel in kernels:
        try:
            allocate(kernel, machine)
        except ScratchpadOverflowError as error:
            refused.append(str(error).splitlines()[0].rstrip(":"))
    if refused:
        more = f"\n(and {len(refused) - _MOST_NAMED} more)" if len(refused) > _MOST_NAMED else ""
        listed = "\n".join(refused[:_MOST_NAMED])
        raise PackageError(
            f"{program.name} cannot be re-timed on machine {machine.name}: {len(refused)} of {len(kernels)} "
            f"kernels do not fit its scratchpad ({machine.scratchpad_kib_per_lane} KiB in each of "
            f"{machine.vector_lanes} lanes). Compile the model for that machine and capture it again.\n{listed}{more}"
        )


class _Replay:
    """Launches a program in a simulation."""

    def __init__(self, program: Program, simulation: Simulation, ahead: CompiledAhead | None) -> None:
        self._program, self._simulation, self._ahead = program, simulation, ahead
        self._kernels = LoadedKernels(program, simulation)
        self._events: dict[int, int] = {}
        self._origins = [Origin(**site.model_dump()) for site in program.content.call_sites]
        self._memory = None if simulation.mode == "timing" else HostMemory(program)

    def run(self) -> list[Array | None]:
        """Takes every step; returns the outputs in modes with values."""
        for number, allocation in enumerate(self._program.content.allocations):
            if allocation.kept:
                self._simulation.allocated(number, allocation.bytes)
        launched = count()
        for step in self._program.content.steps:
            if isinstance(step, Launch):
                self._launch(next(launched), step)
            elif isinstance(step, Free):
                self._simulation.freed(step.allocation)
                if self._memory is not None:
                    self._memory.free(step.allocation)
            elif isinstance(step, Mark):
                self._events[step.event] = self._simulation.stream_ready_ps(step.stream)
            elif isinstance(step, Wait):
                self._simulation.hold_stream(step.stream, self._events[step.event])
        return [] if self._memory is None else self._memory.outputs()

    def _launch(self, number: int, launch: Launch) -> None:
        if self._ahead is not None:
            self._ahead.wait_for_launch(number)
        loaded = self._kernels.of(launch)
        run = partial(
            self._simulation.launch,
            locations=[self._location(pointer) for pointer in launch.tensors],
            sizes=launch.sizes,
            stream=launch.stream,
            not_before_ns=launch.not_before_ns,
            origin=self._origin(launch),
        )
        if self._memory is not None:
            run(loaded, self._memory.pointers(launch))
            return
        if self._program.controls[launch.kernel] is None:
            run(loaded, [0] * len(launch.tensors))
            return
        values = {int(number): self._program.values[name] for number, name in launch.values.items()}
        with launch_memory(self._program.content, launch.tensors, values) as pointers:
            run(loaded, pointers)

    def _origin(self, launch: Launch) -> Origin:
        return UNKNOWN if launch.call_site is None else self._origins[launch.call_site]

    def _location(self, pointer: Pointer | None) -> Location | None:
        if pointer is None:
            return None
        allocation = self._program.content.allocations[pointer[0]]
        return Location(pointer[0], allocation.bytes, pointer[1], allocation.resident)
