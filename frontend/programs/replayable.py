"""Programs on the device: their launches again, and their time on other machines."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import torch
from npusim.scheduler.session import current_simulation, resolved_machine, simulator
from npusim.scheduler.stream import Stream
from npusim.scheduler.tensors.poison_values import contents_kept
from npusim.simulator.errors import ArgumentError, DeviceError
from npusim.simulator.machine import Machine
from npusim.simulator.programs import Program, retime
from npusim.simulator.programs.content import Free, Launch, Mark, Wait
from npusim.simulator.programs.retiming import Retimed


class ReplayableProgram(ABC):
    """The launches of a call.

    Attributes:
        program: as data (`npusim.simulator.programs.Program`).
        inputs: the tensors that the call was given; a replay reads what they hold then.
        outputs: what a replay writes and returns.
    """

    def __init__(
        self, program: Program, inputs: tuple[Any, ...], outputs: Any, kept: dict[int, torch.UntypedStorage]
    ) -> None:
        self.program, self.inputs, self.outputs = program, inputs, outputs
        self._kept = kept

    @abstractmethod
    def _kernel(self, number: int, launch: Launch) -> Any:
        """What is called for a launch."""

    @abstractmethod
    def _arguments(self, number: int, launch: Launch, storages: dict[int, Any]) -> Any:
        """The tensors of a launch."""

    def _storage(self, allocation: int, storages: dict[int, Any]) -> Any:
        """The storage of an allocation; the launches make those that do not outlive them."""
        if allocation not in storages:
            size = self.program.content.allocations[allocation].bytes
            storages[allocation] = torch.empty(size, dtype=torch.uint8, device="npu").untyped_storage()
        return storages[allocation]

    @property
    def cycles(self) -> int | None:
        """Cycles of all launches of the call; None if it was not timed."""
        return self.program.cycles

    def replay(self, *inputs: torch.Tensor, mode: str | None = None) -> Any:
        """Launches everything again; no Python of the captured call runs.

        Args:
            inputs: copied into the tensors that the call was given, in their order, before; none to leave them.
            mode: `functional` (values), `timing` or `both`, in a simulation of its own; by default the launches go to
                the current simulation.

        Returns the outputs of the call, which hold the new values. Mode `timing` leaves tensors as they are, but for
        those that kernels with data-dependent addresses write, which are executed in every mode. After new inputs the
        outputs are poison values: nobody computed them.

        Raises:
            ArgumentError: other inputs than those of the call.
            DeviceError: the host took part in the call's values, and a replay would leave that out.
        """
        with nullcontext() if mode is None else simulator(current_simulation().machine, mode=mode):
            if current_simulation().mode != "timing":
                self._check_values()
            self._copy(inputs)
            with self._contents_kept() if mode == "timing" and not inputs else nullcontext():
                self._launch()
        return self.outputs

    def _contents_kept(self) -> AbstractContextManager[None]:
        return contents_kept([torch.empty(0, dtype=torch.uint8, device="npu").set_(s) for s in self._kept.values()])

    def _copy(self, inputs: tuple[torch.Tensor, ...]) -> None:
        if not inputs:
            return
        if [each.shape for each in inputs] != [each.shape for each in self.inputs]:
            wanted = ", ".join(str(tuple(each.shape)) for each in self.inputs)
            raise ArgumentError(f"the program was captured with inputs of shapes {wanted}; give as many of those")
        for target, source in zip(self.inputs, inputs, strict=True):
            if target is not source:
                target.copy_(source)

    def _check_values(self) -> None:
        names = sorted({step.operator for step in self.program.content.host_steps})
        if names:
            raise DeviceError(
                f"the program cannot be replayed for values: the host used device memory in the call "
                f"({', '.join(names)}), which a replay leaves out. Compile what is captured with torch.compile, and "
                "copy before or after it; replay(mode='timing') gives its time"
            )
        freed = {step.allocation for step in self.program.content.steps if isinstance(step, Free)}
        lost = [n for n in freed if self.program.content.allocations[n].kept]
        if lost:
            raise DeviceError(
                f"the program cannot be replayed for values: the call freed {len(lost)} tensors that it was given; "
                "keep them alive"
            )

    def _launch(self) -> None:
        simulation = current_simulation()
        storages, events = dict(self._kept), dict[int, int]()
        number = 0
        for step in self.program.content.steps:
            if isinstance(step, Launch):
                arguments = (*self._arguments(number, step, storages), *step.sizes)
                self._kernel(number, step)(*arguments, stream=Stream(step.stream, step.not_before_ns))
                number += 1
            elif isinstance(step, Free):
                storages.pop(step.allocation, None)
            elif isinstance(step, Mark):
                events[step.event] = simulation.stream_ready_ps(step.stream)
            elif isinstance(step, Wait):
                simulation.hold_stream(step.stream, events[step.event])

    def retime(self, machine: str | Path | Machine | None = None) -> Retimed:
        """The time of the kernels, as they are, on another machine (default: the one they were generated for).

        Raises:
            PackageError: they do not fit it.
        """
        return retime(
            self.program, self.program.machine if machine is None else resolved_machine(machine), trusted=True
        )
