"""A program in memory: its content, the texts of its kernels, and the values that its time depends on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from npusim.simulator.errors import KernelError, MachineError, PackageError
from npusim.simulator.ir.kernel import Argument, KernelModule, parse_kernel
from npusim.simulator.ir.kernel_views import ELEMENT_BITS
from npusim.simulator.machine import Machine
from npusim.simulator.machine.loader import parse_values
from npusim.simulator.programs.content import Content, Launch, Pointer
from npusim.simulator.timing import data_flow, depends_on_data


@dataclass(frozen=True, eq=False)
class Program:
    """The launches of a call.

    Attributes:
        name: for reports and messages.
        content: kernels, allocations, steps.
        texts: MLIR of each kernel.
        values: by name, the content of tensors that addresses or control depend on.
        weights: by number, the content of allocations that were saved with the program.
    """

    name: str
    content: Content
    texts: tuple[str, ...] = field(repr=False)
    values: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    weights: Mapping[int, bytes | memoryview] = field(default_factory=dict, repr=False)
    _parsed: dict[str, KernelModule] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def machine(self) -> Machine:
        """The machine that the kernels were generated for.

        Raises:
            PackageError: it is none.
        """
        try:
            return parse_values(self.content.machine, source=f"{self.name}, its machine")
        except MachineError as error:
            raise PackageError(str(error)) from error

    @cached_property
    def kernels(self) -> tuple[KernelModule, ...]:
        """The kernels, parsed and verified; those of one text are one object.

        Raises:
            PackageError: one is no legal kernel.
        """
        return tuple(map(self.parse, range(len(self.texts))))

    def parse(self, number: int) -> KernelModule:
        """One of `kernels`; raises PackageError."""
        name, text = self.content.kernels[number].name, self.texts[number]
        if text not in self._parsed:
            try:
                self._parsed[text] = parse_kernel(text, source=name)
            except KernelError as error:
                raise PackageError(f"{self.name}: kernel {name} does not verify: {error}") from error
        return self._parsed[text]

    @cached_property
    def controls(self) -> tuple[frozenset[int] | None, ...]:
        """For each kernel the tensors that its addresses or control depend on; None if it is timed without values."""
        return tuple(data_flow(kernel).control if depends_on_data(kernel) else None for kernel in self.kernels)

    def check_launches(self) -> None:
        """Checks every launch against its kernel's signature.

        Raises:
            PackageError: a wrong number of arguments, an argument beyond its allocation, missing values.
        """
        for number, launch in enumerate(self.content.launches):
            kernel = self.kernels[launch.kernel]
            given, wanted = (len(launch.tensors), len(launch.sizes)), (len(kernel.tensors), len(kernel.sizes))
            where = f"{self.name}, launch {number} of kernel {self.content.kernels[launch.kernel].name}"
            if given != wanted:
                raise PackageError(
                    f"{where}: {given[0]} tensors and {given[1]} sizes are given, it takes {wanted[0]} and {wanted[1]}"
                )
            for argument, pointer in zip(kernel.tensors, launch.tensors, strict=True):
                if pointer is not None:
                    self._check_extent(argument, pointer, where)
            self._check_values(launch, kernel, where)

    def _check_extent(self, argument: Argument, pointer: Pointer, where: str) -> None:
        needed, (allocation, offset) = tensor_bytes(argument), pointer
        size = self.content.allocations[allocation].bytes
        if needed is not None and offset + needed > size:
            raise PackageError(
                f"{where}: tensor {argument.name} has {needed} bytes from byte {offset} of allocation {allocation}, "
                f"which has only {size}"
            )

    def _check_values(self, launch: Launch, kernel: KernelModule, where: str) -> None:
        for text, name in launch.values.items():
            known = text.isascii() and text.isdecimal() and int(text) < len(kernel.tensors)
            if not known or name not in self.values:
                raise PackageError(f"{where}: values {name!r} of tensor {text} are not there")
            pointer = launch.tensors[int(text)]
            if pointer is not None and pointer[1] + len(self.values[name]) > self.content.allocations[pointer[0]].bytes:
                raise PackageError(f"{where}: values {name!r} are longer than the rest of their allocation")
            needed = tensor_bytes(kernel.tensors[int(text)])
            if needed is not None and len(self.values[name]) != needed:
                raise PackageError(f"{where}: values {name!r} have {len(self.values[name])} bytes, not {needed}")
        missing = {str(number) for number in self.controls[launch.kernel] or ()} - launch.values.keys()
        if missing:
            tensor = kernel.tensors[min(map(int, missing))].name
            raise PackageError(f"{where}: its addresses depend on tensor {tensor}, whose values are not there")

    @property
    def cycles(self) -> int | None:
        """Cycles of all launches in the run that was captured; None if nothing was timed."""
        return sum(self.content.cycles) if self.content.cycles else None

    def __repr__(self) -> str:
        counts = f"{len(set(self.texts))} kernels, {len(self.content.launches)} launches"
        return f"<Program {self.name}: {counts}, machine {self.content.machine.get('name')}>"


def tensor_bytes(argument: Argument) -> int | None:
    """Bytes of a tensor of a kernel; None if its size is symbolic."""
    return None if argument.extent is None else argument.extent * ELEMENT_BITS[argument.element_type] // 8
