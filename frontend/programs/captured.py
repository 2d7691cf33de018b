"""`torch.npu.capture`: the launches of a call as a program that runs again without Python's part of the call."""

import ctypes
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from npusim.frontend.inductor.core_api import tree_leaves
from npusim.frontend.programs.recorder import Recorder, Recording
from npusim.frontend.programs.replayable import ReplayableProgram
from npusim.scheduler import launches
from npusim.scheduler.session import current_simulation, resolved_machine, simulator
from npusim.scheduler.tensors.allocations import freed_listeners
from npusim.simulator.errors import DeviceError
from npusim.simulator.machine import Machine
from npusim.simulator.programs import Content, Program, write_package
from npusim.simulator.programs.content import KernelEntry, Launch, Origin
from npusim.simulator.programs.stored_tensors import StoredTensor
from npusim.simulator.system.version import __version__

StoredTensors = tuple[StoredTensor | None, ...]


@dataclass(frozen=True)
class Check:
    """A program's time on another machine: re-timed, and compiled anew for it.

    Attributes:
        machine: its name.
        retimed_cycles, recompiled_cycles: of all launches.
        same_kernels: kernels of the recompiled program whose text the captured one has as well.
        kernels: kernels of the recompiled program.
        remapped: names of captured kernels that the recompiled program does not have.
    """

    machine: str
    retimed_cycles: int
    recompiled_cycles: int
    same_kernels: int
    kernels: int
    remapped: tuple[str, ...]

    @property
    def difference(self) -> float:
        """How much longer the re-timed program takes, relative to the recompiled one."""
        return self.retimed_cycles / self.recompiled_cycles - 1

    def __str__(self) -> str:
        return (
            f"on {self.machine}: {self.retimed_cycles:,} cycles re-timed, {self.recompiled_cycles:,} compiled anew "
            f"({self.difference:+.1%}); {self.same_kernels} of {self.kernels} kernels are the same"
        )


def capture(model: Callable[..., Any], *inputs: Any, **keywords: Any) -> "CapturedProgram":
    """Calls `model(*inputs, **keywords)` and records its launches.

    The call runs as usual, in the current simulation; `CapturedProgram.outputs` is what it returned. To capture what a
    `torch.accelerator.Graph` holds, capture its `replay`.

    Raises:
        DeviceError: the call launched nothing, or another capture is under way.
    """
    if launches.observers:
        raise DeviceError("a capture is under way already; captures do not nest")
    recorder, simulation = Recorder(), current_simulation()
    numbers: list[int] = []
    cycles: dict[int, int] = {}

    def keep_number(made: launches.Submission) -> None:
        if made.number is not None:
            numbers.append(made.number)

    def keep_cycles(number: int, _: str, start_ps: int, end_ps: int) -> None:
        cycles[number] = round((end_ps - start_ps) * simulation.machine.core_freq_mhz / 1e6)

    simulation.synchronize()
    launches.observers.append(recorder)
    freed_listeners.append(recorder.freed)
    launches.follow(keep_number)
    simulation.on_finished(keep_cycles)
    try:
        outputs = model(*inputs, **keywords)
        recording = recorder.finish()
        stored = recorder.stored(_tensors((inputs, keywords))), recorder.stored(_tensors(outputs))
        simulation.synchronize()
    finally:
        launches.observers.remove(recorder)
        freed_listeners.remove(recorder.freed)
        launches.unfollow(keep_number)
        simulation.not_on_finished(keep_cycles)
    if not recording.kernels:
        raise DeviceError(
            "the call launched no kernel, so there is nothing to capture; are the model and its inputs on the device "
            "npu, and is the model compiled with torch.compile or the eager mode compiled?"
        )
    name = getattr(model, "__name__", type(getattr(model, "_orig_mod", model)).__name__)
    measured = tuple(cycles[number] for number in numbers)
    program = _program(name, recording, simulation.machine, simulation.mode, measured, *stored)
    return CapturedProgram(program, recording, outputs, (model, inputs, keywords))


def _tensors(values: Any) -> tuple[torch.Tensor, ...]:
    return tuple(leaf for leaf in tree_leaves(values) if isinstance(leaf, torch.Tensor))


