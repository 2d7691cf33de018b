"""Kernels at run time: registered once by their text, launched many times."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakValueDictionary

from npusim.scheduler import launches
from npusim.scheduler.launch_origin import at_caller
from npusim.scheduler.log import log_kernel
from npusim.scheduler.session import current_simulation, launch_lock
from npusim.scheduler.strategy import current_strategy
from npusim.scheduler.stream import Stream, current_stream
from npusim.scheduler.tensors import poison_values
from npusim.scheduler.tensors.memory import check_on_device
from npusim.scheduler.tensors.resident_tensors import locations
from npusim.simulator.errors import ScratchpadOverflowError, ShapeError
from npusim.simulator.ir.kernel import KernelModule, parse_kernel
from npusim.simulator.machine import Machine
from npusim.simulator.report.origin import UNKNOWN, Origin
from npusim.simulator.run.loaded_kernel import LoadedKernel
from npusim.simulator.run.simulation import Simulation
from npusim.simulator.system.progress import advance_phase, enter_phase


class Kernel:
    """One kernel of a program; calling it launches it on the current simulation.

    Attributes:
        name: what reports call it.
        module: the parsed and verified text.
        meta: where it came from: ``kind``, ``template``, ``ops``, ``origins``, ``fused``.
        origin: what of the program its launches belong to.
    """

    __slots__ = (
        "__weakref__",
        "_computes_values",
        "_count",
        "_loaded",
        "_machine",
        "_simulation",
        "_tensors",
        "meta",
        "module",
        "name",
        "origin",
    )

    def __init__(
        self,
        name: str,
        module: KernelModule,
        meta: Mapping[str, Any],
        simulation: Simulation,
        origin: Origin = UNKNOWN,
    ) -> None:
        self.name = name
        self.module = module
        self.meta = meta
        self.origin = origin
        self._machine: Machine = simulation.machine
        self._count = len(module.arguments)
        self._tensors = sum(argument.kind == "tensor" for argument in module.arguments)
        self.prepare(simulation)

    def __call__(self, *arguments: Any, stream: int | Stream | None = None) -> None:
        """Launch: tensors first (inputs, then outputs), then symbolic sizes, as in the kernel's text.

        Values are in the output tensors when the call returns (modes functional and both); time passes on the
        simulated clock.

        Raises:
            ShapeError: the number of arguments is not the kernel's.
            DeviceError: a tensor is not on the device (0-dim CPU tensors and empty tensors may be anywhere).
            IndexOutOfRangeError: an index that a tensor does not have (modes functional and both).
            PoisonValueError: its control operands were not computed, and the fallback policy is `error`.
        """
        if len(arguments) != self._count:
            raise ShapeError(self._count_message(len(arguments)))
        tensors = arguments[: self._tensors]
        pointers = [tensor.data_ptr() for tensor in tensors]
        check_on_device(pointers, tensors, self.name)
        where = current_stream() if stream is None else _stream(stream)
        if launches.records(self, arguments, where):
            return
        began_ns = launches.now_ns()
        with launch_lock:
            simulation = current_simulation()
            if simulation is not self._simulation or simulation.computes_values != self._computes_values:
                self.prepare(simulation)
            for observer in launches.observers:
                observer.launches(self, arguments, where)
            if simulation.mode == "timing" or poison_values.are_there_any():
                poison_values.follow(self.name, self.module, tensors, is_executed=self._loaded.computes_values)
            number = simulation.launch(
                self._loaded,
                pointers,
                () if simulation.mode == "functional" else locations(pointers, simulation),
                arguments[self._tensors :],
                stream=where.index,
                not_before_ns=where.not_before_ns,
                origin=at_caller(self.origin),
            )
        launches.tell(self, where, simulation, number, began_ns)

    #: Inductor's generated wrappers call ``kernel.run(...)``.
    run = __call__

    def at(self, **origin: str) -> "Kernel":
        """The same kernel at a place of the program that launches it: see `npusim.simulator.report.origin.Origin`."""
        return Kernel(self.name, self.module, self.meta, self._simulation, Origin(**origin))

    def prepare(self, simulation: Simulation) -> None:
        """Compile the parts that a simulation's mode needs, for its next launch there.

        Raises:
            ScratchpadOverflowError: its tiles do not fit the simulation's machine.
        """
        try:
            self._loaded: LoadedKernel = simulation.load(self.module, name=self.name, meta=self.meta)
        except ScratchpadOverflowError as error:
            if simulation.machine == self._machine:
                raise
            raise ScratchpadOverflowError(self._other_machine_message(simulation.machine, error)) from error
        self._simulation, self._computes_values = simulation, simulation.computes_values

    def _other_machine_message(self, machine: Machine, error: ScratchpadOverflowError) -> str:
        return (
            f"kernel {self.name} was generated for machine {self._machine.name} and does not fit {machine.name}; "
            f"compile it again inside the new simulator: call torch.compiler.reset(), then the model\n{error}"
        )

    def _count_message(self, given: int) -> str:
        wanted = ", ".join(argument.name for argument in self.module.arguments)
        return f"kernel {self.name} takes {self._count} arguments ({wanted}), {given} were given"

    def __repr__(self) -> str:
        return f"<Kernel {self.name} {self.module.digest[:12]}>"


#: Kernels of programs that are still compiled; Inductor's generated modules hold them.
_kernels: WeakValueDictionary[tuple[str, str, str], Kernel] = WeakValueDictionary()


def expect_kernels(count: int) -> None:
    """A generated module is going to register so many kernels; for the progress line of its compilation."""
    enter_phase("loading kernel", count)


def register_kernel(name: str, text: str, meta: Mapping[str, Any] | None = None) -> Kernel:
    """The kernel with this name and MLIR text, parsed, verified and compiled for the current simulation.

    Called from Inductor's generated wrapper, so that errors in a kernel (its text does not verify, its tiles overflow
    the scratchpad) appear when a program is compiled, not when it runs. The same text is parsed once per process.

    Args:
        name: unique within a program; reports and the run folder use it.
        text: the kernel's MLIR (docs/kernel_language.md).
        meta: ``{"kind", "template", "ops", "origins", "fused"}``; kept for reports.

    Raises:
        KernelError: the text does not parse or verify, or its tiles do not fit the scratchpad.
        CompileError: it verifies, but cannot be turned into machine code or a trace.
    """
    checks = repr((meta or {}).get("index_checks", ""))  # messages name the line of the program that uses the kernel
    key = (name, hashlib.sha256(text.encode()).hexdigest(), checks)
    log_kernel(name, text, meta or {})
    current_strategy().keep(meta or {}, current_simulation().machine)
    with launch_lock:
        kernel = _kernels.get(key)
        if kernel is None:
            kernel = Kernel(name, parse_kernel(text, source=name), dict(meta or {}), current_simulation())
            _kernels[key] = kernel
        else:
            kernel.meta = dict(meta or {})  # another choice of mapping may have given the same text
            kernel.prepare(current_simulation())
        advance_phase()
        return kernel


def registered_kernels() -> Sequence[Kernel]:
    """Every kernel that a program of this process still holds, in the order of registration."""
    return tuple(_kernels.values())


def _stream(stream: int | Stream) -> Stream:
    return stream if isinstance(stream, Stream) else Stream(stream, current_stream().not_before_ns)