def _program(
    name: str,
    recording: Recording,
    machine: Machine,
    mode: str,
    cycles: tuple[int, ...],
    inputs: StoredTensors,
    outputs: StoredTensors,
) -> Program:
    entries = tuple(_entry(number, kernel) for number, kernel in enumerate(recording.kernels))
    content = Content(
        npusim=__version__,
        machine=machine.model_dump(mode="json"),
        mode=mode,
        kernels=entries,
        allocations=tuple(recording.allocations),
        call_sites=tuple(recording.call_sites),
        steps=tuple(recording.steps),
        cycles=cycles,
        inputs=inputs,
        outputs=outputs,
    )
    return Program(name, content, tuple(kernel.module.text for kernel in recording.kernels), recording.values)


def _entry(number: int, kernel: Any) -> KernelEntry:
    safe = re.sub(r"[^A-Za-z0-9_]", "_", kernel.name)[:100]
    digest = hashlib.sha256(kernel.module.text.encode()).hexdigest()
    origin = Origin.model_validate({name: value for name, value in kernel.meta.items() if value is not None})
    return KernelEntry(name=kernel.name, file=f"kernels/{number:04}_{safe}.mlir", digest=digest, origin=origin)


class CapturedProgram(ReplayableProgram):
    """The launches of a call.

    Attributes:
        program, inputs: see `ReplayableProgram`.
        outputs: what the call returned; a replay writes the same tensors.
    """

    def __init__(self, program: Program, recording: Recording, outputs: Any, call: tuple[Any, Any, Any]) -> None:
        self._recording, self._call = recording, call
        super().__init__(program, _tensors(call[1:]), outputs, dict(self._alive()))

    def _alive(self) -> Any:
        for number in range(len(self._recording.allocations)):
            storage = self._recording.storage(number)
            if storage is not None:
                yield number, storage

    def _arguments(self, number: int, launch: Launch, storages: dict[int, Any]) -> Any:
        for pointer, view in zip(launch.tensors, self._recording.views[number], strict=True):
            if view.scalar is not None or pointer is None:
                yield view.scalar
                continue
            allocation, offset = pointer
            empty = torch.empty(0, dtype=view.dtype, device="npu")
            storage = self._storage(allocation, storages)
            yield empty.set_(storage, offset // view.dtype.itemsize, view.shape, view.stride)

    def _kernel(self, number: int, launch: Launch) -> Any:
        return self._recording.kernels[launch.kernel]

    def check(self, machine: str | Path | Machine) -> Check:
        """Compiles the model for another machine, calls it there in mode timing, and compares with `retime`.

        The call is a call: what the model changes, such as statistics of its input, changes once more.
        """
        target = resolved_machine(machine)
        retimed = self.retime(target)
        model, inputs, keywords = self._call
        with simulator(target, mode="timing"):
            other = capture(model, *inputs, **keywords).program
        mine, theirs = _by_digest(self.program), _by_digest(other)
        return Check(
            machine=target.name,
            retimed_cycles=retimed.total_cycles,
            recompiled_cycles=other.cycles or 0,
            same_kernels=len(mine.keys() & theirs.keys()),
            kernels=len(theirs),
            remapped=tuple(name for digest, name in mine.items() if digest not in theirs),
        )

    def save(self, path: str | Path, *, weights: bool = False) -> Path:
        """Writes a package, which `npusim simulate` re-times without torch.

        Args:
            path: the file, by custom `*.npk`.
            weights: whether the contents of all tensors that outlive the call are saved too.

        Raises:
            PackageError: the file cannot be written.
        """
        kept: Mapping[int, memoryview] = {}
        if weights:
            kept = {number: _content(storage) for number, storage in self._kept.items()}
        mine = self.program
        write_package(Program(mine.name, mine.content, mine.texts, mine.values, kept), Path(path))
        return Path(path)

    def __repr__(self) -> str:
        return repr(self.program).replace("<Program", "<CapturedProgram")


def _content(storage: torch.UntypedStorage) -> memoryview:
    size = storage.nbytes()
    return memoryview((ctypes.c_ubyte * size).from_address(storage.data_ptr())).cast("B") if size else memoryview(b"")


def _by_digest(program: Program) -> dict[str, str]:
    return {entry.digest: entry.name for entry in program.content.kernels}
